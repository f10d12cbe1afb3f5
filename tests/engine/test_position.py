"""Positions as values: whose numbers, who is pinned, pips to go."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import ROLLS, Dice, Position, Side, start_position
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import LAYOUTS
from tests.engine.strategies import positions, situations

PLAKOTO = LAYOUTS["plakoto"]


def test_pips_count_pinned_checkers_and_not_those_off() -> None:
    position = parse_position("plakoto B14,16,B1w,1,W2,2,W1,1 - 11/0 w -")
    assert position.white.pips == 7 + 5 + 5 + 2
    assert position.black.pips == 14 * 1 + (25 - 7)


@given(st.integers(1, 24))
def test_the_two_numberings_add_up_to_25(point: int) -> None:
    assert PLAKOTO.across(point) == 25 - point
    assert PLAKOTO.to_white(Side.BLACK, point) == 25 - point
    assert PLAKOTO.to_white(Side.WHITE, point) == point


@given(st.integers(1, 24))
def test_in_fevga_the_two_numberings_are_half_a_round_apart(point: int) -> None:
    layout = LAYOUTS["fevga"]
    assert layout.across(point) == (point + 12 if point <= 12 else point - 12)
    assert layout.to_white(Side.BLACK, layout.to_white(Side.BLACK, point)) == point


@pytest.mark.parametrize(
    ("game", "line", "pips"),
    [
        ("plakoto", "plakoto W15,22,B15 - 0/0 w -", 360),
        ("portes", "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w -", 167),
        ("fevga", "fevga W15,11,B15,11 - 0/0 w -", 360),
    ],
)
def test_start_positions(game: str, line: str, pips: int) -> None:
    position = start_position(LAYOUTS[game])
    assert str(position) == line
    assert position.white.pips == position.black.pips == pips


def test_a_checker_on_the_bar_has_25_pips_to_go() -> None:
    position = parse_position("portes 12,W12,10,B15 W2 1/0 w -")
    assert position.white.pips == 12 * 12 + 2 * 25


@given(st.one_of(*map(positions, LAYOUTS)))
def test_every_checker_is_somewhere(position: Position) -> None:
    counts = {side: position.side(side).off + position.side(side).bar for side in Side}
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


@given(st.one_of(*map(situations, LAYOUTS)))
def test_a_position_survives_any_play_as_text(situation: tuple[Position, Ruleset]) -> None:
    position, rules = situation
    for play in rules.legal_plays(position)[:5]:
        after, _ = rules.apply_play(position, play)
        assert parse_position(str(after)) == after
