"""What is refused. Each error carries what a sentence to the player needs; reasons are enums.

The errors about terms are in ``domain.terms``.
"""

from enum import Enum, auto

from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.place import Place
from plakoto_bot.errors import ServiceError


class _OfGame(ServiceError):
    """Something about ``game`` is refused."""

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__(f"game {game.id} at ply {game.state.ply}")


class _OfPlayer(ServiceError):
    """Something that ``user_id`` wants is refused because of ``game``."""

    def __init__(self, user_id: int, game: Game) -> None:
        self.user_id = user_id
        self.game = game
        super().__init__(f"user {user_id}, game {game.id}")


class _OfMatch(ServiceError):
    """Something about ``match``, or about the challenge that it is, is refused."""

    def __init__(self, match: Match) -> None:
        self.match = match
        super().__init__(f"match {match.id}, {match.status}")


class _MoreThan(ServiceError):
    """There would be more than ``most`` of something."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"at most {most}")


class WhyNoChallenge(Enum):
    """Why a challenge cannot be made."""

    YOURSELF = auto()
    SAME = auto()  # the same is asked already, with ``match``
    CROSSED = auto()  # the opponent has asked, with ``match``
    OFTEN = auto()  # too many of them have come to nothing
    TOO_MANY = auto()  # too many are open, ``match`` being the oldest


class CannotChallenge(ServiceError):
    """A challenge that cannot be made."""

    def __init__(self, reason: WhyNoChallenge, match: Match | None = None) -> None:
        self.reason = reason
        self.match = match
        super().__init__(reason.name)


class WhyUnwelcome(Enum):
    """Why somebody is not to be played."""

    BLOCKED_BY_YOU = auto()
    BLOCKED = auto()
    DELETED = auto()
    NOBODY = auto()  # they are challenged by nobody
    PLAYED = auto()  # only by people whom they have played


class Unwelcome(ServiceError):
    """``person_id`` is not to be played."""

    def __init__(self, person_id: int, reason: WhyUnwelcome) -> None:
        self.person_id = person_id
        self.reason = reason
        super().__init__(f"user {person_id} is not to be played: {reason.name}")


class CannotAccept(_OfMatch):
    """An open challenge that is open to others, but not to whoever wanted to accept it."""


class ChallengeClosed(_OfMatch):
    """The challenge is no longer open; ``match.status`` says what became of it."""


class NotForYou(ServiceError):
    """Only ``allowed`` may do that with ``match``; None: anybody but its challenger, or its two players after it."""

    def __init__(self, match: Match, user_id: int, allowed: int | None) -> None:
        self.match = match
        self.allowed = allowed
        super().__init__(f"user {user_id}, match {match.id}")


class TooManyBlocked(_MoreThan):
    """The block list would hold more than ``most`` people."""


class TooManyBotGames(_MoreThan):
    """As many matches against the bot as a server may have at once run there; ``most`` 0: it plays none there."""


class MatchNotFound(ServiceError):
    """No challenge or match has this number here."""

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        super().__init__(f"number {match_id}")


class GameNotFound(ServiceError):
    """There is no such game, or it belongs to another server."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"id {game_id}")


class NoGameHere(ServiceError):
    """The person plays no game in this channel; ``elsewhere`` are the games they play in the server."""

    def __init__(self, user_id: int, elsewhere: tuple[Game, ...]) -> None:
        self.elsewhere = elsewhere
        super().__init__(f"user {user_id}")


class AlreadyPlaying(_OfPlayer):
    """``user_id`` already plays ``game`` in this channel."""


class NotThatBoard(_OfPlayer):
    """A move typed in answer to the board of a game that somebody else plays."""


class NotAPlayer(_OfPlayer):
    """Somebody who is not one of the two players."""


class NotYourTurn(_OfPlayer):
    """The player who is not on roll."""


class StaleAction(ServiceError):
    """An action meant for ply ``expected`` of a game that is at ply ``actual``."""

    def __init__(self, game: Game, expected: int) -> None:
        self.game = game
        self.expected = expected
        self.actual = game.state.ply
        super().__init__(f"game {game.id} is at ply {self.actual}, the action was meant for ply {expected}")


class GameOver(_OfGame):
    """The game has ended."""


class NoHints(_OfGame):
    """The match is rated: nobody gets advice in it."""


class NothingToOffer(_OfGame):
    """Resigning costs one point anyway, so there is no smaller loss to offer."""


class AlreadyOffered(_OfGame):
    """The player has offered to lose the game for one point this turn."""


class NotOverdue(_OfGame):
    """The opponent's time is not over, so there is nothing to claim."""


class NothingFinished(ServiceError):
    """No match has been finished in this channel, so there are no dice to verify."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"in {place}")


class NotFinished(_OfMatch):
    """The match still goes on, so its seed is secret."""


class NotJudged(ServiceError):
    """The bot does not know how good plays of ``game`` are: no weights for it are shipped."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"no weights for {game}")


class NothingPlayed(ServiceError):
    """The person has not finished a match in this server, so there is none to analyse."""

    def __init__(self, user_id: int) -> None:
        super().__init__(f"by user {user_id}")


class AnalysisRunning(_OfMatch):
    """The analysis of another ``match`` is being made for the same person."""
