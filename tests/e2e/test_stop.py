"""Told to stop in the middle of things: what is in hand is finished, what comes after is refused, and all is whole."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

import pytest
from aiohttp import web

from plakoto_bot import texts
from tests.e2e import truth
from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_server import people
from tests.e2e.discord_server.faults import POST_MESSAGE, Handler
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Interaction
from tests.e2e.table import Table


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_turn_in_hand_is_told_and_a_later_press_is_refused(
    server: DiscordServer, tmp_path: Path, number: signal.Signals
) -> None:
    table = Table.laid(server)
    bot = BotProcess(server, tmp_path)
    await bot.start()
    await table.begin()
    late: list[Interaction] = []

    async def stop_meanwhile(request: web.Request, handler: Handler) -> web.StreamResponse:
        """The move is stored, and Discord takes its time to show it."""
        bot.signal(number)
        await bot_says(bot, "stopping")
        late.append(people.command(server.world, table.stranger, table.channel, "board"))
        await server.world.until(lambda: late[0].seen)
        return await handler(request)

    server.faults.plan(POST_MESSAGE, stop_meanwhile)
    assert await table.turn(random.Random(1)) is not None
    assert await bot.ended() == 0
    assert [message.content for message in late[0].seen] == [texts.STOPPING]
    (game,) = await truth.games_of(bot.database_url)
    assert game.record.state.ply > 0
    assert truth.shown(table, game), "the channel shows what the database says"
    assert "Traceback" not in bot.log
    async with BotProcess(server, tmp_path):
        assert await table.turn(random.Random(1)) is not None, "and the game goes on"
    assert len(truth.boards(table)) == 3, "nothing was told twice"


async def bot_says(bot: BotProcess, words: str) -> None:
    """Look into its log until the words are there; a file tells nobody when it grows."""
    for _ in range(2_000):
        if words in bot.log:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(bot.log)
