"""Who may make, answer and take back a challenge."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.challenge import (
    BOT_SECONDS,
    CHALLENGE_SECONDS,
    is_open,
    lasts_until,
    require_invited,
    require_known,
    require_new,
    require_no_block,
    require_not_asked,
    require_open,
    require_patience,
    require_person,
    require_room,
    require_welcome,
)
from plakoto_bot.domain.choices import ChallengesFrom, Preferences
from plakoto_bot.domain.errors import (
    CannotChallenge,
    ChallengeClosed,
    NotForYou,
    Unwelcome,
    WhyNoChallenge,
    WhyUnwelcome,
)
from plakoto_bot.domain.limits import MOST_OFTEN, MOST_OPEN_CHALLENGES
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.people import DELETED_ID
from tests.domain.values import ANN, BEN, CLEO, HERE, NOW, THERE, some_challenge, some_match, some_terms


def test_a_challenge_lasts_a_day_and_one_to_the_bot_a_minute() -> None:
    assert lasts_until(some_terms(), NOW) == NOW + CHALLENGE_SECONDS == NOW + 86_400
    assert lasts_until(some_terms(level="strong"), NOW) == NOW + BOT_SECONDS == NOW + 60


@pytest.mark.parametrize("opponent", [BEN, None])
def test_nobody_asks_the_same_twice_in_a_place(opponent: int | None) -> None:
    asked = some_challenge(opponent_id=opponent)
    with pytest.raises(CannotChallenge) as caught:
        require_new([some_challenge(opponent_id=CLEO), asked], HERE, opponent)
    assert (caught.value.reason, caught.value.match) == (WhyNoChallenge.SAME, asked)


@pytest.mark.parametrize(("place", "opponent"), [(THERE, BEN), (HERE, CLEO), (HERE, None)])
def test_asking_elsewhere_or_somebody_else_is_new(place: object, opponent: int | None) -> None:
    require_new([some_challenge(place=place)], HERE, opponent)


def test_whoever_is_asked_by_somebody_answers_instead_of_asking_back() -> None:
    asked = some_challenge()
    with pytest.raises(CannotChallenge) as caught:
        require_not_asked([asked], HERE, BEN)
    assert (caught.value.reason, caught.value.match) == (WhyNoChallenge.CROSSED, asked)


@pytest.mark.parametrize(("place", "challenger"), [(THERE, BEN), (HERE, CLEO)])
def test_challenges_cross_only_in_one_place_and_between_two_people(place: object, challenger: int) -> None:
    require_not_asked([some_challenge(place=place)], HERE, challenger)
    require_not_asked([some_challenge(opponent_id=None)], HERE, BEN)


def test_after_some_challenges_that_came_to_nothing_another_one_is_refused() -> None:
    require_patience(MOST_OFTEN - 1)
    with pytest.raises(CannotChallenge) as caught:
        require_patience(MOST_OFTEN)
    assert caught.value.reason is WhyNoChallenge.OFTEN


def test_a_person_has_so_many_open_challenges_and_no_more() -> None:
    own = [some_challenge(id=number) for number in range(MOST_OPEN_CHALLENGES, 0, -1)]
    require_room(own[1:])
    with pytest.raises(CannotChallenge) as caught:
        require_room(own)
    assert (caught.value.reason, caught.value.match) == (WhyNoChallenge.TOO_MANY, own[-1])


@pytest.mark.parametrize(
    ("own", "others", "reason"),
    [((BEN,), (), WhyUnwelcome.BLOCKED_BY_YOU), ((), (ANN,), WhyUnwelcome.BLOCKED)],
)
def test_who_has_blocked_whom_do_not_play(own: tuple[int, ...], others: tuple[int, ...], reason: WhyUnwelcome) -> None:
    with pytest.raises(Unwelcome) as caught:
        require_no_block(ANN, Preferences(blocked=own), BEN, Preferences(blocked=others))
    assert (caught.value.reason, caught.value.person_id) == (reason, BEN)


def test_a_block_is_between_two_people_only() -> None:
    require_no_block(ANN, Preferences(blocked=(CLEO, ANN)), BEN, Preferences(blocked=(CLEO, BEN)))


@pytest.mark.parametrize(
    ("wish", "have_played", "reason"),
    [
        (ChallengesFrom.EVERYONE, False, None),
        (ChallengesFrom.PLAYED, True, None),
        (ChallengesFrom.PLAYED, False, WhyUnwelcome.PLAYED),
        (ChallengesFrom.NOBODY, False, WhyUnwelcome.NOBODY),
        (ChallengesFrom.NOBODY, True, WhyUnwelcome.NOBODY),
    ],
)
def test_a_person_is_asked_by_whom_they_want(
    wish: ChallengesFrom, have_played: bool, reason: WhyUnwelcome | None
) -> None:
    if reason is None:
        require_welcome(BEN, Preferences(challenges=wish), have_played=have_played)
        return
    with pytest.raises(Unwelcome) as caught:
        require_welcome(BEN, Preferences(challenges=wish), have_played=have_played)
    assert (caught.value.reason, caught.value.person_id) == (reason, BEN)


def test_who_had_their_data_deleted_is_not_asked() -> None:
    require_known(BEN)
    with pytest.raises(Unwelcome) as caught:
        require_known(DELETED_ID)
    assert caught.value.reason is WhyUnwelcome.DELETED


def test_a_challenge_is_open_until_its_time_is_over() -> None:
    challenge = some_challenge(expires_at=NOW + 1)
    assert is_open(challenge, NOW)
    require_open(challenge, NOW)
    assert not is_open(challenge, NOW + 1)
    with pytest.raises(ChallengeClosed) as caught:
        require_open(challenge, NOW + 1)
    assert caught.value.match.status is MatchStatus.EXPIRED, "though nobody has closed it yet"


@pytest.mark.parametrize("status", [status for status in MatchStatus if status is not MatchStatus.OPEN])
@pytest.mark.parametrize("now", [NOW, NOW + 1000])
def test_a_challenge_that_was_answered_is_closed_as_it_was(status: MatchStatus, now: int) -> None:
    answered = some_match(status=status)
    assert not is_open(answered, now)
    with pytest.raises(ChallengeClosed) as caught:
        require_open(answered, now)
    assert caught.value.match is answered


@pytest.mark.parametrize(
    ("opponent", "user", "may"),
    [(BEN, BEN, True), (BEN, CLEO, False), (BEN, ANN, False), (None, CLEO, True), (None, ANN, False)],
)
def test_whom_a_challenge_is_for_may_accept_it(opponent: int | None, user: int, may: bool) -> None:
    challenge = some_challenge(opponent_id=opponent)
    if may:
        require_invited(challenge, user)
        return
    with pytest.raises(NotForYou) as caught:
        require_invited(challenge, user)
    assert (caught.value.match, caught.value.allowed) == (challenge, opponent)


@pytest.mark.parametrize("allowed", [ANN, None])
def test_only_one_person_may_take_back_or_decline(allowed: int | None) -> None:
    require_person(some_challenge(), ANN, ANN)
    with pytest.raises(NotForYou) as caught:
        require_person(some_challenge(), BEN, allowed)
    assert caught.value.allowed == allowed
