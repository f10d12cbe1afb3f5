"""The rules of Fevga, paragraph by paragraph (docs/rules.md), each on a position one can set up on a board.

Position lines list the points from 24 down to 1 in White's numbering; plays are in the mover's own. Black's own
point p is White's p - 12 or p + 12.
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
from tests.engine.played import after, outcome, plays, read, refusal, refused_step

W, B = Side.WHITE, Side.BLACK
START = "fevga W15,11,B15,11"


# --- F1 setup, F2 opening --------------------------------------------------------------------------------------


def test_f1_the_starts_are_diagonally_opposite() -> None:
    position = new_game(ruleset("fevga")).position
    assert str(position) == f"{START} - 0/0 w -"
    assert position.white.on(24) == position.black.on(24) == 15
    assert position.white.pips == position.black.pips == 360


def test_f1_both_move_the_same_way_round() -> None:
    assert after(f"{START} - 0/0 w 51", "24/19 19/18").point(18) == PointView(W, 1, False)
    assert after(f"{START} - 0/0 b 51", "24/19 19/18").point(6) == PointView(B, 1, False)


def test_f1_black_goes_on_from_whites_1_to_whites_24() -> None:
    # White's 2 and 21 are Black's 14 and 9.
    assert after("fevga 10,W15,1,B14,9,B1,1 - 0/0 b 41", "14/9").point(21) == PointView(B, 1, False)


def test_f1_blacks_home_is_whites_13_to_18() -> None:
    assert plays("fevga W15,5,B1,4,B1,12 - 0/13 b 61") == {"6/off 1/off", "6/5 5/off"}


def test_f2_the_winner_of_the_contest_rolls_two_fresh_dice() -> None:
    rolls = [Dice(1, 1), Dice(2, 5), Dice(5, 5)]
    state, events = open_game(new_game(ruleset("fevga")), lambda number: rolls[number - 1])
    assert (state.position.turn, state.position.dice) == (B, Dice(5, 5))
    assert events == [Contest(Dice(1, 1)), Contest(Dice(2, 5)), Rolled(B, Dice(5, 5))]


# --- F3 landing --------------------------------------------------------------------------------------------------


def test_f3_one_opposing_checker_closes_a_point() -> None:
    fault = refused_step("fevga W1,1,B1,9,B14,5,W14,5 - 0/0 w 21", Step(24, 22, 2))
    assert (fault.rule, fault.step, fault.die) == ("F3", Step(24, 22, 2), 2)
    assert sentence(fault) == "24/22: the 2 lands on your 22 point, closed by an opposing checker"


def test_f3_more_opposing_checkers_are_counted() -> None:
    fault = refusal(f"{START} - 0/0 w 66", "24/12")
    assert (fault.rule, fault.step, fault.die) == ("F3", Step(18, 12, 6), 6)
    assert sentence(fault) == "18/12: the 6 lands on your 12 point, closed by 15 opposing checkers"


def test_f3_own_points_are_open_and_nothing_is_ever_marked() -> None:
    assert plays("fevga W1,2,W1,8,B15,8,W13,2 - 0/0 w 32") >= {"24/21 3/1"}


# --- F4 runner ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "possible"),
    [
        ("66", {"24/18"}),
        ("55", {"24/19 19/14 14/9 9/4", "24/19 19/14 14/9 24/19"}),  # past 12 with the third step
        ("44", {"24/20 20/16"}),
        ("33", {"24/21 21/18 18/15"}),
        ("22", {"24/22 22/20 20/18 18/16"}),
        ("51", {"24/19 19/18"}),
    ],
)
@pytest.mark.parametrize("turn", ["w", "b"])
def test_f4_the_first_roll_moves_the_runner_alone(dice: str, possible: set[str], turn: str) -> None:
    assert plays(f"{START} - 0/0 {turn} {dice}") == possible


def test_f4_no_second_checker_leaves_the_start_before_the_first_has_passed() -> None:
    fault = refusal("fevga W14,6,W1,4,B15,11 - 0/0 w 51", "24/19 17/16")
    assert (fault.rule, fault.step, fault.die) == ("F4", Step(24, 19, 5), 5)
    assert sentence(fault) == (
        "24/19: no second checker leaves your start before the first has passed the opponent's start"
    )


def test_f4_on_the_opponents_start_is_not_past_it() -> None:
    # Black has left; White's runner stands on 12 and has to go on before another may leave.
    line = "fevga W14,11,W1,8,B15,2 - 0/0 w 66"
    assert len(plays(line)) == 3
    assert all(play.startswith("12/6 24/18") for play in plays(line))
    assert refused_step(line, Step(24, 18, 6)).rule == "F4"


def test_f4_once_past_in_mid_turn_the_rest_is_free() -> None:
    line = "fevga W14,10,W1,B15,11 - 0/0 w 21"
    assert plays(line) == {"13/11 11/10", "13/11 24/23"}
    assert refused_step(line, Step(24, 23, 1)).rule == "F4"
    assert after(line, "24/23 13/11").point(23) == PointView(W, 1, False)


def test_f4_a_runner_that_is_off_has_passed() -> None:
    assert "24/22 22/21" in plays("fevga W14,11,B15,11 - 1/0 w 21")


# --- F5 own quarter ----------------------------------------------------------------------------------------------

#: White holds 24 to 20 and wants 19.
FIVE_HELD = "fevga W3,W2,W2,W2,W2,7,B15,1,W4,9 - 0/0 w {}"


@pytest.mark.parametrize(("dice", "step"), [("51", Step(24, 19, 5)), ("51", Step(20, 19, 1)), ("43", Step(22, 19, 3))])
def test_f5_all_six_points_of_the_quarter_are_never_held(dice: str, step: Step) -> None:
    fault = refused_step(FIVE_HELD.format(dice), step)
    assert (fault.rule, fault.step, fault.die) == ("F5", step, step.die)
    assert sentence(fault) == f"{step}: with the {step.die} you would hold all six points of your starting quarter"


def test_f5_not_even_in_mid_turn() -> None:
    assert refusal(FIVE_HELD.format("51"), "24/19/18").rule == "F5"
    assert refusal(FIVE_HELD.format("11"), "20/19 19/18 10/8").rule == "F5"


def test_f5_a_lone_checker_may_move_up_since_it_opens_its_own_point() -> None:
    line = "fevga W3,W2,W2,W2,W1,7,B15,1,W5,9 - 0/0 w 21"
    assert after(line, "20/19 10/8").point(19) == PointView(W, 1, False)


def test_f5_opening_a_point_first_makes_room_for_another() -> None:
    # 20/18 leaves 20 empty; then 19 may be taken.
    line = "fevga W3,W2,W2,W2,W1,7,B15,1,W5,9 - 0/0 w 52"
    assert after(line, "20/18 24/19").point(19) == PointView(W, 1, False)
    assert refused_step(line, Step(24, 19, 5), Step(20, 18, 2)).rule == "F5"


def test_f5_blacks_quarter_is_whites_7_to_12() -> None:
    line = "fevga W15,9,B4,1,B3,B2,B2,B2,B2,7 - 0/0 b 51"
    assert refusal(line, "24/19 2/1").rule == "F5"


# --- F6 six in a row ---------------------------------------------------------------------------------------------

#: All of Black on its start, White on the six points before it, one checker each, and nine still on 24.
SHUT_IN = "fevga W9,11,B15,W1,W1,W1,W1,W1,W1,5 - 0/0 w {}"


def test_f6_six_in_a_row_may_be_made() -> None:
    position = after("fevga W9,10,W1,B15,1,W1,W1,W1,W1,W1,5 - 0/0 w 21", "13/11 24/23")
    assert all(position.point(number).owner is W for number in range(6, 12))


def test_f6_whoever_shuts_in_all_of_the_opponent_must_open_on_the_next_turn() -> None:
    fault = refusal(SHUT_IN.format("21"), "24/22 24/23")
    assert (fault.rule, fault.step) == ("F6", None)
    assert sentence(fault).startswith(
        "every opposing checker stays shut in behind your six points in a row, and you must open them, as in "
    )
    for play in plays(SHUT_IN.format("21")):
        position = after(SHUT_IN.format("21"), play)
        assert not all(position.point(number).owner is W for number in range(6, 12))


def test_f6_a_step_from_a_point_that_stays_held_does_not_open() -> None:
    line = "fevga W8,11,B15,W1,W1,W1,W2,W1,W1,5 - 0/0 w 21"
    assert refusal(line, "8/7 24/22").rule == "F6"


def test_f6_five_in_a_row_shut_nobody_in() -> None:
    assert "24/22 24/23" in plays("fevga W10,11,B15,W1,W1,W1,W1,W1,6 - 0/0 w 21")


def test_f6_only_when_every_opposing_checker_is_behind() -> None:
    # One of Black's has got away to White's 3.
    line = "fevga W9,11,B14,W1,W1,W1,W1,W1,W1,2,B1,2 - 0/0 w 21"
    assert "24/22 24/23" in plays(line)


def test_f6_checkers_borne_off_do_not_count() -> None:
    line = "fevga 17,B3,W3,W2,W3,W3,W2,W2 - 0/12 w 21"
    assert refusal(line, "6/5 6/4").rule == "F6"


def test_f6_the_row_may_run_across_the_start() -> None:
    # Black is on White's 4, and White holds 3, 2, 1 and 24, 23, 22.
    line = "fevga W2,W2,W2,17,B15,W3,W3,W3 - 0/0 w 21"
    for play in plays(line):
        position = after(line, play)
        assert not all(position.point(number).owner is W for number in (3, 2, 1, 24, 23, 22))


def test_f6_when_no_play_opens_any_may_be_played() -> None:
    line = "fevga 17,B15,W3,W2,W3,W3,W2,W2 - 0/0 w 65"
    assert plays(line) == {"6/off 5/off", "6/off 6/1"}


def test_f6_comes_after_the_compulsory_dice() -> None:
    # 11/9 alone would open.
    assert refusal(SHUT_IN.format("21"), "11/9").rule == "F7"


def test_f6_those_who_bear_off_are_not_shut_in() -> None:
    # Black's last nine are on its 3 point (White's 15), and White holds the next six on the board.
    line = "fevga W3,8,B9,W2,W2,W2,W2,W2,W2,8 - 0/6 w 21"
    assert "24/22 24/23" in plays(line)


def test_f6_steps_are_offered_only_towards_plays_that_open() -> None:
    rules, position = read(SHUT_IN.format("21"))
    assert Step(24, 22, 2) in rules.next_steps(position, ())
    assert Step(24, 23, 1) not in rules.next_steps(position, (Step(24, 22, 2),))


# --- F7 steps, compulsory dice, bearing off, result ----------------------------------------------------------------


def test_f7_both_dice_must_be_played_when_any_order_allows() -> None:
    fault = refusal(f"{START} - 0/0 w 51", "24/19")
    assert fault.rule == "F7"
    assert sentence(fault) == "this plays one die where two dice can be played, as in 24/19 19/18"


def test_f7_the_larger_die_if_either_but_not_both_can_be_played() -> None:
    # White's last checker on 20; 9 is closed.
    line = "fevga 4,W1,10,B1,7,B1 - 14/13 w 65"
    assert plays(line) == {"20/14"}
    fault = refusal(line, "20/15")
    assert (fault.rule, sentence(fault)) == ("F7", "only one die can be played, and it must be the larger, the 6")


def test_f7_a_player_who_cannot_move_passes() -> None:
    line = "fevga W14,5,W1,B1,B1,B1,B1,B1,B10,11 - 0/0 w 65"
    assert plays(line) == {"pass"}
    assert outcome(line, "pass") == "-"


def test_f7_not_before_every_checker_is_home() -> None:
    fault = refused_step("fevga 12,B15,4,W1,1,W1,4 - 13/0 w 51", Step(5, 0, 5))
    assert fault.rule == "F7"
    assert sentence(fault) == "5/off: you bear off only when all your checkers are home, and one is on your 7 point"


def test_f7_the_last_checker_may_come_from_the_start_and_bear_off_in_one_turn() -> None:
    line = "fevga W1,9,B15,10,W1,W1,W1 - 11/0 w 66"
    assert plays(line) == {"24/18 18/12 12/6 6/off"}


def test_f7_bearing_off_exactly_or_from_the_farthest_point() -> None:
    assert plays("fevga 12,B15,6,W2,2,W2,1 - 11/0 w 66") == {"5/off(2) 2/off(2)"}
    assert plays("fevga 12,B15,8,W1,2 - 14/0 w 13") == {"3/2 2/off"}


@pytest.mark.parametrize(("off", "result"), [(1, "w1 borne-off"), (0, "w2 mars")])
def test_f7_the_result(off: int, result: str) -> None:
    assert outcome(f"fevga 11,B{15 - off},11,W1 - 14/{off} w 21", "1/off") == result


def test_f7_a_finished_game_has_no_plays() -> None:
    with pytest.raises(WrongPhase, match="over: black is off"):
        ruleset("fevga").legal_plays(parse_position("fevga W15,23 - 0/15 w 21"))
