"""The bot is killed at any moment: whatever was accepted is there once, and people find the board it led to.

Each kill is one of ``KILLS`` kinds of moment, by its seed. ``make soak`` kills 200 times, the usual tests a few.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.e2e import truth
from tests.e2e.bot_process import BotProcess
from tests.e2e.crowd import Crowd
from tests.e2e.discord_server import faults, people
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Message
from tests.e2e.table import Table, playing_control

KILLS = int(os.environ.get("PLAKOTO_KILLS", "6"))
TABLES = 6


class _Killer:
    """Ends the bot at a moment chosen by chance, and knows when it has."""

    def __init__(self, server: DiscordServer, bot: BotProcess, crowd: Crowd, choose: random.Random) -> None:
        self._server = server
        self._bot = bot
        self._crowd = crowd
        self._choose = choose

    def arm(self, number: int) -> None:
        """Choose the moment: every kind in turn, and chance for the rest."""
        plan = self._server.faults.plan
        after = self._choose.randrange(3 * TABLES)
        moments: list[Callable[[], None]] = [
            # The turn is stored; nobody was answered.
            lambda: plan(faults.CALLBACK, faults.then(self._kill, before=True), after=after),
            # Its player was answered, and the bot does not know.
            lambda: plan(faults.CALLBACK, faults.then(self._kill), after=after),
            # The channel was not told.
            lambda: plan(faults.POST_MESSAGE, faults.then(self._kill, before=True), after=after),
            # It was told, and the bot does not know.
            lambda: plan(faults.POST_MESSAGE, faults.then(self._kill), after=after),
            # Any time after a press: loading, writing, committing, drawing.
            lambda: self._soon_after_a_press(after),
        ]
        moments[number % len(moments)]()

    def arm_for_catching_up(self) -> None:
        """Kill it once more, while it makes good what the kill before left."""
        self._server.faults.plan(faults.POST_MESSAGE, faults.then(self._kill, before=self._choose.random() < 0.5))

    def _soon_after_a_press(self, after: int) -> None:
        left = after

        def seen(_board: Message) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                self._crowd.seen = lambda _board: None
                asyncio.get_running_loop().call_later(self._choose.uniform(0, 0.06), self._kill)

        self._crowd.seen = seen

    def _kill(self) -> None:
        self._bot.signal(signal.SIGKILL)


async def test_a_killed_bot_loses_no_turn_and_doubles_none(server: DiscordServer, tmp_path: Path) -> None:
    world = server.world
    choose = random.Random(2026)
    tables = [Table.laid(server) for _ in range(TABLES)]
    crowd = Crowd(server, tables, choose)
    bot = BotProcess(server, tmp_path)
    killer = _Killer(server, bot, crowd, choose)
    async with bot:
        for table in tables:
            await table.begin()
        for number in range(KILLS):
            games = await truth.games_of(bot.database_url)
            # Games that are over are followed by others, so that there is always something to kill.
            for table in tables:
                if truth.game_at(table, games).record.state.outcome is not None:
                    await _rematch(table)
            killer.arm(number)
            crowd.begin()
            for table in tables:
                crowd.press(table)
            await bot.ended(120)
            crowd.pause()
            server.faults.clear()

            games = await truth.games_of(bot.database_url)
            truth.require_kept(crowd.presses, games)
            newest = [truth.game_at(table, games) for table in tables]
            before = [len(truth.boards(table)) for table in tables]
            if number % 3 == 2 and not _all_shown(tables, newest):
                killer.arm_for_catching_up()
                await bot.start()
                await bot.ended()
            await bot.start()
            await world.until(partial(_all_shown, tables, newest), seconds=60)
            posted = [
                truth.game_of(board)
                for table, count in zip(tables, before, strict=True)
                for board in truth.boards(table)[count:]
            ]
            # A drawn game is followed by the next one, whose channel is told both.
            assert len(posted) == len(set(posted)), "at most one message a game"
            await _press_something_old(tables, choose)
    assert "incident" not in bot.log


def _all_shown(tables: list[Table], games: list[truth.Recorded]) -> bool:
    return all(map(truth.shown, tables, games))


async def _rematch(table: Table) -> None:
    """The loser presses *Rematch* and the winner accepts."""
    board = table.board
    assert board is not None
    rematch = board.control("rematch")
    assert rematch is not None
    asked = people.press(table.world, table.white, board, rematch)
    await table.world.until(lambda: asked.seen)
    accept = asked.seen[0].control("accept")
    assert accept is not None
    people.press(table.world, table.black, asked.seen[0], accept)
    await table.world.until(lambda: table.board is not board)


async def _press_something_old(tables: list[Table], choose: random.Random) -> None:
    """Controls that a kill left under an old board are answered with the present board, for one's own eyes."""
    old = [
        (table, board, control)
        for table in tables
        for board in truth.boards(table)[:-1]
        if (control := playing_control(board)) is not None
    ]
    if not old:
        return
    table, board, control = choose.choice(old)
    caller = table.on_roll(board)
    assert caller is not None
    value = str(choose.choice(control["options"])["value"]) if "options" in control else None
    pressed = people.press(table.world, caller, board, control, value)
    await table.world.until(lambda: pressed.seen)
    assert pressed.seen[0].attachments, "the present board"
