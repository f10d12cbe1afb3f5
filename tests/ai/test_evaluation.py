"""What the bot thinks of positions and plays: exact at the end, sane before it, the same from both sides."""

from __future__ import annotations

import numpy as np
import pytest

from plakoto_bot.ai.evaluation import Evaluator, equity, rate_plays, rate_plays_deep, value_of
from plakoto_bot.engine.position import ROLLS, Dice, Side, start_position
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.engine.rulesets import LAYOUTS, ruleset
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


RATERS = {"one ply": rate_plays, "two plies": rate_plays_deep}


@pytest.mark.parametrize("rate", RATERS)
def test_a_play_that_ends_the_game_has_its_exact_value(rate: str) -> None:
    rules, position = read("portes B2,22,W1 - 14/13 w 21")
    best = RATERS[rate](rules, position)[0]
    assert best.outcome
    assert best.equity == 1.0


@pytest.mark.parametrize("rate", RATERS)
@pytest.mark.parametrize(("preset", "wins"), [("classic", False), ("instant", True)])
def test_house_rules_decide_what_ends_the_game(rate: str, preset: str, wins: bool) -> None:
    rules, position = read("plakoto W14,17,B14,2,W1,1,B1 - 0/0 w 62", preset)
    best = RATERS[rate](rules, position)[0]
    assert bool(best.outcome) is wins
    assert (best.equity == 2.0) is wins


def test_two_plies_are_the_mean_over_the_best_replies() -> None:
    rules, position = read("portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w 43")
    rated = rate_plays_deep(rules, position, candidates=2)
    assert len(rated) == len(rules.legal_plays(position))
    for play in rated[:2]:
        replies = [rate_plays(rules, play.position.rolled(roll))[0].equity for roll in ROLLS]
        weighted = [value * (1 if roll.is_double else 2) for value, roll in zip(replies, ROLLS, strict=True)]
        assert play.equity == pytest.approx(-sum(weighted) / 36, abs=1e-6)
    assert rated[0].equity >= rated[1].equity
    one_ply = [play.play for play in rate_plays(rules, position)]
    assert [play.play for play in rated[2:]] == one_ply[2:]
