"""What an analysis says: values and what follows from them, without the network that found them.

``analysis`` makes these. Whoever only reads them, as from a file, needs no numpy: the command line must start at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from plakoto_bot.engine.position import Dice, Side

#: Points lost from which a play is an error, and from which it is a blunder: what GNU Backgammon and others use.
ERROR, BLUNDER = 0.02, 0.08

#: Digits kept of equities, and of luck and chances. What is judged is what is kept, so that it can be checked from the
#: file; and equities are kept as they are shown, so that a play loses what the two numbers beside each other differ by.
EQUITY_DIGITS, DIGITS = 3, 4


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
        return max(0.0, round(self.best_equity - self.equity, EQUITY_DIGITS))

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
