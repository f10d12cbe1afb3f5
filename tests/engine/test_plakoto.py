"""The rules of Plakoto, paragraph by paragraph (docs/rules.md), each on a position one can set up on a board.

Position lines list the points from 24 down to 1 in White's numbering; plays are in the mover's own.
"""

from __future__ import annotations

import pytest

from plakoto_bot.engine.events import Contest, Rolled
from plakoto_bot.engine.game import new_game, open_game
from plakoto_bot.engine.moves import Step
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Dice, PointView, Side
from plakoto_bot.engine.rules import Reason
from plakoto_bot.engine.rulesets import ruleset
from plakoto_bot.errors import WrongPhase
from plakoto_bot.words.illegal_plays import refusal as sentence
from tests.engine.played import after, outcome, plays, refusal, refused_step

W, B = Side.WHITE, Side.BLACK
PRESETS = ("classic", "end-of-turn", "instant")


# --- P1 setup, P2 opening ------------------------------------------------------------------------------------


def test_p1_all_fifteen_start_on_the_own_24_point() -> None:
    position = new_game(ruleset("plakoto")).position
    assert str(position) == "plakoto W15,22,B15 - 0/0 w -"
    assert position.white.on(24) == position.black.on(24) == 15


def test_p1_white_moves_down_and_black_up_in_whites_numbering() -> None:
    assert after("plakoto W15,22,B15 - 0/0 w 31", "24/21 24/23").point(21) == PointView(W, 1, False)
    assert after("plakoto W15,22,B15 - 0/0 b 31", "24/21 24/23").point(4) == PointView(B, 1, False)


def test_p1_blacks_home_is_whites_19_to_24() -> None:
    # Black's last two checkers stand on White's 19 and 24: its own 6 and 1.
    assert plays("plakoto B1,4,B1,16,W15,1 - 0/13 b 61") == {"6/off 1/off", "6/5 5/off"}


def test_p2_the_higher_die_starts_with_two_fresh_dice() -> None:
    rolls = [Dice(2, 5), Dice(6, 1)]
    state, events = open_game(new_game(ruleset("plakoto")), lambda number: rolls[number - 1])
    assert state.position.turn is B
    assert state.position.dice == Dice(6, 1)
    assert events == [Contest(Dice(2, 5)), Rolled(B, Dice(6, 1))]


def test_p2_ties_are_rolled_again() -> None:
    rolls = [Dice(4, 4), Dice(1, 1), Dice(3, 2), Dice(5, 4)]
    state, _ = open_game(new_game(ruleset("plakoto")), lambda number: rolls[number - 1])
    assert state.position.turn is W
    assert state.position.dice == Dice(5, 4)


# --- P3 landing, P4 closed points ------------------------------------------------------------------------------

LONE_BLACK_ON_5 = "plakoto W14,16,W1,1,B1,3,B14 - 0/0 w 21"
TWO_BLACK_ON_5 = "plakoto W14,16,W1,1,B2,3,B13 - 0/0 w 21"
BLACK_PINS_WHITE_ON_5 = "plakoto W13,16,W1,1,B1w,3,B14 - 0/0 w 21"


def test_p3_a_checker_may_land_on_an_empty_point() -> None:
    assert after(LONE_BLACK_ON_5, "7/6 24/22").point(6) == PointView(W, 1, False)


def test_p3_a_checker_may_land_on_its_own_side() -> None:
    assert after("plakoto W15,22,B15 - 0/0 w 11", "24/23(4)").point(23) == PointView(W, 4, False)


def test_p3_landing_on_a_lone_opposing_checker_pins_it() -> None:
    position = after(LONE_BLACK_ON_5, "7/5* 24/23")
    assert position.point(5) == PointView(W, 1, True)
    assert position.black.is_pinned(20)  # White's 5 is Black's 20


def test_p3_black_pins_in_the_same_way() -> None:
    position = after("plakoto W14,3,W1,1,B1,16,B14 - 0/0 b 21", "7/5* 24/23")
    assert position.point(20) == PointView(B, 1, True)


def test_p4_two_opposing_checkers_close_a_point() -> None:
    fault = refusal(TWO_BLACK_ON_5, "7/5 24/23")
    assert (fault.rule, fault.step, fault.die) == ("P4", Step(7, 5, 2), 2)
    assert sentence(fault) == "7/5: the 2 lands on your 5 point, closed by 2 opposing checkers"


