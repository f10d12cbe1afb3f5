"""Help, the rules in short, and the proof that the dice were fair."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from cogs.finished.files import match_file
from cogs.help.messages import help_embed, rules_embed, verdict_text
from cogs.kit.app import App, Ctx
from cogs.kit.commands import Kind, MatchNumber, answered
from cogs.kit.message import Message
from cogs.kit.places import place_of
from cogs.kit.replies import say
from plakoto_bot.export import verify_export


class HelpCog(commands.Cog):
    """What needs no game."""

    def __init__(self, app: App) -> None:
        self._app = app

    @commands.hybrid_command(description="Every command, with examples")
    @answered
    async def help(self, ctx: Ctx) -> None:
        """Show the commands."""
        await say(ctx, Message(embed=help_embed()))

    @commands.hybrid_command(description="The rules of a game in two minutes, and its house rules")
    @app_commands.describe(game="Which game; Plakoto when none is named")
    @answered
    async def rules(self, ctx: Ctx, game: Kind = "plakoto") -> None:
        """Show the rules of a game."""
        await say(ctx, Message(embed=rules_embed(game)))

    @commands.hybrid_command(description="Check every roll of a finished match against the promise made before it")
    @commands.guild_only()
    @app_commands.describe(match="The match's number; without it, the last one finished in this channel")
    @answered
    async def verify(self, ctx: Ctx, match: MatchNumber = 0) -> None:
        """Recompute the dice of a match and hand out the file to do so elsewhere."""
        self._app.allowance.require(ctx.author.id)
        export = await self._app.services.games.export(place_of(ctx), match or None)
        verdict = await asyncio.to_thread(verify_export, export)
        await say(ctx, Message(verdict_text(export, verdict), files=[match_file(export)]))
