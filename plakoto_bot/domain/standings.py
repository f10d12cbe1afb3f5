"""What finished matches add up to for each person in a server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from plakoto_bot.domain.match import Match
from plakoto_bot.domain.ratings import START, Rating

#: The period of sums over everything; the others are months such as ``2026-11``.
ALL_TIME = "all"
#: Rated matches in the period that a place on the leaderboard takes.
LEAST_MATCHES = 3


def month_of(seconds: int) -> str:
    """The period of a time in seconds since 1970, such as ``2026-11`` (UTC)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m")


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match for one of its players. Ratings are None where it was not rated."""

    match_id: int
    user_id: int
    guild_id: int
    kind: str
    opponent_id: int
    won: bool
    points: int
    against: int
    mars: int
    mothers: int
    rated: bool
    rating_before: float | None
    rating_after: float | None
    ended_at: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Sums over one person's rated matches of a kind in a server and period (``all`` or ``2026-11``).

    ``streak`` is how many were won in a row, or lost in a row when negative.
    """

    guild_id: int
    kind: str
    period: str
    user_id: int
    rating: float = START
    experience: int = 0
    matches: int = 0
    wins: int = 0
    points: int = 0
    mars: int = 0
    mothers: int = 0
    streak: int = 0

    def with_result(self, result: Result, rating: Rating) -> Standing:
        """The standing with one more result, after which the person is rated so."""
        return replace(
            self,
            rating=rating.value,
            experience=rating.experience,
            matches=self.matches + 1,
            wins=self.wins + result.won,
            points=self.points + result.points,
            mars=self.mars + result.mars,
            mothers=self.mothers + result.mothers,
            streak=max(self.streak, 0) + 1 if result.won else min(self.streak, 0) - 1,
        )


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard. ``name`` is how the person was called when last seen, None if never."""

    standing: Standing
    name: str | None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match in one person's history; ``result`` is None where it was stopped without points."""

    match: Match
    result: Result | None
    opponent_name: str | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What one person did against another, rated or not."""

    matches: int
    wins: int
    points: int
    against: int
