"""The engine against the naive generator, on positions that Hypothesis makes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plakoto_bot.engine.games import RULESETS
from plakoto_bot.engine.moves import PASS, Play
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.rules import Ruleset
from tests.engine.brute_force import Result, board_of, results
from tests.engine.strategies import situations


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
