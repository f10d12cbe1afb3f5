"""One game from the opening contest to its outcome, as a fold over events.

Every transition returns the events it makes, and ``replay`` of all events of a game gives the state again:
the events are the truth, a stored state only spares reading them. Chance comes in as a ``Roller``.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from plakoto_bot.engine.events import (
    Began,
    Contest,
    Event,
    Played,
    Resigned,
    Rolled,
    Stake,
    Stopped,
    StopReason,
    TimedOut,
)
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Dice, Position, Side, start_position
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset
from plakoto_bot.errors import WrongPhase


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

    One that cannot have happened raises WrongPhase or IllegalPlay. Dice, and which steps are marked, are taken as they
    are.
    """
    _require_running(state)
    match event:
        case Played(play=play, forced=forced):
            _require_turn(state, event.side, "play")
            plays = legal_plays(state)
            if forced and len(plays) > 1:
                raise WrongPhase("a play left to the player", "played as the only one there is")
            if play not in plays:
                check_play(state, play)
            return _after_play(state, play)
        case Rolled(dice=dice):
            _require_turn(state, event.side, "roll")
            if not state.opened or state.position.dice:
                raise WrongPhase("a roll due", "a play due" if state.opened else "the opening contest due")
            return replace(state, position=state.position.rolled(dice), rolls=state.rolls + 1)
        case Contest():
            if state.opened:
                raise WrongPhase("an opening contest due", "a game already opened")
            starter = event.starter
            position = state.position if starter is None else replace(state.position, turn=starter)
            return replace(state, position=position, rolls=state.rolls + 1, opened=starter is not None)
        case Began(position=position):
            if state.ply or state.rolls or position != state.position:
                raise WrongPhase("to begin at the match's position", f"{str(position)!r} at ply {state.ply}")
            return state
        case Resigned(side=side, stake=stake):
            return replace(state, outcome=resignation(state, side, 1 if stake is Stake.ONE_POINT else None))
        case TimedOut(side=side):
            return replace(state, outcome=replace(resignation(state, side), reason=Reason.TIME))
        case Stopped():
            return replace(state, outcome=Outcome(None, 0, Reason.ENDED))


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
        state = _happen(state, events, Began(state.position))
    while not state.opened:
        state = _happen(state, events, Contest(roll(state.rolls + 1)))
    return _roll_on(state, events, roll, manual)


def play_turn(
    state: GameState, play: Play, roll: Roller, manual: Collection[Side] = ()
) -> tuple[GameState, list[Event]]:
    """Make a play for the side on roll and go on to the next decision or the end; ``manual`` as in ``open_game``.

    WrongPhase or IllegalPlay if it cannot be made now.
    """
    check_play(state, play)
    events: list[Event] = []
    state = _make_play(state, events, play, forced=False)
    return _roll_on(state, events, roll, manual)


def resign(state: GameState, side: Side, stake: Stake = Stake.GAME) -> tuple[GameState, list[Event]]:
    """Give up, on turn or not."""
    events: list[Event] = []
    return _happen(state, events, Resigned(side, stake)), events


def lose_on_time(state: GameState) -> tuple[GameState, list[Event]]:
    """The side on roll has let its time run out."""
    events: list[Event] = []
    return _happen(state, events, TimedOut(state.position.turn)), events


def end_game(state: GameState, reason: StopReason = StopReason.ENDED) -> tuple[GameState, list[Event]]:
    """Stop the game without points."""
    events: list[Event] = []
    return _happen(state, events, Stopped(reason)), events


def _roll_on(
    state: GameState, events: list[Event], roll: Roller, manual: Collection[Side]
) -> tuple[GameState, list[Event]]:
    """Roll for whoever is next, making plays that leave no choice, until somebody has one or the game is over."""
    while state.outcome is None:
        turn = state.position.turn
        if state.position.dice is None:
            state = _happen(state, events, Rolled(turn, roll(state.rolls + 1)))
        plays = legal_plays(state)
        if len(plays) > 1 or (plays[0] and turn in manual):
            break
        state = _make_play(state, events, plays[0], forced=True)
    return state, events


def _happen(state: GameState, events: list[Event], event: Event) -> GameState:
    state = apply_event(state, event)
    events.append(event)
    return state


def _make_play(state: GameState, events: list[Event], play: Play, *, forced: bool) -> GameState:
    """Make a play that is known to be legal."""
    events.append(Played(state.position.turn, play, forced, _marked(state, play)))
    return _after_play(state, play)


def _marked(state: GameState, play: Play) -> tuple[int, ...]:
    """The indexes of the steps that hit or pin."""
    found = []
    position = state.position
    for index, step in enumerate(play):
        if state.rules.marks(position, step):
            found.append(index)
        position = state.rules.move(position, step)
    return tuple(found)


def _after_play(state: GameState, play: Play) -> GameState:
    position, outcome = state.rules.apply_play(state.position, play)
    return replace(state, position=position, ply=state.ply + 1, outcome=outcome)


def _require_running(state: GameState) -> None:
    if state.outcome:
        raise WrongPhase("a game that goes on", f"over ({state.outcome})")


def _require_turn(state: GameState, side: Side, what: str) -> None:
    """Refuse a ``what`` by a side that is not on roll."""
    if side is not state.position.turn:
        raise WrongPhase(f"a {what} by {state.position.turn.name.lower()}", f"by {side.name.lower()}")
