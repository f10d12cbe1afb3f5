"""Matches: T1-T4 of docs/rules.md."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.kinds import KINDS, leader, presets_of, rules_of, score_of
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.engine.rulesets import RULESETS
from plakoto_bot.errors import RuleError

WHITE_2 = Outcome(Side.WHITE, 2, Reason.MARS)
BLACK_1 = Outcome(Side.BLACK, 1, Reason.BORNE_OFF)
DRAW = Outcome(None, 0, Reason.BOTH_MOTHERS)


def test_t1_a_tavli_match_goes_round_portes_plakoto_and_fevga() -> None:
    games = [rules_of("tavli", None, number).layout.name for number in range(1, 8)]
    assert games == ["portes", "plakoto", "fevga", "portes", "plakoto", "fevga", "portes"]


@pytest.mark.parametrize("game", RULESETS)
def test_t1_a_match_may_be_of_one_game_only(game: str) -> None:
    assert [rules_of(game, None, number).layout.name for number in (1, 2, 9)] == [game] * 3


def test_t2_points_add_up_and_a_drawn_game_scores_nothing() -> None:
    assert score_of([WHITE_2, DRAW, BLACK_1, WHITE_2]) == (4, 1)


@pytest.mark.parametrize(("score", "winner"), [((4, 4), None), ((5, 4), Side.WHITE), ((3, 6), Side.BLACK)])
def test_t1_the_match_is_won_by_whoever_has_its_length(score: tuple[int, int], winner: Side | None) -> None:
    assert leader(score, 5) is winner


def test_a_preset_belongs_to_the_games_that_know_it() -> None:
    assert [rules_of("tavli", "instant", number).preset for number in (1, 2, 3)] == ["classic", "instant", "classic"]
    assert [rules_of("tavli", "no-hit-and-run", number).preset for number in (1, 2)] == ["no-hit-and-run", "classic"]
    assert set(presets_of("tavli")) == {"classic", "end-of-turn", "instant", "no-hit-and-run"}


@pytest.mark.parametrize(("kind", "preset"), [("chess", None), ("fevga", "instant"), ("tavli", "house")])
def test_an_unknown_kind_or_preset_is_refused(kind: str, preset: str | None) -> None:
    with pytest.raises(RuleError):
        rules_of(kind, preset, 1)


def test_every_kind_of_match_has_games_that_exist() -> None:
    assert all(game in RULESETS for games in KINDS.values() for game in games)