def test_p4_one_checker_that_pins_yours_closes_a_point() -> None:
    fault = refusal(BLACK_PINS_WHITE_ON_5, "7/5 24/23")
    assert (fault.rule, fault.step, fault.die) == ("P4", Step(7, 5, 2), 2)
    assert sentence(fault) == "7/5: the 2 lands on the checker that pins yours, and that point is closed"


# --- P5 pin ------------------------------------------------------------------------------------------------------

TWO_WHITE_PIN_BLACK_ON_5 = "plakoto W13,18,W2b,3,B14 - 0/0 w 21"


def test_p5_pinned_checker_may_not_move() -> None:
    fault = refusal(BLACK_PINS_WHITE_ON_5, "5/3 24/23")
    assert (fault.rule, fault.step, fault.die) == ("P5", Step(5, 3, 2), 2)
    assert sentence(fault) == "5/3: your checker on your 5 point is pinned and cannot move"
    assert not any("5/" in play.split() for play in plays(BLACK_PINS_WHITE_ON_5))


def test_p5_more_covers_may_be_added() -> None:
    assert after("plakoto W13,16,W1,1,W1b,3,B14 - 0/0 w 21", "7/5 24/23").point(5) == PointView(W, 2, True)


def test_p5_a_pin_holds_while_one_cover_is_left() -> None:
    assert after(TWO_WHITE_PIN_BLACK_ON_5, "5/3 24/23").point(5) == PointView(W, 1, True)


def test_p5_a_pin_is_released_when_the_last_cover_leaves() -> None:
    position = after(TWO_WHITE_PIN_BLACK_ON_5, "5/3 5/4")
    assert position.point(5) == PointView(B, 1, False)
    assert position.black.pinned == 0


def test_p5_a_checker_pinned_outside_home_prevents_bearing_off() -> None:
    fault = refusal("plakoto B14,16,B1w,1,W2,2,W1,1 - 11/0 w 52", "5/off 2/off")
    assert fault.rule == "P9"
    assert sentence(fault) == "5/off: you bear off only when all your checkers are home, and one is on your 7 point"


def test_p5_a_checker_pinned_at_home_counts_as_the_farthest() -> None:
    # White's pinned checker on 5 is farther back than the one on 2, so a 6 moves nothing.
    assert plays("plakoto B14,18,B1w,2,W1,1 - 13/0 w 66") == {"pass"}
    fault = refused_step("plakoto B14,18,B1w,2,W1,1 - 13/0 w 62", Step(2, 0, 6))
    assert fault.rule == "P9"
    assert sentence(fault) == "2/off: a 6 bears off only the farthest checker, and that is on your 5 point"


def test_p5_an_exact_die_bears_off_beside_a_pinned_checker() -> None:
    assert plays("plakoto B14,18,B1w,2,W1,1 - 13/0 w 62") == {"2/off"}


# --- P6 steps ------------------------------------------------------------------------------------------------------


def test_p6_one_checker_may_play_both_dice() -> None:
    assert after("plakoto W15,22,B15 - 0/0 w 51", "24/18").point(18) == PointView(W, 1, False)


def test_p6_two_checkers_may_play_one_die_each() -> None:
    assert after("plakoto W15,22,B15 - 0/0 w 51", "24/19 24/23").point(24) == PointView(W, 13, False)


def test_p6_every_intermediate_landing_must_be_legal() -> None:
    # 23 and 19 are closed, 18 is empty: a 5 and a 1 are no 6.
    line = "plakoto W15,B2,3,B2,17,B11 - 0/0 w 51"
    assert plays(line) == {"pass"}
    assert refusal(line, "24/18").rule == "P4"


def test_p6_one_open_intermediate_point_is_enough() -> None:
    # Only 23 is closed, so the way to 18 is over 19.
    assert plays("plakoto W15,B2,21,B13 - 0/0 w 51") >= {"24/19 19/18"}
    assert refusal("plakoto W15,B2,21,B13 - 0/0 w 51", "24/23 23/18").rule == "P4"


def test_p6_a_pin_made_half_way_is_freed_again() -> None:
    # White on 7, a lone Black checker on 5: the 2 pins it, the 1 goes on to 4 and lets it go.
    position = after(LONE_BLACK_ON_5, "7/5*/4")
    assert position.point(5) == PointView(B, 1, False)
    assert position.point(4) == PointView(W, 1, False)


def test_p6_a_pin_stays_when_the_other_die_is_played_elsewhere() -> None:
    assert after(LONE_BLACK_ON_5, "7/5* 24/23").point(5) == PointView(W, 1, True)


# --- P7 compulsory dice ----------------------------------------------------------------------------------------


