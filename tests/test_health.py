"""The event loop's lag as /health tells it."""

from __future__ import annotations

from plakoto_bot.health import Lag, LoopLag


def test_without_anything_measured_there_is_no_lag() -> None:
    assert LoopLag().last_minute() == Lag(0, 0)


def test_a_loop_that_stood_still_kept_all_timers_of_that_time_waiting() -> None:
    lag = LoopLag()
    for _ in range(980):
        lag.note(0.001)
    assert lag.last_minute() == Lag(1, 1)
    lag.note(1.0)
    # Twenty of a thousand timers were late: the slowest hundredth of them by half a second and more.
    assert lag.last_minute().p50 == 1
    assert lag.last_minute().p99 >= 500


def test_only_the_last_minute_counts() -> None:
    lag = LoopLag()
    lag.note(1.0)
    for _ in range(LoopLag.KEPT):
        lag.note(0.002)
    assert lag.last_minute() == Lag(2, 2)


def test_a_timer_that_came_early_was_not_late() -> None:
    lag = LoopLag()
    lag.note(-0.001)
    assert lag.last_minute() == Lag(0, 0)
