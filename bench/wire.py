"""1,000 games at once over the wire: ``python -m bench.wire [SECONDS [GAMES]]``.

The bot runs as a process of its own, against a loopback Discord in this one. Every player presses as soon as their
turn is up, so the bot is as busy as it can be. A press is answered by the first that Discord hears of it, as a rule
that its message loses its controls; the turn is over when the next board is there. Exit status 1 when a limit is
missed.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

import aiohttp

from bench.load import add_game
from bot import fast_loop
from plakoto_bot.storage.database import open_database
from tests.e2e.bot_process import BotProcess
from tests.e2e.crowd import Crowd
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Interaction, Message
from tests.e2e.table import Table

GAMES = 1_000
#: Discord lets a server have 500 channels.
CHANNELS = 250
SECONDS = 60.0
LEAST_TURNS = 100.0
MOST_REPLY_MS = 1_000.0
MOST_LAG_MS = 50.0
MOST_MB = 300.0
#: Seconds until everybody has pressed for the first time.
GATHERING = 5.0
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure, print and judge."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=fast_loop()) as loop:
        return loop.run(_measure(Path(folder), seconds, games))


class _Times:
    """When boards came, and how long after the press that led to each."""

    def __init__(self, crowd: Crowd) -> None:
        self.boards: list[float] = []
        self.waits: list[tuple[float, float]] = []
        self._crowd = crowd
        crowd.seen = self._seen

    def _seen(self, board: Message) -> None:
        now = time.monotonic()
        self.boards.append(now)
        pressed = self._crowd.last_press.get(board.channel.id)
        if pressed is not None:
            self.waits.append((pressed.at, now - pressed.at))


async def _measure(folder: Path, seconds: float, games: int) -> int:
    async with DiscordServer(patience=3) as server:
        guilds = [server.world.add_guild() for _ in range(0, games, CHANNELS)]
        tables = [Table.laid(server, guilds[number // CHANNELS]) for number in range(games)]
        crowd = Crowd(server, tables, random.Random(1))
        times = _Times(crowd)
        port = _free_port()
        bot = BotProcess(server, folder, LOG_LEVEL="WARNING", HEALTH_PORT=str(port))
        database = await open_database(bot.database_url)
        async with database.write() as transaction:
            for table in tables:
                guild = table.channel.guild
                await add_game(transaction, guild.id, table.channel.id, table.white.id, table.black.id)
        await database.close()
        begin = time.monotonic()
        await bot.start()
        await server.world.until(lambda: len(times.boards) == games, seconds=300)
        print(f"start: {games} games told in {time.monotonic() - begin:.1f} s")
        await _gather(crowd, tables)
        begin, spent = time.monotonic(), _cpu(bot.pid)
        await asyncio.sleep(seconds)
        end, spent = time.monotonic(), _cpu(bot.pid) - spent
        memory = _peak(bot.pid)
        async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}/health") as response:
            lag = (await response.json())["loop_lag_ms"]
        bot.signal(signal.SIGTERM)
        status = await bot.ended(60)
        turns = sum(begin <= at < end for at in times.boards) / (end - begin)
        presses = [press for press in crowd.presses if begin <= press.at < end]
        replies = [1000 * press.answered_after for press in presses if press.answered_after is not None]
        waits = [1000 * wait for at, wait in times.waits if at >= begin]
        reply = _show("press to reply", replies)
        _show("press to board", waits)
        print(f"event loop lag: 50% {lag['p50']:.0f} ms, 99% {lag['p99']:.0f} ms")
        print(f"memory: {memory:.0f} MB at most")
        print(
            f"load: {turns:.0f} turns and {len(presses) / (end - begin):.0f} presses a second, "
            f"{1000 * spent / (turns * (end - begin)):.1f} ms of processor a turn"
        )
        missed = [
            what
            for what, kept in (
                (f"less than {LEAST_TURNS:.0f} turns a second", turns >= LEAST_TURNS),
                (f"1% of replies took over {MOST_REPLY_MS:.0f} ms", reply <= MOST_REPLY_MS),
                (f"the event loop was late by over {MOST_LAG_MS:.0f} ms", lag["p99"] <= MOST_LAG_MS),
                (f"over {MOST_MB:.0f} MB", memory <= MOST_MB),
                ("a press was not answered", _all_answered(presses, end)),
                ("it did not stop cleanly", status == 0),
                ("an error was logged", " ERROR " not in bot.log),
            )
            if not kept
        ]
    for what in missed:
        print(f"  MISSED: {what}")
    return 1 if missed else 0


async def _gather(crowd: Crowd, tables: list[Table]) -> None:
    """Everybody begins to play, one after the other."""
    crowd.begin()
    for table in tables:
        crowd.press(table)
        await asyncio.sleep(GATHERING / len(tables))


def _all_answered(presses: list[Interaction], end: float) -> bool:
    """Those of the last three seconds may still wait."""
    return all(press.answer is not None for press in presses if press.at < end - 3)


def _show(what: str, times: list[float]) -> float:
    """Print how long something took, and return what only one in a hundred exceeds."""
    cuts = quantiles(times, n=100)
    print(f"{what}: 50% {cuts[49]:.0f} ms, 95% {cuts[94]:.0f} ms, 99% {cuts[98]:.0f} ms")
    return cuts[98]


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _cpu(pid: int) -> float:
    """Seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _peak(pid: int) -> float:
    """The most memory that a process has used, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
