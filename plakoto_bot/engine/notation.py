"""Positions, dice and plays as text, both ways. docs/notation.md describes the forms.

``parse_*`` raises NotationError for text that is not of the form; ``parse_play`` also raises IllegalPlay for
a play that is well written but not legal, and AmbiguousPlay for one that can be read in two ways.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise, permutations

from plakoto_bot.engine import packed
from plakoto_bot.engine.moves import PASS, Play, step_from
from plakoto_bot.engine.packed import BAR, CHECKERS, OFF, at
from plakoto_bot.engine.position import Checkers, Dice, Layout, Position, Side
from plakoto_bot.engine.refusals import IllegalPlay, Refusal, RefusalKind
from plakoto_bot.engine.rules import Ruleset, dice_of
from plakoto_bot.engine.rulesets import LAYOUTS
from plakoto_bot.engine.search import in_order, without
from plakoto_bot.errors import AmbiguousPlay, NotationError

#: Longer input is no position line; reading it would only cost time.
_LONGEST_LINE = 200
_FIELDS = ("game", "placement", "bar", "off", "turn", "dice")


def format_position(position: Position) -> str:
    """The position line of a position."""
    return str(position)


def parse_position(text: str) -> Position:
    """The position of a position line; exactly the canonical form is accepted."""
    if len(text) > _LONGEST_LINE:
        raise NotationError(text, _LONGEST_LINE, f"a line of at most {_LONGEST_LINE} characters", "position")
    fields = text.split(" ")
    if len(fields) != len(_FIELDS):
        raise NotationError(text, len(text), f"six fields ({' '.join(_FIELDS)}) separated by one space", "position")
    starts = [sum(len(field) + 1 for field in fields[:index]) for index in range(len(fields))]

    def refuse(field: int, expected: str) -> NotationError:
        return NotationError(text, starts[field], expected, _FIELDS[field])

    game, placement, bar, off, turn, dice = fields
    if game not in LAYOUTS:
        raise refuse(0, f"one of {', '.join(LAYOUTS)}")
    layout = LAYOUTS[game]
    entries = _parse_placement(text, starts[1], placement, layout)
    bars = _parse_bar(bar, layout)
    if bars is None:
        raise refuse(
            2, "'-' or the checkers on the bar, such as W2 or W1B2" if layout.has_bar else f"'-' ({game} has no bar)"
        )
    match = re.fullmatch(r"(0|[1-9][0-9]?)/(0|[1-9][0-9]?)", off, re.ASCII)
    if not match:
        raise refuse(3, "checkers borne off as White/Black, such as 0/0")
    if turn not in ("w", "b"):
        raise refuse(4, "w or b")
    if dice != "-" and not re.fullmatch("[1-6][1-6]", dice):
        raise refuse(5, "'-' or two digits from 1 to 6")

    def checkers(side: Side) -> Checkers:
        counts = {OFF: int(match[side + 1]), BAR: bars[side]}
        pinned = 0
        for number, (owner, count, pin) in entries.items():
            own_number = layout.to_white(side, number)
            if owner is side:
                counts[own_number] = count
            elif pin:
                counts[own_number] = 1
                pinned |= at(own_number)
        total = sum(counts.values())
        if total != CHECKERS:
            name = "white" if side is Side.WHITE else "black"
            raise refuse(1, f"{CHECKERS} {name} checkers on board, bar and off together, not {total}")
        return Checkers(packed.pack(counts), pinned)

    rolled = None if dice == "-" else parse_dice(dice)
    return Position(layout, checkers(Side.WHITE), checkers(Side.BLACK), Side("wb".index(turn)), rolled)


def _parse_placement(text: str, start: int, placement: str, layout: Layout) -> dict[int, tuple[Side, int, bool]]:
    """Owner, count and pin by White's number of each point that is not empty."""
    entries: dict[int, tuple[Side, int, bool]] = {}
    number, after_run, column = 24, False, start
    for entry in placement.split(","):
        if re.fullmatch(r"[1-9][0-9]?", entry, re.ASCII):
            if after_run:
                raise NotationError(
                    text, column, "a point with checkers (runs of empty points are one number)", "placement"
                )
            number -= int(entry)
            after_run = True
        else:
            match = re.fullmatch(r"([WB])([1-9][0-9]?)([wb]?)", entry, re.ASCII)
            if not match or match[3].upper() == match[1] or int(match[2]) > CHECKERS:
                raise NotationError(text, column, "entries such as W3, B2 or 4 (empty points)", "placement")
            if match[3] and not layout.has_pins:
                raise NotationError(text, column, f"one colour on a point ({layout.name} has no pins)", "placement")
            if number >= 1:
                entries[number] = (Side("WB".index(match[1])), int(match[2]), bool(match[3]))
            number -= 1
            after_run = False
        if number < 0:
            raise NotationError(text, column, "24 points, and this goes past the last", "placement")
        column += len(entry) + 1
    if number:
        raise NotationError(text, start, f"24 points, not {24 - number}", "placement")
    return entries


