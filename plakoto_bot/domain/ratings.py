"""Ratings, computed from match results alone.

Source: the FIBS rating system, as described in the help texts of the First Internet Backgammon Server
(Marvin's formula). With D the difference of the ratings and n the match length, the weaker player wins with
probability Pu = 1 / (10^(D * sqrt(n) / 2000) + 1). The winner gains, and the loser drops, 4 * K * sqrt(n) times the
probability that the winner would lose; K is 1 for an experienced player and more for a new one: K = max(1, 5 -
experience / 100), where experience is the sum of the lengths of all matches played before.
"""

from dataclasses import dataclass
from math import sqrt

START = 1500.0
_NOVICE = 400  # experience from which K is 1


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and experience, the latter in points of match length played."""

    value: float = START
    experience: int = 0

    @property
    def weight(self) -> float:
        """K, how much faster than an experienced player's this rating moves: 5 down to 1."""
        return max(1.0, 5.0 - min(self.experience, _NOVICE) / 100)


def win_probability(own: float, other: float, length: int) -> float:
    """The chance that the player rated ``own`` beats ``other`` in a match to ``length`` points."""
    odds_against: float = 10.0 ** ((other - own) * sqrt(length) / 2000.0)
    return 1.0 / (odds_against + 1.0)


def after_match(winner: Rating, loser: Rating, length: int) -> tuple[Rating, Rating]:
    """Both ratings after a match to ``length`` points."""
    surprise = 1.0 - win_probability(winner.value, loser.value, length)
    step = 4.0 * sqrt(length) * surprise
    return (
        Rating(winner.value + step * winner.weight, winner.experience + length),
        Rating(loser.value - step * loser.weight, loser.experience + length),
    )
