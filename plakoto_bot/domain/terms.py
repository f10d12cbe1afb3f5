"""What is agreed on before a match."""

from dataclasses import asdict, dataclass
from enum import Enum, auto

from plakoto_bot.domain.clock import PACES
from plakoto_bot.engine.game import new_game
from plakoto_bot.engine.kinds import LENGTHS, presets_of, rules_of
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.errors import NotationError, RuleError, ServiceError


class WhyNoTerms(Enum):
    """What cannot be played."""

    LENGTH = auto()
    PACE = auto()
    LEVEL = auto()  # the bot does not play so, or not this game


class CannotPlayTerms(ServiceError):
    """A length, a pace or a level that is not offered."""

    def __init__(self, reason: WhyNoTerms) -> None:
        self.reason = reason
        super().__init__(reason.name)


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
        super().__init__(str(error))


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody asks for in a challenge: kind and length of the match, house rules, pace, whether it is rated.

    ``preset`` None is the usual one. With a ``position``, a position line to start from, it is a single game and never
    rated. With a ``level`` the opponent is the bot itself, and the match is not rated either.
    """

    kind: str = "plakoto"
    preset: str | None = None
    length: int = 1
    pace: str = "none"
    rated: bool = True
    position: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """A proposal that can be played, with every default filled in."""

    kind: str
    preset: str
    length: int
    pace: str
    rated: bool
    position: str | None = None
    level: str | None = None

    def rules(self, number: int) -> Ruleset:
        """The rules of game ``number`` (from 1) of the match."""
        return rules_of(self.kind, self.preset, number)

    def start(self) -> Position | None:
        """The position that was agreed on instead of the usual start."""
        return parse_position(self.position) if self.position else None

    def as_proposal(self) -> Proposal:
        """The same asked for anew."""
        return Proposal(**asdict(self))


def settled(proposal: Proposal) -> Terms:
    """The terms that a proposal comes to.

    Raises: BadPosition, CannotPlayTerms(LENGTH, PACE), UnknownPreset, RuleError (a kind of match unknown here).
    """
    kind, length, rated = proposal.kind, proposal.length, proposal.rated and proposal.level is None
    if proposal.position is not None:
        kind, length, rated = _game_of_position(proposal.position), 1, False
    if length not in LENGTHS:
        raise CannotPlayTerms(WhyNoTerms.LENGTH)
    if proposal.pace not in PACES:
        raise CannotPlayTerms(WhyNoTerms.PACE)
    presets = presets_of(kind)
    if proposal.preset not in (None, *presets):
        raise UnknownPreset(kind, str(proposal.preset), presets)
    preset = proposal.preset or presets[0]
    return Terms(kind, preset, length, proposal.pace, rated, proposal.position, proposal.level)


def _game_of_position(text: str) -> str:
    """The game of a position line that somebody can play on from."""
    try:
        position = parse_position(text)
        game = position.layout.name
        new_game(rules_of(game, None, 1), position=position)
    except (NotationError, RuleError) as error:
        raise BadPosition(error) from error
    return game
