"""A loopback Discord for each test, and the bot as a process of its own that connects to it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.e2e.discord_server.server import DiscordServer


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as running:
        yield running
