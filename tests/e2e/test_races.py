"""Two players and somebody else do things at the same time, over the wire, by schedules that a seed decides.

``make soak`` runs 1,000 schedules, the usual tests a few of them.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.e2e import truth
from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_server import people
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Interaction, Json, Message, User, World
from tests.e2e.table import Table, picked, playing_control

SCHEDULES = int(os.environ.get("PLAKOTO_SCHEDULES", "60"))
#: Games that run side by side.
AT_ONCE = 20
BURSTS = 4


class _Schedule:
    """One game with its people, who do a few things at once, wait for the answers, and so on."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.seed = seed
        self.done: list[Interaction] = []
        self._choose = random.Random(seed)

    @property
    def _world(self) -> World:
        return self.table.world

    async def run(self) -> None:
        await self.table.begin()
        for _ in range(BURSTS):
            before = len(self.done)
            for _ in range(self._choose.randint(2, 5)):
                self._choose.choice(self._actions())()
            try:
                await self._world.until(partial(_all_answered, self.done[before:]))
            except TimeoutError:
                pytest.fail(f"schedule {self.seed}: {[act for act in self.done[before:] if act.answer is None]}")

    def _actions(self) -> list[Callable[[], None]]:
        """What they do; what happens most often in a game is there more than once."""
        return [
            self._press,
            self._press,
            self._press,
            self._press_twice,
            self._type,
            self._type,
            self._look,
            self._resign,
        ]

    def _anybody(self) -> User:
        table = self.table
        return self._choose.choice((table.white, table.black, table.stranger))

    def _player(self) -> User:
        """Mostly who is on roll."""
        board = self.table.board
        caller = self.table.on_roll(board) if board is not None else None
        return caller if caller is not None and self._choose.random() < 0.7 else self._anybody()

    def _some_control(self) -> tuple[Message, Json] | None:
        """A control that brings a turn forward, mostly of the newest board."""
        boards = [board for board in truth.boards(self.table) if playing_control(board)]
        if not boards:
            return None
        board = boards[-1] if self._choose.random() < 0.8 else self._choose.choice(boards)
        control = playing_control(board)
        assert control is not None
        return board, control

    def _press(self, times: int = 1) -> None:
        found = self._some_control()
        if found is None:
            return
        board, control = found
        user, value = self._player(), picked(control, self._choose)
        self.done += [people.press(self._world, user, board, control, value) for _ in range(times)]

    def _press_twice(self) -> None:
        self._press(times=2)

    def _type(self) -> None:
        """A move that can be made, or could have been, in one of the ways to say it."""
        found = self._some_control()
        if found is None:
            return
        label = str(self._choose.choice(found[1].get("options") or [{"label": "24/18"}])["label"])
        user, channel = self._player(), self.table.channel
        if self._choose.random() < 0.5:
            people.write(self._world, user, channel, f"@bot {label}")
        else:
            self.done.append(people.command(self._world, user, channel, "move", play=label))

    def _look(self) -> None:
        self.done.append(people.command(self._world, self._anybody(), self.table.channel, "board"))

    def _resign(self) -> None:
        """Ask to resign, or answer a question asked before."""
        questions = [
            (asked.user, asked.seen[0])
            for asked in self.done
            if asked.data.get("name") == "resign" and asked.seen and asked.seen[0].control("resign")
        ]
        if not questions:
            self.done.append(people.command(self._world, self._anybody(), self.table.channel, "resign"))
            return
        user, question = self._choose.choice(questions)
        answer = self._choose.choice(question.controls)
        self.done.append(people.press(self._world, user, question, answer))


def _all_answered(acts: list[Interaction]) -> bool:
    return all(act.answer is not None for act in acts)


async def test_whatever_people_do_at_once_the_game_stays_right(server: DiscordServer, tmp_path: Path) -> None:
    guilds = [server.world.add_guild() for _ in range(1 + SCHEDULES // 400)]
    tables = [Table.laid(server, guilds[number % len(guilds)]) for number in range(SCHEDULES)]
    async with BotProcess(server, tmp_path) as bot:
        checked = 0
        for first in range(0, SCHEDULES, AT_ONCE):
            batch = [_Schedule(table, first + number) for number, table in enumerate(tables[first : first + AT_ONCE])]
            await asyncio.gather(*(schedule.run() for schedule in batch))
            checked = await _check(server, bot, batch, checked)
    assert "incident" not in bot.log


async def _check(server: DiscordServer, bot: BotProcess, batch: list[_Schedule], after: int) -> int:
    """Once everything that was typed has had its effect too, everything must be right."""
    while True:
        games = await truth.games_of(bot.database_url, after)
        newest = {schedule.seed: truth.game_at(schedule.table, games) for schedule in batch}
        late = [schedule for schedule in batch if not truth.shown(schedule.table, newest[schedule.seed])]
        if not late:
            break
        try:
            await server.world.until(partial(_moved_on, late[0].table, late[0].table.board, newest[late[0].seed]))
        except TimeoutError:
            pytest.fail(f"schedule {late[0].seed}: {late[0].table.board} instead of {newest[late[0].seed].record}")
    for schedule in batch:
        truth.require_kept(schedule.done, games)
        assert [act.data for act in schedule.done if act.refused] == [], f"answered twice in schedule {schedule.seed}"
    return games[-1].record.id


def _moved_on(table: Table, board: Message | None, game: truth.Recorded) -> bool:
    """Whether a table shows a game, or at least something newer than ``board``."""
    return table.board is not board or truth.shown(table, game)
