"""Why a play is refused, in English."""

from __future__ import annotations

from plakoto_bot.engine.moves import format_place, format_play
from plakoto_bot.engine.packed import BAR
from plakoto_bot.engine.refusals import Refusal, RefusalKind
from plakoto_bot.errors import IllegalPlay, PlakotoError

#: How many dice a play uses, in a sentence.
_COUNT = ("no die", "one die", "two dice", "three dice", "four dice")


def refusal(error: IllegalPlay) -> str:
    """The reason for the mover, without a capital and a full stop; it names the step in the mover's numbering."""
    why = error.refusal
    return _of_step(why) if why.step else _of_play(why)


def explained(error: PlakotoError) -> str:
    """An error as the command line shows it: a refused play with its reason in full."""
    if isinstance(error, IllegalPlay):
        return f"illegal play in {str(error.position)!r}: {refusal(error)} ({error.rule})"
    return str(error)


def _of_step(why: Refusal) -> str:
    step = why.step
    assert step
    match why.kind:
        case RefusalKind.GAME_ENDED:
            return f"{format_play(why.example)} already ends the game"
        case RefusalKind.DIE_USED:
            return f"{step} needs a {step.die}, which is already played"
        case RefusalKind.DIE_NOT_ROLLED:
            return f"{step} needs a {step.die}, which was not rolled"
        case RefusalKind.DIE_NOT_NEXT:
            return f"{step} needs a {step.die}, and the {why.die} has to be played before it"
        case RefusalKind.NO_CHECKER:
            return f"{step}: you have no checker on {_place(step.source)}"
        case RefusalKind.CLOSED:
            by = f"{why.count} opposing checkers" if why.count > 1 else "an opposing checker"
            return f"{step}: the {step.die} lands on {_place(step.target)}, closed by {by}"
        case RefusalKind.NOT_HOME:
            return f"{step}: you bear off only when all your checkers are home, and one is on {_place(why.place)}"
        case RefusalKind.NOT_FARTHEST:
            last = _place(why.place)
            return f"{step}: a {step.die} bears off only the farthest checker, and that is on {last}"
        case RefusalKind.PINNED:
            return f"{step}: your checker on {_place(step.source)} is pinned and cannot move"
        case RefusalKind.ON_OWN_PIN:
            return f"{step}: the {step.die} lands on the checker that pins yours, and that point is closed"
        case RefusalKind.BAR_FIRST:
            first = "your checker" if why.count == 1 else f"your {why.count} checkers"
            return f"{step}: {first} on the bar must come in before any other moves with the {step.die}"
        case RefusalKind.JUST_HIT:
            return f"{step}: the checker on {_place(step.source)} has just hit at home and may not move again this turn"
        case RefusalKind.START_HELD:
            return f"{step}: no second checker leaves your start before the first has passed the opponent's start"
        case RefusalKind.QUARTER_FULL:
            return f"{step}: with the {step.die} you would hold all six points of your starting quarter"
    raise AssertionError(why.kind)


def _of_play(why: Refusal) -> str:
    match why.kind:
        case RefusalKind.TOO_FEW_DICE:
            few, many = _dice(why.count), _dice(len(why.example))
            return f"this plays {few} where {many} can be played, as in {format_play(why.example)}"
        case RefusalKind.SMALLER_DIE:
            return f"only one die can be played, and it must be the larger, the {why.die}"
        case RefusalKind.SHUT_IN:
            reason = "every opposing checker stays shut in behind your six points in a row, and you must open them"
            return f"{reason}, as in {format_play(why.example)}"
        case RefusalKind.TOO_MANY_STEPS:
            return f"that is {why.count} steps, and this roll gives {why.most}"
        case RefusalKind.BACKWARDS:
            return f"{_hop(why)} does not go towards home, which is from 24 down to 1 and off"
        case RefusalKind.DISTANCE:
            assert why.hop
            pips = why.hop[0] - why.hop[1]
            return f"{_hop(why)} is {pips} pip{'s' if pips != 1 else ''}, which {_roll(why)} cannot make"
        case RefusalKind.NOT_TOGETHER:
            return f"{_roll(why)} cannot make all of these steps together"
    raise AssertionError(why.kind)


def _place(place: int) -> str:
    return "the bar" if place == BAR else f"your {place} point"


def _dice(count: int) -> str:
    return _COUNT[count] if count < len(_COUNT) else f"{count} dice"


def _hop(why: Refusal) -> str:
    assert why.hop
    return "/".join(map(format_place, why.hop))


def _roll(why: Refusal) -> str:
    assert why.dice
    return f"a roll of {why.dice.first}-{why.dice.second}"
