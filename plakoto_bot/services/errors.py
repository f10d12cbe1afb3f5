"""What the services refuse. Each carries what a sentence to the player needs."""

from __future__ import annotations

from plakoto_bot.errors import NotationError, RuleError, ServiceError
from plakoto_bot.storage.records import GameRecord, MatchRecord


class CannotChallenge(ServiceError):
    """A challenge that cannot be made: ``reason`` is a key of the sentences players read."""

    def __init__(self, reason: str, match: MatchRecord | None = None) -> None:
        self.reason = reason
        self.match = match
        super().__init__(f"cannot challenge: {reason}")


class Unwelcome(ServiceError):
    """``person_id`` is not to be played: ``reason`` is a key of the sentences players read."""

    def __init__(self, person_id: int, reason: str) -> None:
        self.person_id = person_id
        self.reason = reason
        super().__init__(f"user {person_id} is not to be played: {reason}")


class CannotAccept(ServiceError):
    """An open challenge that is open to others, but not to ``user_id``."""

    def __init__(self, match: MatchRecord, user_id: int) -> None:
        self.match = match
        super().__init__(f"challenge {match.id} is not open to user {user_id}")


class TooManyBlocked(ServiceError):
    """The block list would hold more than ``most`` people."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"a block list holds at most {most} people")


class TooManyBotGames(ServiceError):
    """As many matches against the bot as a server may have at once run there; ``most`` 0: it plays none there."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"at most {most} matches against the bot run at once in a server")


class NoHints(ServiceError):
    """The match is rated: nobody gets advice in it."""

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"game {game.id} is rated: no hints")


class UnknownPreset(ServiceError):
    """A preset of house rules that none of the games of ``kind`` has; ``presets`` are those it has."""

    def __init__(self, kind: str, preset: str, presets: tuple[str, ...]) -> None:
        self.kind = kind
        self.preset = preset
        self.presets = presets
        super().__init__(f"{kind} has no preset {preset!r}, only {', '.join(presets)}")


class BadPosition(ServiceError):
    """A position to start from that cannot be read or where nothing is left to play; ``error`` says why."""

    def __init__(self, error: NotationError | RuleError) -> None:
        self.error = error
        super().__init__(f"no position to start from: {error}")


class AlreadyPlaying(ServiceError):
    """``user_id`` already plays ``game`` in this channel."""

    def __init__(self, user_id: int, game: GameRecord) -> None:
        self.user_id = user_id
        self.game = game
        super().__init__(f"user {user_id} already plays game {game.id} in channel {game.match.channel_id}")


class MatchNotFound(ServiceError):
    """No challenge or match has this number here."""

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        super().__init__(f"there is no match {match_id}")


class ChallengeClosed(ServiceError):
    """The challenge is no longer open; ``match.status`` says what became of it."""

    def __init__(self, match: MatchRecord) -> None:
        self.match = match
        super().__init__(f"challenge {match.id} is {match.status}")


class NotForYou(ServiceError):
    """Only ``allowed`` may do that with ``match``; None: anybody but its challenger, or its two players after it."""

    def __init__(self, match: MatchRecord, user_id: int, allowed: int | None) -> None:
        self.match = match
        self.allowed = allowed
        super().__init__(f"user {user_id} may not do that with challenge {match.id}")


class GameNotFound(ServiceError):
    """There is no such game, or it belongs to another server."""

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        super().__init__(f"there is no game {game_id}")


class NoGameHere(ServiceError):
    """The person plays no game in this channel; ``elsewhere`` are the games they play in the server."""

    def __init__(self, user_id: int, elsewhere: tuple[GameRecord, ...]) -> None:
        self.elsewhere = elsewhere
        super().__init__(f"user {user_id} plays no game in this channel")


class NotThatBoard(ServiceError):
    """A move typed in answer to the board of a game that somebody else plays."""

    def __init__(self, user_id: int, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"user {user_id} answered the board of game {game.id}")


class NotAPlayer(ServiceError):
    """Somebody who is not one of the two players."""

    def __init__(self, user_id: int, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"user {user_id} does not play game {game.id}")


class NotYourTurn(ServiceError):
    """The player who is not on roll."""

    def __init__(self, user_id: int, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"it is not the turn of user {user_id} in game {game.id}")


class StaleAction(ServiceError):
    """An action meant for ply ``expected`` of a game that is at ply ``actual``."""

    def __init__(self, game: GameRecord, expected: int) -> None:
        self.game = game
        self.expected = expected
        self.actual = game.state.ply
        super().__init__(f"game {game.id} is at ply {self.actual}, the action was meant for ply {expected}")


class GameOver(ServiceError):
    """The game has ended."""

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"game {game.id} is over ({game.state.outcome})")


class NothingToOffer(ServiceError):
    """Resigning costs one point anyway, so there is no smaller loss to offer."""

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"resigning game {game.id} costs one point: nothing to offer")


class AlreadyOffered(ServiceError):
    """The player has offered to lose the game for one point this turn."""

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"one point was offered in game {game.id} at ply {game.state.ply} already")


class NotOverdue(ServiceError):
    """The opponent's time is not over, so there is nothing to claim."""

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        super().__init__(f"the turn of game {game.id} is not overdue")


class NothingFinished(ServiceError):
    """No match has been finished in this channel, so there are no dice to verify."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(f"no match has been finished in channel {channel_id}")


class NotFinished(ServiceError):
    """The match still goes on, so its seed is secret."""

    def __init__(self, match: MatchRecord) -> None:
        self.match = match
        super().__init__(f"match {match.id} is not finished")


class NothingPlayed(ServiceError):
    """The person has not finished a match in this server, so there is none to analyse."""

    def __init__(self, user_id: int) -> None:
        super().__init__(f"user {user_id} has finished no match here")


class AnalysisRunning(ServiceError):
    """The analysis of another ``match`` is being made for the same person."""

    def __init__(self, match: MatchRecord) -> None:
        self.match = match
        super().__init__(f"the analysis of match {match.id} is not done yet")
