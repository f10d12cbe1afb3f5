"""The levels: legal, bounded in what they lose, and never absurd."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from plakoto_bot.ai.evaluation import Rated, rate_plays
from plakoto_bot.ai.player import LEVELS, choose_play
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.notation import format_play, parse_position
from plakoto_bot.engine.position import ROLLS, Dice, Position, start_position
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from tests.engine.strategies import situations
from tests.thinking import Pips

PIPS = Pips()
WEAK = [level for level, weakness in LEVELS.items() if weakness]


def choose(rules: Ruleset, position: Position, level: str, chance: str = "1:1:1") -> Play:
    return choose_play(rules, position, level, chance, PIPS)


class Prefers(Pips):
    """Gives one position one winning chance and all others another; wins of ``two`` points in as many of all games."""

    def __init__(self, favourite: Position, chance: float, other: float, two: float = 0.0) -> None:
        object.__setattr__(self, "rating", (favourite, chance, other, two))

    rating: tuple[Position, float, float, float]

    def chances(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        favourite, chance, other, two = self.rating
        return np.array([(chance if position == favourite else other, two, 0.0) for position in positions])


def opening() -> tuple[Ruleset, Position, Position]:
    """A roll with many plays, and where one of them leads."""
    rules, position = ruleset("portes"), start_position(ruleset("portes").layout).rolled(Dice(5, 3))
    return rules, position, rules.apply_play(position, rules.legal_plays(position)[0])[0]


def choices(rules: Ruleset, position: Position, level: str, evaluator: Pips) -> set[Position]:
    """Where a level goes, whatever the chance."""
    plays = [choose_play(rules, position, level, str(number), evaluator) for number in range(100)]
    return {rules.apply_play(position, play)[0] for play in plays}


def rating(rules: Ruleset, position: Position, play: Play) -> tuple[Rated, Rated]:
    """The best play and the given one."""
    rated = rate_plays(rules, position, evaluator=PIPS)
    return rated[0], next(one for one in rated if one.play == play)


def on_the_way(seed: int) -> list[tuple[Ruleset, Position]]:
    """The turns of a game that both sides play at random."""
    chance = random.Random(seed)
    rules = chance.choice([rules for presets in RULESETS.values() for rules in presets.values()])
    position, turns = start_position(rules.layout).rolled(chance.choice(ROLLS)), []
    while True:
        turns.append((rules, position))
        position, outcome = rules.apply_play(position, chance.choice(rules.legal_plays(position)))
        if outcome:
            return turns
        position = position.rolled(chance.choice(ROLLS))


@given(st.sampled_from(sorted(RULESETS)).flatmap(situations), st.sampled_from(list(LEVELS)), st.text(max_size=5))
@settings(max_examples=150)
def test_every_level_makes_a_legal_play_in_any_position(
    situation: tuple[Position, Ruleset], level: str, chance: str
) -> None:
    position, rules = situation
    assert choose(rules, position, level, chance) in rules.legal_plays(position)


@pytest.mark.parametrize("level", WEAK)
def test_a_play_that_loses_too_much_is_never_made(level: str) -> None:
    rules, position, favourite = opening()
    # In equity the others lose 0.5, more than any level may.
    assert choices(rules, position, level, Prefers(favourite, 0.60, 0.35)) == {favourite}
    assert len(choices(rules, position, level, Prefers(favourite, 0.60, 0.55))) > 1


def test_the_levels_lose_the_less_the_stronger_they_are() -> None:
    turns = on_the_way(1) + on_the_way(2) + on_the_way(3)
    losses = {}
    for level in (*WEAK, "strong"):
        pairs = [rating(*turn, choose(*turn, level, str(number))) for number, turn in enumerate(turns)]
        losses[level] = mean(best.equity - chosen.equity for best, chosen in pairs)
    assert losses["beginner"] > 1.5 * losses["casual"] > 0
    assert losses["strong"] == 0


@pytest.mark.parametrize("level", WEAK)
def test_chance_decides_and_the_same_chance_decides_the_same(level: str) -> None:
    rules, position = ruleset("plakoto"), parse_position("plakoto W15,22,B15 - 0/0 w 65")
    plays = [choose(rules, position, level, str(number)) for number in range(60)]
    assert len(set(plays)) > 1
    assert plays == [choose(rules, position, level, str(number)) for number in range(60)]


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_win_at_hand_is_taken_even_where_nothing_seems_to_be_lost(level: str) -> None:
    position = parse_position("plakoto 4,B14,11,W14,4,W1,1,B1 - 0/0 w 21")  # 3/1 pins the mother
    rules = ruleset("plakoto")
    for number in range(60):
        play = choose_play(rules, position, level, str(number), Prefers(position, 0.99, 0.99, two=0.99))
        outcome = rules.apply_play(position, play)[1]
        assert outcome
        assert outcome.winner is position.turn


@pytest.mark.parametrize("level", WEAK)
def test_a_game_that_is_won_is_not_given_away(level: str) -> None:
    rules, position, favourite = opening()
    assert choices(rules, position, level, Prefers(favourite, 0.97, 0.91)) == {favourite}
    assert len(choices(rules, position, level, Prefers(favourite, 0.94, 0.91))) > 1


def test_an_only_play_needs_no_thought() -> None:
    position = parse_position("plakoto W1,11,B1,11 - 14/14 w 65")
    (only,) = ruleset("plakoto").legal_plays(position)
    assert choose_play(ruleset("plakoto"), position, "expert", "") == only


def test_the_expert_bears_the_last_checkers_off_perfectly() -> None:
    # What is left has to be off with one roll: on 5 it is with 31 of 36, on 4 and 1 with 29, on 3 and 2 with 25. In
    # pips all three are alike, so nothing but an exact count tells them apart.
    position = parse_position("portes B3,17,W1,3,W1,1 - 13/12 w 21")
    rules = ruleset("portes")
    assert format_play(rules, position, choose(rules, position, "expert")) == "2/off 6/5"
