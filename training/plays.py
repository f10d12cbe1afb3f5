"""The plays of a roll and the end of a game, compiled: what ``plakoto_bot.engine`` does under the classic presets.

Only the positions that plays lead to are listed, each once.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from training import bits
from training.boards import (
    ACE,
    BAR,
    FEVGA,
    OTHER,
    OTHER_PINNED,
    OUTSIDE,
    OWN,
    OWN_PINNED,
    PLAKOTO,
    POINTS,
    PORTES,
    SIZE,
    START,
    Board,
    facing,
    occupied,
    on,
    stacked,
)

#: More than any roll has plays or, for a double, part plays.
MOST = 8192

#: Outcomes from the side of the player who has just played.
GOES_ON, WON, WON_2, DRAWN = 0, 1, 2, 3

_PASSED = (1 << 12) - 1
_QUARTER = (1 << 25) - (1 << 19)
_SIX = (1 << 7) - 2

#: Columns of a part play: four planes of own checkers, the points hit, the last source.
_HITS, _LAST = 4, 5
_PART = 6

Boards = NDArray[np.int64]
Scratch = NDArray[np.int64]


def scratch() -> Scratch:
    """Room for the part plays of one roll."""
    return np.zeros((3, MOST, _PART), dtype=np.int64)


@njit(inline="always")
def _turn(game: int, board: Board) -> tuple[int, int, int, int, int]:
    """What stays the same through a turn.

    Mask of the points open to the mover, mask of its checkers that can move, mask of the blots a landing would hit;
    whether a step may end the game with dice unused; whether F4 or F5 may forbid a step.
    """
    if game == FEVGA:
        held = occupied(board, OWN)
        missing = bits.count(_QUARTER & ~held)
        guarded = held & START != 0 and (held & _PASSED == 0 or missing <= 4)
        return POINTS & ~facing(game, occupied(board, OTHER) & POINTS), -1, 0, 0, int(guarded)
    closed = facing(game, stacked(board, OTHER) & POINTS)
    if game == PORTES:
        blots = facing(game, occupied(board, OTHER) & POINTS) & ~closed
        return POINTS & ~closed, -1, blots, 0, 0
    pinned = board[OWN_PINNED]
    exposed = on(board, OTHER, 24) == 1 and pinned & ACE == 0
    return POINTS & ~(closed | pinned), ~pinned, 0, int(exposed), 0


@njit(inline="always")
def _sources(game: int, open_points: int, free: int, guarded: int, part: NDArray[np.int64], die: int) -> int:
    """Mask of the places from which a step with ``die`` is legal."""
    many = part[1] | part[2] | part[3]
    held = part[0] | many
    if game == PORTES and held & BAR:
        return BAR & open_points << die
    movable = held & free & POINTS
    sources = movable & open_points << die
    if held & OUTSIDE == 0:
        last = bits.length(held & POINTS) - 1
        return sources | movable & 1 << min(die, max(last, 0))
    if guarded:
        if held & _PASSED == 0 and not part[0] & part[1] & part[2] & part[3] & START:
            sources &= ~START
        missing = _QUARTER & ~held
        if missing == 0:
            sources &= _QUARTER & ~many
        elif missing & missing - 1 == 0:
            sources &= ~(missing << die & many)
    return sources


@njit(inline="always")
def _step(part: NDArray[np.int64], source: int, die: int, blots: int, after: NDArray[np.int64]) -> None:
    """``after`` becomes ``part`` with the checker on ``source`` moved."""
    borrow = 1 << source
    target = 1 << max(source - die, 0)
    carry = target
    for plane in range(4):
        bit = part[plane]
        less = bit ^ borrow
        borrow &= less
        after[plane] = less ^ carry
        carry &= less
    after[_HITS] = part[_HITS] | target & blots
    after[_LAST] = source


@njit(inline="always")
def _ends(board: Board, part: NDArray[np.int64]) -> bool:
    """Whether a part play brings about a mother result (P8) where the opposing mother is exposed."""
    held = part[0] | part[1] | part[2] | part[3]
    return held & ACE != 0 and (held & START == 0 or board[OWN_PINNED] & START != 0)


@njit(inline="always")
def _is_new(parts: NDArray[np.int64], size: int) -> bool:
    """Whether the part play at ``size`` is unlike all before it."""
    for index in range(size):
        if parts[index, 0] == parts[size, 0] and parts[index, 1] == parts[size, 1]:
            same = parts[index, 2] == parts[size, 2] and parts[index, 3] == parts[size, 3]
            if same and parts[index, _HITS] == parts[size, _HITS]:
                return False
    return True


@njit
def _two(game: int, board: Board, high: int, low: int, work: Scratch) -> int:
    """Part plays of two different dice into ``work[0]``; their number."""
    open_points, free, blots, may_end, guarded = _turn(game, board)
    root, first, found = work[2, 0], work[2, 1], work[0]
    root[:4] = board[:4]
    root[_HITS] = 0
    from_high = _sources(game, open_points, free, guarded, root, high)
    from_low = _sources(game, open_points, free, guarded, root, low)
    size = 0
    singles = work[1]
    single = 0
    both = 0
    for order in range(2):
        die, next_die = (high, low) if order == 0 else (low, high)
        sources = from_high if order == 0 else from_low
        known = from_high if order == 1 and not may_end else 0
        alone = order == 0 or from_high == 0
        while sources:
            source = bits.lowest(sources)
            sources &= sources - 1
            _step(root, source, die, blots, first)
            if may_end and _ends(board, first):
                found[size] = first
                if _is_new(found, size):
                    size += 1
                continue
            if alone:
                singles[single] = first
                single += 1
            seconds = _sources(game, open_points, free, guarded, first, next_die) & ~known
            both |= seconds
            while seconds:
                _step(first, bits.lowest(seconds), next_die, blots, found[size])
                seconds &= seconds - 1
                if _is_new(found, size):
                    size += 1
    if both == 0:
        for index in range(single):
            found[size] = singles[index]
            if _is_new(found, size):
                size += 1
        if size == 0:
            found[0] = root
            size = 1
    return size


@njit
def _double(game: int, board: Board, die: int, work: Scratch) -> int:
    """Part plays of a double into ``work[0]``; their number."""
    open_points, free, blots, may_end, guarded = _turn(game, board)
    ended = work[2]
    any_order = may_end or guarded
    early = 0
    size = 1
    now = 0
    work[0, 0, :4] = board[:4]
    work[0, 0, _HITS] = 0
    work[0, 0, _LAST] = 25
    for _ in range(4):
        parts, longer = work[now], work[1 - now]
        more = 0
        before = early
        for index in range(size):
            sources = _sources(game, open_points, free, guarded, parts[index], die)
            if not any_order:
                sources &= (2 << parts[index, _LAST]) - 1
            while sources:
                _step(parts[index], bits.lowest(sources), die, blots, longer[more])
                sources &= sources - 1
                if may_end and _ends(board, longer[more]):
                    ended[early] = longer[more]
                    if _is_new(ended, early):
                        early += 1
                elif not any_order or _is_new(longer, more):
                    more += 1
        if more == 0 and early == before:
            break
        # Where every further step ends the game, none of the plays so far is long enough.
        size = more
        now = 1 - now
    if now == 1:
        work[0, :size] = work[1, :size]
    for index in range(early):
        work[0, size] = ended[index]
        if _is_new(work[0], size):
            size += 1
    return size


@njit
def _finish(game: int, board: Board, part: NDArray[np.int64], after: Board) -> None:
    """``after`` becomes the board at the end of the turn: what is hit or pinned follows from who stands where."""
    after[:4] = part[:4]
    after[OWN_PINNED] = board[OWN_PINNED]
    after[OTHER : OTHER + 4] = board[OTHER : OTHER + 4]
    after[OTHER_PINNED] = 0
    if game == PLAKOTO:
        lone = occupied(board, OTHER) & ~stacked(board, OTHER) & POINTS
        covered = occupied(after, OWN) & POINTS & ~board[OWN_PINNED]
        after[OTHER_PINNED] = lone & facing(game, covered)
    elif game == PORTES:
        hit = facing(game, part[_HITS])
        after[OTHER] &= ~hit
        for _ in range(bits.count(hit)):
            carry = BAR
            for plane in range(OTHER, OTHER + 4):
                bit = after[plane]
                after[plane] = bit ^ carry
                carry &= bit


@njit(inline="always")
def _shut_in(board: Board) -> int:
    """Mask of the mover's six points right before the one on which all opposing checkers stand (F6), or 0."""
    other = occupied(board, OTHER) & POINTS
    place = bits.length(other) - 1
    if place <= 6 or other != 1 << place:
        return 0
    wall = facing(FEVGA, _SIX << place - 7)
    return 0 if wall & ~occupied(board, OWN) else wall


