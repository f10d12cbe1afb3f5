"""What finished matches add up to."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from plakoto_bot.domain.ratings import Rating
from plakoto_bot.domain.standings import Result, Standing, month_of
from tests.domain.values import ANN, BEN, NOW


def some_result(*, won: bool = True, **changes: Any) -> Result:
    values: dict[str, Any] = {
        "match_id": 1,
        "user_id": ANN,
        "guild_id": 1,
        "kind": "plakoto",
        "opponent_id": BEN,
        "won": won,
        "points": 3,
        "against": 1,
        "mars": 0,
        "mothers": 0,
        "rated": True,
        "rating_before": 1500.0,
        "rating_after": 1510.0,
        "ended_at": NOW,
    }
    return Result(**values | changes)


def test_a_result_is_added_to_the_sums() -> None:
    before = Standing(1, "plakoto", "all", ANN, 1500.0, 40, matches=9, wins=4, points=20, mars=3, mothers=1, streak=2)
    after = before.with_result(some_result(points=5, mars=2, mothers=1), Rating(1510.0, 45))
    assert after == Standing(
        1, "plakoto", "all", ANN, 1510.0, 45, matches=10, wins=5, points=25, mars=5, mothers=2, streak=3
    )


def test_a_lost_match_is_no_win_and_its_points_count_all_the_same() -> None:
    after = Standing(1, "plakoto", "all", ANN).with_result(some_result(won=False, points=2), Rating(1490.0, 3))
    assert (after.matches, after.wins, after.points, after.rating, after.experience) == (1, 0, 2, 1490.0, 3)


@pytest.mark.parametrize(
    ("before", "won", "after"),
    [(0, True, 1), (2, True, 3), (-2, True, 1), (0, False, -1), (-2, False, -3), (2, False, -1)],
)
def test_a_streak_goes_on_or_begins_anew(before: int, won: bool, after: int) -> None:
    standing = Standing(1, "plakoto", "all", ANN, streak=before)
    assert standing.with_result(some_result(won=won), Rating()).streak == after


@pytest.mark.parametrize(
    ("time", "month"),
    [
        (datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC), "2026-11"),
        (datetime(2026, 12, 1, tzinfo=UTC), "2026-12"),
        (datetime(2027, 1, 1, tzinfo=UTC), "2027-01"),
    ],
)
def test_a_month_begins_at_midnight_utc(time: datetime, month: str) -> None:
    assert month_of(int(time.timestamp())) == month
