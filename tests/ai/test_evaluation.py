"""What the bot thinks of positions and plays: exact at the end, sane before it, the same from both sides."""

from __future__ import annotations

import numpy as np
import pytest

from plakoto_bot.ai.evaluation import Evaluator, equity, rate_plays, rate_plays_deep, value_of
from plakoto_bot.engine.games import LAYOUTS, ruleset
from plakoto_bot.engine.position import Dice, Side, start_position
from plakoto_bot.engine.rules import Outcome, Reason
from tests.engine.played import read


@pytest.mark.parametrize("game", LAYOUTS)
def test_every_legal_play_is_rated_best_first(game: str) -> None:
    rules = ruleset(game)
    position = start_position(rules.layout).rolled(Dice(5, 2))
    rated = rate_plays(rules, position)

    assert {play.play for play in rated} == set(rules.legal_plays(position))
    assert [play.equity for play in rated] == sorted((play.equity for play in rated), reverse=True)
    for play in rated:
        assert (play.position, play.outcome) == rules.apply_play(position, play.play)
        assert play.equity == pytest.approx(equity([play.chances])[0])
        assert -2 <= play.equity <= 2


@pytest.mark.parametrize("game", LAYOUTS)
def test_both_sides_see_the_same_board_alike(game: str) -> None:
    rules = ruleset(game)
    sides = [start_position(rules.layout, side) for side in Side]
    white, black = Evaluator.load(game).chances(sides)
    assert np.allclose(white, black)


def test_many_positions_at_once_are_the_same_as_one_by_one() -> None:
    rules = ruleset("plakoto")
    start = start_position(rules.layout)
    positions = [
        rules.apply_play(start.rolled(Dice(6, 4)), play)[0] for play in rules.legal_plays(start.rolled(Dice(6, 4)))
    ]
    evaluator = Evaluator.load("plakoto")
    together = evaluator.chances(positions)
    assert together.shape == (len(positions), 3)
    assert np.allclose(together, [evaluator.chances([position])[0] for position in positions], atol=1e-6)
    assert evaluator.chances([]).shape == (0, 3)


def test_a_finished_game_has_its_exact_value() -> None:
    mars = Outcome(Side.WHITE, 2, Reason.MARS)
    assert value_of(mars, Side.WHITE) == (1.0, 1.0, 0.0)
    assert value_of(mars, Side.BLACK) == (0.0, 0.0, 1.0)
    assert value_of(Outcome(None, 0, Reason.BOTH_MOTHERS), Side.BLACK) == (0.5, 0.0, 0.0)


@pytest.mark.parametrize("rate", [rate_plays, rate_plays_deep])
def test_a_play_that_ends_the_game_has_its_exact_value(rate: object) -> None:
    assert callable(rate)
    rules, position = read("portes B2,22,W1 - 14/13 w 21")
    best = rate(rules, position)[0]
    assert best.outcome
    assert best.equity == 1.0