def test_p7_both_dice_must_be_played_when_any_order_allows() -> None:
    fault = refusal("plakoto W15,22,B15 - 0/0 w 51", "24/19")
    assert fault.rule == "P7"
    assert sentence(fault).startswith("this plays one die where two dice can be played, as in 24/")


def test_p7_a_step_that_wastes_the_other_die_is_refused() -> None:
    # White stands on 20 and 8, and the 6 is closed to both. 8/3 leaves it so; after 20/15 it is open.
    line = "plakoto 4,W1,5,B2,B2,4,W1,B2,4,B2,B7 - 13/0 w 65"
    assert plays(line) == {"20/15 15/9"}
    assert sentence(refusal(line, "8/3")) == "this plays one die where two dice can be played, as in 20/15 15/9"


def test_p7_the_larger_die_if_either_but_not_both_can_be_played() -> None:
    # One White checker on 20; with 6-5 it reaches 14 or 15, and 9, where both lead, is closed.
    line = "plakoto 4,W1,10,B2,7,B13 - 14/0 w 65"
    assert plays(line) == {"20/14"}
    fault = refusal(line, "20/15")
    assert (fault.rule, sentence(fault)) == ("P7", "only one die can be played, and it must be the larger, the 6")


def test_p7_the_smaller_die_if_only_that_can_be_played() -> None:
    assert plays("plakoto 4,W1,5,B2,4,B2,7,B11 - 14/0 w 65") == {"20/15"}


def test_p7_a_double_gives_four_steps() -> None:
    assert after("plakoto W15,22,B15 - 0/0 w 33", "24/12").point(12) == PointView(W, 1, False)
    assert refusal("plakoto W15,22,B15 - 0/0 w 33", "24/21(3)").rule == "P7"


def test_p7_as_many_steps_of_a_double_as_possible() -> None:
    # From 20 two threes are open and the third, to 11, is closed.
    line = "plakoto 4,W1,8,B2,9,B13 - 14/0 w 33"
    assert plays(line) == {"20/17 17/14"}
    assert sentence(refusal(line, "20/17")) == "this plays one die where two dice can be played, as in 20/17 17/14"


def test_p7_pass_only_when_nothing_is_legal() -> None:
    assert plays("plakoto W15,B2,3,B2,17,B11 - 0/0 w 51") == {"pass"}
    assert refusal("plakoto W15,22,B15 - 0/0 w 51", "pass").rule == "P7"


def test_p7_a_legal_step_is_compulsory_however_bad() -> None:
    # White's only checker left pins Black's, and has to let it go.
    line = "plakoto 14,W1b,8,B14 - 14/0 w 21"
    assert len(plays(line)) == 1
    assert after(line, "10/7").point(10) == PointView(B, 1, False)


# --- P8 mother ---------------------------------------------------------------------------------------------------

#: Black's mother alone on 1, a White checker on 4 with a 3 to pin it; White's start is empty.
MOTHER_IN_REACH = "plakoto 4,B14,9,W14,5,W1,2,B1 - 0/0 w 31"
#: The same with White's own mother still on 24.
BOTH_MOTHERS_HOME = "plakoto W1,3,B14,9,W13,5,W1,2,B1 - 0/0 w 31"
#: White pins Black's mother and still has its own on 24.
MOTHER_PINNED = "plakoto W1,3,B14,9,W13,8,W1b - 0/0 w 61"
#: All White checkers home, so that a checker which pins the mother with the 3 may bear off with the 1.
PIN_AND_LEAVE = "plakoto 4,B14,13,W14,1,W1,2,B1 - 0/0 w 31"


def test_p8_1_pinning_the_mother_with_an_empty_start_wins_two_points() -> None:
    assert outcome(MOTHER_IN_REACH, "4/1*") == "w2 mother"


def test_p8_1_black_wins_in_the_same_way() -> None:
    assert outcome("plakoto W1,2,B1,5,B14,9,W14,4 - 0/0 b 31", "4/1*") == "b2 mother"


def test_p8_1_two_checkers_on_the_start_are_no_mother() -> None:
    assert refusal("plakoto 4,B13,9,W14,5,W1,2,B2 - 0/0 w 31", "4/1").rule == "P4"


def test_p8_2_with_checkers_on_the_own_start_play_goes_on() -> None:
    assert outcome(BOTH_MOTHERS_HOME, "4/1* 10/9") == "-"


def test_p8_2_the_last_checker_leaving_the_start_wins_while_the_mother_is_pinned() -> None:
    assert outcome(MOTHER_PINNED, "24/18") == "w2 mother"
    assert outcome(BOTH_MOTHERS_HOME, "4/1* 24/23") == "w2 mother"


