"""The plays of one roll, found on packed boards (see ``packed``): what the games of Tavli search alike.

A *board* is one integer: the mover's packed counts and, above place 25, how many of the mover's steps landed on each
point where an opposing checker was to be hit. In one's own turn nothing else changes but what follows from these
two, so they tell positions apart.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

from plakoto_bot.engine.moves import PASS, STEPS, Play, Step
from plakoto_bot.engine.packed import BAR, WIDTH, at, farthest

#: What a landing on a hit checker's point adds to a board, times the mask of the point.
HIT = at(BAR + 1)
COUNTS = HIT - 1

#: As STEPS, for landings on such a point.
HITS = {
    die: {source: (step, change + at(step.target) * HIT) for source, (step, change) in steps.items() if step.target}
    for die, steps in STEPS.items()
}


class Search(ABC):
    """The turn of the player on roll in one position, which may be in the middle of the turn.

    ``board`` is where it starts from. ``blots`` is the mask of the opposing checkers that a landing would hit, in
    the mover's numbering. ``may_end``: a step may end the game with dice unused, which ``ends`` judges.
    """

    __slots__ = ("blots", "board", "may_end")

    def __init__(self, board: int, blots: int = 0, *, may_end: bool = False) -> None:
        self.board = board
        self.blots = blots
        self.may_end = may_end

    @abstractmethod
    def sources(self, board: int, die: int) -> int:
        """Mask of the places from which one step with ``die`` is legal on ``board``."""

    def ends(self, board: int) -> bool:
        """Whether ``board`` ends the game although dice are left; asked only where ``may_end``."""
        raise NotImplementedError

    def order_matters(self, die: int) -> bool:
        """Whether steps of a double, all with ``die``, may be legal in one order and not in another.

        Otherwise whatever can be played can also be played from the farthest checker down.
        """
        return self.may_end

    def plays(self, dice: tuple[int, ...]) -> dict[int, Play]:
        """One play for each board that the compulsory dice allow (P7); a pass when no step is legal.

        ``dice`` as ``Ruleset.steps_of`` gives them.
        """
        plays = self._one_after_another(dice) if in_order(dice) else self._two(*dice)
        return plays or {self.board: PASS}

    def after(self, play: Play) -> int:
        """The board after some legal steps from where the turn starts."""
        board = self.board
        for step in play:
            board += self._steps(step.die)[at(step.source)][1]
        return board

    def steps_towards(
        self, goals: Mapping[int, int], board: int, dice: tuple[int, ...], left: tuple[int, ...]
    ) -> tuple[Step, ...]:
        """The steps from ``board``, with one of ``dice`` that is ``left``, that lead to a goal: larger dice first.

        ``goals`` has for each board how many dice are left on it. One that is reached with more or fewer is none: a
        larger die may bear off what two others would. Every board that ends the game has to be a goal, as in ``plays``.
        """
        steps_with = {die: self._steps(die) for die in left}
        ordered = in_order(dice)
        dead_ends: set[tuple[int, tuple[int, ...]]] = set()

        def leads_on(board: int, left: tuple[int, ...]) -> bool:
            if goals.get(board) == len(left):
                return True
            if (board, left) in dead_ends:
                return False
            if any(leads_on(after, rest) for _, after, rest in single_steps(board, left)):
                return True
            dead_ends.add((board, left))
            return False

        def single_steps(board: int, left: tuple[int, ...]) -> Iterator[tuple[Step, int, tuple[int, ...]]]:
            """Each step with a die that may be next, the board after it and the dice left then."""
            for die in left[:1] if ordered else left:
                steps, rest = steps_with[die], without(left, die)
                sources = self.sources(board, die)
                while sources:
                    source = sources & -sources
                    sources ^= source
                    step, change = steps[source]
                    yield step, board + change, rest

        return tuple(step for step, after, rest in single_steps(board, left) if leads_on(after, rest))

    def _steps(self, die: int) -> dict[int, tuple[Step, int]]:
        """For the mask of each source the step, and what it adds to a board."""
        if not self.blots:
            return STEPS[die]
        steps, hits = STEPS[die].copy(), HITS[die]
        sources = self.blots << WIDTH * die & COUNTS
        while sources:
            source = sources & -sources
            sources ^= source
            steps[source] = hits[source]
        return steps

    def _two(self, high: int, low: int) -> dict[int, Play]:
        """Plays of two different dice: both if any order allows, else one, the larger if it can be played."""
        sources_of, may_end = self.sources, self.may_end
        steps_high, steps_low = self._steps(high), self._steps(low)
        first_high = sources_of(self.board, high)
        first_low = sources_of(self.board, low)
        # Low-high need not try the sources of ``high`` that were there from the start: high-low did.
        known = 0 if may_end else first_high
        both: dict[int, Play] = {}
        single: dict[int, Play] = {}
        early: dict[int, Play] = {}
        # High-low comes last and so is the one kept where both orders lead to the same position.
        for steps, sources, next_die, next_steps, skip in (
            (steps_low, first_low, high, steps_high, known),
            (steps_high, first_high, low, steps_low, 0),
        ):
            alone = next_die == low or not first_high
            while sources:
                source = sources & -sources
                sources ^= source
                step, change = steps[source]
                board = self.board + change
                if may_end and self.ends(board):
                    early[board] = (step,)
                    continue
                if alone:
                    single[board] = (step,)
                next_sources = sources_of(board, next_die) & ~skip
                while next_sources:
                    source_2 = next_sources & -next_sources
                    next_sources ^= source_2
                    step_2, change_2 = next_steps[source_2]
                    both[board + change_2] = (step, step_2)
        plays = both or single
        return {**plays, **early} if early else plays

    def _one_after_another(self, dice: tuple[int, ...]) -> dict[int, Play]:
        """Plays of a double, or of any dice in the order given: all of them, or as many as can be played."""
        sources_of, mixed = self.sources, len(set(dice)) > 1
        early: dict[int, Play] = {}
        plays: dict[int, tuple[Play, int]] = {self.board: (PASS, -1)}
        last = 0
        for die in dice:
            if die != last:
                last, steps, any_order = die, self._steps(die), mixed or self.order_matters(die)
            longer: dict[int, tuple[Play, int]] = {}
            ended = len(early)
            for board, (play, below) in plays.items():
                sources = sources_of(board, die) & below
                while sources:
                    source = sources & -sources
                    sources ^= source
                    step, change = steps[source]
                    after = board + change
                    if not any_order:
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


def bearing_off(board: int, movable: int, die: int) -> int:
    """Mask of the place from which ``die`` bears off, when no checker is ``OUTSIDE`` the home board.

    ``movable`` masks the places whose checkers may move; all that stand on the board count for which is the farthest.
    """
    return movable & at(min(die, farthest(board & COUNTS)))


def in_order(dice: tuple[int, ...]) -> bool:
    """Whether the dice of a roll are played in the order given; two different ones are in either."""
    return len(dice) != 2 or dice[0] == dice[1]


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """``dice`` less one ``die``."""
    index = dice.index(die)
    return dice[:index] + dice[index + 1 :]
