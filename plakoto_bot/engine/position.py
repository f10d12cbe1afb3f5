"""A position: who is where, who covers whom, whose turn it is and what was rolled. A value, never changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

from plakoto_bot.engine import packed
from plakoto_bot.engine.packed import BAR, OFF


class Side(IntEnum):
    """The two players. ``letter`` is the one used in position lines."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def letter(self) -> str:
        return "wb"[self]


class Dice(NamedTuple):
    """Two dice as rolled; the order is kept for show and has no meaning in the rules."""

    first: int
    second: int

    @property
    def is_double(self) -> bool:
        return self.first == self.second

    @property
    def steps(self) -> tuple[int, ...]:
        """The dice to play, larger first; a double gives four."""
        if self.first == self.second:
            return (self.first,) * 4
        return (self.first, self.second) if self.first > self.second else (self.second, self.first)

    def __str__(self) -> str:
        return f"{self.first}{self.second}"


#: The 21 rolls, each once.
ROLLS = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))


@dataclass(frozen=True, slots=True)
class Layout:
    """The board of one game: how it is set up and how the two numberings face each other.

    ``start`` is (point, count) pairs in a player's own numbering, the same for both. ``facing`` maps a packed board
    (see ``packed``) from one player's numbering into the other's and back.
    """

    name: str
    start: tuple[tuple[int, int], ...]
    facing: Callable[[int], int]
    has_pins: bool = False
    has_bar: bool = False

    def across(self, point: int) -> int:
        """The other player's number for one's own ``point``."""
        return packed.farthest(self.facing(packed.at(point)))

    def to_white(self, side: Side, point: int) -> int:
        """White's number for ``side``'s own ``point``, and back again (it is its own inverse)."""
        return point if side is Side.WHITE else self.across(point)


class Checkers(NamedTuple):
    """One side's checkers, in its own numbering: ``counts`` packed, ``pinned`` a mask of its pinned checkers.

    A pinned checker is always alone on its point and is part of ``counts``.
    """

    counts: int
    pinned: int

    def on(self, point: int) -> int:
        """How many stand on the point, a pinned one included."""
        return packed.count(self.counts, point)

    def is_pinned(self, point: int) -> bool:
        return bool(self.pinned & packed.at(point))

    @property
    def off(self) -> int:
        return packed.count(self.counts, OFF)

    @property
    def bar(self) -> int:
        return packed.count(self.counts, BAR)

    @property
    def pips(self) -> int:
        """Pips still to go until all are off."""
        return sum(place * packed.count(self.counts, place) for place in range(1, 26))


class PointView(NamedTuple):
    """What stands on one point: some ``checkers`` of ``owner`` and perhaps one pinned checker beneath them."""

    owner: Side | None
    checkers: int
    pin: bool


@dataclass(frozen=True, slots=True)
class Position:
    """Everything the rules need to know between two turns, or in the middle of one.

    ``dice`` is None before the roll. ``held`` masks the mover's points on which one checker may not move again this
    turn; it is 0 between turns. ``str(position)`` is the position line of docs/notation.md.
    """

    layout: Layout
    white: Checkers
    black: Checkers
    turn: Side
    dice: Dice | None = None
    held: int = 0

    def side(self, side: Side) -> Checkers:
        """One side's checkers, in that side's own numbering."""
        return self.black if side else self.white

    @property
    def own(self) -> Checkers:
        """The checkers of the player on roll."""
        return self.black if self.turn else self.white

    @property
    def other(self) -> Checkers:
        """The opponent's checkers, in the opponent's numbering."""
        return self.white if self.turn else self.black

    def point(self, number: int) -> PointView:
        """What stands on a point, by White's number (1-24)."""
        white, black = self.white.on(number), self.black.on(self.layout.across(number))
        if white and (not black or self.black.is_pinned(self.layout.across(number))):
            return PointView(Side.WHITE, white, bool(black))
        if black:
            return PointView(Side.BLACK, black, bool(white))
        return PointView(None, 0, False)

    def rolled(self, dice: Dice) -> Position:
        """The same position with these dice to play."""
        return replace(self, dice=dice)

    def with_own(self, own: Checkers, other: Checkers, held: int = 0) -> Position:
        """The same position with the checkers of the player on roll and of the opponent replaced."""
        white, black = (other, own) if self.turn else (own, other)
        return Position(self.layout, white, black, self.turn, self.dice, held)

    def passed_on(self) -> Position:
        """The same board with the other side on roll and no dice."""
        return Position(self.layout, self.white, self.black, self.turn.other)

    def __str__(self) -> str:
        placement = ",".join(_placement(self))
        bar = "".join(
            f"{name}{side.bar}" for name, side in zip("WB", (self.white, self.black), strict=True) if side.bar
        )
        dice = str(self.dice) if self.dice else "-"
        off = f"{self.white.off}/{self.black.off}"
        return f"{self.layout.name} {placement} {bar or '-'} {off} {self.turn.letter} {dice}"


def _placement(position: Position) -> list[str]:
    """The comma-separated entries of a position line: points 24 to 1, runs of empty points as one number."""
    entries: list[str] = []
    empty = 0
    for number in range(24, 0, -1):
        owner, count, pin = position.point(number)
        if owner is None:
            empty += 1
            continue
        if empty:
            entries.append(str(empty))
            empty = 0
        entries.append(f"{'WB'[owner]}{count}{owner.other.letter if pin else ''}")
    if empty:
        entries.append(str(empty))
    return entries


def start_position(layout: Layout, turn: Side = Side.WHITE) -> Position:
    """The position a game begins with."""
    checkers = Checkers(packed.pack(dict(layout.start)), 0)
    return Position(layout, checkers, checkers, turn)