def test_p8_2_one_of_two_leaving_the_start_does_not_win() -> None:
    line = "plakoto W2,3,B14,9,W12,8,W1b - 0/0 w 61"
    assert outcome(line, "24/18 10/9") == "-"
    assert outcome(line, "24/18 24/23") == "w2 mother"


def test_p8_3_both_mothers_pinned_is_a_draw() -> None:
    # Black brings a checker from White's 20 (its own 5) onto White's mother.
    assert outcome("plakoto W1,3,B14,9,W13,8,W1b - 0/0 b 41", "5/1*") == "draw both-mothers"


def test_p8_3_whites_pinned_mother_can_still_be_answered_with_a_draw() -> None:
    assert outcome("plakoto B1w,3,B13,9,W13,5,W1,2,B1 - 0/0 w 31", "4/1*") == "draw both-mothers"


# --- P8 under the presets ----------------------------------------------------------------------------------------


def test_classic_a_mother_result_ends_the_turn_with_dice_unused() -> None:
    assert "4/1*" in plays(MOTHER_IN_REACH)
    fault = refused_step(MOTHER_IN_REACH, Step(4, 1, 3), Step(10, 9, 1))
    assert (fault.rule, sentence(fault)) == ("P8", "4/1 already ends the game")


def test_classic_the_mother_may_also_be_pinned_with_the_last_die() -> None:
    assert "10/9 4/1*" in plays(MOTHER_IN_REACH)
    assert outcome(MOTHER_IN_REACH, "10/9 4/1*") == "w2 mother"


def test_classic_in_a_double_a_play_may_not_stop_short_of_the_pin() -> None:
    # 10/7/4 leaves a third 3, and the only one that is open, 4/1*, ends the game: it must be played then.
    line = "plakoto 4,B14,9,W1,5,W14,2,B1 - 0/0 w 33"
    assert plays(line) == {"4/1*", "10/7 4/1*", "10/7 7/4 4/1*"}
    assert refusal(line, "10/4").rule == "P7"


def test_end_of_turn_dice_are_played_in_full() -> None:
    assert refusal(MOTHER_IN_REACH, "4/1*", "end-of-turn").rule == "P7"
    assert outcome(MOTHER_IN_REACH, "4/1* 10/9", "end-of-turn") == "w2 mother"


def test_end_of_turn_a_pin_made_and_released_never_counted() -> None:
    assert outcome(PIN_AND_LEAVE, "4/1* 1/off", "end-of-turn") == "-"
    assert refusal(PIN_AND_LEAVE, "4/1* 1/off", "classic").rule == "P8"


def test_end_of_turn_own_checkers_on_the_start_still_matter() -> None:
    assert outcome(BOTH_MOTHERS_HOME, "4/1* 10/9", "end-of-turn") == "-"
    assert outcome(BOTH_MOTHERS_HOME, "4/1* 24/23", "end-of-turn") == "w2 mother"
    assert outcome("plakoto W1,3,B14,9,W13,8,W1b - 0/0 b 41", "5/1* 5/4", "end-of-turn") == "draw both-mothers"


def test_instant_the_pin_wins_whatever_stands_on_the_own_start() -> None:
    assert outcome(BOTH_MOTHERS_HOME, "4/1*", "instant") == "w2 mother"
    assert refusal(BOTH_MOTHERS_HOME, "4/1*", "classic").rule == "P7"


def test_instant_knows_no_draw() -> None:
    # White's mother is pinned already; pinning Black's wins all the same.
    assert outcome("plakoto B1w,3,B13,9,W13,5,W1,2,B1 - 0/0 w 31", "4/1*", "instant") == "w2 mother"


# --- P9 bearing off ----------------------------------------------------------------------------------------------


def test_p9_not_before_every_checker_is_home() -> None:
    fault = refused_step("plakoto B15,16,W1,1,W1,4 - 13/0 w 51", Step(5, 0, 5))
    assert fault.rule == "P9"
    assert sentence(fault) == "5/off: you bear off only when all your checkers are home, and one is on your 7 point"


def test_p9_the_step_that_brings_the_last_checker_home_allows_it() -> None:
    assert "7/6 5/off" in plays("plakoto B15,16,W1,1,W1,4 - 13/0 w 51")


def test_p9_an_exact_die_bears_off() -> None:
    assert after("plakoto B15,17,W2,1,W2,3 - 11/0 w 46", "4/off 6/off").white.off == 13


