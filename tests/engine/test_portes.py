"""The rules of Portes, paragraph by paragraph (docs/rules.md), each on a position one can set up on a board.

Position lines list the points from 24 down to 1 in White's numbering; plays are in the mover's own.
"""

from __future__ import annotations

import pytest

from plakoto_bot.engine.events import Contest, Rolled
from plakoto_bot.engine.game import new_game, open_game
from plakoto_bot.engine.moves import Step
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Dice, PointView, Side
from plakoto_bot.engine.rulesets import ruleset
from plakoto_bot.errors import WrongPhase
from plakoto_bot.words.illegal_plays import refusal as sentence
from tests.engine.played import after, outcome, plays, refusal, refused_step

W, B = Side.WHITE, Side.BLACK
START = "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2"


# --- O1 setup, O2 opening --------------------------------------------------------------------------------------


def test_o1_the_start() -> None:
    position = new_game(ruleset("portes")).position
    assert str(position) == f"{START} - 0/0 w -"
    for side in Side:
        assert {point: position.side(side).on(point) for point in (24, 13, 8, 6)} == {24: 2, 13: 5, 8: 3, 6: 5}
        assert position.side(side).pips == 167


def test_o1_black_moves_up_in_whites_numbering() -> None:
    assert after(f"{START} - 0/0 b 31", "8/5 6/5").point(20) == PointView(B, 2, False)


def test_o2_the_winner_of_the_contest_rolls_two_fresh_dice() -> None:
    rolls = [Dice(3, 3), Dice(2, 5), Dice(6, 6)]
    state, events = open_game(new_game(ruleset("portes")), lambda number: rolls[number - 1])
    assert (state.position.turn, state.position.dice) == (B, Dice(6, 6))
    assert events == [Contest(Dice(3, 3)), Contest(Dice(2, 5)), Rolled(B, Dice(6, 6))]


# --- O3 landing --------------------------------------------------------------------------------------------------

#: White on 7, Black alone on 5 and 4.
TWO_BLOTS = "portes W14,16,W1,1,B1,B1,2,B13 - 0/0 w 21"


def test_o3_a_lone_opposing_checker_is_hit_and_goes_to_the_bar() -> None:
    position = after(TWO_BLOTS, "7/5* 24/23")
    assert position.point(5) == PointView(W, 1, False)
    assert (position.black.bar, position.white.bar) == (1, 0)
    assert " B1 0/0 b" in str(position)


def test_o3_black_hits_in_the_same_way() -> None:
    position = after("portes W13,3,W1,1,B1,16,B14 W1 0/0 b 21", "7/5* 24/23")
    assert position.white.bar == 2


def test_o3_a_checker_hit_in_passing_stays_hit() -> None:
    # In Plakoto it would be free again.
    position = after(TWO_BLOTS, "7/5*/4*")
    assert position.black.bar == 2
    assert position.point(5) == PointView(None, 0, False)


def test_o3_ways_that_hit_different_checkers_are_different_plays() -> None:
    # From 7 to 4 over 5, where Black stands, or over 6, which is empty.
    line = "portes W14,16,W1,1,B1,3,B14 - 0/0 w 21"
    assert {"7/5* 5/4", "7/6 6/4"} <= plays(line)
    assert (after(line, "7/5/4").black.bar, after(line, "7/6/4").black.bar) == (1, 0)


def test_o3_a_point_hit_in_passing_is_open_to_the_next_checker() -> None:
    position = after("portes W13,16,W2,1,B1,3,B14 - 0/0 w 22", "7/5*(2) 5/3 24/22")
    assert position.black.bar == 1
    assert position.point(5) == PointView(W, 1, False)


def test_o3_two_opposing_checkers_close_a_point() -> None:
    fault = refusal(f"{START} - 0/0 w 52", "24/19 13/11")
    assert (fault.rule, fault.step, fault.die) == ("O3", Step(24, 19, 5), 5)
    assert sentence(fault) == "24/19: the 5 lands on your 19 point, closed by 5 opposing checkers"


def test_o3_own_checkers_and_empty_points_are_open() -> None:
    assert after(f"{START} - 0/0 w 62", "24/18 8/6").point(6) == PointView(W, 6, False)


# --- O4 bar ------------------------------------------------------------------------------------------------------

ON_BAR = "portes W1,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 W1 0/0 w 64"
#: Black holds four points of its home board; open are White's 20 and 19.
TWO_ON_BAR = "portes B3,B3,B3,B3,14,W13,4,B3 W2 0/0 w {}"


@pytest.mark.parametrize("die", range(1, 7))
def test_o4_a_die_enters_on_25_minus_its_number(die: int) -> None:
    line = f"portes 12,W14,10,B15 W1 0/0 w {die}{die}"
    assert after(line, f"bar/{25 - die} 12/{12 - die}(3)").point(25 - die) == PointView(W, 1, False)


