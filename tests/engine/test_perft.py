"""Perft counts that an independent implementation agrees on."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.perft import perft
from plakoto_bot.engine.rulesets import ruleset


@pytest.mark.parametrize(
    ("start", "depth", "leaves"),
    [
        ("plakoto W15,22,B15", 1, 59),
        ("plakoto W15,22,B15", 2, 3_474),
        ("plakoto W15,22,B15", 3, 708_405),
        ("portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2", 1, 447),
        ("portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2", 2, 202_782),
        ("fevga W15,11,B15,11", 1, 22),
        ("fevga W15,11,B15,11", 2, 479),
        ("fevga W15,11,B15,11", 3, 21_893),
    ],
)
@pytest.mark.parametrize("turn", ["w", "b"])
def test_perft_from_the_start(start: str, depth: int, leaves: int, turn: str) -> None:
    position = parse_position(f"{start} - 0/0 {turn} -")
    assert perft(ruleset(position.layout.name), position, depth) == leaves


def test_perft_counts_a_finished_game_as_one_leaf() -> None:
    # White bears off its last checker with any of the 21 rolls, so there is nothing below the first turn.
    position = parse_position("plakoto B14,22,W1 - 14/1 w -")
    assert perft(ruleset("plakoto"), position, 1) == perft(ruleset("plakoto"), position, 5) == 21


def test_perft_takes_no_notice_of_dice_in_the_position() -> None:
    rolled = parse_position("plakoto W15,22,B15 - 0/0 w 66")
    assert perft(ruleset("plakoto"), rolled, 1) == 59
