"""Finished matches: one person's list, and every turn of a game as it was."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from plakoto_bot.ai.verdicts import Turn
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.progress import last_play, replayed
from plakoto_bot.domain.standings import FinishedMatch
from plakoto_bot.engine.events import Began, Event, Played, Rolled
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.kinds import score_of
from plakoto_bot.export import ExportedAnalysis, read_analysis
from plakoto_bot.services.lookup import finished_match
from plakoto_bot.services.service import Service
from plakoto_bot.storage.analyses import StoredAnalysis

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of somebody's finished matches, newest first; ``page`` counts from 0."""

    user_id: int
    page: int
    pages: int
    matches: tuple[FinishedMatch, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it stood at one of its turns.

    ``turn`` counts from 1 to ``turns``, the last of which is the end. ``last_play`` is the last one made, ``news`` what
    happened since the turn before, ``score`` is that before the game. ``judged`` is what an analysis of the match, if
    there is one, says of the turn before.
    """

    match: Match
    game: Game
    games: int
    turn: int
    turns: int
    state: GameState
    last_play: Played | None
    news: tuple[Event, ...]
    score: tuple[int, int]
    judged: Turn | None = None


class HistoryService(Service):
    """Reads finished matches; of each server only its own."""

    async def page(self, guild_id: int, user_id: int, page: int = 0) -> HistoryPage:
        """A page of a person's finished matches; the last one when there are fewer. Raises nothing."""
        async with self._database.read() as transaction:
            total = await transaction.matches.count_history(guild_id, user_id)
            pages = max(1, -(-total // PAGE_SIZE))
            page = min(page, pages - 1)
            found = await transaction.matches.history(guild_id, user_id, offset=page * PAGE_SIZE, limit=PAGE_SIZE)
        return HistoryPage(user_id, page, pages, tuple(found))

    async def match(self, guild_id: int, match_id: int) -> tuple[Match, list[Game]]:
        """A finished match of a server with its games. Raises: MatchNotFound, NotFinished."""
        async with self._database.read() as transaction:
            match = await finished_match(transaction, guild_id, match_id)
            return match, await transaction.games.of_match(match_id)

    async def moment(self, guild_id: int, match_id: int, game_number: int, turn: int) -> Moment:
        """A game of a finished match at one of its turns; numbers beyond the last mean the last.

        Raises: MatchNotFound, NotFinished.
        """
        match, games = await self.match(guild_id, match_id)
        game = games[min(max(game_number, 1), len(games)) - 1]
        async with self._database.read() as transaction:
            events = await transaction.events.of_game(game.id)
            stored = await transaction.analyses.get(match_id)
        turns = list(_turns(events))
        turn = min(max(turn, 1), len(turns))
        shown = turns[turn - 1]
        before = [earlier.state.outcome for earlier in games[: game.number - 1] if earlier.state.outcome]
        return Moment(
            match=match,
            game=game,
            games=len(games),
            turn=turn,
            turns=len(turns),
            state=replayed(game, events[:shown]),
            last_play=last_play(events[:shown]),
            news=tuple(events[turns[turn - 2] if turn > 1 else 0 : shown]),
            score=score_of(before),
            judged=_judged(stored, game.number, turn - 1) if stored and turn > 1 else None,
        )


def _turns(events: Sequence[Event]) -> Iterator[int]:
    """How many events had happened at each turn: after each roll, and at the end.

    A game from a given position may begin with its first roll on the board.
    """
    for number, (event, following) in enumerate(zip_longest(events, events[1:]), 1):
        begun = isinstance(event, Began) and following and not isinstance(following, Rolled)
        if begun or isinstance(event, Rolled) or following is None:
            yield number


def _judged(stored: StoredAnalysis, game: int, turn: int) -> Turn:
    """What the analysis says of a turn, both counted from 1."""
    return read_analysis(ExportedAnalysis.model_validate_json(stored.document)).games[game - 1].turns[turn - 1]
