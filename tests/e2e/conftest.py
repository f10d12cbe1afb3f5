"""A loopback Discord for each test, and bots that connect to it, as processes of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_process import BOT, BotProcess
from tests.e2e.discord_server.server import DiscordServer

#: Port 9 on this machine takes no connections.
NOBODY_THERE = "http://127.0.0.1:9"
LOGGED_IN = "logged in as Plakoto"


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as running:
        yield running


class Host:
    """Starts bots over one database, as somebody does who hosts them, and ends those that are left."""

    def __init__(self, server: DiscordServer, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self._launched: list[BotProcess] = []

    async def launch(self, **settings: str) -> BotProcess:
        """Start one and do not wait for anything."""
        bot = BotProcess(self._server, self._folder, program=BOT, **settings)
        await bot.launch()
        self._launched.append(bot)
        return bot

    async def start(self, **settings: str) -> BotProcess:
        """Start one and wait until it is logged in."""
        bot = await self.launch(**settings)
        await bot.says(LOGGED_IN)
        return bot

    async def end_all(self) -> None:
        """End what still runs."""
        for bot in self._launched:
            await bot.kill()


@pytest.fixture
async def host(server: DiscordServer, tmp_path: Path) -> AsyncIterator[Host]:
    hosting = Host(server, tmp_path)
    yield hosting
    await hosting.end_all()
