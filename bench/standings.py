"""How long a leaderboard takes in a large server: ``python -m bench.standings``.

5,000 players with 50,000 finished matches. Measured are the query for a page (the slowest of the first, a middle and
the last one) and the whole command through SimCord, whose own work is part of the time. Exit status 1 when a limit is
missed.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from statistics import median
from typing import Any

import simcord
from sqlalchemy import create_engine, insert

from cogs.client import PlakotoBot
from plakoto_bot.domain.ratings import Rating, after_match
from plakoto_bot.domain.standings import ALL_TIME, Standing, month_of
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import open_database
from plakoto_bot.storage.tables import matches, people, results, standings

PLAYERS, MATCHES = 5_000, 50_000
QUERY_LIMIT_MS, COMMAND_LIMIT_MS = 50.0, 100.0
ROUNDS = 15
KIND, NOW = "plakoto", 1_800_000_000


def main() -> int:
    """Measure, print one line and judge it."""
    query, command = asyncio.run(_measure())
    missed = query > QUERY_LIMIT_MS or command > COMMAND_LIMIT_MS
    print(
        f"leaderboard: query {query:.1f} ms (limit {QUERY_LIMIT_MS:.0f}), command {command:.0f} ms "
        f"(limit {COMMAND_LIMIT_MS:.0f}), {PLAYERS} players, {MATCHES} matches{' MISSED' if missed else ''}"
    )
    return 1 if missed else 0


async def _measure() -> tuple[float, float]:
    """Milliseconds of the slowest of three pages' queries, and of the command."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/bench.db"
        database = await open_database(f"sqlite+aiosqlite:///{path}")
        services = Services.over(database, now=lambda: NOW, new_seed=lambda: bytes(32))
        async with simcord.run(PlakotoBot(services)) as env:
            guild = env.create_guild()
            channel = guild.create_text_channel("games")
            members = [guild.add_member(env.create_user(f"player{number}")) for number in range(PLAYERS)]
            await env.settle()
            _fill(path, guild.id, [member.id for member in members])
            pages = (await services.standings.leaderboard(guild.id, KIND, ALL_TIME)).pages
            queries = [
                await _time(lambda page=page: services.standings.leaderboard(guild.id, KIND, ALL_TIME, page))  # type: ignore[misc]
                for page in (0, pages // 2, pages - 1)
            ]
            command = await _time(lambda: members[0].slash(channel, "leaderboard"))
        await database.close()
    return max(queries), command


async def _time(action: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds that it typically takes."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        await action()
        times.append((time.perf_counter() - start) * 1000)
    return median(times)


def _fill(path: str, guild_id: int, user_ids: list[int]) -> None:
    """Enter the matches as if they had been played, in bulk."""
    chance = random.Random(1)
    table: dict[tuple[str, int], Standing] = {}
    played: list[dict[str, Any]] = []
    entered: list[dict[str, Any]] = []
    for number in range(1, MATCHES + 1):
        winner, loser = chance.sample(user_ids, 2)
        at = NOW - (MATCHES - number) * 600
        played.append(
            {
                "id": number, "guild_id": guild_id, "channel_id": 1, "challenger_id": winner, "opponent_id": loser,
                "kind": KIND, "preset": "classic", "length": 1, "seed": bytes(32), "accepted_by": 1,
                "status": "finished", "created_at": at, "expires_at": at, "ended_at": at, "white_points": 1,
                "winner": "w", "ended_by": "points",
            }
        )  # fmt: skip
        before = [
            table.get((ALL_TIME, user), Standing(guild_id, KIND, ALL_TIME, user, 1500.0, *[0] * 7))
            for user in (winner, loser)
        ]
        first, second = (Rating(standing.rating, standing.experience) for standing in before)
        for standing, after, won in zip(before, after_match(first, second, 1), (1, 0), strict=True):
            user = standing.user_id
            entered.append(
                {
                    "match_id": number, "user_id": user, "guild_id": guild_id, "kind": KIND,
                    "opponent_id": loser if won else winner, "won": bool(won), "points": won, "against": 1 - won,
                    "mars": 0, "mothers": 0, "rated": True, "rating_before": standing.rating,
                    "rating_after": after.value, "ended_at": at,
                }
            )  # fmt: skip
            for period in (ALL_TIME, month_of(at)):
                old = table.get((period, user), replace(standing, period=period, matches=0, wins=0, points=0))
                table[period, user] = replace(
                    old,
                    rating=after.value,
                    experience=after.experience,
                    matches=old.matches + 1,
                    wins=old.wins + won,
                    points=old.points + won,
                )
    known = [{"guild_id": guild_id, "user_id": user, "name": f"player{n}"} for n, user in enumerate(user_ids)]
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(insert(matches), played)
        connection.execute(insert(results), entered)
        connection.execute(insert(standings), [asdict(standing) for standing in table.values()])
        connection.execute(insert(people), known)
    engine.dispose()


if __name__ == "__main__":
    sys.exit(main())
