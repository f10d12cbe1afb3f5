"""A game with another start or other doubles is a ruleset of its own and needs nothing changed elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest

from plakoto_bot.ai import races
from plakoto_bot.ai.player import LEVELS, levels_for
from plakoto_bot.engine.game import GameState, new_game, open_game, play_turn
from plakoto_bot.engine.moves import PASS, STEPS, Play, Step
from plakoto_bot.engine.notation import format_play, parse_play
from plakoto_bot.engine.packed import OUTSIDE, POINTS, WIDTH, at, occupied, opposite, stacked
from plakoto_bot.engine.position import Checkers, Dice, Layout, Position, Side, start_position
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rules import Paragraphs, Ruleset
from plakoto_bot.engine.rulesets import RULESETS
from plakoto_bot.engine.search import Search, bearing_off
from tests.engine.next_steps import next_steps


class _Search(Search):
    __slots__ = ("open_points",)

    def __init__(self, position: Position) -> None:
        self.open_points = POINTS & ~opposite(stacked(position.other.counts))
        super().__init__(position.own.counts)

    def sources(self, board: int, die: int) -> int:
        held = occupied(board)
        sources = held & self.open_points << WIDTH * die
        return sources if board & OUTSIDE else sources | bearing_off(board, held, die)


@dataclass(frozen=True, slots=True)
class Crossing(Ruleset):
    """Nothing is hit or pinned. After a double the next one up is played too: 3-3 gives 3, 3, 4 and 4."""

    layout: ClassVar[Layout] = Layout("crossing", ((18, 5), (12, 5), (7, 5)), opposite)
    paragraphs: ClassVar[Paragraphs] = Paragraphs("C1", "C2", "C3", "C4", "C5", "C6")

    def steps_of(self, dice: Dice) -> tuple[int, ...]:
        if not dice.is_double:
            return dice.steps
        return (dice.first,) * 2 + (min(dice.first + 1, 6),) * 2

    def search(self, position: Position) -> Search:
        return _Search(position)

    def move(self, position: Position, step: Step) -> Position:
        counts = position.own.counts + STEPS[step.die][at(step.source)][1]
        return position.with_own(Checkers(counts, 0), position.other)

    def marks(self, position: Position, step: Step) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Climbing(Crossing):
    """A double is played up through all higher ones, as in Gul bara, by checkers that are nearly home."""

    layout: ClassVar[Layout] = Layout("climbing", ((8, 2), (3, 6), (2, 7)), opposite)

    def steps_of(self, dice: Dice) -> tuple[int, ...]:
        if not dice.is_double:
            return dice.steps
        return tuple(die for die in range(dice.first, 7) for _ in range(4))


@dataclass(frozen=True, slots=True)
class Plain(Crossing):
    """A double is two dice like any others."""

    def steps_of(self, dice: Dice) -> tuple[int, ...]:
        return max(dice), min(dice)


VARIANTS = (Crossing("classic"), Climbing("classic"), Plain("classic"))
variants = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: type(rules).__name__)


def rolled(rules: Ruleset, dice: Dice) -> Position:
    return start_position(rules.layout, Side.BLACK).rolled(dice)


@variants
@pytest.mark.parametrize("seed", range(3))
def test_a_variant_plays_whole_games(rules: Ruleset, seed: int) -> None:
    chance = Random(seed)

    def roll(number: int) -> Dice:
        return Dice(chance.randint(1, 6), chance.randint(1, 6))

    def choose(state: GameState) -> Play:
        """Step by step, as a player does who is offered what can be next; written and read again on the way."""
        taken = PASS
        while steps := rules.next_steps(state.position, taken):
            assert steps == next_steps(rules, state.position, taken)
            taken = (*taken, chance.choice(steps))
        again = parse_play(rules, state.position, format_play(rules, state.position, taken))
        assert rules.after(state.position, again) == rules.after(state.position, taken)
        return taken

    state, _ = open_game(new_game(rules), roll)
    while state.outcome is None:
        state, _ = play_turn(state, choose(state), roll)
    assert state.position.side(state.outcome.winner or Side.WHITE).off == 15


def every_order(rules: Ruleset, position: Position, dice: tuple[int, ...]) -> set[Position]:
    """Where the dice lead, played as given and as many as can be."""
    reached = {position}
    for die in dice:
        further = {
            rules.move(now, step)
            for now in reached
            for step, _ in STEPS[die].values()
            if at(step.source) & rules.sources(now, die)
        }
        reached = further or reached
        if not further:
            break
    return reached


@variants
@pytest.mark.parametrize("double", [Dice(1, 1), Dice(4, 4), Dice(6, 6)], ids=str)
def test_doubles_are_those_of_the_variant(rules: Ruleset, double: Dice) -> None:
    position = rolled(rules, double)
    plays = rules.legal_plays(position)
    ends = [rules.after(position, play) for play in plays]
    assert set(ends) == every_order(rules, position, rules.steps_of(double))
    assert len(set(ends)) == len(ends)


def test_a_die_that_is_not_next_is_refused() -> None:
    rules = Crossing("classic")
    with pytest.raises(IllegalPlay) as caught:
        rules.check_play(rolled(rules, Dice(3, 3)), (Step(18, 14, 4),))
    assert (caught.value.rule, caught.value.step) == ("C4", Step(18, 14, 4))


def test_the_usual_double_is_refused() -> None:
    rules = Plain("classic")
    with pytest.raises(IllegalPlay) as caught:
        rules.check_play(rolled(rules, Dice(3, 3)), (Step(18, 15, 3),) * 3)
    assert (caught.value.rule, caught.value.die) == ("C4", 3)


def test_the_last_rolls_of_a_race_go_by_the_doubles_of_the_variant() -> None:
    """Black has just played and has one checker left; White needs one roll for four checkers on the ace point."""
    counts = {True: 11 + 4 * at(1), False: 14 + at(1)}
    plakoto = RULESETS["plakoto"]["classic"]
    position = Position(plakoto.layout, Checkers(counts[True], 0), Checkers(counts[False], 0), Side.WHITE)
    assert races.chances(plakoto, position)[0] == pytest.approx(30 / 36)
    assert races.chances(Plain("classic"), position)[0] == pytest.approx(1)


def test_the_bot_has_no_level_for_a_game_without_weights() -> None:
    assert levels_for("crossing") == levels_for("plakoto", "crossing") == ()
    assert levels_for(*RULESETS) == tuple(LEVELS)
