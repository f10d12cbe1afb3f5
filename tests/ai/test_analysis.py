"""What an analysis says, on positions small enough to be reckoned by hand, and on whole games of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from plakoto_bot.ai.analysis import Judged, Question, judge, put_together, questions
from plakoto_bot.ai.evaluation import Evaluator
from plakoto_bot.ai.verdicts import BLUNDER, ERROR, Grade, Mark, MatchAnalysis, Turn, form, grade, worst_plays
from plakoto_bot.engine import game
from plakoto_bot.engine.events import Contest, Event, Played, Rolled, play_text
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.notation import format_play, parse_position
from plakoto_bot.engine.position import ROLLS, Dice, Position, Side
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset

PLAKOTO = ruleset("plakoto")

#: White needs a 6, or a double from 2 on, to bear off both; that happens with 11 + 4 of the 36 rolls.
RACE = "plakoto 5,B14,12,W1,4,W1 - 13/1 w"

every_ruleset = pytest.mark.parametrize(
    "rules",
    [rules for presets in RULESETS.values() for rules in presets.values()],
    ids=lambda r: f"{r.layout.name}-{r.preset}",
)


@dataclass(frozen=True)
class ByPips(Evaluator):
    """An evaluator to reckon with: a pip ahead is worth 0.002 points, in chances 0.001. Notes how much it is asked."""

    game: str = "plakoto"
    network: Any = None
    asked: list[int] = field(default_factory=list)

    def chances(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        self.asked.append(len(positions))
        return np.array([(self.win(position), 0.0, 0.0) for position in positions]).reshape(-1, 3)

    def win(self, position: Position) -> float:
        return 0.5 + (position.own.pips - position.other.pips) / 1000


class Anyhow(ByPips):
    """An evaluator that thinks something of each position, and another thing of each."""

    def win(self, position: Position) -> float:
        return (position.white.counts * 31 + position.black.counts) % 997 / 997


def remembering(rules: Ruleset) -> Ruleset:
    """The same rules, which look for the plays of a position and for where a play leads only once.

    For who asks about every play of a few positions: each question looks at all the plays of all rolls.
    """
    remembered = {name: cache(getattr(type(rules), name)) for name in ("legal_plays", "apply_play")}
    same: Ruleset = type(f"Remembering{type(rules).__name__}", (type(rules),), remembered)(*astuple(rules))
    return same


def one(line: str, played: str | None = None, *, rules: Ruleset = PLAKOTO, rolled: bool = True) -> Turn:
    """The judgement of one turn."""
    (turn,) = judge(rules, [Question(parse_position(line), played, rolled)], ByPips()).turns
    return turn


def rolls(seed: int) -> Callable[[int], Dice]:
    chance = random.Random(seed)
    return lambda _: Dice(chance.randint(1, 6), chance.randint(1, 6))


def at_random(rules: Ruleset, seed: int, most: int = 1000) -> tuple[GameState, list[Event]]:
    """A game of two who play anything, up to so many plays."""
    chance, roll = random.Random(seed), rolls(seed + 1)
    state, events = game.open_game(game.new_game(rules), roll)
    while state.outcome is None and state.ply < most:
        state, more = game.play_turn(state, chance.choice(game.legal_plays(state)), roll)
        events += more
    return state, events


def turn(side: Side = Side.WHITE, *, plays: int = 5, lost: float = 0.0, luck: float = 0.0, made: bool = True) -> Turn:
    played = "24/23 24/22" if made else None
    return Turn(side, Dice(2, 1), plays, played, "24/21", 0.25 - lost, 0.25, luck, 0.5)


def match_of(*turns: Turn) -> MatchAnalysis:
    return MatchAnalysis("1", (put_together(1, "plakoto", [Judged(0.5, turns)], None),))


# --- one turn, by hand ---------------------------------------------------------------------------------------


def test_the_best_play_loses_nothing_and_is_named() -> None:
    best = one(f"{RACE} 65", "6/off 1/off")
    assert (best.best, best.lost, best.mark) == ("6/off 1/off", 0.0, Mark.FINE)


def test_what_a_play_lost_is_the_difference_of_the_equities() -> None:
    # White is on 3, 2 and 1, Black 84 pips away. Of this 4-1, the 4 bears off 3 and the 1 leaves 2 pips; played the
    # other way round, 3/2 with the 1 and a 2 borne off with the 4, it leaves 3.
    line = "plakoto 5,B14,15,W1,W1,W1 - 12/1 w 41"
    good, bad = one(line, "3/off 1/off"), one(line, "3/2 2/off")
    assert good.equity == pytest.approx((84 - 2) * 0.002)
    assert bad.equity == pytest.approx((84 - 3) * 0.002)
    assert good.lost == 0
    assert bad.best_equity == good.equity
    assert bad.lost == pytest.approx(0.002)
    assert bad.chance == pytest.approx(0.5 + 0.081)


@every_ruleset
def test_a_play_lost_what_the_two_equities_differ_by_as_they_are_shown(rules: Ruleset) -> None:
    rules = remembering(rules)
    state, _ = at_random(rules, 2, most=20)
    asked = [
        Question(position, format_play(rules, position, play))
        for position in map(state.position.rolled, ROLLS)
        for play in rules.legal_plays(position)
    ]
    for turn in judge(rules, asked, Anyhow()).turns:
        assert f"{float(f'{turn.best_equity:.3f}') - float(f'{turn.equity:.3f}'):.3f}" == f"{turn.lost:.3f}"


def test_a_play_that_ends_the_game_has_its_exact_value() -> None:
    won = one(f"{RACE} 61", "6/off 1/off")
    assert (won.equity, won.chance) == (1.0, 1.0)
    assert one(f"{RACE} 61".replace("13/1", "13/0").replace("B14", "B15"), "6/off 1/off").equity == 2.0


def test_however_a_play_is_written_it_is_the_one_that_leads_there() -> None:
    line = "plakoto W15,22,B15 - 0/0 w 21"
    assert one(line, "24/22 24/23") == replace(one(line, "24/23 24/22"), played="24/22 24/23")
    assert one(line, "24/22/21").played == "24/22/21"


def test_black_reads_equities_from_the_own_side_and_chances_from_whites() -> None:
    white, black = one(f"{RACE} 54", "6/1 1/off"), one("plakoto 5,B1,4,B1,7,W2,5 - 13/13 b 54")
    assert white.side is Side.WHITE
    assert black.side is Side.BLACK
    assert black.equity == black.best_equity
    assert black.chance == pytest.approx(1 - (0.5 + black.equity / 2))


# --- luck ----------------------------------------------------------------------------------------------------


def test_the_luck_of_a_roll_is_its_best_equity_less_the_mean_over_all() -> None:
    # 15 of 36 rolls win a point. The others leave so many of White's 7 pips; Black has 84.
    left = {"11": 3, "21": 4, "31": 3, "41": 2, "51": 1, "32": 2, "42": 1, "52": 1, "43": 1, "53": 1, "54": 1}
    value = {roll: (84 - pips) * 0.002 for roll, pips in left.items()}
    mean = 15 / 36 + sum(value[roll] * (1 if roll == "11" else 2) / 36 for roll in left)
    for text in map(str, ROLLS):
        expected = value.get(text, 1.0) - mean
        assert one(f"{RACE} {text}").luck == pytest.approx(expected, abs=0.0001), text


@every_ruleset
def test_luck_is_nothing_on_average_over_the_rolls_by_their_odds(rules: Ruleset) -> None:
    state, _ = at_random(rules, 2, most=20)
    assert state.outcome is None
    asked = [Question(state.position.rolled(roll), None) for roll in ROLLS]
    lucks = [turn.luck for turn in judge(rules, asked, Anyhow()).turns]
    odds = [1 / 36 if roll.is_double else 2 / 36 for roll in ROLLS]
    assert sum(odds) == pytest.approx(1)
    assert sum(luck * odd for luck, odd in zip(lucks, odds, strict=True)) == pytest.approx(0, abs=0.0001)
    assert any(lucks)


def test_the_last_rolls_of_a_race_are_judged_exactly() -> None:
    # Black bears off its last checker with any roll: White wins now, with 15 rolls of 36, or not at all.
    race = "plakoto B1,17,W1,4,W1 - 13/14 w"
    mean = 15 / 36 - 21 / 36
    won, lost = one(f"{race} 61", "6/off 1/off"), one(f"{race} 21", "6/4 1/off")
    assert won.luck == pytest.approx(1 - mean, abs=0.0001)
    assert (lost.equity, lost.lost, lost.chance) == (-1, 0, 0)
    assert lost.luck == pytest.approx(-1 - mean, abs=0.0001)


def test_a_roll_that_was_given_is_no_luck() -> None:
    assert one(f"{RACE} 66", rolled=False).luck == 0
    assert one(f"{RACE} 66").luck > 0.4


# --- marks, rates, grades ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "mark"),
    [
        (0, Mark.FINE),
        (0.019, Mark.FINE),
        (0.02, Mark.ERROR),
        (0.079, Mark.ERROR),
        (0.08, Mark.BLUNDER),
        (3, Mark.BLUNDER),
    ],
)
def test_the_usual_thresholds(lost: float, mark: Mark) -> None:
    assert (ERROR, BLUNDER) == (0.02, 0.08)
    assert turn(lost=lost).mark is mark


def test_the_error_rate_is_thousandths_of_a_point_a_decision() -> None:
    did = form(match_of(turn(lost=0.03), turn(), turn(lost=0.09), turn(Side.BLACK, lost=0.5), turn()), Side.WHITE)
    assert (did.decisions, did.errors, did.blunders) == (4, 1, 1)
    assert did.error_rate == pytest.approx(1000 * 0.12 / 4)


def test_forced_plays_and_rolls_never_played_are_no_decisions() -> None:
    analysis = match_of(turn(lost=0.03), turn(plays=1, luck=0.25), turn(made=False, luck=-0.5))
    did = form(analysis, Side.WHITE)
    assert did.decisions == 1
    assert did.error_rate == pytest.approx(30)
    assert did.luck == pytest.approx(-0.25)
    assert form(analysis, Side.BLACK).error_rate is None


def test_a_forced_play_counts_nothing_whatever_it_brought() -> None:
    # Of 6-6 the runner can make one step: the next one lands on Black's start.
    forced = one("fevga W15,11,B15,11 - 0/0 w 66", "24/18", rules=ruleset("fevga"))
    assert forced.plays == 1
    assert not forced.decided
    assert forced.lost == 0


def test_grades_go_from_world_class_to_beginner() -> None:
    rates = (0, 7, 13, 20, 33, 1000)
    assert [grade(rate) for rate in rates] == list(Grade)


def test_the_worst_plays_come_first_and_those_that_lost_nothing_not_at_all() -> None:
    analysis = match_of(turn(lost=0.01), turn(), turn(Side.BLACK, lost=0.3), turn(lost=0.1), turn(made=False))
    assert [(worst.number, worst.turn.lost) for worst in worst_plays(analysis, 5)] == [(3, 0.3), (4, 0.1), (1, 0.01)]
    assert len(worst_plays(analysis, 2)) == 2


# --- whole games ---------------------------------------------------------------------------------------------


@every_ruleset
def test_every_roll_of_a_game_is_judged_in_whatever_pieces(rules: Ruleset) -> None:
    state, events = at_random(rules, 5)
    asked = questions(rules, events)
    assert len(asked) == sum(isinstance(event, Rolled) for event in events)
    assert [question.played for question in asked] == [
        play_text(event) for event in events if isinstance(event, Played)
    ]
    whole = judge(rules, asked, Anyhow())
    pieces = [judge(rules, asked[first : first + 7], Anyhow()) for first in range(0, 21, 7)]
    assert [turn for piece in pieces for turn in piece.turns] == list(whole.turns[:21])
    analysis = put_together(1, rules.layout.name, [whole], state.outcome)
    assert analysis.before == whole.before == pieces[0].before
    for turn in analysis.turns:
        assert turn.equity <= turn.best_equity
        assert 0 <= turn.chance <= 1
        assert turn.lost == 0 or turn.played != turn.best
    assert state.outcome
    assert analysis.end == {Side.WHITE: 1, Side.BLACK: 0, None: 0.5}[state.outcome.winner]
    assert analysis.turns[-1].chance == analysis.end


@every_ruleset
def test_who_always_makes_the_best_play_loses_nothing(rules: Ruleset) -> None:
    roll = rolls(8)
    state, events = game.open_game(game.new_game(rules), roll)
    while state.outcome is None and state.ply < 12:
        best = judge(rules, [Question(state.position, None)], Anyhow()).turns[0].best
        play = next(p for p in game.legal_plays(state) if format_play(rules, state.position, p) == best)
        state, more = game.play_turn(state, play, roll)
        events += more
    analysis = put_together(1, "x", [judge(rules, questions(rules, events), Anyhow())], None)
    for side in Side:
        assert form(analysis, side).error_rate in (0, None)


def test_positions_are_asked_about_all_at_once() -> None:
    _, events = at_random(PLAKOTO, 3, most=10)
    evaluator = Anyhow()
    judge(PLAKOTO, questions(PLAKOTO, events), evaluator)
    assert len(evaluator.asked) == 1
    assert evaluator.asked[0] > 1000


def test_opening_throws_are_no_rolls() -> None:
    throws = iter([Dice(3, 3), Dice(2, 5), Dice(6, 1)])
    _, events = game.open_game(game.new_game(PLAKOTO), lambda _: next(throws))
    assert [type(event) for event in events] == [Contest, Contest, Rolled]
    (question,) = questions(PLAKOTO, events)
    assert (question.position.turn, question.position.dice) == (Side.BLACK, Dice(6, 1))


def test_a_game_from_a_position_begins_with_the_roll_that_it_says() -> None:
    position = parse_position("plakoto W15,22,B15 - 0/0 w 54")
    state, events = game.open_game(game.new_game(PLAKOTO, position=position), rolls(1))
    state, more = game.play_turn(state, game.legal_plays(state)[0], rolls(1))
    first, *others = questions(PLAKOTO, [*events, *more], position=position)
    assert first.position == position
    assert not first.rolled
    assert all(question.rolled for question in others)


@pytest.mark.parametrize("end", ["resign", "time", "stop"])
def test_a_game_may_end_with_a_roll_unplayed(end: str) -> None:
    state, events = at_random(PLAKOTO, 4, most=6)
    ending = {"resign": game.resign(state, Side.BLACK), "time": game.lose_on_time(state), "stop": game.end_game(state)}
    state, more = ending[end]
    asked = questions(PLAKOTO, [*events, *more])
    assert asked[-1].played is None
    analysis = put_together(1, "plakoto", [judge(PLAKOTO, asked, Anyhow())], state.outcome)
    last = analysis.turns[-1]
    assert last.lost == 0
    assert last.luck != 0
    assert state.outcome
    assert analysis.end == (None if end == "stop" else float(state.outcome.winner is Side.WHITE))


def test_a_drawn_game_ends_at_even_chances() -> None:
    assert put_together(1, "plakoto", [], Outcome(None, 0, Reason.BOTH_MOTHERS)).end == 0.5
    assert put_together(1, "plakoto", [], Outcome(None, 0, Reason.DEAD)).end == 0.5
    assert put_together(1, "plakoto", [], Outcome(None, 0, Reason.ENDED)).end is None
