"""Statements about results, standings and dice counts."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlalchemy import Select, and_, case, func, insert, select, true

from plakoto_bot.domain.standings import HeadToHead, Ranked, Result, Standing
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.tables import die_counts, people, results, standings


class StandingsRepository(Repository):
    """Results and what they add up to, within one transaction."""

    async def add_result(self, result: Result) -> None:
        """Insert the result of a match for one player."""
        await self._connection.execute(insert(results).values(**asdict(result)))

    async def results_of(self, match_id: int) -> list[Result]:
        """The results of a match, none while it runs."""
        statement = select(results).where(results.c.match_id == match_id).order_by(results.c.user_id)
        return [Result(**row._asdict()) for row in await self._connection.execute(statement)]

    async def get(self, guild_id: int, kind: str, period: str, user_id: int) -> Standing | None:
        """One person's standing."""
        found = await self.of_person(guild_id, user_id, (kind,), period)
        return found[0] if found else None

    async def save(self, standing: Standing) -> None:
        """Insert or replace one person's standing."""
        await self._upsert(standings, asdict(standing))

    async def count_die(self, guild_id: int, user_id: int, die: int, rolled: int) -> None:
        """Add to how often a person rolled a die."""
        key = {"guild_id": guild_id, "user_id": user_id, "die": die}
        same = and_(*(die_counts.c[name] == value for name, value in key.items()))
        before = (await self._connection.execute(select(die_counts.c.rolled).where(same))).scalar_one_or_none()
        await self._upsert(die_counts, {**key, "rolled": (before or 0) + rolled})

    async def leaderboard(
        self, guild_id: int, kind: str, period: str, *, least: int, limit: int, offset: int = 0, gone: bool = False
    ) -> list[Ranked]:
        """Standings with at least ``least`` matches, best rating first; of people there, or of those who had left."""
        statement = _ranked(guild_id, kind, period, least).where(
            people.c.gone if gone else people.c.gone.is_not(true())
        )
        return [_rank(row._asdict()) for row in await self._connection.execute(statement.offset(offset).limit(limit))]

    async def count_ranked(self, guild_id: int, kind: str, period: str, *, least: int) -> int:
        """How many lines the leaderboard has."""
        ranked = _ranked(guild_id, kind, period, least).where(people.c.gone.is_not(true()))
        statement = ranked.with_only_columns(func.count()).order_by(None)
        return await self._count(statement)

    async def of_person(self, guild_id: int, user_id: int, kinds: Collection[str], period: str) -> list[Standing]:
        """One person's standings in these kinds of match."""
        statement = select(standings).where(
            standings.c.guild_id == guild_id,
            standings.c.kind.in_(kinds),
            standings.c.period == period,
            standings.c.user_id == user_id,
        )
        return [Standing(**row._asdict()) for row in await self._connection.execute(statement)]

    async def ratings_of(self, guild_id: int, user_id: int, kind: str, limit: int) -> list[tuple[float, float]]:
        """One person's rating before and after each of the last ``limit`` rated matches of a kind, oldest first."""
        statement = (
            select(results.c.rating_before, results.c.rating_after)
            .where(
                results.c.user_id == user_id, results.c.guild_id == guild_id, results.c.kind == kind, results.c.rated
            )
            .order_by(results.c.ended_at.desc(), results.c.match_id.desc())
            .limit(limit)
        )
        rows = (await self._connection.execute(statement)).all()
        return [(row.rating_before, row.rating_after) for row in reversed(rows)]

    async def head_to_head(self, guild_id: int, user_id: int, opponent_id: int) -> HeadToHead:
        """What one person did against another in a server."""
        statement = select(
            func.count().label("matches"),
            func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0).label("wins"),
            func.coalesce(func.sum(results.c.points), 0).label("points"),
            func.coalesce(func.sum(results.c.against), 0).label("against"),
        ).where(results.c.user_id == user_id, results.c.guild_id == guild_id, results.c.opponent_id == opponent_id)
        return HeadToHead(**(await self._connection.execute(statement)).one()._asdict())

    async def dice_of(self, guild_id: int, user_id: int) -> tuple[int, ...]:
        """How often a person rolled each die in a server, from 1 to 6."""
        statement = select(die_counts.c.die, die_counts.c.rolled).where(
            die_counts.c.guild_id == guild_id, die_counts.c.user_id == user_id
        )
        rolled = {row.die: row.rolled for row in await self._connection.execute(statement)}
        return tuple(rolled.get(die, 0) for die in range(1, 7))


def _ranked(guild_id: int, kind: str, period: str, least: int) -> Select[Any]:
    return (
        select(*standings.c, people.c.name)
        .outerjoin(people, and_(people.c.guild_id == standings.c.guild_id, people.c.user_id == standings.c.user_id))
        .where(
            standings.c.guild_id == guild_id,
            standings.c.kind == kind,
            standings.c.period == period,
            standings.c.matches >= least,
        )
        .order_by(standings.c.rating.desc(), standings.c.user_id)
    )


def _rank(values: dict[str, Any]) -> Ranked:
    name = values.pop("name")
    return Ranked(Standing(**values), name)
