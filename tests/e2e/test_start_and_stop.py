"""How the bot begins and ends, as whoever hosts it sees it, with a Discord there to begin with."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from tests.e2e import truth
from tests.e2e.bot_process import BotProcess
from tests.e2e.crowd import Crowd
from tests.e2e.discord_server import faults
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.table import Table


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_finishes_every_turn_in_hand(
    server: DiscordServer, tmp_path: Path, number: signal.Signals
) -> None:
    tables = [Table.laid(server) for _ in range(8)]
    crowd = Crowd(server, tables, random.Random(8))
    async with BotProcess(server, tmp_path) as bot:
        for table in tables:
            await table.begin()
        crowd.begin()
        for table in tables:
            crowd.press(table)
        await server.world.until(lambda: len(crowd.presses) > 40)
        bot.signal(number)
        assert await bot.ended() == 0
        games = await truth.games_of(bot.database_url)
        truth.require_kept(crowd.presses, games)
        assert all(truth.shown(table, truth.game_at(table, games)) for table in tables)
    assert "ERROR" not in bot.log
    assert "Traceback" not in bot.log


async def test_a_second_bot_on_the_same_database_refuses_and_names_the_first(
    server: DiscordServer, tmp_path: Path
) -> None:
    table = Table.laid(server)
    async with BotProcess(server, tmp_path) as first:
        second = BotProcess(server, tmp_path)
        await second.launch()
        assert await second.ended() != 0
        assert str(first.pid) in second.log.splitlines()[-1]
        assert server.gateway.identified == 1
        await table.begin()


async def test_a_wrong_token_is_named(server: DiscordServer, tmp_path: Path) -> None:
    bot = BotProcess(server, tmp_path, DISCORD_TOKEN="another.token.altogether")
    await bot.launch()
    assert await bot.ended() == 78
    assert "DISCORD_TOKEN" in bot.log
    assert "another.token" not in bot.log


async def test_an_intent_that_is_not_granted_is_named(server: DiscordServer, tmp_path: Path) -> None:
    server.gateway.grants_content = False
    bot = BotProcess(server, tmp_path, MESSAGE_CONTENT="true")
    await bot.launch()
    assert await bot.ended() == 78
    assert "MESSAGE_CONTENT" in bot.log


async def test_a_discord_that_cannot_be_reached_at_first_is_tried_again(server: DiscordServer, tmp_path: Path) -> None:
    server.faults.plan("GET /api/v10/users/@me", faults.refuse, 2)
    table = Table.laid(server)
    async with BotProcess(server, tmp_path):
        await table.begin()
    assert not server.faults.pending
