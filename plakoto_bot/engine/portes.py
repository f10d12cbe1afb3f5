"""Portes, the hitting game: backgammon as it is played in Greece. Paragraphs O1-O7 are those of docs/rules.md."""

from dataclasses import dataclass
from typing import ClassVar

from plakoto_bot.engine.moves import STEPS, Step
from plakoto_bot.engine.packed import BAR, FULL, OUTSIDE, POINTS, WIDTH, at, mask, occupied, opposite, stacked
from plakoto_bot.engine.position import Checkers, Layout, Position
from plakoto_bot.engine.refusals import Refusal, RefusalKind
from plakoto_bot.engine.rules import Paragraphs, Ruleset
from plakoto_bot.engine.search import HIT, Search, bearing_off

HOME = mask(1, 6)
ENTERING = at(BAR)
ON_BAR = ENTERING * FULL


@dataclass(frozen=True, slots=True)
class Portes(Ruleset):
    """Portes under one set of house rules.

    ``hit_and_run``: a checker that has hit in its own home board may move on in the same turn.
    """

    layout: ClassVar[Layout] = Layout("portes", ((24, 2), (13, 5), (8, 3), (6, 5)), opposite, has_bar=True)
    paragraphs: ClassVar[Paragraphs] = Paragraphs("O1", "O3", "O5", "O5", "O7", "O6")

    hit_and_run: bool

    def search(self, position: Position) -> Search:
        return _Search(self, position)

    def move(self, position: Position, step: Step) -> Position:
        own, other, held = position.own, position.other.counts, position.held
        if self.marks(position, step):
            other += at(BAR) - at(25 - step.target)
            if not self.hit_and_run:
                held |= at(step.target) & HOME
        counts = own.counts + STEPS[step.die][at(step.source)][1]
        return position.with_own(Checkers(counts, 0), Checkers(other, 0), held)

    def marks(self, position: Position, step: Step) -> bool:
        return bool(step.target) and position.other.on(25 - step.target) == 1

    def special_refusal(self, position: Position, step: Step) -> Refusal | None:
        waiting = position.own.bar
        if waiting and step.source != BAR:
            return Refusal(RefusalKind.BAR_FIRST, "O4", step, count=waiting)
        if at(step.source) & position.held and position.own.on(step.source) == 1:
            return Refusal(RefusalKind.JUST_HIT, "O5", step)
        return None


class _Search(Search):
    """What is open stays open all through a turn: a point that is hit is empty then."""

    __slots__ = ("hit_and_run", "open_points")

    def __init__(self, rules: Portes, position: Position) -> None:
        other = opposite(position.other.counts)
        closed = stacked(other)
        self.open_points = POINTS & ~closed
        self.hit_and_run = rules.hit_and_run
        super().__init__(position.own.counts + position.held * HIT, blots=occupied(other) & ~closed)

    def sources(self, board: int, die: int) -> int:
        if board & ON_BAR:
            return ENTERING & self.open_points << WIDTH * die
        movable = occupied(board)
        if not self.hit_and_run:
            movable &= stacked(board) | ~(occupied(board // HIT) & HOME)
        sources = movable & self.open_points << WIDTH * die
        return sources if board & OUTSIDE else sources | bearing_off(board, movable, die)


CLASSIC = Portes("classic", hit_and_run=True)
NO_HIT_AND_RUN = Portes("no-hit-and-run", hit_and_run=False)
