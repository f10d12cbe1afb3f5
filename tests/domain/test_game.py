"""A game and a match as values: who plays what, whose turn it is, and which clock runs."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.clock import NO_CLOCK, Clock
from plakoto_bot.domain.game import clock_after
from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from tests.domain.values import (
    ANN,
    BEN,
    CLEO,
    HERE,
    NOW,
    START,
    some_challenge,
    some_game,
    some_match,
    some_terms,
    state_at,
)

WON = Outcome(Side.WHITE, 1, Reason.BORNE_OFF)
BLACKS_TURN = START.replace(" w ", " b ")
AGAINST_BOT = some_match(terms=some_terms(level="strong", pace="blitz"))


def test_the_challenger_plays_white() -> None:
    match = some_match()
    assert [match.player(side) for side in Side] == [ANN, BEN]
    assert [match.side_of(user) for user in (ANN, BEN, CLEO)] == [Side.WHITE, Side.BLACK, None]
    assert (match.opponent_of(ANN), match.opponent_of(BEN)) == (BEN, ANN)
    assert match.guild_id == HERE.guild_id
    assert some_challenge(opponent_id=None).side_of(BEN) is None


def test_the_bot_plays_black_where_it_has_a_level() -> None:
    assert AGAINST_BOT.bot_side is Side.BLACK
    assert some_match().bot_side is None


def test_players_are_the_same_until_one_has_their_data_deleted() -> None:
    match = some_match()
    assert match.has_same_players(some_match(score=(1, 0)))
    assert not match.has_same_players(some_match(challenger_id=DELETED_ID))
    assert not match.has_same_players(some_match(opponent_id=DELETED_ID))


def test_each_game_of_a_match_has_rolls_of_its_own() -> None:
    match = some_match()
    first, again, second = (match.roller(number) for number in (1, 1, 2))
    rolls = range(1, 20)
    assert list(map(first, rolls)) == list(map(again, rolls)) == [match.dice.roll(1, roll) for roll in rolls]
    assert list(map(first, rolls)) != list(map(second, rolls))


def test_no_representation_tells_the_seed() -> None:
    assert repr(bytes(32)) not in repr(some_match())


@pytest.mark.parametrize(
    ("line", "outcome", "waits"),
    [(BLACKS_TURN, None, True), (START, None, False), (BLACKS_TURN, WON, False)],
)
def test_the_bot_is_to_play_on_its_own_turn_of_a_running_game(line: str, outcome: Outcome | None, waits: bool) -> None:
    assert some_game(line, outcome=outcome, match=AGAINST_BOT).bot_to_play is waits
    assert not some_game(line, outcome=outcome).bot_to_play


def test_a_game_is_over_with_its_outcome() -> None:
    assert not some_game().is_over
    assert some_game(outcome=WON).is_over
    assert some_game(BLACKS_TURN).on_roll is Side.BLACK


def test_an_offer_is_for_the_turn_in_which_it_was_made() -> None:
    game = some_game(ply=4, offers=(4, 3))
    assert game.offered(Side.WHITE)
    assert not game.offered(Side.BLACK)


def test_a_running_game_is_overdue_when_its_time_is_over() -> None:
    late = Clock(deadline=NOW)
    assert some_game(clock=late).is_overdue(NOW)
    assert not some_game(clock=late).is_overdue(NOW - 1)
    assert not some_game(clock=late, outcome=WON).is_overdue(NOW)


def test_a_turn_of_a_person_has_the_clock_of_the_pace() -> None:
    blitz = some_match(terms=some_terms(pace="blitz"))
    assert clock_after(blitz, state_at(), NOW) == Clock(NOW + 90, NOW + 120)
    assert clock_after(AGAINST_BOT, state_at(), NOW) == Clock(NOW + 90, NOW + 120)
    assert clock_after(some_match(), state_at(), NOW) == NO_CLOCK


def test_no_clock_runs_for_the_bot_or_after_the_end() -> None:
    assert clock_after(AGAINST_BOT, state_at(BLACKS_TURN), NOW) == NO_CLOCK
    assert clock_after(AGAINST_BOT, state_at(outcome=WON), NOW) == NO_CLOCK
