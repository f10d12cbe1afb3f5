"""One game as a fold over events: opening, turns, forced plays, resigning, the end."""

from __future__ import annotations

from random import Random

import pytest

from plakoto_bot.engine import game
from plakoto_bot.engine.dice import DiceSource
from plakoto_bot.engine.events import (
    Began,
    Contest,
    Event,
    Played,
    Resigned,
    Rolled,
    Stake,
    Stopped,
    StopReason,
    TimedOut,
    play_text,
)
from plakoto_bot.engine.game import GameState, Roller
from plakoto_bot.engine.moves import PASS, Play, Step
from plakoto_bot.engine.notation import format_play, parse_dice, parse_position
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import WrongPhase

W, B = Side.WHITE, Side.BLACK
CLASSIC = ruleset("plakoto")
FIVE_ONE = (Step(24, 19, 5), Step(24, 23, 1))


every_ruleset = pytest.mark.parametrize(
    "rules",
    [rules for presets in RULESETS.values() for rules in presets.values()],
    ids=lambda rules: f"{rules.layout.name}-{rules.preset}",
)


def rolls(*texts: str) -> Roller:
    """The rolls of a game in order; an IndexError shows one too many was asked for."""
    return lambda number: parse_dice(texts[number - 1])


def at(line: str) -> GameState:
    """A game under way in a position, two rolls used so far."""
    position = parse_position(line)
    return GameState(ruleset(position.layout.name), position, ply=4, rolls=2, opened=True)


def random_game(rules: Ruleset, seed: int) -> tuple[GameState, list[Event], list[GameState]]:
    """A whole game of random plays: its last state, its events, and the state after each decision with its events."""
    chance = Random(seed)
    source = DiceSource(seed.to_bytes(32, "big"), accepted_by=1, match=1)
    state, events = game.open_game(game.new_game(rules), lambda number: source.roll(1, number))
    states = [state]
    while state.outcome is None:
        play = chance.choice(game.legal_plays(state))
        state, more = game.play_turn(state, play, lambda number: source.roll(1, number))
        events += more
        states.append(state)
    return state, events, states


# --- events are the truth ------------------------------------------------------------------------------------------


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_replaying_the_events_gives_the_state_at_every_prefix(rules: Ruleset, seed: int) -> None:
    last, events, decisions = random_game(rules, seed)

    folded = [game.new_game(rules)]
    for event in events:
        folded.append(game.apply_event(folded[-1], event))

    assert folded[-1] == last == game.replay(rules, events)
    for length in range(0, len(events), 7):
        assert game.replay(rules, events[:length]) == folded[length]
    assert [state for state in folded if state in decisions] == decisions
    assert last.rolls == sum(isinstance(event, (Contest, Rolled)) for event in events)
    assert last.ply == sum(isinstance(event, Played) for event in events)


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_in_a_result(rules: Ruleset, seed: int) -> None:
    last, _, _ = random_game(rules, seed)
    assert str(last.outcome) in {"w1", "w2", "b1", "b2"} | ({"draw"} if rules.layout.has_pins else set())


@every_ruleset
def test_every_position_of_a_game_is_one_between_turns(rules: Ruleset) -> None:
    """Nothing of a turn, such as which checker has hit, is left over for the next, and the line says it all."""
    for state in random_game(rules, 7)[2]:
        assert parse_position(str(state.position)) == state.position


# --- opening -------------------------------------------------------------------------------------------------------


def test_p2_the_opening_contest_is_rolled_until_it_is_decided() -> None:
    state, events = game.open_game(game.new_game(CLASSIC), rolls("33", "66", "25", "41"))
    assert events == [
        Contest(Dice(3, 3)),
        Contest(Dice(6, 6)),
        Contest(Dice(2, 5)),
        Rolled(B, Dice(4, 1)),
    ]
    assert str(state.position) == "plakoto W15,22,B15 - 0/0 b 41"
    assert (state.ply, state.rolls) == (0, 4)


def test_no_roll_before_the_opening_contest() -> None:
    with pytest.raises(WrongPhase, match="expected a roll due, it is the opening contest due"):
        game.apply_event(game.new_game(CLASSIC), Rolled(W, Dice(5, 1)))


def test_no_second_contest() -> None:
    state, _ = game.open_game(game.new_game(CLASSIC), rolls("52", "41"))
    with pytest.raises(WrongPhase, match="opening"):
        game.apply_event(state, Contest(Dice(5, 2)))


def test_the_starter_may_be_given_where_a_match_decides_it() -> None:
    state, events = game.open_game(game.new_game(CLASSIC, starter=B), rolls("41"))
    assert events == [Rolled(B, Dice(4, 1))]
    assert state.position.turn is B


# --- turns ---------------------------------------------------------------------------------------------------------


