"""One side's checkers in one integer: four bits a place, so that whole boards are compared with a few operations.

Place 0 holds what is borne off, 1-24 the points in the owner's own numbering (start 24, home 1-6), 25 the bar.
Fifteen checkers fit in four bits, so places never carry into each other. A *mask* has the lowest bit of a
place set or not; ``1 << 4 * place`` is both that place's mask and one checker standing on it.
"""

from collections.abc import Iterator

OFF, START, BAR = 0, 24, 25
CHECKERS = 15

WIDTH = 4
FULL = 0xF


def at(place: int) -> int:
    """Mask of one place, which is also one checker there."""
    return 1 << WIDTH * place


def mask(first: int, last: int) -> int:
    """Mask of the places from ``first`` to ``last``."""
    return sum(at(place) for place in range(first, last + 1))


POINTS = mask(1, START)
#: Everything beyond the home board: points 7-24 and the bar.
OUTSIDE = mask(7, BAR) * FULL

_NEAR_HALF = mask(1, 12) * FULL


def pack(counts: dict[int, int]) -> int:
    """Counts by place (0-25) as one integer."""
    return sum(count << WIDTH * place for place, count in counts.items())


def count(packed: int, place: int) -> int:
    """Checkers on one place."""
    return (packed >> WIDTH * place) & FULL


def occupied(packed: int) -> int:
    """Mask of the points with at least one checker."""
    packed |= packed >> 2
    return (packed | packed >> 1) & POINTS


def stacked(packed: int) -> int:
    """Mask of the points with at least two checkers."""
    return (packed >> 1 | packed >> 2 | packed >> 3) & POINTS


def farthest(packed: int) -> int:
    """Highest place with a checker on it, 0 when none is left on board or bar."""
    return (packed.bit_length() - 1) // WIDTH if packed > FULL else 0


def places(mask: int) -> Iterator[int]:
    """The places of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield (low.bit_length() - 1) // WIDTH
        mask ^= low


def opposite(packed: int) -> int:
    """The same places in the numbering of a player who moves the other way: p becomes 25 - p."""
    return int(f"{packed:026x}"[::-1], 16)


def half_round(packed: int) -> int:
    """The same points in the numbering of a player who moves the same way from half round the board: p becomes
    p + 12 or p - 12. Places beyond the points are left out.
    """
    near, far = packed & _NEAR_HALF, packed & _NEAR_HALF << WIDTH * 12
    return near << WIDTH * 12 | far >> WIDTH * 12
