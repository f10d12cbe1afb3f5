"""Finished matches: one person's list, and every turn of a game as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from plakoto_bot.ai.analysis import Turn
from plakoto_bot.engine.events import Began, Event, Played, Rolled
from plakoto_bot.engine.game import GameState, apply_event, new_game
from plakoto_bot.engine.match import score_of
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.export import ExportedAnalysis, read_analysis
from plakoto_bot.services.errors import MatchNotFound, NotFinished
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import GameRecord, MatchRecord, MatchStatus, StoredAnalysis
from plakoto_bot.storage.records import Played as PlayedMatch

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of somebody's finished matches, newest first; ``page`` counts from 0."""

    user_id: int
    page: int
    pages: int
    matches: tuple[PlayedMatch, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it stood at one of its turns.

    ``turn`` counts from 1 to ``turns``, the last of which is the end. ``last`` is the last play made, ``news`` is what
    happened since the turn before; ``score`` is that before the game. ``judged`` is what an analysis of the match, if
    there is one, says of the turn before.
    """

    match: MatchRecord
    game: GameRecord
    games: int
    turn: int
    turns: int
    state: GameState
    last: Played | None
    news: tuple[Event, ...]
    score: tuple[int, int]
    judged: Turn | None = None


class HistoryService:
    """Reads finished matches; of each server only its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, guild_id: int, user_id: int, page: int = 0) -> HistoryPage:
        """A page of a person's finished matches; the last one when there are fewer."""
        async with self._database.read() as transaction:
            total = await transaction.count_history(guild_id, user_id)
            pages = max(1, -(-total // PAGE_SIZE))
            page = min(page, pages - 1)
            found = await transaction.history(guild_id, user_id, offset=page * PAGE_SIZE, limit=PAGE_SIZE)
        return HistoryPage(user_id, page, pages, tuple(found))

    async def match(self, guild_id: int, match_id: int) -> tuple[MatchRecord, list[GameRecord]]:
        """A finished match of a server with its games."""
        async with self._database.read() as transaction:
            match = await transaction.match(match_id)
            if match is None or match.guild_id != guild_id or match.accepted_by is None:
                raise MatchNotFound(match_id)
            if match.status is not MatchStatus.FINISHED:
                raise NotFinished(match)
            return match, await transaction.games_of_match(match_id)

    async def moment(self, guild_id: int, match_id: int, game_number: int, turn: int) -> Moment:
        """A game of a finished match at one of its turns; numbers beyond the last mean the last."""
        match, games = await self.match(guild_id, match_id)
        game = games[min(max(game_number, 1), len(games)) - 1]
        async with self._database.read() as transaction:
            events = await transaction.events(game.id)
            stored = await transaction.analysis(match_id)
        turns = list(_turns(events))
        turn = min(max(turn, 1), len(turns))
        shown = turns[turn - 1]
        state = _begun(match, game)
        for event in events[:shown]:
            state = apply_event(state, event)
        plays = [event for event in events[:shown] if isinstance(event, Played)]
        score = score_of([g.state.outcome for g in games[: game.number - 1] if g.state.outcome])
        return Moment(
            match=match,
            game=game,
            games=len(games),
            turn=turn,
            turns=len(turns),
            state=state,
            last=plays[-1] if plays else None,
            news=tuple(events[turns[turn - 2] if turn > 1 else 0 : shown]),
            score=(score.of(Side.WHITE), score.of(Side.BLACK)),
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


def _begun(match: MatchRecord, game: GameRecord) -> GameState:
    position = parse_position(match.position) if match.position else None
    return new_game(game.state.rules, game.starter, position)
