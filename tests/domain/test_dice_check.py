"""Whether dice are usual."""

from __future__ import annotations

import random

import pytest

from plakoto_bot.domain.dice_check import HowUsual, chi_square, how_usual


@pytest.mark.parametrize(
    ("rolled", "value"),
    [
        ((10, 10, 10, 10, 10, 10), 0.0),
        ((0, 0, 0, 0, 0, 0), 0.0),
        # The textbook example: 60 rolls, expected 10 each, squares 25+4+1+4+0+100 over 10.
        ((5, 8, 9, 8, 10, 20), 13.4),
    ],
)
def test_chi_square(rolled: tuple[int, ...], value: float) -> None:
    assert chi_square(rolled) == pytest.approx(value)


@pytest.mark.parametrize(
    ("rolled", "verdict"),
    [
        ((59, 0, 0, 0, 0, 0), HowUsual.TOO_FEW),
        ((10, 10, 10, 10, 10, 10), HowUsual.USUAL),
        ((98, 110, 101, 95, 102, 94), HowUsual.USUAL),
        ((5, 8, 9, 8, 10, 20), HowUsual.UNUSUAL),
        ((60, 0, 0, 0, 0, 0), HowUsual.RARE),
    ],
)
def test_the_verdict(rolled: tuple[int, ...], verdict: HowUsual) -> None:
    assert how_usual(rolled) is verdict


def test_fair_dice_are_usual_in_about_95_of_100_cases() -> None:
    chance = random.Random(1)
    verdicts = []
    for _ in range(1000):
        dice = chance.choices(range(6), k=300)
        verdicts.append(how_usual(tuple(dice.count(die) for die in range(6))))
    assert 930 <= verdicts.count(HowUsual.USUAL) <= 970
    assert verdicts.count(HowUsual.RARE) <= 5