def test_p9_another_step_may_be_played_instead() -> None:
    # A 4 may bear off from 4 or move 6/2.
    assert {"6/2 2/1", "6/2 6/5"} & plays("plakoto B15,17,W2,1,W2,3 - 11/0 w 41")
    assert after("plakoto B15,17,W2,1,W2,3 - 11/0 w 41", "6/2 4/3").white.off == 11


def test_p9_a_larger_die_bears_off_only_the_farthest() -> None:
    # Checkers on 5 and 2: a 6 takes the one on 5.
    line = "plakoto B15,18,W2,2,W2,1 - 11/0 w 66"
    assert plays(line) == {"5/off(2) 2/off(2)"}
    fault = refused_step(line, Step(2, 0, 6))
    assert fault.rule == "P9"
    assert sentence(fault) == "2/off: a 6 bears off only the farthest checker, and that is on your 5 point"


def test_p9_the_smaller_die_does_not_reach_the_tray() -> None:
    assert refusal("plakoto B15,18,W1,4 - 14/0 w 21", "5/off").rule == "P6"


def test_p9_last_checker_may_not_waste_a_die() -> None:
    # Fourteen off, one on 3, roll 1-3: the 3 alone would leave the 1 unplayed, so it is 3/2/off.
    line = "plakoto B15,20,W1,2 - 14/0 w 13"
    assert plays(line) == {"3/2 2/off"}
    fault = refused_step(line, Step(3, 0, 3))
    assert (fault.rule, sentence(fault)) == ("P7", "this plays one die where two dice can be played, as in 3/2 2/off")


def test_p9_last_checker_may_not_waste_a_die_under_any_preset() -> None:
    assert {frozenset(plays("plakoto B15,20,W1,2 - 14/0 w 13", preset)) for preset in PRESETS} == {
        frozenset({"3/2 2/off"})
    }


def test_p9_a_larger_die_is_not_the_whole_turn_when_the_other_can_follow() -> None:
    # 2/off with the 6 leads to the same board as 2/1/off, but the 1 could still bear off the last checker.
    line = "plakoto B15,21,W1,W1 - 13/0 w 61"
    assert plays(line) == {"2/off 1/off", "2/1 1/off"}
    assert ruleset("plakoto").next_steps(parse_position(line), (Step(2, 0, 6),)) == (Step(1, 0, 1),)
    assert refused_step(line, Step(2, 0, 6)).rule == "P7"


# --- P10 result, P11 dead positions --------------------------------------------------------------------------------


def test_p10_all_off_wins_one_point_when_the_opponent_has_borne_off() -> None:
    assert outcome("plakoto B14,22,W1 - 14/1 w 21", "1/off") == "w1 borne-off"


def test_p10_all_off_wins_two_points_when_the_opponent_has_none_off() -> None:
    assert outcome("plakoto B15,22,W1 - 14/0 w 21", "1/off") == "w2 mars"


def test_p10_never_three_points() -> None:
    # Black's checkers are all still in White's home, which in backgammon would be three points.
    assert outcome("plakoto 22,B15,W1 - 14/0 w 21", "1/off") == "w2 mars"


def test_p10_a_finished_game_has_no_plays() -> None:
    with pytest.raises(WrongPhase, match="over: white is off"):
        ruleset("plakoto").legal_plays(parse_position("plakoto B15,23 - 15/0 b 21"))


def test_p11_neither_side_can_ever_move_again() -> None:
    # Each side's free checkers stand on its 1 point, on top of the other's mother: the draw has two reasons.
    line = "plakoto B14w,22,W14b - 0/0 w 65"
    assert ruleset("plakoto").is_dead(parse_position(line))
    assert plays(line) == {"pass"}
    assert outcome(line, "pass").startswith("draw")


def test_p11_a_position_blocked_for_one_side_only_is_not_dead() -> None:
    # White cannot move past a wall of six; Black can move.
    line = "plakoto W15,B2,B2,B2,B2,B2,B2,16,B3 - 0/0 w 65"
    assert plays(line) == {"pass"}
    assert not ruleset("plakoto").is_dead(parse_position(line))
    assert outcome(line, "pass") == "-"


def test_p11_a_blocked_roll_is_not_a_dead_position() -> None:
    assert outcome("plakoto W15,B2,3,B2,17,B11 - 0/0 w 51", "pass") == "-"


def test_reasons_are_stable_words() -> None:
    """They are stored and exported, so they never change."""
    assert {reason.value for reason in Reason} == {
        "borne-off", "mars", "mother", "both-mothers", "dead", "resigned", "time", "ended",
    }  # fmt: skip
