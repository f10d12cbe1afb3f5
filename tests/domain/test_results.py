"""What a finished match gives its two players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.ratings import Rating, after_match
from plakoto_bot.domain.results import MatchFinished, dice_rolled, rating_of, ratings_after, result_of
from plakoto_bot.domain.standings import Standing
from plakoto_bot.engine.events import Contest, Event, Played, Rolled
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.rules import Outcome, Reason
from tests.domain.values import ANN, BEARING_OFF, BEN, NOW, some_game, some_match, some_terms

WHITE, BLACK = Side
BEFORE = {WHITE: Rating(1600.0, 100), BLACK: Rating(1450.0, 3)}
BORNE_OFF = Outcome(WHITE, 1, Reason.BORNE_OFF)
RESIGNED = Outcome(WHITE, 2, Reason.RESIGNED)


def finished(
    *outcomes: Outcome, plays: Sequence[Side] = (WHITE, BLACK) * 9, winner: Side | None = WHITE, **terms: Any
) -> MatchFinished:
    match: Match = some_match(
        terms=some_terms(**{"length": 3} | terms), status=MatchStatus.FINISHED, winner=winner, score=(3, 1)
    )
    games = tuple(some_game(outcome=outcome, match=match, number=number) for number, outcome in enumerate(outcomes, 1))
    return MatchFinished(match, games, tuple(Played(side, ()) for side in plays), NOW + 5)


def test_both_ratings_change_by_the_length_of_the_match() -> None:
    won, lost = after_match(BEFORE[WHITE], BEFORE[BLACK], 3)
    assert ratings_after(finished(BORNE_OFF), BEFORE) == {WHITE: won, BLACK: lost}


def test_the_winner_may_be_black() -> None:
    won, lost = after_match(BEFORE[BLACK], BEFORE[WHITE], 3)
    assert ratings_after(finished(BORNE_OFF, winner=BLACK), BEFORE) == {BLACK: won, WHITE: lost}


@pytest.mark.parametrize(
    "changes", [{"rated": False}, {"position": BEARING_OFF}, {"winner": None}], ids=["unrated", "position", "stopped"]
)
def test_some_matches_change_no_rating(changes: dict[str, Any]) -> None:
    assert ratings_after(finished(BORNE_OFF, **changes), BEFORE) is None


@pytest.mark.parametrize(
    ("plays", "counts"),
    [
        ((), False),
        ((WHITE, BLACK, WHITE), False),
        ((WHITE, BLACK, BLACK), False),
        ((WHITE, BLACK, WHITE, BLACK), True),
        ((BLACK, BLACK, WHITE, WHITE, WHITE), True),
    ],
)
def test_a_match_resigned_before_both_have_played_twice_is_not_rated(plays: tuple[Side, ...], counts: bool) -> None:
    assert (ratings_after(finished(RESIGNED, plays=plays), BEFORE) is not None) is counts
    assert (ratings_after(finished(BORNE_OFF, RESIGNED, plays=plays), BEFORE) is not None) is counts


@pytest.mark.parametrize("reason", [Reason.BORNE_OFF, Reason.MARS, Reason.TIME])
def test_a_match_that_ended_otherwise_is_rated_however_short(reason: Reason) -> None:
    assert ratings_after(finished(RESIGNED, Outcome(WHITE, 1, reason), plays=()), BEFORE) is not None


def test_the_result_of_a_rated_match_has_both_ratings() -> None:
    match = finished(BORNE_OFF)
    after = ratings_after(match, BEFORE)
    assert after is not None
    white, black = (result_of(match, side, BEFORE, after) for side in Side)
    assert (white.user_id, white.opponent_id, white.won, white.points, white.against) == (ANN, BEN, True, 3, 1)
    assert (black.user_id, black.opponent_id, black.won, black.points, black.against) == (BEN, ANN, False, 1, 3)
    assert (white.rated, white.rating_before, white.rating_after) == (True, 1600.0, after[WHITE].value)
    assert (black.rated, black.rating_before, black.rating_after) == (True, 1450.0, after[BLACK].value)
    assert (white.match_id, white.guild_id, white.kind, white.ended_at) == (1, 1, "plakoto", NOW + 5)


def test_the_result_of_an_unrated_match_has_none() -> None:
    result = result_of(finished(BORNE_OFF, rated=False), WHITE, BEFORE, None)
    assert (result.rated, result.rating_before, result.rating_after) == (False, None, None)


def test_games_won_by_mars_and_by_the_mother_are_counted_for_their_winner() -> None:
    match = finished(
        Outcome(WHITE, 2, Reason.MARS),
        Outcome(BLACK, 2, Reason.MARS),
        Outcome(WHITE, 2, Reason.MARS),
        Outcome(BLACK, 2, Reason.MOTHER),
        Outcome(None, 0, Reason.BOTH_MOTHERS),
        BORNE_OFF,
    )
    white, black = (result_of(match, side, BEFORE, None) for side in Side)
    assert (white.mars, white.mothers) == (2, 0)
    assert (black.mars, black.mothers) == (1, 1)


def test_dice_are_counted_by_who_rolled_them_and_without_contests() -> None:
    events: tuple[Event, ...] = (
        Contest(Dice(6, 1)),
        Rolled(WHITE, Dice(6, 5)),
        Played(WHITE, ()),
        Rolled(BLACK, Dice(3, 3)),
        Rolled(WHITE, Dice(5, 2)),
    )
    assert dice_rolled(events) == {WHITE: [0, 0, 1, 0, 0, 2, 1], BLACK: [0, 0, 0, 2, 0, 0, 0]}
    assert dice_rolled(()) == {WHITE: [0] * 7, BLACK: [0] * 7}


def test_a_standing_holds_a_rating() -> None:
    assert rating_of(Standing(1, "plakoto", "all", ANN, rating=1612.5, experience=7)) == Rating(1612.5, 7)
    assert rating_of(Standing(1, "plakoto", "all", ANN)) == Rating()
