"""Help, the rules in short, and the proof that the dice were fair."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.challenge import Kind, place_of
from cogs.presenters import help_embed, match_file, rules_embed, verdict_text
from cogs.replies import MatchNumber, answered, say
from plakoto_bot.export import verify_export

if TYPE_CHECKING:
    from cogs.client import PlakotoBot


class HelpCog(commands.Cog):
    """What needs no game."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.hybrid_command(description="Every command, with examples")
    @answered
    async def help(self, ctx: commands.Context[PlakotoBot]) -> None:
        """Show the commands."""
        await say(ctx, embed=help_embed())

    @commands.hybrid_command(description="The rules of a game in two minutes, and its house rules")
    @app_commands.describe(game="Which game; Plakoto when none is named")
    @answered
    async def rules(self, ctx: commands.Context[PlakotoBot], game: Kind = "plakoto") -> None:
        """Show the rules of a game."""
        await say(ctx, embed=rules_embed(game))

    @commands.hybrid_command(description="Check every roll of a finished match against the promise made before it")
    @commands.guild_only()
    @app_commands.describe(match="The match's number; without it, the last one finished in this channel")
    @answered
    async def verify(self, ctx: commands.Context[PlakotoBot], match: MatchNumber = 0) -> None:
        """Recompute the dice of a match and hand out the file to do so elsewhere."""
        ctx.bot.allowance.require(ctx.author.id)
        export = await ctx.bot.games.export(place_of(ctx), match or None)
        verdict = await asyncio.to_thread(verify_export, export)
        await say(ctx, verdict_text(export, verdict), file=match_file(export))
