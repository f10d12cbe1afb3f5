"""Which games and presets there are."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.games import RULESETS, ruleset
from plakoto_bot.errors import RuleError


def test_classic_is_the_default_preset_of_plakoto() -> None:
    assert list(RULESETS["plakoto"]) == ["classic", "end-of-turn", "instant"]
    assert ruleset("plakoto") is ruleset("plakoto", "classic")


@pytest.mark.parametrize("preset", ["classic", "end-of-turn", "instant"])
def test_a_ruleset_knows_its_names(preset: str) -> None:
    rules = ruleset("plakoto", preset)
    assert (rules.layout.name, rules.preset) == ("plakoto", preset)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match="there is no game 'chess': use one of plakoto"):
        ruleset("chess")


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match="plakoto has no preset 'house': use one of classic, end-of-turn, instant"):
        ruleset("plakoto", "house")
