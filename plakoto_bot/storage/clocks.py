"""Statements about the clocks of running games."""

from sqlalchemy import select, update

from plakoto_bot.domain.clock import Clock
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.rows import clock_columns
from plakoto_bot.storage.shared_statements import GAMES
from plakoto_bot.storage.tables import games, matches

#: Games handled in one look at the clocks; the next look takes the rest.
_BATCH = 200

_NOT_PAUSED = (matches.c.status == MatchStatus.RUNNING, matches.c.paused_at.is_(None))
_ON_THE_CLOCK = GAMES.where(games.c.outcome.is_(None), games.c.deadline.is_not(None)).order_by(games.c.id)
_TICKING = _ON_THE_CLOCK.where(matches.c.paused_at.is_(None))


class ClockRepository(Repository):
    """Clocks within one transaction."""

    async def set(self, game_id: int, clock: Clock) -> None:
        """Store the clock of a game."""
        await self._connection.execute(update(games).where(games.c.id == game_id).values(**clock_columns(clock)))

    async def to_remind(self, now: int) -> list[Game]:
        """Games whose player is to be reminded."""
        return await self._games(_TICKING.where(games.c.remind_at <= now, games.c.deadline > now).limit(_BATCH))

    async def overdue(self, now: int) -> list[Game]:
        """Games whose time is over and where that has not been announced."""
        return await self._games(_TICKING.where(games.c.deadline <= now, games.c.overdue_at.is_(None)).limit(_BATCH))

    async def announced(self) -> list[Game]:
        """Games whose time is over, as announced."""
        return await self._games(_TICKING.where(games.c.overdue_at.is_not(None)).limit(_BATCH))

    async def ending_before(self, until: int) -> list[Game]:
        """Games whose clock ends before ``until``."""
        return await self._games(_TICKING.where(games.c.deadline < until))

    async def servers_ticking(self) -> list[int]:
        """Servers in which a match runs and is not paused."""
        statement = select(matches.c.guild_id).where(*_NOT_PAUSED).distinct()
        return list((await self._connection.execute(statement)).scalars())

    async def pause(self, guild_id: int, now: int) -> None:
        """Pause the running matches of a server."""
        statement = update(matches).where(matches.c.guild_id == guild_id, *_NOT_PAUSED)
        await self._connection.execute(statement.values(paused_at=now))

    async def paused(self, guild_id: int) -> list[Game]:
        """Games with a clock whose matches are paused in a server."""
        return await self._games(_ON_THE_CLOCK.where(matches.c.guild_id == guild_id, matches.c.paused_at.is_not(None)))

    async def resume(self, guild_id: int) -> None:
        """Let the paused matches of a server go on."""
        statement = update(matches).where(matches.c.guild_id == guild_id, matches.c.paused_at.is_not(None))
        await self._connection.execute(statement.values(paused_at=None))
