"""What the games of Tavli have in common.

A ``Ruleset`` is one game under one preset of house rules: a frozen value whose fields *are* the house rules.
Everything that differs between games lives in a subclass; nothing else ever asks which game it is.
``engine/rulesets.py`` lists them all.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from plakoto_bot.engine.moves import Play, Step, step_from
from plakoto_bot.engine.packed import BAR, CHECKERS, OFF, OUTSIDE, farthest, places
from plakoto_bot.engine.position import Dice, Layout, Position, Side
from plakoto_bot.engine.refusals import IllegalPlay, Refusal, RefusalKind
from plakoto_bot.engine.search import Search, in_order, without
from plakoto_bot.errors import WrongPhase


class Reason(StrEnum):
    """How a game ended."""

    BORNE_OFF = "borne-off"
    MARS = "mars"
    MOTHER = "mother"
    BOTH_MOTHERS = "both-mothers"
    DEAD = "dead"
    RESIGNED = "resigned"
    TIME = "time"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: ``winner`` is None and ``points`` 0 when it is drawn."""

    winner: Side | None
    points: int
    reason: Reason

    def __str__(self) -> str:
        """``w1``, ``w2``, ``b1``, ``b2`` or ``draw``."""
        return "draw" if self.winner is None else f"{self.winner.letter}{self.points}"


class Paragraphs(NamedTuple):
    """Where docs/rules.md says, for one game, what all the games share in substance."""

    setup: str
    closed: str
    steps: str
    dice: str
    ending: str
    bearing_off: str


