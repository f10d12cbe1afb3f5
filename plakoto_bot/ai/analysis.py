"""What a finished game tells: the equity that each play lost, the luck of each roll, and how chances went.

``questions`` reads a game's events, ``judge`` asks the network about some of its turns, which is all the work, and
``put_together`` makes the answers a ``GameAnalysis``. Equities are points of the game itself without a cube, from the
side of the player whose turn it was, one ply deep: what a play is worth is what the network thinks of the position
after it, or exactly what it is worth where it ends the game or leaves the last rolls of a race. docs/analysis.md
explains the numbers to players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from plakoto_bot.ai import races
from plakoto_bot.ai.evaluation import Evaluator, Rated, equity, rate_many
from plakoto_bot.ai.inputs import VERSION
from plakoto_bot.ai.network import WEIGHTS
from plakoto_bot.engine.events import Began, Event, Played, Rolled, play_text
from plakoto_bot.engine.game import apply_event, new_game
from plakoto_bot.engine.notation import format_play, parse_play
from plakoto_bot.engine.position import ROLLS, Dice, Position, Side
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset, dice_of

#: Points lost from which a play is an error, and from which it is a blunder: what GNU Backgammon and others use.
ERROR, BLUNDER = 0.02, 0.08

#: Digits kept of equities, and of luck and chances. What is judged is what is kept, so that it can be checked from the
#: file; and equities are kept as they are shown, so that a play loses what the two numbers beside each other differ by.
_EQUITY_DIGITS, _DIGITS = 3, 4


class Mark(StrEnum):
    """How bad a play was."""

    FINE = "fine"
    ERROR = "error"
    BLUNDER = "blunder"


class Grade(StrEnum):
    """An error rate in a word."""

    WORLD_CLASS = "world class"
    EXPERT = "expert"
    ADVANCED = "advanced"
    INTERMEDIATE = "intermediate"
    CASUAL = "casual"
    BEGINNER = "beginner"


#: Thousandths of a point lost a decision up to which a grade reaches; whoever loses more is a beginner.
GRADES = (
    (5.0, Grade.WORLD_CLASS),
    (10.0, Grade.EXPERT),
    (16.0, Grade.ADVANCED),
    (25.0, Grade.INTERMEDIATE),
    (40.0, Grade.CASUAL),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A roll of a game and what was played; nothing when the game ended before.

    ``position`` has the dice. They were not ``rolled`` where the game began from a position with a roll.
    """

    position: Position
    played: str | None
    rolled: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll and what was made of it; equities in points for ``side``, plays in its own numbering.

    ``plays`` counts the distinct legal plays. ``equity`` is that of the play made, or of the best one when the game
    ended before any was ``played``. ``luck`` is the equity of the best play less the mean over the 21 rolls, 0 for a
    roll that was given. ``chance`` is White's chance to win after the play, a draw counting half.
    """

    side: Side
    dice: Dice
    plays: int
    played: str | None
    best: str
    equity: float
    best_equity: float
    luck: float
    chance: float

    @property
    def lost(self) -> float:
        """Points that the play lost against the best one."""
        return max(0.0, round(self.best_equity - self.equity, _EQUITY_DIGITS))

    @property
    def decided(self) -> bool:
        """Whether there was something to decide and it was decided."""
        return self.plays > 1 and self.played is not None

    @property
    def mark(self) -> Mark:
        """How bad the play was."""
        if self.lost < ERROR:
            return Mark.FINE
        return Mark.ERROR if self.lost < BLUNDER else Mark.BLUNDER


@dataclass(frozen=True, slots=True)
class Judged:
    """Some turns in a row, and White's chance to win before the first of their rolls."""

    before: float
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """One game of a match: White's chance ``before`` the first roll, every turn, and ``end``.

    ``end`` is 1 where White has won, 0 where Black has, a half for a draw, and None for a game that was stopped.
    """

    number: int
    game: str
    before: float
    turns: tuple[Turn, ...]
    end: float | None


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """Every game of a match; ``version`` names the networks that judged them."""

    version: str
    games: tuple[GameAnalysis, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """How one player did over some turns: decisions taken, points lost by them, and luck in points."""

    decisions: int
    lost: float
    errors: int
    blunders: int
    luck: float

    @property
    def error_rate(self) -> float | None:
        """Thousandths of a point lost a decision; None without decisions."""
        return 1000 * self.lost / self.decisions if self.decisions else None


class Worst(NamedTuple):
    """A play that lost something: turn ``number`` (from 1) of a game."""

    game: GameAnalysis
    number: int
    turn: Turn


def questions(
    rules: Ruleset, events: Iterable[Event], starter: Side | None = None, position: Position | None = None
) -> list[Question]:
    """Every roll of a game, with the play made of it; arguments as for ``new_game``."""
    state = new_game(rules, starter, position)
    found: list[Question] = []
    for event in events:
        state = apply_event(state, event)
        match event:
            case Played():
                found[-1] = replace(found[-1], played=play_text(event))
            case Rolled():
                found.append(Question(state.position, None))
            case Began(position=begun) if begun.dice is not None:
                found.append(Question(state.position, None, rolled=False))
    return found


def judge(rules: Ruleset, asked: Sequence[Question], evaluator: Evaluator | None = None) -> Judged:
    """What the network thinks of some turns in a row of one game, at least one, asked about all at once."""
    rolled = [question.position.rolled(roll) for question in asked for roll in ROLLS]
    rated = list(map(_exact, rate_many(rules, rolled, evaluator=evaluator)))
    turns = []
    for question, plays in zip(asked, _by_turn(rated), strict=True):
        side, dice = question.position.turn, dice_of(question.position)
        ways = plays[_roll(dice)]
        made = ways[0] if question.played is None else _made(rules, question, ways)
        mean = float(races.ROLL_WEIGHTS @ [best.equity for best, *_ in plays])
        turns.append(
            Turn(
                side=side,
                dice=dice,
                plays=len(ways),
                played=question.played,
                best=format_play(rules, question.position, ways[0].play),
                equity=round(made.equity, _EQUITY_DIGITS),
                best_equity=round(ways[0].equity, _EQUITY_DIGITS),
                luck=round(ways[0].equity - mean, _DIGITS) if question.rolled else 0.0,
                chance=_of_white(side, made.chances[0]),
            )
        )
    wins = [best.chances[0] for best, *_ in rated[: len(ROLLS)]]
    before = float(races.ROLL_WEIGHTS @ wins) if asked[0].rolled else wins[_roll(turns[0].dice)]
    return Judged(_of_white(turns[0].side, before), tuple(turns))


def version_of(games: Iterable[str]) -> str:
    """Which networks judge a match of these games: an analysis by others is worth making anew."""
    return " ".join(f"{game} {VERSION}-{_fingerprint(game)}" for game in games)


@cache
def _fingerprint(game: str) -> str:
    return sha256((WEIGHTS / f"{game}.npz").read_bytes()).hexdigest()[:8]


def put_together(number: int, game: str, judged: Sequence[Judged], outcome: Outcome | None) -> GameAnalysis:
    """One game's turns, judged in order, as one value; the ``outcome`` is how it ended."""
    before = judged[0].before if judged else 0.5
    turns = tuple(turn for some in judged for turn in some.turns)
    return GameAnalysis(number, game, before, turns, _end(outcome))


def form(analysis: MatchAnalysis | GameAnalysis, side: Side) -> Form:
    """How one side did in a game, or in all games of a match."""
    games = analysis.games if isinstance(analysis, MatchAnalysis) else (analysis,)
    own = [turn for game in games for turn in game.turns if turn.side is side]
    decided = [turn for turn in own if turn.decided]
    return Form(
        decisions=len(decided),
        lost=sum(turn.lost for turn in decided),
        errors=sum(turn.mark is Mark.ERROR for turn in decided),
        blunders=sum(turn.mark is Mark.BLUNDER for turn in decided),
        luck=sum(turn.luck for turn in own),
    )


def grade(error_rate: float) -> Grade:
    """An error rate, in thousandths of a point a decision, in a word."""
    return next((word for limit, word in GRADES if error_rate <= limit), Grade.BEGINNER)


def worst_plays(analysis: MatchAnalysis, most: int) -> list[Worst]:
    """The plays that lost the most, worst first; those that lost nothing are left out."""
    losing = [
        Worst(game, number, turn) for game in analysis.games for number, turn in enumerate(game.turns, 1) if turn.lost
    ]
    return sorted(losing, key=lambda worst: -worst.turn.lost)[:most]


def _exact(plays: list[Rated]) -> list[Rated]:
    """The plays of a roll, best first, those that lead to the last rolls of a race at their exact value."""
    if not any(races.covers(rated.position) for rated in plays):
        return plays
    valued = []
    for rated in plays:
        if rated.outcome is None and races.covers(rated.position):
            chances = races.chances(rated.position)
            rated = replace(rated, chances=chances, equity=float(equity([chances])[0]))
        valued.append(rated)
    return sorted(valued, key=lambda rated: -rated.equity)


def _made(rules: Ruleset, question: Question, ways: Sequence[Rated]) -> Rated:
    """The play that was made: however it was written, it is the one that leads to the same position."""
    assert question.played is not None
    reached = rules.apply_play(question.position, parse_play(rules, question.position, question.played))
    return next(rated for rated in ways if (rated.position, rated.outcome) == reached)


def _by_turn(rated: Sequence[list[Rated]]) -> Iterator[Sequence[list[Rated]]]:
    """What belongs to each turn: the plays of each of the 21 rolls."""
    for first in range(0, len(rated), len(ROLLS)):
        yield rated[first : first + len(ROLLS)]


def _roll(dice: Dice) -> int:
    """The number among the 21 rolls."""
    return ROLLS.index(Dice(max(dice), min(dice)))


def _of_white(side: Side, chance: float) -> float:
    """White's chance to win, from that of ``side``."""
    return round(chance if side is Side.WHITE else 1 - chance, _DIGITS)


def _end(outcome: Outcome | None) -> float | None:
    if outcome is None or outcome.reason is Reason.ENDED:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner is Side.WHITE)