def _parse_bar(bar: str, layout: Layout) -> tuple[int, int] | None:
    if bar == "-":
        return 0, 0
    match = re.fullmatch(r"(?:W([1-9][0-9]?))?(?:B([1-9][0-9]?))?", bar, re.ASCII)
    if not match or not bar or not layout.has_bar:
        return None
    white, black = int(match[1] or 0), int(match[2] or 0)
    return (white, black) if max(white, black) <= CHECKERS else None


def parse_dice(text: str) -> Dice:
    """Two digits from 1 to 6, as rolled."""
    if not re.fullmatch("[1-6][1-6]", text):
        raise NotationError(text, 0, "two digits from 1 to 6", "dice")
    return Dice(int(text[0]), int(text[1]))


# --- plays ---------------------------------------------------------------------------------------------------


#: So many equal steps in a row are written as one: ``6/2(4)``.
_MOST_AT_ONCE = 4


def format_play(rules: Ruleset, position: Position, play: Play) -> str:
    """A legal play in the mover's numbering, hits and pins marked: ``24/19 24/23*``, ``6/2(4)``, ``pass``."""
    if not play:
        return "pass"
    written: list[tuple[str, int]] = []
    for step in play:
        text = f"{step}{'*' if rules.marks(position, step) else ''}"
        position = rules.move(position, step)
        if written and written[-1][0] == text and written[-1][1] < _MOST_AT_ONCE:
            written[-1] = (text, written[-1][1] + 1)
        else:
            written.append((text, 1))
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in written)


def shorten_play(text: str) -> str:
    """A written play with one checker's steps in a row joined: ``24/20* 20/18`` becomes ``24/20*/18``."""
    parts: list[str] = []
    for step in text.split():
        source, _, target = step.partition("/")
        plain = not step.endswith(")")
        if parts and plain and parts[-1].rpartition("/")[2].rstrip("*") == source:
            parts[-1] += f"/{target}"
        else:
            parts.append(step)
    return " ".join(parts)


#: Longer input is no play; reading it would only cost time.
_LONGEST_PLAY = 100
_PLACE = r"(?:[0-9]{1,2}|bar|off|o)"
_SEGMENT = re.compile(rf"({_PLACE}(?:\*?[/>-]{_PLACE})+)\*?(?:\(([1-{_MOST_AT_ONCE}])\))?", re.ASCII | re.IGNORECASE)
#: What stands between spaces, commas, semicolons and the backticks of a copied example; spaces around a separator
#: (24 / 18) belong to the step.
_TOKEN = re.compile(r"(?:[^\s,;`]|\s+(?=[/>-])|(?<=[/>-])\s+)+")
#: Phones turn a hyphen into a dash, and people paste arrows.
_DASH = re.compile("[\u2010-\u2015\u2212\u2192\\\\]")
_NAMES = {"bar": BAR, "off": OFF, "o": OFF}

#: Places one checker touches, such as (24, 18) or (7, 5, 4).
Segment = tuple[int, ...]


def parse_play(rules: Ruleset, position: Position, text: str) -> Play:
    """The legal play that ``text`` means, in an order in which it can be played.

    Accepted are the forms of docs/notation.md: steps in any order, several dice of one checker in one step.
    """
    segments = _parse_segments(text, rules.layout)
    dice = rules.steps_of(dice_of(position))
    if len(segments) > len(dice):
        written = len(segments)
        refused = Refusal(RefusalKind.TOO_MANY_STEPS, rules.paragraphs.dice, count=written, most=len(dice))
        raise IllegalPlay(position, PASS, refused)
    found: dict[Position, Play] = {}
    faults: list[IllegalPlay] = []
    for steps in _readings(segments, dice):
        try:
            play = _playable_order(rules, position, steps)
        except IllegalPlay as fault:
            faults.append(fault)
        else:
            found.setdefault(rules.after(position, play), play)
    if len(found) > 1:
        first, second = (format_play(rules, position, play) for play in list(found.values())[:2])
        raise AmbiguousPlay(text, (first, second))
    if found:
        return next(iter(found.values()))
    raise max(faults, key=_progress) if faults else _no_reading(rules, position, segments)


