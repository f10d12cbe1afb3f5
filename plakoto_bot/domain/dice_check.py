"""Whether somebody's dice are unusual: Pearson's chi-square test against six equal chances.

With five degrees of freedom fair dice stay at or below 11.07 in 95 of 100 cases and at or below 20.52 in 999 of 1000
(upper percentage points of the chi-square distribution).
"""

from collections.abc import Sequence
from enum import Enum

USUAL = 11.07
RARE = 20.52
#: Fewer dice than this say nothing: each number is then expected less than ten times.
LEAST_DICE = 60


class HowUsual(Enum):
    """What is to be thought of a count of dice."""

    TOO_FEW = "too few"
    USUAL = "usual"
    UNUSUAL = "unusual"
    RARE = "rare"


def chi_square(rolled: Sequence[int]) -> float:
    """How far counts are from being equal; 0 when they are, or when there are none."""
    expected = sum(rolled) / len(rolled)
    return sum((count - expected) ** 2 for count in rolled) / expected if expected else 0.0


def how_usual(rolled: Sequence[int]) -> HowUsual:
    """A plain word on how often each die was rolled."""
    if sum(rolled) < LEAST_DICE:
        return HowUsual.TOO_FEW
    value = chi_square(rolled)
    if value <= USUAL:
        return HowUsual.USUAL
    return HowUsual.UNUSUAL if value <= RARE else HowUsual.RARE