def test_a_play_hands_the_roll_to_the_other_side() -> None:
    state, _ = game.open_game(game.new_game(CLASSIC), rolls("52", "41"))
    state, events = game.play_turn(state, (Step(24, 20, 4), Step(24, 23, 1)), rolls("52", "41", "65"))
    assert events == [Played(W, (Step(24, 20, 4), Step(24, 23, 1))), Rolled(B, Dice(6, 5))]
    assert (state.ply, state.rolls, state.position.turn) == (1, 3, B)


def test_an_illegal_play_changes_nothing_and_is_refused() -> None:
    state, _ = game.open_game(game.new_game(CLASSIC), rolls("52", "41"))
    with pytest.raises(IllegalPlay):
        game.play_turn(state, (Step(24, 20, 4),), rolls())
    with pytest.raises(IllegalPlay):
        game.check_play(state, PASS)


def test_a_pass_is_made_for_the_player() -> None:
    # White holds its 7 point, six pips from Black's start: a 6-6 cannot be played.
    state = at("plakoto W13,16,W2,5,B15 - 0/0 w 21")
    state, events = game.play_turn(state, (Step(24, 22, 2), Step(24, 23, 1)), rolls("", "", "66", "31"))
    assert events == [
        Played(W, (Step(24, 22, 2), Step(24, 23, 1))),
        Rolled(B, Dice(6, 6)),
        Played(B, PASS, forced=True),
        Rolled(W, Dice(3, 1)),
    ]
    assert (state.ply, state.rolls, state.position.turn) == (6, 4, W)


def test_the_only_legal_play_is_made_for_the_player() -> None:
    # Black's last checkers are on its 2 and 1 (White's 23 and 24): a 6-5 leaves it no choice, and it is over.
    state = at("plakoto B1,B1,20,W2,W2 - 11/13 w 21")
    state, events = game.play_turn(state, (Step(2, 0, 2), Step(1, 0, 1)), rolls("", "", "65"))
    assert events == [
        Played(W, (Step(2, 0, 2), Step(1, 0, 1))),
        Rolled(B, Dice(6, 5)),
        Played(B, (Step(2, 0, 6), Step(1, 0, 5)), forced=True),
    ]
    assert state.outcome == Outcome(B, 1, Reason.BORNE_OFF)


def test_a_player_closed_out_in_portes_passes_until_a_point_opens() -> None:
    state = at("portes 18,W2,W2,W2,W2,W2,W2 B1 3/14 w 65")
    state, events = game.play_turn(state, (Step(6, 0, 6), Step(5, 0, 5)), rolls("", "", "43", "21"))
    assert events[1:3] == [Rolled(B, Dice(4, 3)), Played(B, PASS, forced=True)]
    assert state.position.black.bar == 1


def test_the_runner_of_fevga_moves_by_itself() -> None:
    state, events = game.open_game(game.new_game(ruleset("fevga")), rolls("61", "65", "44", "55"))
    assert events == [
        Contest(Dice(6, 1)),
        Rolled(W, Dice(6, 5)),
        Played(W, (Step(24, 18, 6), Step(18, 13, 5)), forced=True),
        Rolled(B, Dice(4, 4)),
        Played(B, (Step(24, 20, 4), Step(20, 16, 4)), forced=True),
        Rolled(W, Dice(5, 5)),
    ]
    assert state.position.turn is W


def test_a_choice_may_not_be_passed_off_as_forced() -> None:
    with pytest.raises(WrongPhase, match="a play left to the player"):
        game.apply_event(at("plakoto W15,22,B15 - 0/0 w 51"), Played(W, FIVE_ONE, forced=True))


def test_no_play_without_a_roll() -> None:
    with pytest.raises(WrongPhase, match="expected a roll"):
        game.legal_plays(at("plakoto W15,22,B15 - 0/0 w -"))
    with pytest.raises(WrongPhase, match="expected a roll"):
        game.apply_event(at("plakoto W15,22,B15 - 0/0 w -"), Played(W, FIVE_ONE))


def test_no_roll_while_a_play_is_due() -> None:
    with pytest.raises(WrongPhase, match="expected a roll due, it is a play due"):
        game.apply_event(at("plakoto W15,22,B15 - 0/0 w 51"), Rolled(W, Dice(6, 6)))


@pytest.mark.parametrize(
    ("dice", "event"),
    [
        ("51", Played(B, FIVE_ONE)),
        ("51", Played(B, FIVE_ONE, forced=True)),
        ("-", Rolled(B, Dice(5, 1))),
    ],
)
def test_an_event_by_the_side_not_on_roll_is_refused(dice: str, event: Event) -> None:
    with pytest.raises(WrongPhase, match=r"expected a (play|roll) by white, it is by black"):
        game.apply_event(at(f"plakoto W15,22,B15 - 0/0 w {dice}"), event)


