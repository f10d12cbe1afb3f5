"""From a press to the new picture, over the wire: ``python -m bench.press``.

The bot runs as a process of its own with its database, against a loopback Discord in this one; so does its peer, the
button 2048 of the PyPI package discord-games, which has none. A press is over when the new picture has arrived.
A turn is a transaction on disk, a message that loses its controls and a new one with the board; the peer keeps nothing
and changes one message. Both are pressed by turns, since a machine is not equally fast all the time. Exit status 1
when ours, pressed alone, takes more than ``MOST`` times as long.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from bot import fast_loop
from plakoto_bot.words import refusals as refusals_words
from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_server import people
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Interaction, Message
from tests.e2e.table import Table, playing_control

MOST = 1.0
ROUNDS = 160
AT_ONCE = 8
#: Seconds between presses that come alone.
PAUSE = 0.1

#: Presses at one table; the milliseconds until its new picture, None when there was nothing to press.
Press = Callable[[Table], Awaitable[float | None]]


@dataclass(slots=True)
class _Pressed:
    """A bot, how it is pressed, and how long its pictures took."""

    tables: Sequence[Table]
    press: Press
    alone: list[float | None] = field(default_factory=list)
    together: list[float | None] = field(default_factory=list)


def main() -> int:
    """Measure, print a line each and judge."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=fast_loop()) as loop:
        (ours, ours_together), (peer, peer_together) = loop.run(_measure(Path(folder)))
    ratio = ours / peer
    verdict = "" if ratio <= MOST else " MISSED"
    print(f"press to picture: {ours:.1f} ms alone, {ours_together:.1f} ms for {AT_ONCE} at once")
    print(f"  discord-games' 2048: {peer:.1f} ms alone, {peer_together:.1f} ms for {AT_ONCE} at once")
    print(f"  ratio alone {ratio:.2f} (limit {MOST}){verdict}")
    return 0 if ratio <= MOST else 1


@asynccontextmanager
async def _ours(folder: Path) -> AsyncIterator[_Pressed]:
    async with DiscordServer() as server:
        tables = [Table.laid(server) for _ in range(AT_ONCE)]
        async with BotProcess(server, folder, LOG_LEVEL="WARNING") as bot:
            await asyncio.gather(*(table.begin() for table in tables))
            yield _Pressed(tables, partial(_turn, choose=random.Random(1)))
            if " ERROR " in bot.log:
                raise RuntimeError(bot.log)


@asynccontextmanager
async def _peer(folder: Path) -> AsyncIterator[_Pressed]:
    async with DiscordServer() as server:
        tables = [Table.laid(server) for _ in range(AT_ONCE)]
        async with BotProcess(server, folder, program=Path(__file__).with_name("peer_bot.py")):
            for table in tables:
                people.write(server.world, table.white, table.channel, "@bot play")
            await server.world.until(lambda: all(_by_bot(table) for table in tables))
            yield _Pressed(tables, partial(_slide, choose=random.Random(1)))


async def _measure(folder: Path) -> list[tuple[float, float]]:
    """Of ours and of the peer: median milliseconds of presses that come alone, and of presses at all tables at once."""
    (folder / "ours").mkdir()
    (folder / "peer").mkdir()
    async with _ours(folder / "ours") as ours, _peer(folder / "peer") as peer:
        both = (ours, peer)
        for number in range(ROUNDS):
            for bot in both:
                # A press that comes alone finds the bot at rest.
                await asyncio.sleep(PAUSE)
                bot.alone.append(await bot.press(bot.tables[number % AT_ONCE]))
        for _ in range(ROUNDS // AT_ONCE):
            for bot in both:
                bot.together += await asyncio.gather(*(bot.press(table) for table in bot.tables))
        return [(_middle(bot.alone), _middle(bot.together)) for bot in both]


async def _turn(table: Table, choose: random.Random) -> float | None:
    """Play a turn; what counts is its last press, which leads to the next board."""
    before, at = table.board, 0.0
    assert before is not None
    while table.board is before:
        edits, pressed = before.edits, table.next_press(before, choose)
        if pressed is None:
            return None
        at = pressed.at
        await table.world.until(partial(_answered, table, before, edits, pressed))
        if pressed.seen:
            # Nobody may have steps drawn as fast as this for long. What was begun can go on later.
            told = pressed.seen[0].content
            if told != refusals_words.TOO_FAST:
                raise RuntimeError(f"a press was refused: {told}")
            return None
    return 1000 * (time.monotonic() - at)


def _answered(table: Table, before: Message, edits: int, pressed: Interaction) -> bool:
    if pressed.seen:
        return True
    return table.board is not before or (before.edits > edits and playing_control(before) is not None)


async def _slide(table: Table, choose: random.Random) -> float | None:
    """Slide the tiles of 2048; None when there is no room left for a tile, and then a new game begins."""
    games = _by_bot(table)
    message = games[-1]
    if message.embeds:
        # Whoever slides at random has lost after some 50 presses.
        people.write(table.world, table.white, table.channel, "@bot play")
        await table.world.until(lambda: len(_by_bot(table)) > len(games))
        return None
    pressed = people.press(table.world, table.white, message, choose.choice(message.controls))
    await table.world.until(partial(_redrawn, pressed))
    return 1000 * (time.monotonic() - pressed.at)


def _redrawn(pressed: Interaction) -> bool:
    return pressed.redrew


def _by_bot(table: Table) -> list[Message]:
    return [message for message in table.channel.messages.values() if message.author.bot]


def _middle(times: Sequence[float | None]) -> float:
    return median([milliseconds for milliseconds in times if milliseconds is not None])


if __name__ == "__main__":
    sys.exit(main())
