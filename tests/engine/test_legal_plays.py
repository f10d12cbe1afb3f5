"""The engine against the naive generator, on positions that Hypothesis makes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plakoto_bot.engine.game import new_game
from plakoto_bot.engine.moves import PASS, Play
from plakoto_bot.engine.packed import CHECKERS, OFF, pack
from plakoto_bot.engine.position import Checkers, Dice, Position, Side
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import LAYOUTS, RULESETS
from tests.engine.brute_force import Result, board_of, results
from tests.engine.next_steps import next_steps
from tests.engine.strategies import positions, situations


def result_of(rules: Ruleset, position: Position, play: Play) -> Result:
    after, outcome = rules.apply_play(position, play)
    return board_of(after), str(outcome) if outcome else "-"


games = pytest.mark.parametrize("game", RULESETS)


@games
@settings(max_examples=600)
@given(st.data())
def test_legal_plays_lead_where_the_naive_generator_says(game: str, data: st.DataObject) -> None:
    position, rules = data.draw(situations(game))
    plays = rules.legal_plays(position)
    reached = [result_of(rules, position, play) for play in plays]
    assert set(reached) == results(position, rules.preset)
    assert len(set(reached)) == len(plays), "no two plays are the same"


@games
@settings(max_examples=100)
@given(st.data())
def test_every_legal_play_passes_its_own_check(game: str, data: st.DataObject) -> None:
    position, rules = data.draw(situations(game))
    for play in rules.legal_plays(position):
        rules.check_play(position, play)


@games
@settings(max_examples=60)
@given(st.data())
def test_next_steps_lead_exactly_to_the_legal_plays(game: str, data: st.DataObject) -> None:
    """Wherever a player begins, the steps offered end in a whole legal play, and every legal play can be reached."""
    position, rules = data.draw(situations(game))
    reached: set[Result] = set()
    seen: set[tuple[Position, tuple[int, ...]]] = set()
    pending: list[Play] = [PASS]
    while pending:
        taken = pending.pop()
        key = (rules.after(position, taken), tuple(sorted(step.die for step in taken)))
        if key in seen:
            continue
        seen.add(key)
        steps = rules.next_steps(position, taken)
        pending += [(*taken, step) for step in steps]
        if not steps:
            rules.check_play(position, taken)
            reached.add(result_of(rules, position, taken))
    assert reached == results(position, rules.preset)


def bearing_off(game: str) -> st.SearchStrategy[Position]:
    """Few checkers on the lowest points, where one die may do what two others would."""
    layout = LAYOUTS[game]

    def build(own: list[int], other: list[int], pair: tuple[int, int]) -> Position:
        sides = [Checkers(pack({OFF: CHECKERS - len(points), **Counter(points)}), 0) for points in (own, other)]
        return Position(layout, sides[0], sides[1], Side.WHITE, Dice(*pair))

    home = st.lists(st.integers(1, 4), min_size=1, max_size=5)
    return st.builds(build, home, home, st.tuples(st.integers(1, 6), st.integers(1, 6)))


every_preset = pytest.mark.parametrize("rules", [rules for presets in RULESETS.values() for rules in presets.values()])


@every_preset
@settings(max_examples=60)
@given(st.data())
def test_next_steps_are_those_of_the_reference_after_every_beginning(rules: Ruleset, data: st.DataObject) -> None:
    """The same steps in the same order, after each part of each play and in mid-turn."""
    position = data.draw(st.one_of(positions(rules.layout.name), bearing_off(rules.layout.name)))
    begun = sorted({play[:length] for play in rules.legal_plays(position) for length in range(len(play) + 1)})
    if len(begun) > 12:
        begun = data.draw(st.lists(st.sampled_from(begun), min_size=1, max_size=8, unique=True))
    for taken in begun:
        assert rules.next_steps(position, taken) == next_steps(rules, position, taken)


@every_preset
def test_next_steps_are_those_of_the_reference_all_through_a_game(rules: Ruleset) -> None:
    """However a player tries out the turns of a game, wherever the steps offered lead."""
    chance = Random(5)
    position, outcome = new_game(rules, Side.WHITE).position, None
    while outcome is None:
        position = position.rolled(Dice(chance.randint(1, 6), chance.randint(1, 6)))
        taken: Play = PASS
        while steps := rules.next_steps(position, taken):
            assert steps == next_steps(rules, position, taken)
            taken = (*taken, chance.choice(steps))
        assert next_steps(rules, position, taken) == ()
        position, outcome = rules.apply_play(position, taken)
