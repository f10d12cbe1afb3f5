"""Told to stop: what is in hand is finished, what comes after is refused, and all is whole and closed."""

from __future__ import annotations

import random
import signal
import sqlite3
from pathlib import Path

import pytest
from aiohttp import web

from plakoto_bot.words import refusals as refusals_words
from tests.e2e import truth
from tests.e2e.bot_process import BotProcess
from tests.e2e.conftest import NOBODY_THERE, Host
from tests.e2e.crowd import Crowd
from tests.e2e.discord_server import people
from tests.e2e.discord_server.answers import too_many
from tests.e2e.discord_server.faults import CALLBACK, POST_MESSAGE, Handler
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Interaction
from tests.e2e.table import Table

_SIGNALS = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


@_SIGNALS
@pytest.mark.parametrize("mute", [False, True])
async def test_a_signal_stops_it_cleanly(host: Host, server: DiscordServer, number: signal.Signals, mute: bool) -> None:
    server.gateway.mute = mute
    bot = await host.start()
    bot.signal(number)
    assert await bot.ended() == 0
    assert "Traceback" not in bot.log
    assert bot.log.splitlines()[-1].endswith("stopped")
    # A database closed in order leaves nothing beside its file to be written back.
    assert not bot.database.with_name("plakoto.db-wal").exists()
    assert sqlite3.connect(bot.database).execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_it_also_stops_while_it_cannot_reach_discord(host: Host) -> None:
    bot = await host.launch(DISCORD_API_URL=NOBODY_THERE)
    await bot.says("cannot reach Discord")
    bot.signal(signal.SIGTERM)
    assert await bot.ended() == 0
    assert "Traceback" not in bot.log


@_SIGNALS
async def test_a_turn_in_hand_is_told_and_a_later_press_is_refused(
    server: DiscordServer, tmp_path: Path, number: signal.Signals
) -> None:
    table = Table.laid(server)
    late: list[Interaction] = []
    async with BotProcess(server, tmp_path) as bot:
        await table.begin()

        async def stop_meanwhile(request: web.Request, handler: Handler) -> web.StreamResponse:
            """The move is stored, and Discord takes its time to show it."""
            bot.signal(number)
            await bot.says("stopping")
            late.append(people.command(server.world, table.stranger, table.channel, "board"))
            await server.world.until(lambda: late[0].seen)
            return await handler(request)

        server.faults.plan(POST_MESSAGE, stop_meanwhile)
        assert await table.turn(random.Random(1)) is not None
        assert await bot.ended() == 0
    assert [message.content for message in late[0].seen] == [refusals_words.STOPPING]
    (game,) = await truth.games_of(bot.database_url)
    assert game.record.state.ply > 0
    assert truth.shown(table, game), "the channel shows what the database says"
    assert "Traceback" not in bot.log
    async with BotProcess(server, tmp_path):
        assert await table.turn(random.Random(1)) is not None, "and the game goes on"
    assert len(truth.boards(table)) == 3, "nothing was told twice"


async def test_a_refusal_in_hand_is_told(server: DiscordServer, tmp_path: Path) -> None:
    table = Table.laid(server)
    async with BotProcess(server, tmp_path) as bot:

        async def stop_and_limit(_request: web.Request, _handler: Handler) -> web.StreamResponse:
            bot.signal(signal.SIGTERM)
            await bot.says("stopping")
            return too_many(0.2, everywhere=False)

        server.faults.plan(CALLBACK, stop_and_limit)
        asked = people.command(server.world, table.stranger, table.channel, "resign")
        assert await bot.ended() == 0
    assert [message.content for message in asked.seen] == [refusals_words.NO_GAME_HERE]


@_SIGNALS
async def test_every_turn_in_hand_is_finished(server: DiscordServer, tmp_path: Path, number: signal.Signals) -> None:
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
