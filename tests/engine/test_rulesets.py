"""Which games and presets there are."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import RuleError

PRESETS = {
    "plakoto": ["classic", "end-of-turn", "instant"],
    "portes": ["classic", "no-hit-and-run"],
    "fevga": ["classic"],
}


def test_the_games_and_their_presets() -> None:
    assert {game: list(presets) for game, presets in RULESETS.items()} == PRESETS


@pytest.mark.parametrize("game", RULESETS)
def test_classic_is_the_default_preset(game: str) -> None:
    assert ruleset(game) is ruleset(game, "classic")


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in PRESETS for preset in PRESETS[game]])
def test_a_ruleset_knows_its_names(game: str, preset: str) -> None:
    rules = ruleset(game, preset)
    assert (rules.layout.name, rules.preset) == (game, preset)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match="there is no game 'chess': use one of plakoto, portes, fevga"):
        ruleset("chess")


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match="plakoto has no preset 'house': use one of classic, end-of-turn, instant"):
        ruleset("plakoto", "house")


def test_no_game_has_the_preset_of_another() -> None:
    with pytest.raises(RuleError, match="fevga has no preset 'no-hit-and-run': use one of classic"):
        ruleset("fevga", "no-hit-and-run")
