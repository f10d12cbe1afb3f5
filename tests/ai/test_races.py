"""Races of a few checkers, against chances that can be counted by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plakoto_bot.ai import races
from plakoto_bot.ai.evaluation import rate_plays_deep
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import ROLLS, Position
from plakoto_bot.engine.rules import Ruleset
from tests.engine.played import read


def chances(line: str) -> float:
    rules, position = read(line)
    assert races.covers(position)
    win, win_2, lose_2 = races.chances(rules, position)
    assert win_2 == lose_2 == 0
    return win


def test_who_can_get_off_with_every_roll_wins() -> None:
    assert chances("portes B2,22,W1 - 14/13 b -") == pytest.approx(0)
    assert chances("plakoto B1,22,W2 - 13/14 w -") == pytest.approx(0)


def test_one_checker_on_the_six_point_is_off_with_27_rolls() -> None:
    # 27 of the 36 rolls bring six pips or a six; whoever waits then has a certain win.
    assert chances("portes B1,17,W1,5 - 14/14 w -") == pytest.approx(9 / 36)


def test_fevga_is_the_same_race_round_the_board() -> None:
    assert chances("fevga 6,B1,16,W1 - 14/14 b -") == pytest.approx(9 / 36)


@pytest.mark.parametrize(
    "line",
    [
        "portes B1,16,W1,6 - 14/14 w -",  # White is not home yet
        "portes B1,17,W6,5 - 9/14 w -",  # six checkers
        "plakoto 18,W2b,5 - 13/14 w -",
    ],
)
def test_other_positions_are_not_covered(line: str) -> None:
    assert not races.covers(parse_position(line))


@pytest.mark.parametrize("game", ["plakoto", "portes"])
def test_an_expert_bears_off_perfectly(game: str) -> None:
    rules, position = read(f"{game} 2,B1,16,W1,1,W1,1,W1 - 12/14 w 21")
    rated = rate_plays_deep(rules, position)
    assert {play.play for play in rated} == set(rules.legal_plays(position))
    search = Exhaustive(rules)
    for play in rated:
        assert play.equity == pytest.approx(search.equity(play.position), abs=1e-9)


class Exhaustive:
    """Every roll and every play to the end, with the engine alone."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.known: dict[Position, float] = {}

    def equity(self, position: Position) -> float:
        """For the player who has just played."""
        if position not in self.known:
            best = [max(self.after(position.rolled(roll))) * (1 if roll.is_double else 2) for roll in ROLLS]
            self.known[position] = -sum(best) / 36
        return self.known[position]

    def after(self, rolled: Position) -> Iterator[float]:
        for play in self.rules.legal_plays(rolled):
            after, outcome = self.rules.apply_play(rolled, play)
            yield outcome.points if outcome else self.equity(after)