def _parse_segments(text: str, layout: Layout) -> list[Segment]:
    """The segments of a play, repeated ones written out; none for a pass."""
    wanted = f"steps such as 24/18 24/23, 6/2(2), {'bar/21, ' if layout.has_bar else ''}5/off, or pass"
    if len(text) > _LONGEST_PLAY:
        # Much white space is no fault, but to look through it again and again is.
        text = text.strip()
        if len(text) > _LONGEST_PLAY:
            raise NotationError(text, _LONGEST_PLAY, f"a play of at most {_LONGEST_PLAY} characters", "play")
    tokens = list(_TOKEN.finditer(_DASH.sub("-", text)))
    if not tokens:
        raise NotationError(text, 0, wanted, "play")
    if [token[0].lower() for token in tokens] == ["pass"]:
        return []
    segments: list[Segment] = []
    for token in tokens:
        match = _SEGMENT.fullmatch(re.sub(r"\s", "", token[0]))
        if not match:
            raise NotationError(text, token.start(), wanted, "play")
        names = re.split(r"\*?[/>-]", match[1].lower())
        segment = tuple(_NAMES[name] if name in _NAMES else int(name) for name in names)
        if max(segment) > BAR:
            raise NotationError(
                text, token.start(), f"points from 1 to 24{', bar' if layout.has_bar else ''} or off", "play"
            )
        segments += [segment] * int(match[2] or 1)
    return segments


def _readings(segments: list[Segment], dice: tuple[int, ...]) -> list[Play]:
    """All ways to make the hops of ``segments`` with some of ``dice``; the order of steps is as written.

    Ways that use the larger dice first come first, as in ``legal_plays``: so what was written is read the same. Dice
        that are played in order are written in order, so that there is one way at most.
    """
    hops = [hop for segment in segments for hop in pairwise(segment)]
    ordered = in_order(dice)

    def fill(index: int, left: tuple[int, ...]) -> Iterator[Play]:
        if index == len(hops):
            yield PASS
            return
        for steps, rest in _hop(*hops[index], left, ordered=ordered):
            for more in fill(index + 1, rest):
                yield steps + more

    return list(dict.fromkeys(fill(0, dice)))


def _hop(
    source: int, target: int, left: tuple[int, ...], *, ordered: bool = False
) -> Iterator[tuple[Play, tuple[int, ...]]]:
    """The ways to get one checker from source to target with the dice left, and what is left of them then."""
    for die in left[:1] if ordered else dict.fromkeys(left):
        step = step_from(source, die)
        rest = without(left, die)
        if step.target == target:
            yield (step,), rest
        elif step.target > target:
            for steps, unused in _hop(step.target, target, rest, ordered=ordered):
                yield (step, *steps), unused


def _playable_order(rules: Ruleset, position: Position, steps: Play) -> Play:
    """The first order of ``steps`` that is a legal play; else the fault of the order that got farthest."""
    faults: list[IllegalPlay] = []
    for play in _orders(steps, rules.steps_of(dice_of(position))):
        try:
            rules.check_play(position, play)
        except IllegalPlay as fault:
            faults.append(fault)
        else:
            return play
    raise max(faults, key=_progress)


def _orders(steps: Play, dice: tuple[int, ...]) -> Iterable[Play]:
    """The orders in which to try steps: all of up to four, which is what a double usually gives.

    Of more there are too many. Then each die's steps are tried as written, from the back and from the front.
    """
    if len(steps) <= 4:
        return dict.fromkeys(permutations(steps))
    ordered = (steps, sorted(steps, reverse=True), sorted(steps))
    return dict.fromkeys(tuple(sorted(some, key=lambda step: dice.index(step.die))) for some in ordered)


def _progress(fault: IllegalPlay) -> int:
    """How many steps went well before the fault."""
    return fault.play.index(fault.step) if fault.step else len(fault.play)


def _no_reading(rules: Ruleset, position: Position, segments: list[Segment]) -> IllegalPlay:
    """Why no choice of dice makes these segments."""
    dice = dice_of(position)
    refused = Refusal(RefusalKind.NOT_TOGETHER, rules.paragraphs.dice, dice=dice)
    for source, target in (hop for segment in segments for hop in pairwise(segment)):
        if source == OFF or target >= source:
            refused = Refusal(RefusalKind.BACKWARDS, rules.paragraphs.setup, hop=(source, target))
            break
        if next(_hop(source, target, rules.steps_of(dice)), None) is None:
            refused = Refusal(RefusalKind.DISTANCE, rules.paragraphs.steps, hop=(source, target), dice=dice)
            break
    return IllegalPlay(position, PASS, refused)
