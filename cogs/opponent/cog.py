"""Sees to it that no turn of the bot is forgotten."""

from __future__ import annotations

import logging

from discord.ext import commands, tasks

from cogs.kit.app import App
from cogs.opponent.turns import BotTurns

log = logging.getLogger(__name__)


class OpponentCog(commands.Cog):
    """Sees to it that no turn of the bot is forgotten."""

    def __init__(self, app: App, turns: BotTurns) -> None:
        self._app = app
        self._turns = turns

    async def cog_load(self) -> None:
        """Begin to look for turns of the bot; the first look resumes what a restart left."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking, and thinking."""
        self.look.cancel()
        await self._turns.stop()

    @tasks.loop(minutes=1)
    async def look(self) -> None:
        """Begin every turn of the bot that nothing is at."""
        try:
            await self._turns.resume(self._app.delivery.refresh)
        except Exception:
            # One bad minute must not stop the loop for good.
            log.exception("could not look for the bot's turns; the next try is in a minute")

    @look.before_loop
    async def _connected(self) -> None:
        await self._app.connected()