@njit
def plays(game: int, board: Board, high: int, low: int, work: Scratch, found: Boards) -> int:
    """The boards, still from the mover's side, after every distinct play of the roll; returns how many.

    A pass counts as a play.
    """
    size = _double(game, board, high, work) if high == low else _two(game, board, max(high, low), min(high, low), work)
    wall = _shut_in(board) if game == FEVGA else 0
    if wall:
        opening = 0
        for index in range(size):
            part = work[0, index]
            if wall & ~(part[0] | part[1] | part[2] | part[3]):
                work[0, opening] = part
                opening += 1
        if opening:
            size = opening
    for index in range(size):
        _finish(game, board, work[0, index], found[index])
    return size


@njit
def _can_move(game: int, board: Board) -> bool:
    """Whether the own side has a step with any die."""
    open_points, free, _, _, guarded = _turn(game, board)
    sources = 0
    for die in range(1, 7):
        sources |= _sources(game, open_points, free, guarded, board, die)
    return sources != 0


@njit
def outcome(game: int, board: Board, spare: Board) -> int:
    """GOES_ON, WON, WON_2 or DRAWN for the own side, which has just played. ``spare`` is overwritten."""
    if board[0] & board[1] & board[2] & board[3] & 1:
        return WON if occupied(board, OTHER) & 1 else WON_2
    if game == PLAKOTO and board[OTHER_PINNED] & START:
        if occupied(board, OWN) & START == 0:
            return WON_2
        if board[OWN_PINNED] & START:
            return DRAWN
    for index in range(5):
        spare[index] = board[index + 5]
        spare[index + 5] = board[index]
    if _can_move(game, spare) or _can_move(game, board):
        return GOES_ON
    return DRAWN


def new_boards() -> Boards:
    """Room for the boards after the plays of one roll."""
    return np.zeros((MOST, SIZE), dtype=np.int64)