@dataclass(frozen=True, slots=True)
class Ruleset(ABC):
    """One game under one preset. Positions handed in are before the turn or in the middle of it."""

    layout: ClassVar[Layout]
    paragraphs: ClassVar[Paragraphs]

    preset: str

    def steps_of(self, dice: Dice) -> tuple[int, ...]:
        """The dice that a roll gives to play.

        Two different ones, the larger first, are played in either order; any others one after another as given.
        """
        return dice.steps

    @abstractmethod
    def search(self, position: Position) -> Search:
        """The turn from this position on."""

    @abstractmethod
    def move(self, position: Position, step: Step) -> Position:
        """The position after one legal step, the same side still on roll."""

    @abstractmethod
    def marks(self, position: Position, step: Step) -> bool:
        """Whether the step hits or pins (written ``*``)."""

    def result(self, position: Position, *, turn_over: bool) -> Outcome | None:
        """The outcome the mover has just brought about, judged after a step or at the end of the turn."""
        return borne_off(position)

    def sources(self, position: Position, die: int) -> int:
        """Mask of the mover's places from which one step with ``die`` may be taken now."""
        search = self.search(position)
        return search.sources(search.board, die)

    def legal_plays(self, position: Position) -> tuple[Play, ...]:
        """The distinct plays of the roll in ``position.dice``; ``(PASS,)`` when no step is legal.

        Plays that lead to the same position with the same result are one (docs/rules.md, "When two plays are the
        same"). Each is given in one order in which it can be played.
        """
        return tuple(self.plays_by_board(position).values())

    def plays_by_board(self, position: Position) -> dict[int, Play]:
        """``legal_plays``, each by the packed board of ``search(position)`` that it leads to."""
        self.check_position(position)
        return self.search(position).plays(self.steps_of(dice_of(position)))

    def after(self, position: Position, steps: Play) -> Position:
        """The position after some legal steps, the same side still on roll and its dice still shown."""
        for step in steps:
            position = self.move(position, step)
        return position

    def apply_play(self, position: Position, play: Play) -> tuple[Position, Outcome | None]:
        """The position with the other side on roll after a *legal* play, and the outcome if that ended the game."""
        done = self.after(position, play)
        outcome = self.result(done, turn_over=True)
        if outcome is None and self.is_dead(done.passed_on()):
            outcome = Outcome(None, 0, Reason.DEAD)
        return done.passed_on(), outcome

    def check_position(self, position: Position) -> None:
        """Refuse a position in which a side has borne off all its checkers (WrongPhase)."""
        if CHECKERS in (position.white.off, position.black.off):
            winner = "white" if position.white.off == CHECKERS else "black"
            raise WrongPhase("a game that goes on", f"over: {winner} is off")

    def check_play(self, position: Position, play: Play) -> None:
        """Raise IllegalPlay with the rule, the step and the die unless ``play`` is legal in the order given."""
        legal = self.legal_plays(position)
        if play in legal:
            return
        left = dice = self.steps_of(dice_of(position))
        now = position
        for index, step in enumerate(play):
            refused = None
            if index and self.result(now, turn_over=False):
                refused = Refusal(RefusalKind.GAME_ENDED, self.paragraphs.ending, step, example=play[:index])
            elif step.die not in left:
                kind = RefusalKind.DIE_USED if step.die in dice else RefusalKind.DIE_NOT_ROLLED
                refused = Refusal(kind, self.paragraphs.dice, step)
            elif in_order(dice) and step.die != left[0]:
                refused = Refusal(RefusalKind.DIE_NOT_NEXT, self.paragraphs.dice, step, die=left[0])
            elif step not in [step_from(source, step.die) for source in places(self.sources(now, step.die))]:
                refused = self.refusal(now, step)
            if refused:
                raise IllegalPlay(position, play, refused)
            left = without(left, step.die)
            now = self.move(now, step)
        if any(len(other) == len(play) and self.after(position, other) == now for other in legal):
            return
        raise IllegalPlay(position, play, self.play_refusal(position, play, max(legal, key=len)))

    def refusal(self, position: Position, step: Step) -> Refusal:
        """Why ``step`` cannot be taken now."""
        own = position.own
        if not OFF < step.source <= BAR or own.on(step.source) == 0:
            return Refusal(RefusalKind.NO_CHECKER, self.paragraphs.steps, step)
        if special := self.special_refusal(position, step):
            return special
        if step.target:
            held = position.other.on(position.layout.across(step.target))
            return Refusal(RefusalKind.CLOSED, self.paragraphs.closed, step, count=held)
        kind = RefusalKind.NOT_HOME if own.counts & OUTSIDE else RefusalKind.NOT_FARTHEST
        return Refusal(kind, self.paragraphs.bearing_off, step, place=farthest(own.counts))

    def special_refusal(self, position: Position, step: Step) -> Refusal | None:
        """The refusal by a rule that only this game has, where one forbids the ``step`` of a checker."""
        return None

    def play_refusal(self, position: Position, play: Play, example: Play) -> Refusal:
        """Why a play is not legal whose steps are; ``example`` is one that is."""
        if len(example) > len(play):
            return Refusal(RefusalKind.TOO_FEW_DICE, self.paragraphs.dice, count=len(play), example=example)
        return Refusal(RefusalKind.SMALLER_DIE, self.paragraphs.dice, die=self.steps_of(dice_of(position))[0])

    def next_steps(self, position: Position, taken: Play) -> tuple[Step, ...]:
        """The steps that continue ``taken`` towards some legal play; empty when ``taken`` is a whole one."""
        left = dice = self.steps_of(dice_of(position))
        goals = {board: len(dice) - len(play) for board, play in self.plays_by_board(position).items()}
        search = self.search(position)
        board = search.after(taken)
        for step in taken:
            left = without(left, step.die)
        return () if goals.get(board) == len(left) else search.steps_towards(goals, board, dice, left)

    def is_dead(self, position: Position) -> bool:
        """Whether neither side could move with any roll, now or ever (P11)."""
        return not any(self.sources(seen, die) for seen in (position, position.passed_on()) for die in range(1, 7))


def borne_off(position: Position) -> Outcome | None:
    """The win of the player on roll, if all its checkers are off: 2 points if the other has none off (P10)."""
    if position.own.off < CHECKERS:
        return None
    mars = position.other.off == 0
    return Outcome(position.turn, 2 if mars else 1, Reason.MARS if mars else Reason.BORNE_OFF)


def dice_of(position: Position) -> Dice:
    """The roll; WrongPhase before it."""
    if position.dice is None:
        raise WrongPhase("a roll", "no dice yet")
    return position.dice