@pytest.mark.parametrize("forced", [False, True])
def test_an_illegal_play_is_refused_whoever_made_it(forced: bool) -> None:
    # White may leave its start with the 1 alone: the 6 lands on Black's two checkers.
    state = at("plakoto W1,5,B2,16,B13 - 14/0 w 61")
    with pytest.raises(IllegalPlay, match=r"24/18 is refused as closed \(P4\)"):
        game.apply_event(state, Played(W, (Step(24, 18, 6),), forced))


@pytest.mark.parametrize(
    ("line", "play", "marked", "text"),
    [
        ("portes 18,W14,B1,B1,W1,B2,B11 - 0/0 w 21", (Step(6, 4, 2), Step(4, 3, 1)), (0,), "6/4* 4/3"),
        ("plakoto W15,B1,21,B14 - 0/0 w 11", (Step(24, 23, 1),) * 4, (0,), "24/23* 24/23(3)"),
    ],
)
def test_the_steps_that_hit_or_pin_are_marked(line: str, play: Play, marked: tuple[int, ...], text: str) -> None:
    state = at(line)
    _, (event, *_) = game.play_turn(state, play, rolls("", "", "43"))
    assert event == Played(W, play, marked=marked)
    assert isinstance(event, Played)
    assert play_text(event) == text


@every_ruleset
def test_a_play_is_written_from_its_event_alone_as_it_is_from_the_position(rules: Ruleset) -> None:
    state = game.new_game(rules)
    for event in random_game(rules, 9)[1]:
        if isinstance(event, Played):
            assert play_text(event) == format_play(rules, state.position, event.play)
        state = game.apply_event(state, event)


# --- resigning and the end -----------------------------------------------------------------------------------------


def test_t4_resigning_with_none_off_costs_two_points() -> None:
    state, events = game.resign(at("plakoto W15,22,B15 - 0/0 w 51"), W)
    assert events == [Resigned(W, Stake.GAME)]
    assert state.outcome == Outcome(B, 2, Reason.RESIGNED)


def test_t4_resigning_with_a_checker_off_costs_one_point() -> None:
    state, _ = game.resign(at("plakoto B14,22,W14 - 1/1 w 51"), B)
    assert state.outcome == Outcome(W, 1, Reason.RESIGNED)


def test_a_player_may_resign_out_of_turn() -> None:
    state, _ = game.resign(at("plakoto W15,22,B15 - 0/0 w 51"), B)
    assert state.outcome == Outcome(W, 2, Reason.RESIGNED)


def test_an_accepted_offer_costs_one_point_and_the_match_what_the_game_costs() -> None:
    state, events = game.resign(at("plakoto W15,22,B15 - 0/0 w 51"), W, Stake.ONE_POINT)
    assert (state.outcome, events) == (Outcome(B, 1, Reason.RESIGNED), [Resigned(W, Stake.ONE_POINT)])
    state, events = game.resign(at("plakoto W15,22,B15 - 0/0 w 51"), W, Stake.MATCH)
    assert (state.outcome, events) == (Outcome(B, 2, Reason.RESIGNED), [Resigned(W, Stake.MATCH)])


def test_time_is_lost_by_the_side_on_roll() -> None:
    state, events = game.lose_on_time(at("plakoto W15,22,B15 - 0/0 b 51"))
    assert (state.outcome, events) == (Outcome(W, 2, Reason.TIME), [TimedOut(B)])


def test_a_game_may_begin_elsewhere_and_says_so() -> None:
    position = parse_position("plakoto W15,22,B15 - 0/0 b 54")
    state, events = game.open_game(game.new_game(CLASSIC, position=position), rolls())
    assert events == [Began(position)]
    assert state.position == position
    with pytest.raises(WrongPhase, match="to begin at the match's position"):
        game.apply_event(state, Began(parse_position("plakoto W15,22,B15 - 0/0 b 53")))


def test_a_stopped_game_gives_no_points() -> None:
    state, events = game.end_game(at("plakoto W15,22,B15 - 0/0 w 51"))
    assert events == [Stopped(StopReason.ENDED)]
    assert state.outcome == Outcome(None, 0, Reason.ENDED)
    _, events = game.end_game(at("plakoto W15,22,B15 - 0/0 w 51"), StopReason.UNCLAIMED)
    assert events == [Stopped(StopReason.UNCLAIMED)]


def test_nothing_happens_after_the_end() -> None:
    over, _ = game.end_game(at("plakoto W15,22,B15 - 0/0 w 51"))
    for action in (
        lambda: game.legal_plays(over),
        lambda: game.check_play(over, PASS),
        lambda: game.play_turn(over, PASS, rolls()),
        lambda: game.resign(over, W),
        lambda: game.end_game(over),
        lambda: game.apply_event(over, Rolled(W, Dice(5, 1))),
    ):
        with pytest.raises(WrongPhase, match="over"):
            action()