def test_o4_black_enters_in_whites_home_board() -> None:
    assert after("portes W14,10,B14,11,W1 B1 0/0 b 65", "bar/19 12/7").point(6) == PointView(B, 1, False)


def test_o4_no_other_step_before_the_checker_is_in() -> None:
    fault = refusal(ON_BAR, "24/20 13/7")
    assert (fault.rule, fault.step, fault.die) == ("O4", Step(24, 20, 4), 4)
    assert sentence(fault) == "24/20: your checker on the bar must come in before any other moves with the 4"
    assert all(play.startswith("bar/21") for play in plays(ON_BAR))


def test_o4_the_bar_is_named_when_its_point_is_closed() -> None:
    fault = refusal(ON_BAR, "bar/19 13/9")
    assert (fault.rule, fault.step) == ("O3", Step(25, 19, 6))
    assert sentence(fault) == "bar/19: the 6 lands on your 19 point, closed by 5 opposing checkers"


def test_o4_all_must_come_in_first() -> None:
    assert plays(TWO_ON_BAR.format("65")) == {"bar/19 bar/20"}
    fault = refusal(TWO_ON_BAR.format("65"), "bar/19 6/1")
    assert fault.rule == "O4"
    assert sentence(fault) == "6/1: your checker on the bar must come in before any other moves with the 5"


def test_o4_with_one_of_two_in_the_other_die_is_lost() -> None:
    assert plays(TWO_ON_BAR.format("61")) == {"bar/19"}
    assert sentence(refusal(TWO_ON_BAR.format("61"), "bar/19 19/18")).startswith("19/18: your checker on the bar must")


def test_o4_all_on_the_bar_and_closed_out_is_a_pass() -> None:
    assert plays(TWO_ON_BAR.format("41")) == {"pass"}
    reason = sentence(refusal(TWO_ON_BAR.format("41"), "6/2 6/5"))
    assert reason == "6/2: your 2 checkers on the bar must come in before any other moves with the 4"


def test_o4_an_entering_checker_hits() -> None:
    position = after("portes 2,B1,9,W14,10,B14 W1 0/0 w 31", "bar/22* 12/11")
    assert (position.black.bar, position.white.bar) == (1, 0)


def test_o4_the_entered_checker_may_go_on_with_the_other_die() -> None:
    assert "bar/21 21/15" in plays(ON_BAR)
    assert after(ON_BAR, "bar/15").point(15) == PointView(W, 1, False)


# --- O5 steps and compulsory dice --------------------------------------------------------------------------------


def test_o5_both_dice_must_be_played_when_any_order_allows() -> None:
    fault = refusal(f"{START} - 0/0 w 52", "13/8")
    assert fault.rule == "O5"
    assert sentence(fault).startswith("this plays one die where two dice can be played, as in ")


def test_o5_the_larger_die_if_either_but_not_both_can_be_played() -> None:
    line = "portes 4,W1,10,B2,7,B13 - 14/0 w 65"
    assert plays(line) == {"20/14"}
    fault = refusal(line, "20/15")
    assert (fault.rule, sentence(fault)) == ("O5", "only one die can be played, and it must be the larger, the 6")


def test_o5_from_the_bar_the_larger_die_too() -> None:
    # Either die brings the checker in, and then 25 - 6 - 5 = 14 is closed and nothing else can move.
    assert plays("portes 10,B2,12,B13 W1 14/0 w 65") == {"bar/19"}


def test_o5_a_double_gives_four_steps() -> None:
    assert after(f"{START} - 0/0 w 11", "8/7(2) 6/5(2)").point(7) == PointView(W, 2, False)
    assert refusal(f"{START} - 0/0 w 11", "8/7(2) 6/5").rule == "O5"


def test_o5_steps_are_no_sum() -> None:
    line = "portes W15,B2,3,B2,17,B11 - 0/0 w 51"
    assert plays(line) == {"pass"}
    assert refusal(line, "24/18").rule == "O3"


# --- O6 bearing off ----------------------------------------------------------------------------------------------


def test_o6_not_with_a_checker_on_the_bar() -> None:
    # The 5 comes in and the 2 may not bear off yet.
    line = "portes B15,22,W2 W1 12/0 w 52"
    assert plays(line) == {"bar/20 20/18"}
    assert refused_step(line, Step(1, 0, 2)).rule == "O4"
    assert refusal(line, "bar/20 1/off").rule == "O6"


def test_o6_not_before_every_checker_is_home() -> None:
    fault = refused_step("portes B15,16,W1,1,W1,4 - 13/0 w 51", Step(5, 0, 5))
    assert fault.rule == "O6"
    assert sentence(fault) == "5/off: you bear off only when all your checkers are home, and one is on your 7 point"


def test_o6_an_exact_die_or_a_larger_one_from_the_farthest_point() -> None:
    assert plays("portes B15,18,W2,2,W2,1 - 11/0 w 66") == {"5/off(2) 2/off(2)"}
    assert refused_step("portes B15,18,W2,2,W2,1 - 11/0 w 66", Step(2, 0, 6)).rule == "O6"


