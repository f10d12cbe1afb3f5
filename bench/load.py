"""What many games cost: memory of 1,000 running ones, and the start with 10,000 in the database.

    python -m bench.load

Games are only rows until somebody presses something, so both should cost next to nothing. Exit status 1 when a
limit is missed.
"""

from __future__ import annotations

import asyncio
import gc
import resource
import sys
import tempfile
import time
from pathlib import Path

import simcord

from cogs.client import PlakotoBot
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal, settled
from plakoto_bot.services.progress import begin_match
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from plakoto_bot.storage.transaction import Transaction

RUNNING = 1_000
LIMIT_MB = 20.0
STORED = 10_000
LIMIT_SECONDS = 3.0


def main() -> int:
    """Measure both, print a line each and judge them."""
    with tempfile.TemporaryDirectory() as folder:
        empty, full = asyncio.run(_start(f"{folder}/empty.db", 0)), asyncio.run(_start(f"{folder}/full.db", STORED))
        grown = asyncio.run(_grow(f"{folder}/grow.db"))
    more = full - empty
    print(f"start: {STORED} running games take {more:.2f} s more than none (limit {LIMIT_SECONDS:.0f} s)")
    print(f"memory: {RUNNING} running games add {grown:.1f} MB (limit {LIMIT_MB:.0f} MB)")
    return 0 if more <= LIMIT_SECONDS and grown <= LIMIT_MB else 1


async def _start(path: str, stored: int) -> float:
    """Seconds from opening the database to the bot being ready and having told every channel everything."""
    database = await open_database(f"sqlite+aiosqlite:///{path}")
    await _add_games(database, stored)
    await database.close()
    start = time.perf_counter()
    database = await open_database(f"sqlite+aiosqlite:///{path}")
    async with simcord.run(PlakotoBot(_service(database))):
        seconds = time.perf_counter() - start
    await database.close()
    return seconds


async def _grow(path: str) -> float:
    """Megabytes by which the process grows while games begin."""
    database = await open_database(f"sqlite+aiosqlite:///{path}")
    async with simcord.run(PlakotoBot(_service(database))):
        await _add_games(database, 50)
        before = _megabytes()
        await _add_games(database, RUNNING, first=50)
        grown = _megabytes() - before
    await database.close()
    return grown


def _service(database: Database) -> Services:
    return Services.over(database, now=lambda: 0, new_seed=lambda: bytes(32))


async def _add_games(database: Database, number: int, first: int = 0) -> None:
    """Games between pairs of people, one a channel, as if accepted and shown; one transaction for all."""
    async with database.write() as transaction:
        for index in range(first, first + number):
            game = await add_game(transaction, 1, 1_000 + index, 10_000_000 + index, 20_000_000 + index)
            await transaction.games.mark_shown(game, 40_000_000 + index)


async def add_game(transaction: Transaction, guild_id: int, channel_id: int, white: int, black: int) -> Game:
    """A game just begun of which its channel was not told."""
    match = await transaction.matches.add(
        Match(
            id=0,
            place=ServerChannel(guild_id, channel_id),
            card_id=None,
            challenger_id=white,
            opponent_id=black,
            terms=settled(Proposal()),
            seed=channel_id.to_bytes(32, "big"),
            accepted_by=30_000_000,
            status=MatchStatus.RUNNING,
            created_at=0,
            expires_at=0,
        )
    )
    game = await transaction.games.get(await begin_match(transaction, match, 0))
    assert game is not None, "it was written just now"
    return game


def _megabytes() -> float:
    gc.collect()
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
