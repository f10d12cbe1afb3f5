"""Positions as values: whose numbers, who is pinned, pips to go."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plakoto_bot.engine.games import LAYOUTS, ruleset
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import ROLLS, Dice, Position, Side, start_position
from tests.engine.strategies import positions

PLAKOTO = LAYOUTS["plakoto"]


def test_the_start_has_360_pips_a_side() -> None:
    position = start_position(PLAKOTO)
    assert position.white.pips == position.black.pips == 15 * 24


def test_pips_count_pinned_checkers_and_not_those_off() -> None:
    position = parse_position("plakoto B14,16,B1w,1,W2,2,W1,1 - 11/0 w -")
    assert position.white.pips == 7 + 5 + 5 + 2
    assert position.black.pips == 14 * 1 + (25 - 7)


@given(st.integers(1, 24))
def test_the_two_numberings_add_up_to_25(point: int) -> None:
    assert PLAKOTO.across(point) == 25 - point
    assert PLAKOTO.to_white(Side.BLACK, point) == 25 - point
    assert PLAKOTO.to_white(Side.WHITE, point) == point


@given(positions())
def test_every_checker_is_somewhere(position: Position) -> None:
    counts = {side: position.side(side).off for side in Side}
    for number in range(1, 25):
        owner, checkers, pin = position.point(number)
        if owner is not None:
            counts[owner] += checkers
            counts[owner.other] += pin
    assert counts == {Side.WHITE: 15, Side.BLACK: 15}


@given(positions())
def test_own_and_other_follow_the_turn(position: Position) -> None:
    assert (position.own, position.other) == (position.side(position.turn), position.side(position.turn.other))
    passed = position.passed_on()
    assert (passed.own, passed.other, passed.dice) == (position.other, position.own, None)


def test_a_position_is_a_value() -> None:
    line = "plakoto W11,B1w,3,B3,12,W2b,4,B9 - 1/1 b 53"
    assert parse_position(line) == parse_position(line)
    assert len({parse_position(line), parse_position(line)}) == 1
    with pytest.raises(FrozenInstanceError):
        parse_position(line).turn = Side.WHITE  # type: ignore[misc]


def test_dice_are_played_larger_first_and_a_double_four_times() -> None:
    assert Dice(2, 5).steps == Dice(5, 2).steps == (5, 2)
    assert Dice(3, 3).steps == (3, 3, 3, 3)
    assert len(ROLLS) == len({roll.steps for roll in ROLLS}) == 21


@given(positions(), st.sampled_from(["classic", "end-of-turn", "instant"]))
def test_a_position_survives_any_play_as_text(position: Position, preset: str) -> None:
    rules = ruleset("plakoto", preset)
    for play in rules.legal_plays(position)[:5]:
        after, _ = rules.apply_play(position, play)
        assert parse_position(str(after)) == after
