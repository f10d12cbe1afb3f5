"""The FIBS formula (bkgm.com/faq/Ratings): worked numbers, and what holds for all of them."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plakoto_bot.domain.ratings import START, Rating, after_match, win_probability

ratings = st.floats(500, 2500)
experience = st.integers(0, 2000)
lengths = st.sampled_from([1, 3, 5, 7, 11, 25])


def test_everybody_starts_at_1500_without_experience() -> None:
    assert Rating() == Rating(1500.0, 0)
    assert START == 1500.0


@pytest.mark.parametrize(
    ("played", "weight"), [(0, 5.0), (1, 4.99), (100, 4.0), (250, 2.5), (399, 1.01), (400, 1.0), (5000, 1.0)]
)
def test_the_ramp_goes_from_five_down_to_one_over_400_points_of_experience(played: int, weight: float) -> None:
    assert Rating(1500, played).weight == pytest.approx(weight)


@pytest.mark.parametrize(
    ("winner", "loser", "length", "after"),
    [
        # Equal and experienced: 4 * 1 * sqrt(n) * 0.5.
        (Rating(1500, 400), Rating(1500, 400), 1, (1502.0, 1498.0)),
        (Rating(1500, 400), Rating(1500, 400), 5, (1504.4721, 1495.5279)),
        # Two beginners: five times as much.
        (Rating(), Rating(), 1, (1510.0, 1490.0)),
        # 200 points apart, to 7: 1 / (10^(200 * 2.6458 / 2000) + 1) = 0.35223 for the weaker one.
        (Rating(1600, 400), Rating(1400, 400), 7, (1603.7276, 1396.2724)),
        (Rating(1400, 400), Rating(1600, 400), 7, (1406.8554, 1593.1446)),
        # A beginner beats an expert to 1: P = 1 / (10^(-0.1) + 1) = 0.55731, K = 5 and 1.
        (Rating(1500, 0), Rating(1700, 1000), 1, (1511.1462, 1697.7708)),
    ],
)
def test_worked_matches(winner: Rating, loser: Rating, length: int, after: tuple[float, float]) -> None:
    won, lost = after_match(winner, loser, length)
    assert (won.value, lost.value) == pytest.approx(after, abs=0.0002)


def test_experience_grows_by_the_length_of_the_match_for_both() -> None:
    won, lost = after_match(Rating(1500, 10), Rating(1500, 390), 7)
    assert (won.experience, lost.experience) == (17, 397)


@given(ratings, ratings, experience, lengths)
def test_with_equal_experience_nothing_is_made_or_lost(a: float, b: float, played: int, length: int) -> None:
    won, lost = after_match(Rating(a, played), Rating(b, played), length)
    assert won.value + lost.value == pytest.approx(a + b)


@given(ratings, ratings, experience, experience, lengths)
def test_the_winner_gains_and_the_loser_drops(a: float, b: float, one: int, other: int, length: int) -> None:
    won, lost = after_match(Rating(a, one), Rating(b, other), length)
    assert won.value > a
    assert lost.value < b
    assert won.value - a <= 4 * 5 * sqrt(length)


@given(ratings, ratings, lengths)
def test_one_of_the_two_wins(a: float, b: float, length: int) -> None:
    assert win_probability(a, b, length) + win_probability(b, a, length) == pytest.approx(1.0)
    assert win_probability(a, a, length) == 0.5


@given(ratings, ratings, experience, lengths)
def test_it_does_not_matter_who_is_named_first(a: float, b: float, played: int, length: int) -> None:
    """What the one gains by winning and loses by losing adds up to the same for both."""
    first_wins = after_match(Rating(a, played), Rating(b, played), length)
    second_wins = after_match(Rating(b, played), Rating(a, played), length)
    swing_a = first_wins[0].value - second_wins[1].value
    swing_b = second_wins[0].value - first_wins[1].value
    assert swing_a == pytest.approx(swing_b)


@given(ratings, ratings, lengths)
def test_beating_the_stronger_one_is_worth_more(a: float, b: float, length: int) -> None:
    weak, strong = sorted((a, b))
    upset = after_match(Rating(weak, 400), Rating(strong, 400), length)[0].value - weak
    expected = after_match(Rating(strong, 400), Rating(weak, 400), length)[0].value - strong
    assert upset >= expected - 1e-9


@given(st.floats(1, 500), st.integers(0, 5))
def test_a_longer_match_tells_more(lead: float, index: int) -> None:
    longer = [1, 3, 5, 7, 11, 25]
    short = win_probability(1500 + lead, 1500, longer[max(0, index - 1)])
    assert short <= win_probability(1500 + lead, 1500, longer[index])
