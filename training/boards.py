"""Positions for compiled code.

A *board* is an int64 array of ``SIZE`` from the side of one player, its "own": four planes of own checkers (bit p of
plane k is bit k of the number of checkers on place p; 0 is off, 25 the bar), a mask of own pinned checkers, then the
same of the other side in the other side's numbering. Adding a checker is a carry through the planes, "two or more"
is an or of three of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from plakoto_bot.engine.packed import mask
from plakoto_bot.engine.position import Checkers, Position, Side
from plakoto_bot.engine.rulesets import LAYOUTS
from training import bits

Board = NDArray[np.int64]

GAMES = ("plakoto", "portes", "fevga")
PLAKOTO, PORTES, FEVGA = range(3)

OWN, OWN_PINNED, OTHER, OTHER_PINNED = 0, 4, 5, 9
SIZE = 10

POINTS = (1 << 25) - 2
BAR = 1 << 25
OUTSIDE = (1 << 26) - (1 << 7)
HOME = (1 << 7) - 2
ACE = 1 << 1
START = 1 << 24
_NEAR = (1 << 13) - 2
#: The lowest bit of each place of the engine's packed boards.
_LOWEST = mask(0, 25)


@njit(inline="always")
def facing(game: int, mask: int) -> int:
    """The same places in the other side's numbering (bar and off only where both sides move opposite ways)."""
    if game == FEVGA:
        return (mask & _NEAR) << 12 | (mask >> 12) & _NEAR
    return bits.reverse(mask) >> 38 & (1 << 26) - 1


@njit(inline="always")
def occupied(board: Board, side: int) -> int:
    """Mask of the places where ``side`` (OWN or OTHER) has a checker, off included."""
    return board[side] | board[side + 1] | board[side + 2] | board[side + 3]


@njit(inline="always")
def stacked(board: Board, side: int) -> int:
    """Mask of the places where ``side`` has two or more."""
    return board[side + 1] | board[side + 2] | board[side + 3]


@njit(inline="always")
def on(board: Board, side: int, place: int) -> int:
    """How many checkers ``side`` has on a place."""
    low = board[side] >> place & 1 | (board[side + 1] >> place & 1) << 1
    return low | (board[side + 2] >> place & 1) << 2 | (board[side + 3] >> place & 1) << 3


@njit(inline="always")
def pips(board: Board, side: int) -> int:
    """Pips ``side`` still has to go."""
    total = 0
    for plane in range(4):
        mask = board[side + plane]
        # Bit j of the place is set in 1 of 2 groups of 2**j places.
        ones = bits.count(mask & 0xAAAAAAAA) + 2 * bits.count(mask & 0xCCCCCCCC) + 4 * bits.count(mask & 0xF0F0F0F0)
        ones += 8 * bits.count(mask & 0xFF00FF00) + 16 * bits.count(mask & 0xFFFF0000)
        total += ones << plane
    return total


@njit(inline="always")
def turn(board: Board, turned: Board) -> None:
    """``turned`` becomes the board as the other side sees it."""
    for index in range(5):
        turned[index] = board[index + 5]
        turned[index + 5] = board[index]


def start(game: str) -> Board:
    """The position a game begins with, the same for both sides."""
    packed = sum(count << 4 * place for place, count in LAYOUTS[game].start)
    return np.array([*_planes(packed), 0] * 2, dtype=np.int64)


def from_position(position: Position, own: Side) -> Board:
    """The board from the side of ``own``."""
    sides = position.side(own), position.side(own.other)
    fields = [field for side in sides for field in (*_planes(side.counts), _flags(side.pinned))]
    return np.array(fields, dtype=np.int64)


def to_position(game: str, board: Board, own: Side, turn: Side) -> Position:
    """The position whose board this is."""
    sides = [_checkers(board[:5]), _checkers(board[5:])]
    white, black = sides if own is Side.WHITE else sides[::-1]
    return Position(LAYOUTS[game], white, black, turn)


def _planes(packed: int) -> list[int]:
    return [_flags(packed >> plane) for plane in range(4)]


def _flags(packed: int) -> int:
    """The lowest bit of each place of a packed board as a mask with one bit a place: hexadecimal read as binary."""
    return int(f"{packed & _LOWEST:x}", 2)


def _checkers(fields: Sequence[int] | Board) -> Checkers:
    ones, twos, fours, eights, pinned = (int(f"{int(field):b}", 16) for field in fields)
    return Checkers(ones | twos << 1 | fours << 2 | eights << 3, pinned)
