"""Events as text, for the database and for exported files: a kind, the side (``w``, ``b`` or None) and a text.

The two differ in one thing. A checker borne off with a larger die than its point needs is ``3/off:6`` in the database,
so that every event can be read alone, and ``3/off`` in a file, where the roll before it tells the die. Where more than
one die could have borne a checker off, the file does not say which did; it made no difference to the game.
docs/fair-dice.md describes the kinds and their texts.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

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
    write_play,
)
from plakoto_bot.engine.moves import PASS, Play, Step
from plakoto_bot.engine.notation import parse_dice, parse_position
from plakoto_bot.engine.packed import BAR, OFF
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.errors import NotationError

#: The kinds of a play as they are written: chosen, and the only one there was.
PLAY_KINDS = ("play", "forced")
KINDS = ("begin", "contest", "roll", "play", "forced", "resign", "time", "end")

_T = TypeVar("_T")

_STAKES = {"": Stake.GAME, "1": Stake.ONE_POINT, "match": Stake.MATCH}
_REASONS = {"": StopReason.ENDED, "unclaimed": StopReason.UNCLAIMED}
_STAKE_TEXTS = {stake: text for text, stake in _STAKES.items()}
_REASON_TEXTS = {reason: text for text, reason in _REASONS.items()}

#: Longer text is no play; reading it would only cost time.
_LONGEST_PLAY = 100
_MOST_STEPS = 4
_STEP = re.compile(r"(bar|[1-9][0-9]?)/(off|[1-9][0-9]?)(?::([1-6]))?(\*)?(?:\(([1-4])\))?", re.ASCII)
_STEPS_WANTED = "steps such as 24/18 24/23*, 6/2(2), bar/21, 5/off, or pass"


class Written(NamedTuple):
    """One event as text."""

    kind: str
    side: str | None
    text: str


def write_event(event: Event, *, with_dice: bool = True) -> Written:
    """An event as the database holds it; ``with_dice=False``: as exported files do."""
    match event:
        case Began(position=position):
            return Written("begin", None, str(position))
        case Contest(dice=dice):
            return Written("contest", None, str(dice))
        case Rolled(side=side, dice=dice):
            return Written("roll", side.letter, str(dice))
        case Played(side=side, play=play, forced=forced, marked=marked):
            return Written("forced" if forced else "play", side.letter, write_play(play, marked, with_dice=with_dice))
        case Resigned(side=side, stake=stake):
            return Written("resign", side.letter, _STAKE_TEXTS[stake])
        case TimedOut(side=side):
            return Written("time", side.letter, "")
        case Stopped(reason=reason):
            return Written("end", None, _REASON_TEXTS[reason])


def read_event(kind: str, side: str | None, text: str, dice: Dice | None = None) -> Event:
    """The event that was written; NotationError for anything else.

    Without ``dice`` it is read as the database holds it. With the ``dice`` that were rolled before it, it is read as
    exported files hold it. Whether it could have happened is for ``apply_event`` to say.
    """
    match kind:
        case "begin":
            _nobody(kind, side)
            return Began(parse_position(text))
        case "contest":
            _nobody(kind, side)
            return Contest(parse_dice(text))
        case "roll":
            return Rolled(_somebody(kind, side), parse_dice(text))
        case "play" | "forced":
            play, marked = _read_play(text, dice)
            return Played(_somebody(kind, side), play, kind == "forced", marked)
        case "resign":
            return Resigned(_somebody(kind, side), _one_of(_STAKES, text))
        case "time":
            _one_of({"": None}, text)
            return TimedOut(_somebody(kind, side))
        case "end":
            _nobody(kind, side)
            return Stopped(_one_of(_REASONS, text))
    raise NotationError(kind, 0, f"one of {', '.join(KINDS)}", "event")


def read_events(written: Iterable[Written]) -> list[Event]:
    """All events of a game, from its beginning, as an exported file holds them; NotationError as in ``read_event``."""
    events: list[Event] = []
    dice: Dice | None = None
    for kind, side, text in written:
        event = read_event(kind, side, text, dice)
        events.append(event)
        if isinstance(event, Rolled):
            dice = event.dice
        elif isinstance(event, Began):
            dice = event.position.dice
    return events


def _somebody(kind: str, side: str | None) -> Side:
    if side not in ("w", "b"):
        raise NotationError(side or "nobody", 0, f"a {kind} by w or b", "side")
    return Side("wb".index(side))


def _nobody(kind: str, side: str | None) -> None:
    if side is not None:
        raise NotationError(side, 0, f"a {kind} by nobody", "side")


def _one_of(meanings: dict[str, _T], text: str) -> _T:
    if text not in meanings:
        raise NotationError(text, 0, f"one of {', '.join(map(repr, meanings))}", "event")
    return meanings[text]


def _read_play(text: str, dice: Dice | None) -> tuple[Play, tuple[int, ...]]:
    """The steps, and the indexes of those that are marked."""
    if len(text) > _LONGEST_PLAY:
        raise NotationError(text, _LONGEST_PLAY, f"a play of at most {_LONGEST_PLAY} characters", "play")
    if text == "pass":
        return PASS, ()
    steps: list[Step] = []
    marked: list[int] = []
    column = 0
    for part in text.split(" "):
        match = _STEP.fullmatch(part)
        step = _step(match[1], match[2], match[3]) if match else None
        if not match or step is None or (dice is not None and match[3]):
            raise NotationError(text, column, _STEPS_WANTED, "play")
        times = int(match[5] or 1)
        marked += range(len(steps), len(steps) + times) if match[4] else ()
        steps += [step] * times
        column += len(part) + 1
    if len(steps) > _MOST_STEPS:
        raise NotationError(text, 0, f"at most {_MOST_STEPS} steps", "play")
    return tuple(steps) if dice is None else _with_dice(steps, dice), tuple(marked)


def _step(source_text: str, target_text: str, die_text: str | None) -> Step | None:
    """One step; None if it does not go towards home, or names a die where its length says it."""
    source = BAR if source_text == "bar" else int(source_text)
    target = OFF if target_text == "off" else int(target_text)
    if (source_text != "bar" and source >= BAR) or target >= source:
        return None
    length = source - target
    if die_text is None:
        return Step(source, target, length)
    return Step(source, target, int(die_text)) if target == OFF and int(die_text) > length else None


def _with_dice(steps: list[Step], dice: Dice) -> Play:
    """The steps of a play with this roll; until here each has the die of its length.

    Where both of two dice fit both of two steps the larger comes first, as in ``legal_plays``: if either order is
    legal, that one is. A lone step takes the die of its length where it was rolled, since a farther checker that is
    pinned can forbid the larger. Where no dice fit, the steps stay as they are, and are no legal play.
    """
    larger, smaller = dice.steps[0], dice.steps[-1]
    if len(steps) == 1 and steps[0].die == smaller:
        return tuple(steps)
    ways = [(larger,) * len(steps)] if dice.is_double or len(steps) == 1 else [(larger, smaller), (smaller, larger)]
    for way in ways:
        if len(way) == len(steps) and all(map(_fits, steps, way)):
            return tuple(step._replace(die=die) for step, die in zip(steps, way, strict=True))
    return tuple(steps)


def _fits(step: Step, die: int) -> bool:
    """Whether the die makes the step, which has the die of its length: a checker may leave with a larger one."""
    return die == step.die or (step.target == OFF and die > step.die)
