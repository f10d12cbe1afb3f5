"""The fixed opponents that strength is measured against, compiled; each chooses among all legal plays.

``random`` takes any play. ``pips`` has the least own pip count after the play, then the most pins held or checkers
hit, then the fewest blots. ``heuristic`` adds up what beginners' books say: safe mothers and blots, made points, deep
pins.
"""

from __future__ import annotations

from numba import njit

from training import bits, plays
from training.boards import (
    BAR,
    FEVGA,
    HOME,
    OTHER,
    OTHER_PINNED,
    OWN,
    OWN_PINNED,
    PLAKOTO,
    POINTS,
    START,
    Board,
    facing,
    occupied,
    on,
    pips,
    stacked,
)
from training.plays import GOES_ON, WON, WON_2, Boards

RANDOM, PIPS, HEURISTIC, ONE_PLY, TWO_PLY = range(5)
NAMES = ("random", "pips", "heuristic", "strong", "expert")


@njit
def _blots(board: Board) -> int:
    """Mask of own checkers alone on a point, neither pinned nor pinning."""
    lone = occupied(board, OWN) & ~stacked(board, OWN) & POINTS & ~board[OWN_PINNED]
    return lone & ~facing(PLAKOTO, board[OTHER_PINNED])


@njit
def by_pips(board: Board) -> float:
    """What ``pips`` wants most: three counts in one number."""
    caught = bits.count(board[OTHER_PINNED]) + on(board, OTHER, 25)
    return -1024.0 * pips(board, OWN) + 32.0 * caught - bits.count(_blots(board))


@njit
def by_rules_of_thumb(game: int, board: Board, spare: Board) -> float:
    """What ``heuristic`` wants most, in no particular unit."""
    result = plays.outcome(game, board, spare)
    if result != GOES_ON:
        return 1000.0 if result == WON_2 else 500.0 if result == WON else 0.0
    score = -0.3 * pips(board, OWN)
    own, other = occupied(board, OWN) & POINTS, facing(game, occupied(board, OTHER) & POINTS)
    if game == FEVGA:
        run = own
        while run:  # 1 for each point held, 1 more for each pair of neighbours and so on
            score += 1.0 * bits.count(run)
            run &= run >> 1
        return score - 0.2 * on(board, OWN, 24)
    made = stacked(board, OWN) & POINTS
    score += 2.0 * bits.count(made) + 1.5 * bits.count(made & HOME)
    threats = other & ~facing(game, board[OTHER_PINNED])
    blots = _blots(board)
    for place in range(1, 25):
        if blots >> place & 1:
            shots = 0.0
            for distance in range(1, 13):
                if place > distance and threats >> (place - distance) & 1:
                    shots += 1.0 if distance <= 6 else 0.3
            cost = place if game == PLAKOTO else 25 - place
            score -= min(shots, 3.0) * (1.0 + 0.15 * cost + (8.0 if game == PLAKOTO and place == 24 else 0.0))
    for place in range(1, 25):
        if board[OTHER_PINNED] >> place & 1:
            score += 3.0 + 0.4 * place
    if board[OTHER_PINNED] & START:
        score += 15.0
    if occupied(board, OTHER) & BAR:
        score += 6.0 * on(board, OTHER, 25)
    return score


@njit
def choose(game: int, kind: int, found: Boards, size: int, spare: Board) -> int:
    """Index of the board that ``pips`` or ``heuristic`` plays to."""
    chosen = 0
    most = -1e9
    for index in range(size):
        value = by_pips(found[index]) if kind == PIPS else by_rules_of_thumb(game, found[index], spare)
        if value > most:
            most = value
            chosen = index
    return chosen
