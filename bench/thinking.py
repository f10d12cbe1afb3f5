"""How late the event loop is while the bot thinks: ``python -m bench.thinking``.

Four games of each kind's beginning are played by ``expert`` at the same time, as the bot plays them: each thought in a
worker, each play in the database. Meanwhile the loop is asked to wake up again and again. Exit status 1 when it is late
beyond the limit.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from statistics import mean, quantiles

from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.rulesets import RULESETS
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import open_database

GAMES = 4
SECONDS = 20.0
TICK = 0.005
LIMIT_MS = 50.0


def main() -> int:
    """Measure, print a line and judge it."""
    lateness, thoughts = asyncio.run(_measure())
    late = quantiles(lateness, n=100)
    answers = quantiles(thoughts, n=20)
    verdict = "" if late[98] <= LIMIT_MS else " MISSED"
    print(
        f"thinking: {GAMES} experts at once: the loop is late by p50 {late[49]:.1f} ms, p99 {late[98]:.1f} ms (limit "
        f"{LIMIT_MS:.0f}), at most {max(lateness):.1f} ms; an answer takes {mean(thoughts):.0f} ms, 95% "
        f"{answers[18]:.0f} ms, of {len(thoughts)}{verdict}"
    )
    return 0 if late[98] <= LIMIT_MS else 1


async def _measure() -> tuple[list[float], list[float]]:
    """Milliseconds by which each wake-up came late, and that each answer took, its wait for a worker included."""
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(f"sqlite+aiosqlite:///{folder}/bench.db")
        services = Services.over(database, now=lambda: 0, new_seed=lambda: bytes(32))
        thoughts: list[float] = []
        end = time.perf_counter() + SECONDS
        ticking = asyncio.create_task(_tick(end))
        await asyncio.gather(*(_play(services, number, thoughts, end) for number in range(GAMES)))
        lateness = await ticking
        await services.close()
        await database.close()
    return lateness, thoughts


async def _tick(end: float) -> list[float]:
    lateness = []
    while (start := time.perf_counter()) < end:
        await asyncio.sleep(TICK)
        lateness.append((time.perf_counter() - start - TICK) * 1000)
    return lateness


async def _play(services: Services, number: int, thoughts: list[float], end: float) -> None:
    """Matches in a channel of its own, one after another, against somebody who plays at random and at once."""
    chance = random.Random(number)
    kinds = list(RULESETS)
    person, bot, place = 10 + number, 1, ServerChannel(number, number)
    for kind in (kinds[(number + turn) % len(kinds)] for turn in range(1000)):
        match = await services.challenges.open(place, person, bot, Proposal(kind=kind, level="expert"))
        game = await services.challenges.accept(match.id, bot, match.id)
        while game.state.outcome is None:
            if time.perf_counter() >= end:
                return
            start = time.perf_counter()
            if game.bot_to_play:
                await services.opponent.play(game.id)
                thoughts.append((time.perf_counter() - start) * 1000)
                game = await services.games.game(game.id)
            else:
                play = chance.choice(legal_plays(game.state))
                game = await services.turns.play(game.id, game.state.ply, person, play)


if __name__ == "__main__":
    sys.exit(main())
