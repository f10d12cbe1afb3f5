"""Help, the rules in short, and the proof that the dice were fair."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from cogs.finished.history import match_file
from cogs.kit.app import Ctx
from cogs.kit.commands import Feature, Kind, MatchNumber, answered
from cogs.kit.message import Message
from cogs.kit.places import place_of
from cogs.kit.replies import tell
from cogs.kit.sentences import WOOD
from plakoto_bot.export import verify_export
from plakoto_bot.words import answers
from plakoto_bot.words import help as help_words


class HelpCog(Feature):
    """What needs no game."""

    @commands.hybrid_command(description="Every command, with examples")
    @answered
    async def help(self, ctx: Ctx) -> None:
        """Show the commands."""
        embed = discord.Embed(title=help_words.HELP_TITLE, colour=WOOD)
        for name, text in help_words.HELP:
            embed.add_field(name=name, value=text, inline=False)
        embed.add_field(name="Writing moves", value=help_words.HELP_NOTATION, inline=False)
        await tell(ctx, Message(embed=embed))

    @commands.hybrid_command(description="The rules of a game in two minutes, and its house rules")
    @app_commands.describe(game="Which game; Plakoto when none is named")
    @answered
    async def rules(self, ctx: Ctx, game: Kind = "plakoto") -> None:
        """Show the rules of a game."""
        embed = discord.Embed(title=help_words.RULES_TITLES[game], description=help_words.RULES[game], colour=WOOD)
        if game in help_words.RULES_PRESETS:
            embed.add_field(name="House rules", value=help_words.RULES_PRESETS[game], inline=False)
        await tell(ctx, Message(embed=embed))

    @commands.hybrid_command(description="Check every roll of a finished match against the promise made before it")
    @commands.guild_only()
    @app_commands.describe(match="The match's number; without it, the last one finished in this channel")
    @answered
    async def verify(self, ctx: Ctx, match: MatchNumber = 0) -> None:
        """Recompute the dice of a match and hand out the file to do so elsewhere."""
        self.app.allowance.require(ctx.author.id)
        export = await self.app.services.exports.export(place_of(ctx), match or None)
        verdict = await asyncio.to_thread(verify_export, export)
        heading = answers.VERIFY_GOOD if verdict.ok else answers.VERIFY_BAD
        lines = [heading.format(number=export.match), *(f"- {line}" for line in verdict.lines[:10])]
        lines += [f"-# seed `{export.seed}`", f"-# {answers.VERIFY_FILE}"]
        await tell(ctx, Message("\n".join(lines), files=[match_file(export)]))
