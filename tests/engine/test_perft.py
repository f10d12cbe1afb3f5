"""Perft counts that an independent implementation agrees on."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.games import ruleset
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.perft import perft


@pytest.mark.parametrize(("depth", "leaves"), [(1, 59), (2, 3_474), (3, 708_405)])
def test_perft_from_the_start(depth: int, leaves: int) -> None:
    assert perft(ruleset("plakoto"), parse_position("plakoto W15,22,B15 - 0/0 w -"), depth) == leaves


def test_perft_counts_a_finished_game_as_one_leaf() -> None:
    # White bears off its last checker with any of the 21 rolls, so there is nothing below the first turn.
    position = parse_position("plakoto B14,22,W1 - 14/1 w -")
    assert perft(ruleset("plakoto"), position, 1) == perft(ruleset("plakoto"), position, 5) == 21


def test_perft_takes_no_notice_of_dice_in_the_position() -> None:
    rolled = parse_position("plakoto W15,22,B15 - 0/0 w 66")
    assert perft(ruleset("plakoto"), rolled, 1) == 59
