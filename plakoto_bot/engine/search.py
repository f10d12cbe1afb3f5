"""The plays of one roll, found on packed boards (see ``packed``): what the games of Tavli search alike.

A *board* is one integer: the mover's packed counts and, above place 25, how many of the mover's steps landed on each
point where an opposing checker was to be hit. In one's own turn nothing else changes but what follows from these
two, so they tell positions apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from plakoto_bot.engine.moves import PASS, STEPS, Play, Step
from plakoto_bot.engine.packed import BAR, OUTSIDE, WIDTH, at, farthest, places
from plakoto_bot.engine.position import Dice

#: What a landing on a hit checker's point adds to a board, times the mask of the point.
HIT = at(BAR + 1)
COUNTS = HIT - 1


class Search(ABC):
    """The turn of the player on roll in one position, which may be in the middle of the turn.

    ``board`` is where it starts from. ``blots`` is the mask of the opposing checkers that a landing would hit, in
    the mover's numbering. ``any_order``: which steps of a double can be played depends on their order; otherwise
    whatever can be played can also be played from the farthest checker down. ``may_end``: a step may end the game
    with dice unused, which ``ends`` judges.
    """

    __slots__ = ("any_order", "blots", "board", "may_end")

    board: int
    blots: int
    any_order: bool
    may_end: bool

    def __init__(self, board: int, blots: int = 0, *, any_order: bool = False, may_end: bool = False) -> None:
        self.board = board
        self.blots = blots
        self.any_order = any_order or may_end
        self.may_end = may_end

    @abstractmethod
    def sources(self, board: int, die: int) -> int:
        """Mask of the places from which one step with ``die`` is legal on ``board``."""

    def ends(self, board: int) -> bool:
        """Whether ``board`` ends the game although dice are left; asked only where ``may_end``."""
        raise NotImplementedError

    def plays(self, dice: Dice) -> dict[int, Play]:
        """One play for each board that the compulsory dice allow (P7); a pass when no step is legal."""
        plays = self._double(dice.first) if dice.is_double else self._two(*dice.steps)
        return plays or {self.board: PASS}

    def _steps(self, die: int) -> dict[int, tuple[Step, int]]:
        """For the mask of each source the step, and what it adds to a board."""
        steps = STEPS[die]
        if self.blots:
            steps = steps.copy()
            for target in places(self.blots):
                if (source := at(target + die)) in steps:
                    step, change = steps[source]
                    steps[source] = step, change + at(target) * HIT
        return steps

    def _two(self, high: int, low: int) -> dict[int, Play]:
        """Plays of two different dice: both if any order allows, else one, the larger if it can be played."""
        sources_of, may_end = self.sources, self.may_end
        first_high = sources_of(self.board, high)
        first_low = sources_of(self.board, low)
        # Low-high need not try the sources of ``high`` that were there from the start: high-low did.
        known = 0 if may_end else first_high
        both: dict[int, Play] = {}
        single: dict[int, Play] = {}
        early: dict[int, Play] = {}
        # High-low comes last and so is the one kept where both orders lead to the same position.
        for die, sources, next_die, skip in ((low, first_low, high, known), (high, first_high, low, 0)):
            steps, next_steps = self._steps(die), self._steps(next_die)
            while sources:
                source = sources & -sources
                sources ^= source
                step, change = steps[source]
                board = self.board + change
                if may_end and self.ends(board):
                    early[board] = (step,)
                    continue
                if die == high or not first_high:
                    single[board] = (step,)
                next_sources = sources_of(board, next_die) & ~skip
                while next_sources:
                    source_2 = next_sources & -next_sources
                    next_sources ^= source_2
                    step_2, change_2 = next_steps[source_2]
                    both[board + change_2] = (step, step_2)
        plays = both or single
        return {**plays, **early} if early else plays

    def _double(self, die: int) -> dict[int, Play]:
        """Plays of a double: four steps or as many as can be played."""
        steps, sources_of = self._steps(die), self.sources
        early: dict[int, Play] = {}
        plays: dict[int, tuple[Play, int]] = {self.board: (PASS, -1)}
        for _ in range(4):
            longer: dict[int, tuple[Play, int]] = {}
            ended = len(early)
            for board, (play, below) in plays.items():
                sources = sources_of(board, die) & below
                while sources:
                    source = sources & -sources
                    sources ^= source
                    step, change = steps[source]
                    after = board + change
                    if not self.any_order:
                        longer[after] = ((*play, step), (source << 1) - 1)
                    elif self.may_end and self.ends(after):
                        early[after] = (*play, step)
                    else:
                        longer[after] = ((*play, step), -1)
            if not longer and len(early) == ended:
                break
            plays = longer  # when every further step ends the game, none of the plays so far is long enough
        kept = {board: play for board, (play, _) in plays.items() if play}
        return {**kept, **early} if early else kept


def reachable(board: int, movable: int, open_points: int, die: int) -> int:
    """Mask of the places from which ``die`` reaches an open point or bears off, for checkers that may move.

    ``movable`` masks the places whose checkers may move at all; all that stand on the board count for where the
    farthest is and whether every one is home (P6, P9).
    """
    sources = movable & open_points << WIDTH * die
    if not board & OUTSIDE:
        sources |= movable & at(min(die, farthest(board & COUNTS)))
    return sources
