"""The standings: what a finished match changes in them, the leaderboard, and what is known of one person."""

from dataclasses import dataclass

from plakoto_bot.domain.results import MatchFinished, dice_rolled, rating_of, ratings_after, result_of
from plakoto_bot.domain.standings import ALL_TIME, LEAST_MATCHES, HeadToHead, Ranked, Standing, month_of
from plakoto_bot.engine.kinds import KINDS
from plakoto_bot.engine.position import Side
from plakoto_bot.services.service import TimedService
from plakoto_bot.storage.transaction import Transaction

PAGE_SIZE = 10
#: Matches that a rating graph shows at most, the last ones.
GRAPH_MATCHES = 500

#: Discord looks for at most 100 people at once: the page with some before and after it, and the best who had left.
_BEFORE, _AFTER, _HIDDEN = 10, 30, 50


async def enter_result(transaction: Transaction, finished: MatchFinished) -> None:
    """Enter a finished match into results, standings and dice counts. One without a winner has only dice."""
    match = finished.match
    for side, rolled in dice_rolled(finished.events).items():
        for die in range(1, 7):
            await transaction.standings.count_die(match.guild_id, match.player(side), die, rolled[die])
    if match.winner is None:
        return
    all_time = {side: await _standing(transaction, finished, ALL_TIME, side) for side in Side}
    before = {side: rating_of(all_time[side]) for side in Side}
    after = ratings_after(finished, before)
    for side in Side:
        result = result_of(finished, side, before, after)
        await transaction.standings.add_result(result)
        if after is not None:
            month = await _standing(transaction, finished, month_of(finished.at), side)
            for standing in (all_time[side], month):
                await transaction.standings.save(standing.with_result(result, after[side]))


async def _standing(transaction: Transaction, finished: MatchFinished, period: str, side: Side) -> Standing:
    match = finished.match
    key = (match.guild_id, match.terms.kind, period, match.player(side))
    return await transaction.standings.get(*key) or Standing(*key)


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
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


class StandingsService(TimedService):
    """Reads the standings of all servers. ``now`` gives seconds since 1970."""

    def this_month(self) -> str:
        """The period of the present month. Raises nothing."""
        return month_of(self._now())

    async def leaderboard(self, guild_id: int, kind: str, period: str, page: int = 0) -> LeaderboardPage:
        """A page of the leaderboard; the last one when there are fewer. Raises nothing."""
        async with self._database.read() as transaction:
            total = await transaction.standings.count_ranked(guild_id, kind, period, least=LEAST_MATCHES)
            pages = max(1, -(-total // PAGE_SIZE))
            page = min(page, pages - 1)
            before = min(_BEFORE, page * PAGE_SIZE)
            board, first = (guild_id, kind, period), page * PAGE_SIZE - before
            limit = before + PAGE_SIZE + _AFTER
            found = await transaction.standings.leaderboard(*board, least=LEAST_MATCHES, limit=limit, offset=first)
            lines = found[before : before + PAGE_SIZE]
            # They may have come back.
            hidden = await transaction.standings.leaderboard(*board, least=LEAST_MATCHES, limit=_HIDDEN, gone=True)
        to_check = frozenset(ranked.standing.user_id for ranked in (*found, *hidden))
        return LeaderboardPage(kind, period, page, pages, page * PAGE_SIZE + 1, tuple(lines), to_check)

    async def profile(
        self, guild_id: int, user_id: int, against: int | None = None, kind: str | None = None
    ) -> Profile:
        """What a person has done; the graph is of ``kind``, or of the one with the most rated matches.

        Raises nothing.
        """
        async with self._database.read() as transaction:
            found = await transaction.standings.of_person(guild_id, user_id, KINDS, ALL_TIME)
            found.sort(key=lambda standing: (-standing.matches, standing.kind))
            graph_kind = kind or (found[0].kind if found else next(iter(KINDS)))
            ratings = await transaction.standings.ratings_of(guild_id, user_id, graph_kind, GRAPH_MATCHES)
            dice = await transaction.standings.dice_of(guild_id, user_id)
            duel = await transaction.standings.head_to_head(guild_id, user_id, against) if against is not None else None
        line = (ratings[0][0], *(after for _, after in ratings)) if ratings else ()
        return Profile(tuple(found), graph_kind, line, dice, duel)
