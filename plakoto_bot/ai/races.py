"""The last rolls of a race, exactly: both sides have at most ``MOST`` checkers left, all at home and past each other.

Then the games are one but for what a roll gives to play: who is off first wins 1 point. A table over all pairs of such
homes is made when it is first needed, by working back from the end.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.engine.packed import FULL, mask
from plakoto_bot.engine.position import ROLLS, Position
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.search import in_order

MOST = 5

_HOME = mask(1, 6) * FULL
_OFF = FULL

#: How likely each of ROLLS is.
ROLL_WEIGHTS = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36

#: What each of ROLLS gives to play in most games.
USUAL = tuple(roll.steps for roll in ROLLS)

#: A home: the points of its checkers, farthest first.
Home = tuple[int, ...]


def covers(position: Position) -> bool:
    """Whether the table knows this position."""
    sides = position.white, position.black
    return all(not side.counts & ~(_HOME | _OFF) and side.off >= 15 - MOST for side in sides) and not (
        position.white.pinned | position.black.pinned
    )


def chances(rules: Ruleset, position: Position) -> tuple[float, float, float]:
    """P(win), P(win 2), P(lose 2) of the player who has just played, if both play the race perfectly."""
    homes, wins = table(tuple(map(rules.steps_of, ROLLS)))
    rolling, waiting = (homes[_home(side.counts)] for side in (position.own, position.other))
    return 1 - float(wins[rolling, waiting]), 0.0, 0.0


def _home(counts: int) -> Home:
    return tuple(point for point in range(6, 0, -1) for _ in range(counts >> 4 * point & FULL))


@cache
def table(steps: tuple[tuple[int, ...], ...] = USUAL) -> tuple[dict[Home, int], NDArray[np.float64]]:
    """Numbers of the homes, fewest pips first, and P(win) [rolling, waiting] of the side on roll.

    ``steps`` are the dice that each of ROLLS gives to play (see ``Ruleset.steps_of``).
    """
    homes = sorted(
        (tuple(home) for size in range(MOST + 1) for home in combinations_with_replacement(range(6, 0, -1), size)),
        key=sum,
    )
    number = {home: index for index, home in enumerate(homes)}
    wins = np.zeros((len(homes), len(homes)))
    ends = [[sorted(number[end] for end in _ends(home, dice)) for dice in steps] for home in homes]
    flat = np.array([end for of_home in ends for of_roll in of_home for end in of_roll])
    sizes = np.array([len(of_roll) for of_home in ends for of_roll in of_home])
    first = np.concatenate(([0], sizes.cumsum()))[:: len(ROLLS)]  # of each home in ``flat``
    offsets = (sizes.cumsum() - sizes).reshape(len(homes), len(ROLLS))  # of each of its rolls
    # With all pairs of homes below ``last`` known, those with it follow: every play leaves fewer pips.
    for last in range(1, len(homes)):
        own = flat[first[last] : first[last + 1]]
        losses = np.minimum.reduceat(wins[1:last, own], offsets[last] - first[last], axis=1)
        wins[last, 1:last] = (1 - losses) @ ROLL_WEIGHTS
        others = wins[last, flat[first[1] : first[last + 1]]]
        losses = np.minimum.reduceat(others, (offsets[1 : last + 1] - first[1]).ravel())
        wins[1 : last + 1, last] = (1 - losses).reshape(last, len(ROLLS)) @ ROLL_WEIGHTS
    return number, wins


def _ends(home: Home, steps: tuple[int, ...]) -> set[Home]:
    """The homes after all the ways to play the dice."""
    return _played(home, steps) if in_order(steps) else _played(home, steps) | _played(home, steps[::-1])


def _played(home: Home, steps: tuple[int, ...]) -> set[Home]:
    """The homes after the dice in this order."""
    homes = {home}
    for die in steps:
        homes = {after for before in homes for after in _moved(before, die)}
    return homes


@cache
def _moved(home: Home, die: int) -> set[Home]:
    """The homes after one step; one that is empty stays so."""
    after = {home} if not home else set()
    for index, point in enumerate(home):
        rest = (*home[:index], *home[index + 1 :])
        if point > die:
            after.add(tuple(sorted((*rest, point - die), reverse=True)))
        elif point == die or index == 0:
            after.add(rest)
    return after
