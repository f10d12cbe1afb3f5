"""Colours that can be told apart."""

from __future__ import annotations

import pytest

from renderer.themes import WALNUT, CheckerColours, contrast


@pytest.mark.parametrize("checkers", WALNUT.checkers, ids=["white", "black"])
@pytest.mark.parametrize(
    "ground", [WALNUT.field, WALNUT.light_point, WALNUT.dark_point], ids=["field", "light", "dark"]
)
def test_checkers_stand_out_three_to_one(checkers: CheckerColours, ground: tuple[int, int, int]) -> None:
    assert contrast(checkers.face, ground) >= 3
    assert contrast(checkers.shade, ground) >= 3


def test_exactly_one_side_has_an_inner_ring_and_it_shows() -> None:
    ringed = [colours for colours in WALNUT.checkers if colours.ring]
    assert len(ringed) == 1
    assert ringed[0].ring is not None
    assert contrast(ringed[0].ring, ringed[0].face) >= 3


def test_numbers_can_be_read() -> None:
    for colour in (WALNUT.number, WALNUT.home_number):
        assert contrast(colour, WALNUT.frame) >= 4.5
    for colour in (WALNUT.label, WALNUT.turn):
        assert contrast(colour, WALNUT.well) >= 4.5
    for colours in WALNUT.checkers:
        assert contrast(colours.ink, colours.face) >= 4.5


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast((9, 8, 7), (9, 8, 7)) == 1
