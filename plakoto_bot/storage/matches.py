"""Statements about matches and challenges."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Select, case, func, insert, select, update

from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.place import Place
from plakoto_bot.domain.standings import FinishedMatch, Result
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.rows import AnyRow, match_columns, place_columns, read_match
from plakoto_bot.storage.shared_statements import MATCH, finished_by, takes_part
from plakoto_bot.storage.tables import matches, people, results

_MATCHES = select(*MATCH)
_NEWEST = (matches.c.ended_at.desc(), matches.c.id.desc())
_OPEN = _MATCHES.where(matches.c.status == MatchStatus.OPEN).order_by(matches.c.id)


class MatchRepository(Repository):
    """Matches and challenges within one transaction."""

    async def add(self, match: Match) -> Match:
        """Insert a match and return it with its number."""
        result = await self._connection.execute(insert(matches).values(**match_columns(match)).returning(matches.c.id))
        return replace(match, id=result.scalar_one())

    async def save(self, match: Match) -> Match:
        """Store a match as it is now, and return it."""
        statement = update(matches).where(matches.c.id == match.id).values(**match_columns(match))
        await self._connection.execute(statement)
        return match

    async def get(self, match_id: int) -> Match | None:
        """The match with this number."""
        row = await self._one(_MATCHES.where(matches.c.id == match_id))
        return read_match(row) if row else None

    async def open_by(self, challenger_id: int, guild_id: int) -> list[Match]:
        """Open challenges by one person in one server."""
        return await self._all(_OPEN.where(matches.c.challenger_id == challenger_id, matches.c.guild_id == guild_id))

    async def open_with(self, user_id: int) -> list[Match]:
        """Open challenges by or to one person, in all servers."""
        return await self._all(_OPEN.where(takes_part(user_id)))

    async def open_in(self, channel_id: int) -> list[Match]:
        """Open challenges of a channel."""
        return await self._all(_OPEN.where(matches.c.channel_id == channel_id))

    async def overdue(self, now: int) -> list[Match]:
        """Open challenges whose time is over."""
        return await self._all(_OPEN.where(matches.c.expires_at <= now))

    async def have_played(self, guild_id: int, one: int, other: int) -> bool:
        """Whether two people have begun a match with each other in a server."""
        statement = (
            select(matches.c.id)
            .where(
                matches.c.guild_id == guild_id,
                matches.c.status.in_((MatchStatus.RUNNING, MatchStatus.FINISHED)),
                matches.c.challenger_id.in_((one, other)),
                matches.c.opponent_id.in_((one, other)),
            )
            .limit(1)
        )
        return await self._one(statement) is not None

    async def count_unplayed(self, challenger_id: int, opponent_id: int, guild_id: int, since: int) -> int:
        """How many challenges by one person to another, made after ``since``, came to nothing."""
        return await self._count_where(
            matches.c.challenger_id == challenger_id,
            matches.c.opponent_id == opponent_id,
            matches.c.guild_id == guild_id,
            matches.c.created_at > since,
            matches.c.status.in_((MatchStatus.DECLINED, MatchStatus.WITHDRAWN, MatchStatus.EXPIRED)),
        )

    async def count_against_bot(self, guild_id: int) -> int:
        """How many matches against the bot run in a server, those about to begin included."""
        return await self._count_where(
            matches.c.level.is_not(None),
            matches.c.guild_id == guild_id,
            matches.c.status.in_((MatchStatus.OPEN, MatchStatus.RUNNING)),
        )

    async def last_finished_in(self, place: Place) -> Match | None:
        """The match that ended last in a channel."""
        here = (matches.c[name] == value for name, value in place_columns(place).items())
        return await self._last(*here, matches.c.status == MatchStatus.FINISHED)

    async def last_finished_by(self, guild_id: int, user_id: int) -> Match | None:
        """The match that a person finished last in a server."""
        return await self._last(finished_by(guild_id, user_id))

    async def history(self, guild_id: int, user_id: int, *, offset: int, limit: int) -> list[FinishedMatch]:
        """One person's finished matches in a server, newest first."""
        opponent = case((matches.c.challenger_id == user_id, matches.c.opponent_id), else_=matches.c.challenger_id)
        statement = (
            select(*MATCH, *(column.label(f"result_{column.name}") for column in results.c), people.c.name)
            .select_from(matches)
            .outerjoin(results, (results.c.match_id == matches.c.id) & (results.c.user_id == user_id))
            .outerjoin(people, (people.c.guild_id == matches.c.guild_id) & (people.c.user_id == opponent))
            .where(finished_by(guild_id, user_id))
            .order_by(*_NEWEST)
        )
        return [_finished(row) for row in await self._connection.execute(statement.offset(offset).limit(limit))]

    async def count_history(self, guild_id: int, user_id: int) -> int:
        """How many matches a person has finished in a server."""
        return await self._count_where(finished_by(guild_id, user_id))

    async def _last(self, *conditions: Any) -> Match | None:
        row = await self._one(_MATCHES.where(*conditions).order_by(*_NEWEST).limit(1))
        return read_match(row) if row else None

    async def _all(self, statement: Select[Any]) -> list[Match]:
        return [read_match(row) for row in await self._connection.execute(statement)]

    async def _count_where(self, *conditions: Any) -> int:
        return await self._count(select(func.count()).select_from(matches).where(*conditions))


def _finished(row: AnyRow) -> FinishedMatch:
    result = None
    if row.result_match_id is not None:
        result = Result(**{name: getattr(row, f"result_{name}") for name in Result.__slots__})
    return FinishedMatch(read_match(row), result, row.name)
