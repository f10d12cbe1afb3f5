"""Who may do what in a game, and when."""

from __future__ import annotations

from typing import Any

import pytest

from plakoto_bot.domain.clock import Clock
from plakoto_bot.domain.errors import (
    AlreadyOffered,
    GameOver,
    NoHints,
    NotAPlayer,
    NothingToOffer,
    NotOverdue,
    NotYourTurn,
    StaleAction,
)
from plakoto_bot.domain.turns import (
    require_offer,
    require_overdue,
    require_player,
    require_ply,
    require_running,
    require_turn,
    require_unrated,
)
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.errors import ServiceError
from tests.domain.values import ANN, BEARING_OFF, BEN, CLEO, NOW, START, some_game, some_match, some_terms

WON = Outcome(Side.WHITE, 1, Reason.BORNE_OFF)


def test_a_finished_game_does_not_go_on() -> None:
    require_running(some_game())
    with pytest.raises(GameOver):
        require_running(some_game(outcome=WON))


@pytest.mark.parametrize("ply", [3, 5])
def test_what_was_meant_for_another_turn_is_stale(ply: int) -> None:
    require_ply(some_game(ply=4), 4)
    with pytest.raises(StaleAction) as caught:
        require_ply(some_game(ply=4), ply)
    assert (caught.value.expected, caught.value.actual) == (ply, 4)


def test_the_challenger_plays_white_in_a_running_game_and_others_nothing() -> None:
    assert require_player(some_game(), ANN) is Side.WHITE
    assert require_player(some_game(), BEN) is Side.BLACK
    with pytest.raises(NotAPlayer):
        require_player(some_game(), CLEO)
    with pytest.raises(GameOver):
        require_player(some_game(outcome=WON), ANN)


def test_the_player_on_roll_plays_at_this_ply() -> None:
    require_turn(some_game(ply=4), ANN, 4)
    require_turn(some_game(START.replace(" w ", " b "), ply=5), BEN, 5)


@pytest.mark.parametrize(
    ("user", "ply", "outcome", "error"),
    [
        # Each is refused for the first that is wrong: a bystander first, who has no business in a finished game either.
        (CLEO, 9, WON, NotAPlayer),
        (BEN, 9, WON, GameOver),
        (BEN, 9, None, StaleAction),
        (BEN, 4, None, NotYourTurn),
    ],
)
def test_everybody_else_is_told_why_not(
    user: int, ply: int, outcome: Outcome | None, error: type[ServiceError]
) -> None:
    with pytest.raises(error):
        require_turn(some_game(ply=4, outcome=outcome), user, ply)


def test_t4_one_point_is_offered_while_resigning_costs_two() -> None:
    require_offer(some_game(), Side.WHITE)
    require_offer(some_game(BEARING_OFF), Side.BLACK)
    with pytest.raises(NothingToOffer):
        require_offer(some_game(BEARING_OFF), Side.WHITE)


@pytest.mark.parametrize(("offers", "again"), [((4, None), False), ((3, None), True), ((None, 4), True)])
def test_one_point_is_offered_once_a_turn_and_side(offers: tuple[int | None, int | None], again: bool) -> None:
    game = some_game(ply=4, offers=offers)
    if again:
        require_offer(game, Side.WHITE)
        return
    with pytest.raises(AlreadyOffered):
        require_offer(game, Side.WHITE)


@pytest.mark.parametrize(
    ("side", "now", "changes", "may"),
    [
        (Side.BLACK, NOW, {}, True),
        (Side.BLACK, NOW - 1, {}, False),
        (Side.WHITE, NOW, {}, False),
        (Side.BLACK, NOW, {"clock": Clock()}, False),
        (Side.BLACK, NOW, {"outcome": WON}, False),
    ],
)
def test_whoever_waits_claims_the_win_once_the_time_is_over(
    side: Side, now: int, changes: dict[str, Any], may: bool
) -> None:
    game = some_game(**{"clock": Clock(deadline=NOW)} | changes)
    if may:
        require_overdue(game, side, now)
        return
    with pytest.raises(NotOverdue):
        require_overdue(game, side, now)


def test_there_is_no_advice_in_a_rated_match() -> None:
    require_unrated(some_game(match=some_match(terms=some_terms(rated=False))))
    with pytest.raises(NoHints):
        require_unrated(some_game())
