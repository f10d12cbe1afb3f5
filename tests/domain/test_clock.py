"""Pace and clocks."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.clock import (
    ABSENT_PACE,
    GRACE_SECONDS,
    NO_CLOCK,
    PACES,
    Clock,
    absent_clock,
    announced,
    clock_until,
    reminded,
    resumed,
    seconds_of,
    turn_clock,
    with_grace,
)
from tests.domain.values import NOW


@pytest.mark.parametrize(("pace", "reminder", "end"), [("blitz", 90, 120), ("live", 450, 600), ("day", 64_800, 86_400)])
def test_a_turn_has_the_time_of_its_pace_and_a_reminder_when_a_quarter_is_left(
    pace: str, reminder: int, end: int
) -> None:
    assert turn_clock(pace, NOW) == Clock(NOW + reminder, NOW + end)


def test_without_a_pace_no_clock_runs() -> None:
    assert turn_clock("none", NOW) == NO_CLOCK == Clock(None, None, None)


def test_a_quarter_of_odd_seconds_is_rounded_down() -> None:
    assert clock_until(NOW + 7, NOW).remind_at == NOW + 6


def test_time_has_run_out_at_the_deadline() -> None:
    assert not Clock(deadline=NOW + 1).is_over(NOW)
    assert Clock(deadline=NOW).is_over(NOW)
    assert not NO_CLOCK.is_over(NOW)


def test_whoever_has_left_has_the_time_of_a_slow_turn_where_no_clock_was_agreed_on() -> None:
    assert seconds_of("none") == PACES[ABSENT_PACE] == 3 * 86_400
    assert absent_clock(NOW) == turn_clock(ABSENT_PACE, NOW)
    assert seconds_of("blitz") == 120


@pytest.mark.parametrize(("pace", "after"), [("blitz", 120), ("none", 3 * 86_400)])
def test_an_unclaimed_match_is_closed_after_as_long_as_a_turn(pace: str, after: int) -> None:
    assert announced(Clock(NOW - 9, NOW), NOW + 5).give_up_at(pace) == NOW + 5 + after


def test_every_clock_has_ten_minutes_when_the_bot_comes_back() -> None:
    short, enough = Clock(deadline=NOW + GRACE_SECONDS - 1), Clock(NOW, NOW + GRACE_SECONDS)
    assert GRACE_SECONDS == 600
    assert with_grace(short, NOW) == Clock(NOW + 450, NOW + 600)
    assert with_grace(enough, NOW) is enough
    assert with_grace(NO_CLOCK, NOW) is NO_CLOCK


def test_a_claim_is_due_anew_once_there_is_time_again() -> None:
    assert with_grace(Clock(None, NOW - 50, NOW - 40), NOW).overdue_at is None


def test_a_clock_goes_on_where_it_stood() -> None:
    # Stopped 1000 seconds before its end for 5000 seconds: 1000 are left.
    assert resumed(Clock(NOW - 100, NOW + 1000), NOW, NOW + 5000) == Clock(NOW + 5750, NOW + 6000)


def test_a_clock_goes_on_with_ten_minutes_at_least() -> None:
    assert resumed(Clock(NOW, NOW + 30), NOW, NOW + 5000) == Clock(NOW + 5450, NOW + 5600)


def test_a_clock_that_did_not_stand_still_is_the_same() -> None:
    clock = Clock(None, NOW + 700)
    assert resumed(clock, NOW, NOW) is clock


def test_a_reminder_is_sent_once_and_not_after_the_end_was_announced() -> None:
    assert reminded(Clock(NOW, NOW + 9, None)) == Clock(None, NOW + 9, None)
    assert announced(Clock(NOW, NOW + 9), NOW + 10) == Clock(None, NOW + 9, NOW + 10)
