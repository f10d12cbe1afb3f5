"""One game from the opening contest to its outcome, as a fold over events.

Every transition returns the events it makes, and ``replay`` of all events of a game gives the state again:
the events are the truth, a stored state only spares reading them. Chance comes in as a ``Roller``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.notation import format_play, parse_dice, parse_play
from plakoto_bot.engine.position import Dice, Position, Side, start_position
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset
from plakoto_bot.errors import WrongPhase


class EventKind(StrEnum):
    """What can happen in a game."""

    BEGIN = "begin"  # from the position line that is the text, instead of the usual start
    CONTEST = "contest"  # one die each, white's first; equal dice decide nothing
    ROLL = "roll"
    PLAY = "play"
    FORCED = "forced"  # the only legal play, made for the player
    RESIGN = "resign"  # text: "" for what it costs (T4), "1" for an accepted offer of one point, "match"
    TIME = "time"  # ``side`` lost on time
    END = "end"  # stopped without points


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``side`` did it (None for a contest or a stop), ``text`` is the dice or the play."""

    kind: EventKind
    side: Side | None
    text: str


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two events.

    ``ply`` counts the plays made so far, passes included: an action meant for another ply is stale.
    ``rolls`` counts the rolls used, the opening contest's included. ``position.dice`` is set while a play is due.
    """

    rules: Ruleset
    position: Position
    ply: int = 0
    rolls: int = 0
    opened: bool = False
    outcome: Outcome | None = None


#: Text of an END event after a turn ran out of time and nobody claimed the win.
UNCLAIMED = "unclaimed"

#: Texts of a RESIGN event.
ONE_POINT = "1"
WHOLE_MATCH = "match"

#: Gives roll number n of this game, counting from 1.
Roller = Callable[[int], Dice]


def new_game(rules: Ruleset, starter: Side | None = None, position: Position | None = None) -> GameState:
    """A game about to begin: by ``starter``, the winner of the game before, or by an opening contest (P2, T3).

    With a ``position`` it begins there, for the side and with the dice that it says.
    """
    if position is not None:
        rules.check_position(position)
        return GameState(rules, position, opened=True)
    if starter is None:
        return GameState(rules, start_position(rules.layout))
    return GameState(rules, start_position(rules.layout, starter), opened=True)


def legal_plays(state: GameState) -> tuple[Play, ...]:
    """The distinct plays of the side on roll."""
    _require_running(state)
    return state.rules.legal_plays(state.position)


def check_play(state: GameState, play: Play) -> None:
    """Raise WrongPhase or IllegalPlay unless ``play`` can be made now."""
    _require_running(state)
    state.rules.check_play(state.position, play)


def apply_event(state: GameState, event: Event) -> GameState:
    """The state after an event.

    One that cannot have happened raises WrongPhase, NotationError or IllegalPlay. Dice are taken as they are.
    """
    _require_running(state)
    _check_side(state, event)
    match event.kind:
        case EventKind.BEGIN:
            if state.ply or state.rolls or event.text != str(state.position):
                raise WrongPhase("to begin at the match's position", f"{event.text!r} at ply {state.ply}")
            return state
        case EventKind.CONTEST:
            if state.opened:
                raise WrongPhase("an opening contest due", "a game already opened")
            white, black = parse_dice(event.text)
            starter = Side.WHITE if white > black else Side.BLACK
            position = replace(state.position, turn=starter)
            return replace(state, position=position, rolls=state.rolls + 1, opened=white != black)
        case EventKind.ROLL:
            if not state.opened or state.position.dice:
                raise WrongPhase("a roll due", "a play due" if state.opened else "the opening contest due")
            position = state.position.rolled(parse_dice(event.text))
            return replace(state, position=position, rolls=state.rolls + 1)
        case EventKind.PLAY | EventKind.FORCED:
            play = parse_play(state.rules, state.position, event.text)
            if event.kind is EventKind.FORCED and len(legal_plays(state)) > 1:
                raise WrongPhase("a play left to the player", "played as the only one there is")
            position, outcome = state.rules.apply_play(state.position, play)
            return replace(state, position=position, ply=state.ply + 1, outcome=outcome)
        case EventKind.RESIGN:
            assert event.side is not None
            points = 1 if event.text == ONE_POINT else None
            return replace(state, outcome=resignation(state, event.side, points))
        case EventKind.TIME:
            assert event.side is not None
            return replace(state, outcome=replace(resignation(state, event.side), reason=Reason.TIME))
        case EventKind.END:
            return replace(state, outcome=Outcome(None, 0, Reason.ENDED))


def _check_side(state: GameState, event: Event) -> None:
    """Refuse an event by a side that cannot have caused it."""
    match event.kind:
        case EventKind.BEGIN | EventKind.CONTEST | EventKind.END:
            possible: tuple[Side | None, ...] = (None,)
        case EventKind.RESIGN | EventKind.TIME:
            possible = tuple(Side)
        case EventKind.ROLL | EventKind.PLAY | EventKind.FORCED:
            possible = (state.position.turn,)
    if event.side not in possible:
        expected, actual = (
            " or ".join(side.name.lower() if side is not None else "nobody" for side in sides)
            for sides in (possible, (event.side,))
        )
        raise WrongPhase(f"a {event.kind} by {expected}", f"by {actual}")


def replay(rules: Ruleset, events: Iterable[Event], starter: Side | None = None) -> GameState:
    """The state that these events lead to from ``new_game(rules, starter)``."""
    state = new_game(rules, starter)
    for event in events:
        state = apply_event(state, event)
    return state


def resignation(state: GameState, side: Side, points: int | None = None) -> Outcome:
    """What resigning costs: 1 point with a checker borne off, else 2 (T4), or ``points`` that were agreed on."""
    return Outcome(side.other, points or (1 if state.position.side(side).off else 2), Reason.RESIGNED)


def open_game(state: GameState, roll: Roller, manual: Collection[Side] = ()) -> tuple[GameState, list[Event]]:
    """Hold the opening contest if one is due (P2), roll for the starter and go on to the first decision.

    Sides in ``manual`` make even their only play themselves.
    """
    events: list[Event] = []
    if state.position.dice is not None or state.position != start_position(state.rules.layout, state.position.turn):
        state = _happen(state, events, EventKind.BEGIN, None, str(state.position))
    while not state.opened:
        state = _happen(state, events, EventKind.CONTEST, None, str(roll(state.rolls + 1)))
    return _roll_on(state, events, roll, manual)


def play_turn(
    state: GameState, play: Play, roll: Roller, manual: Collection[Side] = ()
) -> tuple[GameState, list[Event]]:
    """Make a play for the side on roll and go on to the next decision or the end; ``manual`` as in ``open_game``."""
    check_play(state, play)
    events: list[Event] = []
    text = format_play(state.rules, state.position, play)
    state = _happen(state, events, EventKind.PLAY, state.position.turn, text)
    return _roll_on(state, events, roll, manual)


def resign(state: GameState, side: Side, what: str = "") -> tuple[GameState, list[Event]]:
    """Give up, on turn or not: the game, the game for ``ONE_POINT``, or the ``WHOLE_MATCH``."""
    events: list[Event] = []
    return _happen(state, events, EventKind.RESIGN, side, what), events


def lose_on_time(state: GameState) -> tuple[GameState, list[Event]]:
    """The side on roll has let its time run out."""
    events: list[Event] = []
    return _happen(state, events, EventKind.TIME, state.position.turn, ""), events


def end_game(state: GameState, why: str = "") -> tuple[GameState, list[Event]]:
    """Stop the game without points; ``why`` is "" for a moderator or ``UNCLAIMED``."""
    events: list[Event] = []
    return _happen(state, events, EventKind.END, None, why), events


def _roll_on(
    state: GameState, events: list[Event], roll: Roller, manual: Collection[Side]
) -> tuple[GameState, list[Event]]:
    """Roll for whoever is next, making plays that leave no choice, until somebody has one or the game is over."""
    while state.outcome is None:
        turn = state.position.turn
        if state.position.dice is None:
            state = _happen(state, events, EventKind.ROLL, turn, str(roll(state.rolls + 1)))
        plays = legal_plays(state)
        if len(plays) > 1 or (plays[0] and turn in manual):
            break
        text = format_play(state.rules, state.position, plays[0])
        state = _happen(state, events, EventKind.FORCED, turn, text)
    return state, events


def _happen(state: GameState, events: list[Event], kind: EventKind, side: Side | None, text: str) -> GameState:
    event = Event(kind, side, text)
    state = apply_event(state, event)
    events.append(event)
    return state


def _require_running(state: GameState) -> None:
    if state.outcome:
        raise WrongPhase("a game that goes on", f"over ({state.outcome})")