def test_o6_the_last_checker_may_not_waste_a_die() -> None:
    assert plays("portes B15,20,W1,2 - 14/0 w 13") == {"3/2 2/off"}


def test_o6_hit_while_bearing_off_one_must_come_home_again() -> None:
    assert plays("portes B2,B2,B2,B2,B2,1,B3,16,W2 W1 12/2 w 66") == {"bar/19 19/13 13/7 7/1"}


# --- O7 result ---------------------------------------------------------------------------------------------------


def test_o7_all_off_wins_one_point_when_the_opponent_has_borne_off() -> None:
    assert outcome("portes B14,22,W1 - 14/1 w 21", "1/off") == "w1 borne-off"


def test_o7_two_points_when_the_opponent_has_none_off() -> None:
    assert outcome("portes B15,22,W1 - 14/0 w 21", "1/off") == "w2 mars"


def test_o7_never_three_points() -> None:
    # Black is on the bar and in White's home board, which in backgammon would be three points.
    assert outcome("portes 22,B14,W1 B1 14/0 w 21", "1/off") == "w2 mars"
    assert outcome("portes B1,22,W13 W2 0/14 b 21", "1/off") == "b2 mars"


def test_o7_a_finished_game_has_no_plays() -> None:
    with pytest.raises(WrongPhase, match="over: black is off"):
        ruleset("portes").legal_plays(parse_position("portes W15,23 - 0/15 w 21"))


def test_a_portes_position_in_which_nobody_can_come_in_is_drawn() -> None:
    # P11: both sides are on the bar before closed home boards.
    line = "portes B2,B2,B2,B2,B2,B2,12,W2,W2,W2,W2,W2,W2 W3B3 0/0 w 65"
    assert plays(line) == {"pass"}
    assert outcome(line, "pass") == "draw dead"


# --- the preset no-hit-and-run ---------------------------------------------------------------------------------------

#: White on 6 with Black alone on 4, and thirteen on 12.
HIT_AT_HOME = "portes 12,W13,5,W1,1,B1,2,B14 - 1/0 w 21"


def test_no_hit_and_run_the_hitter_stays() -> None:
    assert "6/4* 4/3" in plays(HIT_AT_HOME, "classic")
    assert "6/4* 4/3" not in plays(HIT_AT_HOME, "no-hit-and-run")
    fault = refusal(HIT_AT_HOME, "6/4*/3", "no-hit-and-run")
    assert (fault.rule, fault.step, fault.die) == ("O5", Step(4, 3, 1), 1)
    assert sentence(fault) == "4/3: the checker on your 4 point has just hit at home and may not move again this turn"
    assert "6/4* 12/11" in plays(HIT_AT_HOME, "no-hit-and-run")


def test_no_hit_and_run_another_checker_on_the_point_may_move() -> None:
    # Two land on 4 in a double, and the second goes on.
    line = "portes 12,W12,5,W2,1,B1,2,B14 - 1/0 w 22"
    assert "12/10 6/4* 6/4 4/2" in plays(line, "no-hit-and-run")
    assert "6/4* 6/4 4/2(2)" in plays(line, "classic")
    assert "6/4* 6/4 4/2(2)" not in plays(line, "no-hit-and-run")


def test_no_hit_and_run_is_about_the_home_board_alone() -> None:
    # The blot is on 7.
    line = "portes 12,W13,2,W1,1,B1,5,B14 - 1/0 w 21"
    assert "9/7* 7/6" in plays(line, "no-hit-and-run")


def test_no_hit_and_run_counts_before_as_many_dice_as_possible() -> None:
    # White's last checker can only begin with the 6, which hits on 4. It may not go on, so that is the whole play.
    line = "portes 14,W1,B2,4,B1,2,B12 - 14/0 w 61"
    assert plays(line, "classic") == {"10/4* 4/3"}
    assert plays(line, "no-hit-and-run") == {"10/4*"}


def test_no_hit_and_run_a_hit_of_the_turn_before_is_forgotten() -> None:
    position = after(HIT_AT_HOME, "6/4* 12/11", "no-hit-and-run")
    assert position.held == 0
    assert position == parse_position(str(position))


def test_no_hit_and_run_the_hitter_counts_as_the_farthest() -> None:
    # After 5/4* with the 1, the 6 could bear off only the farthest, and that is the hitter.
    line = "portes B14,18,W1,B1,2,W2 - 12/0 w 61"
    assert "5/4* 4/off" in plays(line, "classic")
    assert plays(line, "no-hit-and-run") == {"5/off 1/off"}
    fault = refused_step(line, Step(5, 4, 1), Step(1, 0, 6), preset="no-hit-and-run")
    assert (fault.rule, sentence(fault)) == (
        "O6", "1/off: a 6 bears off only the farthest checker, and that is on your 4 point",
    )  # fmt: skip
