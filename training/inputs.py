"""The inputs of ``plakoto_bot.ai.inputs``, compiled and kept as words of bits.

A word has 32 bits, each one input that is on or off; input ``32 * word + bit`` has the row of that number in the
network's first layer. From one position to the next few bits change, and only their rows are added or taken away.
After the words come the pips of both sides, the only inputs that are numbers.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from training import bits
from training.boards import (
    FEVGA,
    OTHER,
    OTHER_PINNED,
    OWN,
    OWN_PINNED,
    PLAKOTO,
    POINTS,
    Board,
    facing,
    pips,
)

Words = NDArray[np.int64]

#: Words of each side.
AT_LEAST, PINNED, OFF, SHOTS, TACTICS, FARTHEST = 0, 7, 8, 9, 10, 11
SIDE = 12
RACE = 2 * SIDE
WORDS = RACE + 1
PIPS = WORDS
#: Words and the two pip counts.
SIZE = WORDS + 2
ROWS = 32 * WORDS + 3
BIAS = ROWS - 1

PIP_SCALE = np.float32(1 / 64)
_PLACES = (1 << 26) - 2


@njit(inline="always")
def _side(game: int, board: Board, side: int, words: Words, first: int) -> int:
    """Fills one side's counts, pins and off; returns the mask of the points it closes to the other."""
    a, b, c, d = board[side], board[side + 1], board[side + 2], board[side + 3]
    pinned = board[side + 4]
    many = b | c | d
    one = (a | many) & ~pinned
    words[first] = one & _PLACES
    words[first + 1] = many & _PLACES
    words[first + 2] = (a & b | c | d) & _PLACES
    words[first + 3] = (c | d) & _PLACES
    words[first + 4] = (b & c | d) & _PLACES
    words[first + 5] = d & _PLACES
    words[first + 6] = c & d & _PLACES
    words[first + PINNED] = pinned
    off = a & 1 | (b & 1) << 1 | (c & 1) << 2 | (d & 1) << 3
    words[first + OFF] = (1 << off) - 1
    words[first + FARTHEST] = 1 << max(bits.length((a | many) & _PLACES) - 1, 0)
    if game == FEVGA:
        return one & POINTS
    if game == PLAKOTO:
        return (many | one & facing(game, board[9 - side])) & POINTS
    return many & POINTS


@njit(inline="always")
def _tactics(game: int, words: Words, first: int, facing_one: int, closed: int, faced: int, pinned: int) -> None:
    """Fills the shots at one side's blots and what hinders it.

    ``facing_one``: the other's movable checkers, ``faced``: the points the other closes, both in this side's
    numbering; ``closed``: the points this side closes, ``pinned`` its own pinned checkers.
    """
    one = words[first]
    shots = 0
    if game != FEVGA:
        blots = one & POINTS & ~closed
        for distance in range(1, 13):
            shots |= int(facing_one << distance & blots != 0) << distance
    words[first + SHOTS] = shots
    open_points = POINTS & ~(faced | pinned)
    last = bits.length(one) - 1
    tactics = 0
    for die in range(1, 7):
        moves = one & open_points << die
        tactics |= int(last > die and moves >> last & 1 == 0) << die - 1
        tactics |= int(moves == 0) << die + 5
    run = closed
    for size in range(2, 8):
        run &= run >> 1
        tactics |= int(run != 0) << size + 10
    words[first + TACTICS] = tactics


@njit
def inputs(game: int, board: Board, words: Words) -> None:
    """Fill ``words`` for the own side of the board, which has just played."""
    own_closed = _side(game, board, OWN, words, 0)
    other_closed = _side(game, board, OTHER, words, SIDE)
    own_one, other_one = words[0], words[SIDE]
    _tactics(game, words, 0, facing(game, other_one), own_closed, facing(game, other_closed), board[OWN_PINNED])
    _tactics(game, words, SIDE, facing(game, own_one), other_closed, facing(game, own_closed), board[OTHER_PINNED])
    own_pips, other_pips = pips(board, OWN), pips(board, OTHER)
    lead = max(min((other_pips - own_pips + 90) // 6, 30), -1)
    own_last = bits.length(words[FARTHEST]) - 1
    other_last = bits.length(words[SIDE + FARTHEST]) - 1
    contact = max(own_last, other_last) > 12 if game == FEVGA else own_last + other_last >= 25
    words[RACE] = (1 << lead + 1) - 1 | int(contact) << 31
    words[PIPS] = own_pips
    words[PIPS + 1] = other_pips
