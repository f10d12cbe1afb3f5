"""Challenges: who may make, answer and take back one. A challenge is a ``Match`` that is open."""

from collections.abc import Sequence
from dataclasses import replace

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
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.domain.place import Place
from plakoto_bot.domain.terms import Terms

CHALLENGE_SECONDS = 24 * 60 * 60
#: The bot accepts at once. Should it be stopped before it does, its challenge is closed soon.
BOT_SECONDS = 60


def lasts_until(terms: Terms, now: int) -> int:
    """When a challenge made now is closed, unless somebody has answered it."""
    return now + (CHALLENGE_SECONDS if terms.level is None else BOT_SECONDS)


def require_new(own: Sequence[Match], place: Place, opponent_id: int | None) -> None:
    """Refuse to ask the same twice; ``own`` are the challenger's open challenges in the server.

    Raises: CannotChallenge(SAME).
    """
    for match in own:
        if match.place == place and match.opponent_id == opponent_id:
            raise CannotChallenge(WhyNoChallenge.SAME, match)


def require_not_asked(theirs: Sequence[Match], place: Place, challenger_id: int) -> None:
    """Refuse to challenge somebody whose own challenge waits; ``theirs`` are that person's open ones in the server.

    Raises: CannotChallenge(CROSSED).
    """
    for match in theirs:
        if match.place == place and match.opponent_id == challenger_id:
            raise CannotChallenge(WhyNoChallenge.CROSSED, match)


def require_patience(unplayed: int) -> None:
    """Refuse to ask somebody again and again; ``unplayed`` lately made challenges to them came to nothing.

    Raises: CannotChallenge(OFTEN).
    """
    if unplayed >= MOST_OFTEN:
        raise CannotChallenge(WhyNoChallenge.OFTEN)


def require_room(own: Sequence[Match]) -> None:
    """Refuse one more open challenge than a person may have in a server, ``own`` being those there are.

    Raises: CannotChallenge(TOO_MANY), with the oldest.
    """
    if len(own) >= MOST_OPEN_CHALLENGES:
        raise CannotChallenge(WhyNoChallenge.TOO_MANY, min(own, key=lambda match: match.id))


def require_no_block(user_id: int, own: Preferences, other_id: int, others: Preferences) -> None:
    """Refuse what ``user_id`` wants to begin with ``other_id`` if either has blocked the other.

    Raises: Unwelcome(BLOCKED_BY_YOU, BLOCKED).
    """
    if other_id in own.blocked:
        raise Unwelcome(other_id, WhyUnwelcome.BLOCKED_BY_YOU)
    if user_id in others.blocked:
        raise Unwelcome(other_id, WhyUnwelcome.BLOCKED)


def require_welcome(opponent_id: int, wishes: Preferences, *, have_played: bool) -> None:
    """Refuse a challenge that the opponent has chosen not to receive.

    Raises: Unwelcome(NOBODY, PLAYED).
    """
    if wishes.challenges is ChallengesFrom.NOBODY:
        raise Unwelcome(opponent_id, WhyUnwelcome.NOBODY)
    if wishes.challenges is ChallengesFrom.PLAYED and not have_played:
        raise Unwelcome(opponent_id, WhyUnwelcome.PLAYED)


def require_known(opponent_id: int | None) -> None:
    """Refuse to challenge somebody who had their data deleted. Raises: Unwelcome(DELETED)."""
    if opponent_id == DELETED_ID:
        raise Unwelcome(opponent_id, WhyUnwelcome.DELETED)


def is_open(match: Match, now: int) -> bool:
    """Whether a challenge can still be answered; one whose time is over may not have been closed yet."""
    return match.status is MatchStatus.OPEN and match.expires_at > now


def require_open(match: Match, now: int) -> None:
    """Refuse to answer a challenge that is over. Raises: ChallengeClosed."""
    if match.status is MatchStatus.OPEN and match.expires_at <= now:
        # Nobody has closed it yet; whoever does will change its card.
        raise ChallengeClosed(replace(match, status=MatchStatus.EXPIRED))
    if match.status is not MatchStatus.OPEN:
        raise ChallengeClosed(match)


def require_invited(match: Match, user_id: int) -> None:
    """Refuse whoever may not accept a challenge. Raises: NotForYou."""
    if user_id == match.challenger_id or match.opponent_id not in (None, user_id):
        raise NotForYou(match, user_id, match.opponent_id)


def require_person(match: Match, user_id: int, allowed: int | None) -> None:
    """Refuse whoever is not the one who may do something with a challenge. Raises: NotForYou."""
    if user_id != allowed:
        raise NotForYou(match, user_id, allowed)
