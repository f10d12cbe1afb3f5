"""Reading the standings: the leaderboard and what is known of one person. All of it is one server's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plakoto_bot.engine.match import KINDS
from plakoto_bot.services.standings import ALL_TIME, month_of
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import HeadToHead, Ranked, Standing

#: Rated matches in the period that a place on the leaderboard takes.
LEAST_MATCHES = 3
PAGE_SIZE = 10
#: Matches that a rating graph shows at most, the last ones.
GRAPH_MATCHES = 500

#: Discord looks for at most 100 people at once: the page with some before and after it, and the best who had left.
_BEFORE, _AFTER, _HIDDEN = 10, 30, 50


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a leaderboard. ``page`` counts from 0; ``to_check`` are the people on whom the page depends."""

    kind: str
    period: str
    page: int
    pages: int
    first_rank: int
    lines: tuple[Ranked, ...]
    to_check: frozenset[int]


@dataclass(frozen=True, slots=True)
class Profile:
    """What one person has done in a server.

    ``standings`` are all-time, most matches first. ``ratings`` are those after each of the last rated matches of
    ``graph_kind``, with the one before the first of them in front; empty without rated matches.
    """

    standings: tuple[Standing, ...]
    graph_kind: str
    ratings: tuple[float, ...]
    dice: tuple[int, ...]
    against: HeadToHead | None


class ScoreService:
    """Reads standings. ``now`` gives seconds since 1970."""

    def __init__(self, database: Database, *, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    def this_month(self) -> str:
        """The period of the present month."""
        return month_of(self._now())

    async def leaderboard(self, guild_id: int, kind: str, period: str, page: int = 0) -> Board:
        """A page of the leaderboard; the last one when there are fewer."""
        async with self._database.read() as transaction:
            total = await transaction.count_ranked(guild_id, kind, period, least=LEAST_MATCHES)
            pages = max(1, -(-total // PAGE_SIZE))
            page = min(page, pages - 1)
            before = min(_BEFORE, page * PAGE_SIZE)
            found = await transaction.leaderboard(
                guild_id,
                kind,
                period,
                least=LEAST_MATCHES,
                offset=page * PAGE_SIZE - before,
                limit=before + PAGE_SIZE + _AFTER,
            )
            lines = found[before : before + PAGE_SIZE]
            # They may have come back.
            hidden = await transaction.hidden(guild_id, kind, period, least=LEAST_MATCHES, limit=_HIDDEN)
        to_check = frozenset(ranked.standing.user_id for ranked in (*found, *hidden))
        return Board(kind, period, page, pages, page * PAGE_SIZE + 1, tuple(lines), to_check)

    async def profile(
        self, guild_id: int, user_id: int, against: int | None = None, kind: str | None = None
    ) -> Profile:
        """What a person has done; the graph is of ``kind``, or of the one with the most rated matches."""
        async with self._database.read() as transaction:
            found = await transaction.standings_of(guild_id, user_id, KINDS, ALL_TIME)
            found.sort(key=lambda standing: (-standing.matches, standing.kind))
            graph_kind = kind or (found[0].kind if found else next(iter(KINDS)))
            ratings = await transaction.ratings_of(guild_id, user_id, graph_kind, GRAPH_MATCHES)
            dice = await transaction.dice_of(guild_id, user_id)
            duel = await transaction.head_to_head(guild_id, user_id, against) if against is not None else None
        line = (ratings[0][0], *(after for _, after in ratings)) if ratings else ()
        return Profile(tuple(found), graph_kind, line, dice, duel)
