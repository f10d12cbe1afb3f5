"""The position in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from plakoto_bot.engine.moves import Step
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from renderer.alt_text import LIMIT, describe_board
from renderer.view import BoardView
from tests.renderer.views import view, views


def test_start_in_words() -> None:
    assert describe_board(view("plakoto W15,22,B15 - 0/0 w 53")) == (
        "Plakoto board from White's side. White to play 5-3. "
        "White: 15 on 24; 0 off; 360 pips. Black: 15 on 1; 0 off; 360 pips."
    )


def test_portes_in_words_with_the_bar_and_hits() -> None:
    assert describe_board(view("portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w 53")) == (
        "Portes board from White's side. White to play 5-3. White: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 0 off; 167 pips. "
        "Black: 5 on 19, 3 on 17, 5 on 12, 2 on 1; 0 off; 167 pips."
    )
    hit = view("portes 22,W1,W1 B2 13/13 b 65", Side.BLACK)
    assert "Black: nothing on the board; 2 on the bar; 13 off; 50 pips" in describe_board(hit)
    played = replace(hit, last_play=(Step(5, 2, 3), Step(2, 1, 1)), last_mover=Side.WHITE, hits=2)
    assert "White just played 5/2 2/1 in White's own numbering, hitting 2." in describe_board(played)


@pytest.mark.parametrize(("viewer", "other"), [(Side.WHITE, "Black"), (Side.BLACK, "White")])
def test_fevga_in_words_says_which_way_the_opponent_goes(viewer: Side, other: str) -> None:
    own = "White" if viewer is Side.WHITE else "Black"
    assert describe_board(view("fevga W15,11,B15,11 - 0/0 w 53", viewer)) == (
        f"Fevga board from {own}'s side; {other} moves the same way round, to a home of 18 to 13. White to play 5-3. "
        f"{own}: 15 on 24; 0 off; 360 pips. {other}: 15 on 12; 0 off; 360 pips."
    )


def test_points_are_the_viewers() -> None:
    text = describe_board(view("plakoto W15,20,B2,1,B13 - 0/0 b -", Side.BLACK))
    assert text.startswith(
        "Plakoto board from Black's side. Black to roll. Black: 13 on 24, 2 on 22; 0 off; 356 pips. White: 15 on 1;"
    )


def test_pins_mothers_and_what_is_off() -> None:
    text = describe_board(view("plakoto W1,4,B3w,12,W5b,2,B1w,W3,1 - 4/10 w 64"))
    assert "White: 1 on 24 (mother), 1 on 19 (pinned), 5 on 6 (pinning one), 1 on 3 (pinned), 3 on 2; 4 off" in text
    assert "Black: 3 on 19 (pinning one), 1 on 6 (pinned), 1 on 3 (pinning one); 10 off" in text


def test_a_pinned_mother_is_named() -> None:
    assert "1 on 24 (pinned, mother)" in describe_board(view("plakoto B1w,22,B14 - 14/0 b 64"))


def test_dice_played_last_play_and_score() -> None:
    text = describe_board(
        view(
            "plakoto W14,4,W1,17,B15 - 0/0 b 33",
            Side.BLACK,
            played=(3, 3),
            last_play=(Step(24, 19, 5),),
            last_mover=Side.WHITE,
            score=(2, 1),
            match_length=5,
        )
    )
    assert "Black to play 3-3-3-3, 3 and 3 already played." in text
    assert "White just played 24/19 in White's own numbering." in text
    assert "Score: White 2, Black 1 in a match to 5." in text


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome(Side.WHITE, 2, Reason.MARS), "White has won 2 points."),
        (Outcome(Side.BLACK, 1, Reason.RESIGNED), "Black has won 1 point."),
        (Outcome(None, 0, Reason.DEAD), "The game is drawn."),
        (Outcome(None, 0, Reason.ENDED), "The game is over without a winner."),
    ],
    ids=str,
)
@pytest.mark.parametrize("dice", ["-", "53"])
def test_a_finished_game_has_a_result_and_no_turn(outcome: Outcome, said: str, dice: str) -> None:
    text = describe_board(view(f"plakoto B2,B2,21,B2 - 15/9 b {dice}", outcome=outcome))
    assert text.startswith(f"Plakoto board from White's side. {said} White: nothing on the board; 15 off; 0 pips.")
    assert "to roll" not in text
    assert "to play" not in text


def test_a_pass_is_told() -> None:
    assert "White could not move." in describe_board(view("plakoto W15,22,B15 - 0/0 b 21", last_mover=Side.WHITE))


@settings(max_examples=200)
@given(views)
def test_any_description_is_whole_and_within_the_limit(shown: BoardView) -> None:
    text = describe_board(shown)
    assert len(text) <= LIMIT
    assert text.endswith(".")
    assert not text.endswith("...")
    for side in Side:
        assert f"{shown.position.side(side).pips} pips" in text


def test_steps_of_a_turn_that_is_not_over_are_only_tried() -> None:
    tried = replace(
        view("plakoto W14,4,W1,17,B15 - 0/0 w 51"), played=(5,), last_play=(Step(24, 19, 5),), last_mover=Side.WHITE
    )
    assert "White is trying 24/19." in describe_board(tried)
