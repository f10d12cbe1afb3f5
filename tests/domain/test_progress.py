"""How a match goes on from one event to the next, and from one game to the next."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.clock import NO_CLOCK, Clock
from plakoto_bot.domain.match import EndedBy, MatchStatus
from plakoto_bot.domain.progress import carried_on, last_play, new_game, open_game, replayed
from plakoto_bot.domain.results import after_game, before_game
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
)
from plakoto_bot.engine.game import legal_plays, lose_on_time, play_turn, resign
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.rules import Outcome, Reason
from tests.domain.values import BEARING_OFF, NOW, some_game, some_match, some_terms, state_at

WHITE, BLACK = Side
PLAYED = Played(WHITE, ())
GIVEN_UP = Resigned(BLACK, Stake.GAME)


def won(winner: Side, points: int, reason: Reason = Reason.BORNE_OFF) -> Outcome:
    return Outcome(winner, points, reason)


DRAW = Outcome(None, 0, Reason.BOTH_MOTHERS)
STOPPED = Outcome(None, 0, Reason.ENDED)


# --- games that begin ----------------------------------------------------------------------------------------


def test_the_first_game_begins_with_a_contest_and_a_later_one_with_its_starter() -> None:
    match = some_match(terms=some_terms(kind="tavli", length=5))
    first, second = new_game(match, 1, None), new_game(match, 2, BLACK)
    assert (first.rules.layout.name, first.opened) == ("portes", False)
    assert (second.rules.layout.name, second.opened, second.position.turn) == ("plakoto", True, BLACK)


def test_t3_a_drawn_game_has_no_winner_to_open_the_next_so_a_contest_does() -> None:
    match = some_match(terms=some_terms(length=3))
    opening = open_game(match, 2, DRAW.winner, ())
    assert isinstance(opening.events[0], Contest)


def test_a_game_from_a_position_begins_there() -> None:
    match = some_match(terms=some_terms(position=BEARING_OFF))
    opening = open_game(match, 1, None, ())
    assert new_game(match, 1, None).position == parse_position(BEARING_OFF)
    assert opening.events[0] == Began(parse_position(BEARING_OFF))


def test_a_game_is_opened_up_to_the_first_decision_with_the_rolls_of_the_match() -> None:
    match = some_match()
    opening = open_game(match, 1, None, ())
    contest = opening.events[0]
    assert isinstance(contest, Contest)
    assert contest.dice == match.dice.roll(1, 1)
    assert (opening.number, opening.starter, opening.new) == (1, None, new_game(match, 1, None))
    assert opening.state.position.dice is not None
    assert len(legal_plays(opening.state)) > 1


@pytest.mark.parametrize("manual", [(), (WHITE, BLACK)])
def test_only_plays_are_made_for_those_who_do_not_make_them_themselves(manual: tuple[Side, ...]) -> None:
    # White bears off its last checker, and there is no other way.
    match = some_match(terms=some_terms(position="plakoto 22,W1,B1 - 14/14 w 65"))
    opening = open_game(match, 1, None, manual)
    forced = [event for event in opening.events if isinstance(event, Played) and event.forced]
    assert bool(forced) is not bool(manual)


@pytest.mark.parametrize("starter", [None, BLACK])
def test_the_events_of_a_game_lead_to_its_state(starter: Side | None) -> None:
    match, game = some_match(), some_game(starter=starter)
    opening = open_game(match, 1, starter, ())
    state, events = opening.state, [*opening.events]
    assert replayed(game, ()) == opening.new
    for _ in range(6):
        assert replayed(game, events) == state
        state, happened = play_turn(state, legal_plays(state)[0], match.roller(1))
        events += happened


# --- games that go on ----------------------------------------------------------------------------------------


def test_a_game_that_goes_on_counts_what_happened_and_has_a_new_clock() -> None:
    game = some_game(events=3, match=some_match(terms=some_terms(pace="blitz")))
    after = carried_on(game, state_at(ply=1), (PLAYED, Rolled(BLACK, Dice(6, 5))), NOW + 5)
    assert (after.events, after.state, after.ended_at) == (5, state_at(ply=1), None)
    assert after.clock == Clock(NOW + 95, NOW + 125)
    assert after.match is game.match


def test_a_game_that_ends_is_over_now_and_no_clock_runs() -> None:
    game = some_game(events=3, clock=Clock(NOW, NOW + 9), match=some_match(terms=some_terms(pace="blitz")))
    after = carried_on(game, state_at(outcome=won(WHITE, 1)), (PLAYED,), NOW + 5)
    assert (after.events, after.ended_at, after.clock) == (4, NOW + 5, NO_CLOCK)


def test_the_last_play_may_be_a_pass_and_is_not_what_came_after() -> None:
    first, last = Played(WHITE, legal_plays(state_at())[0]), Played(BLACK, ())
    assert last_play((first, last, Rolled(WHITE, Dice(6, 5)), GIVEN_UP)) is last
    assert last_play((Rolled(WHITE, Dice(6, 5)),)) is None


# --- games that end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "score", "outcome", "last", "after", "winner", "ended_by"),
    [
        # T1, T2: it goes on until somebody has the points.
        (5, (0, 0), won(WHITE, 2), PLAYED, (2, 0), None, None),
        (5, (2, 4), won(WHITE, 2), PLAYED, (4, 4), None, None),
        (5, (3, 4), won(WHITE, 2), PLAYED, (5, 4), WHITE, EndedBy.POINTS),
        (5, (4, 4), won(BLACK, 2), PLAYED, (4, 6), BLACK, EndedBy.POINTS),
        (1, (0, 0), won(BLACK, 1), PLAYED, (0, 1), BLACK, EndedBy.POINTS),
        # T3: a drawn game scores nothing, and another one is played, however short the match.
        (1, (0, 0), DRAW, PLAYED, (0, 0), None, None),
        # T4: resigning a game, or losing it for the one point that was offered, scores its points only.
        (5, (0, 0), won(WHITE, 2, Reason.RESIGNED), GIVEN_UP, (2, 0), None, None),
        (5, (4, 0), won(WHITE, 2, Reason.RESIGNED), GIVEN_UP, (6, 0), WHITE, EndedBy.POINTS),
        (5, (0, 0), won(WHITE, 1, Reason.RESIGNED), Resigned(BLACK, Stake.ONE_POINT), (1, 0), None, None),
        (5, (4, 0), won(WHITE, 1, Reason.RESIGNED), Resigned(BLACK, Stake.ONE_POINT), (5, 0), WHITE, EndedBy.POINTS),
        # Giving up the match ends it whatever the tally.
        (7, (6, 0), won(BLACK, 2, Reason.RESIGNED), Resigned(WHITE, Stake.MATCH), (6, 2), BLACK, EndedBy.RESIGNED),
        # So does a win on time, and stopping it, which nobody wins.
        (7, (0, 6), won(WHITE, 2, Reason.TIME), TimedOut(BLACK), (2, 6), WHITE, EndedBy.TIME),
        (7, (4, 6), STOPPED, Stopped(StopReason.ENDED), (4, 6), None, EndedBy.STOPPED),
        (7, (4, 6), STOPPED, Stopped(StopReason.UNCLAIMED), (4, 6), None, EndedBy.STOPPED),
    ],
)
def test_a_match_after_one_more_game(
    length: int,
    score: tuple[int, int],
    outcome: Outcome,
    last: Event,
    after: tuple[int, int],
    winner: Side | None,
    ended_by: EndedBy | None,
) -> None:
    match = after_game(some_match(terms=some_terms(length=length), score=score), outcome, last, NOW + 5)
    assert (match.score, match.winner, match.ended_by) == (after, winner, ended_by)
    if ended_by is None:
        assert (match.status, match.ended_at) == (MatchStatus.RUNNING, None)
    else:
        assert (match.status, match.ended_at) == (MatchStatus.FINISHED, NOW + 5)


@pytest.mark.parametrize(("outcome", "winner"), [(DRAW, None), (won(BLACK, 2), BLACK)])
def test_a_game_from_a_position_stands_alone_even_if_it_is_drawn(outcome: Outcome, winner: Side | None) -> None:
    match = after_game(some_match(terms=some_terms(position=BEARING_OFF)), outcome, PLAYED, NOW)
    assert (match.status, match.winner, match.ended_by) == (MatchStatus.FINISHED, winner, EndedBy.POINTS)


@pytest.mark.parametrize("outcome", [won(WHITE, 2), won(BLACK, 1), DRAW, STOPPED])
def test_the_score_before_a_game_is_what_it_was(outcome: Outcome) -> None:
    match = some_match(terms=some_terms(length=7), score=(3, 4))
    assert before_game(after_game(match, outcome, PLAYED, NOW), outcome).score == (3, 4)


def test_what_the_engine_says_of_an_end_is_what_the_match_goes_by() -> None:
    match = some_match(terms=some_terms(length=5))
    state, (resigned,) = resign(state_at(), WHITE)
    assert state.outcome is not None
    assert after_game(match, state.outcome, resigned, NOW).score == (0, 2)
    state, (late,) = lose_on_time(state_at())
    assert state.outcome is not None
    assert after_game(match, state.outcome, late, NOW).winner is BLACK
