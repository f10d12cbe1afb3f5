"""How the games of a match begin and go on."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from plakoto_bot.domain.game import Game, clock_after
from plakoto_bot.domain.match import Match
from plakoto_bot.engine import game as engine
from plakoto_bot.engine.events import Event, Played
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.position import Side


@dataclass(frozen=True, slots=True)
class Opening:
    """A game of a match that begins: before anything happened, after its first events, and these."""

    number: int
    starter: Side | None
    new: GameState
    state: GameState
    events: Sequence[Event]


def new_game(match: Match, number: int, starter: Side | None) -> GameState:
    """Game ``number`` of a match before anything happened."""
    return engine.new_game(match.terms.rules(number), starter, match.terms.start())


def open_game(match: Match, number: int, starter: Side | None, manual: Collection[Side]) -> Opening:
    """Begin game ``number`` of a match: up to the first decision. ``manual`` as in ``engine.game.open_game``."""
    new = new_game(match, number, starter)
    state, events = engine.open_game(new, match.roller(number), manual)
    return Opening(number, starter, new, state, events)


def replayed(game: Game, events: Iterable[Event]) -> GameState:
    """What these events, from the first on, have led to."""
    state = new_game(game.match, game.number, game.starter)
    for event in events:
        state = engine.apply_event(state, event)
    return state


def carried_on(game: Game, state: GameState, happened: Sequence[Event], now: int) -> Game:
    """A game that has just got this far by what happened."""
    ended_at = now if state.outcome else game.ended_at
    clock = clock_after(game.match, state, now)
    return replace(game, state=state, events=game.events + len(happened), clock=clock, ended_at=ended_at)


def last_play(events: Sequence[Event]) -> Played | None:
    """The last play among these, passes included."""
    return next((event for event in reversed(events) if isinstance(event, Played)), None)
