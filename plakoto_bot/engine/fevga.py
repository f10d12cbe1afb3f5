"""Fevga, the running game, in which nothing is hit and one checker holds a point. F1-F7 are those of docs/rules.md."""

from dataclasses import dataclass
from typing import ClassVar

from plakoto_bot.engine.moves import STEPS, Play, Step
from plakoto_bot.engine.packed import (
    CHECKERS,
    FULL,
    OUTSIDE,
    POINTS,
    START,
    WIDTH,
    at,
    count,
    farthest,
    half_round,
    mask,
    occupied,
    stacked,
)
from plakoto_bot.engine.position import Checkers, Layout, Position
from plakoto_bot.engine.refusals import Refusal, RefusalKind
from plakoto_bot.engine.rules import Paragraphs, Ruleset
from plakoto_bot.engine.search import Search, bearing_off

ON_START = at(START)
#: The runner has passed the opponent's start once something is here (off included).
PASSED = mask(0, 11) * FULL
QUARTER = mask(19, 24)
SIX = mask(1, 6)


@dataclass(frozen=True, slots=True)
class Fevga(Ruleset):
    """Fevga has one set of rules."""

    layout: ClassVar[Layout] = Layout("fevga", ((START, CHECKERS),), half_round)
    paragraphs: ClassVar[Paragraphs] = Paragraphs("F1", "F3", "F7", "F7", "F7", "F7")

    def search(self, position: Position) -> Search:
        return _Search(position, len(self.steps_of(position.dice)) if position.dice else 1)

    def move(self, position: Position, step: Step) -> Position:
        counts = position.own.counts + STEPS[step.die][at(step.source)][1]
        return position.with_own(Checkers(counts, 0), position.other)

    def marks(self, position: Position, step: Step) -> bool:
        return False

    def plays_by_board(self, position: Position) -> dict[int, Play]:
        plays = Ruleset.plays_by_board(self, position)
        if wall := _wall(position):
            return {board: play for board, play in plays.items() if wall & ~occupied(board)} or plays
        return plays

    def special_refusal(self, position: Position, step: Step) -> Refusal | None:
        counts = position.own.counts
        if step.target and at(step.target) & occupied(half_round(position.other.counts)):
            return None  # closed is the plainer reason
        if step.source == START and not _start_is_free(counts):
            return Refusal(RefusalKind.START_HELD, "F4", step)
        if QUARTER & ~occupied(self.move(position, step).own.counts) == 0:
            return Refusal(RefusalKind.QUARTER_FULL, "F5", step)
        return None

    def play_refusal(self, position: Position, play: Play, example: Play) -> Refusal:
        if len(play) == len(example) and (len(play) > 1 or play[0].die == example[0].die):
            return Refusal(RefusalKind.SHUT_IN, "F6", example=example)
        return Ruleset.play_refusal(self, position, play, example)


def _start_is_free(counts: int) -> bool:
    """Whether a checker may leave the start: the first one, or any once that has passed (F4)."""
    return bool(counts & PASSED) or count(counts, START) == CHECKERS


def _wall(position: Position) -> int:
    """Mask of the mover's six points right before the one on which all opposing checkers stand, 0 if there is none.

    A side whose checkers are all home bears off and is not shut in.
    """
    other = position.other.counts
    place = farthest(other)
    if place <= 6 or other & POINTS * FULL & ~(at(place) * FULL):
        return 0
    wall = half_round(SIX << WIDTH * (place - 7))
    return 0 if wall & ~occupied(position.own.counts) else wall


class _Search(Search):
    """The opponent's checkers stay, and so does what is open."""

    __slots__ = ("guarded", "open_points")

    def __init__(self, position: Position, most: int) -> None:
        """``most``: how many steps there can be."""
        own = position.own.counts
        self.open_points = POINTS & ~half_round(occupied(position.other.counts))
        # F4 or F5 may forbid a step this turn: never without a checker on the start, and F5 only if so many
        # steps could fill the quarter.
        held = occupied(own)
        self.guarded = bool(held & ON_START) and (not own & PASSED or (QUARTER & ~held).bit_count() <= most)
        super().__init__(own)

    def order_matters(self, die: int) -> bool:
        if not self.guarded or not self.board & PASSED:
            return self.guarded
        # F5 needs each of the missing points to be filled from a point of the quarter.
        return not (QUARTER & ~occupied(self.board)) << WIDTH * die & ~QUARTER

    def sources(self, board: int, die: int) -> int:
        held = occupied(board)
        sources = held & self.open_points << WIDTH * die
        if not board & OUTSIDE:
            return sources | bearing_off(board, held, die)
        if not self.guarded:
            return sources
        if not _start_is_free(board):
            sources &= ~ON_START
        missing = QUARTER & ~held
        if not missing:
            sources &= QUARTER & ~stacked(board)
        elif not missing & missing - 1:
            sources &= ~(missing << WIDTH * die & stacked(board))
        return sources


CLASSIC = Fevga("classic")
