"""Plakoto, the pinning game. Paragraphs P1-P11 are those of docs/rules.md."""

from dataclasses import dataclass
from typing import ClassVar

from plakoto_bot.engine.moves import STEPS, Step
from plakoto_bot.engine.packed import CHECKERS, FULL, OUTSIDE, POINTS, START, WIDTH, at, occupied, opposite, stacked
from plakoto_bot.engine.position import Checkers, Layout, Position
from plakoto_bot.engine.refusals import Refusal, RefusalKind
from plakoto_bot.engine.rules import Outcome, Paragraphs, Reason, Ruleset, borne_off
from plakoto_bot.engine.search import Search, bearing_off

ACE = at(1)  # the opponent's starting point, where its mother stands
MOTHER = at(START)


@dataclass(frozen=True, slots=True)
class Plakoto(Ruleset):
    """Plakoto under one reading of the mother rule (P8).

    ``judged_each_step``: a mother result ends the game after the step that brings it about, not at the end of
    the turn. ``own_start_matters``: pinning the mother wins only once one's own start is empty, and two pinned
    mothers draw.
    """

    layout: ClassVar[Layout] = Layout("plakoto", ((START, CHECKERS),), opposite, has_pins=True)
    paragraphs: ClassVar[Paragraphs] = Paragraphs("P1", "P4", "P6", "P7", "P8", "P9")

    judged_each_step: bool
    own_start_matters: bool

    def search(self, position: Position) -> Search:
        return _Search(self, position)

    def move(self, position: Position, step: Step) -> Position:
        counts = position.own.counts + STEPS[step.die][at(step.source)][1]
        return _after(position, counts)

    def marks(self, position: Position, step: Step) -> bool:
        return bool(step.target) and position.own.on(step.target) == 0 and position.other.on(25 - step.target) == 1

    def result(self, position: Position, *, turn_over: bool) -> Outcome | None:
        mover, own, other = position.turn, position.own, position.other
        if won := borne_off(position):
            return won
        if not (turn_over or self.judged_each_step) or not other.is_pinned(START):
            return None
        if not self.own_start_matters or own.on(START) == 0:
            return Outcome(mover, 2, Reason.MOTHER)
        return Outcome(None, 0, Reason.BOTH_MOTHERS) if own.is_pinned(START) else None

    def special_refusal(self, position: Position, step: Step) -> Refusal | None:
        own = position.own
        if own.is_pinned(step.source):
            return Refusal(RefusalKind.PINNED, "P5", step)
        if step.target and own.is_pinned(step.target):
            return Refusal(RefusalKind.ON_OWN_PIN, "P4", step)
        return None


def _open_points(position: Position) -> int:
    """Mask of the points the mover may land on (P3, P4). It stays the same all through a turn.

    Leaving a point leaves it empty or with one lone opponent, so whatever was open stays open.
    """
    own = position.own
    return POINTS & ~(opposite(stacked(position.other.counts)) | own.pinned)


def _after(position: Position, counts: int) -> Position:
    """The position with the mover's checkers at ``counts``; what is pinned follows from who stands where (P5)."""
    own, other = position.own, position.other
    lone = occupied(other.counts) & ~stacked(other.counts)
    covered = occupied(counts) & ~own.pinned
    return position.with_own(Checkers(counts, own.pinned), Checkers(other.counts, lone & opposite(covered)))


class _Search(Search):
    """In one's own turn the opponent's checkers stay, and who is pinned follows from where one's own stand."""

    __slots__ = ("free", "open_points", "own_start_matters", "pinned")

    def __init__(self, rules: Plakoto, position: Position) -> None:
        counts, self.pinned = position.own
        self.free = ~self.pinned
        self.open_points = _open_points(position)
        self.own_start_matters = rules.own_start_matters
        # A mother result (P8) in mid-turn needs the last opposing starter alone on our 1-point: rarely possible.
        exposed = rules.judged_each_step and position.other.on(START) == 1 and not self.pinned & ACE
        super().__init__(counts, may_end=exposed)

    def sources(self, board: int, die: int) -> int:
        movable = occupied(board) & self.free
        sources = movable & self.open_points << WIDTH * die
        return sources if board & OUTSIDE else sources | bearing_off(board, movable, die)

    def ends(self, board: int) -> bool:
        """Whether one's checkers bring about a mother result (P8)."""
        if not board & ACE * FULL:
            return False
        return not self.own_start_matters or not board & MOTHER * FULL or bool(self.pinned & MOTHER)


CLASSIC = Plakoto("classic", judged_each_step=True, own_start_matters=True)
END_OF_TURN = Plakoto("end-of-turn", judged_each_step=False, own_start_matters=True)
INSTANT = Plakoto("instant", judged_each_step=True, own_start_matters=False)
