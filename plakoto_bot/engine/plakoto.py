"""Plakoto, the pinning game. Paragraphs P1-P11 are those of docs/rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plakoto_bot.engine.moves import PASS, STEPS, Play, Step
from plakoto_bot.engine.packed import (
    CHECKERS,
    FULL,
    OUTSIDE,
    POINTS,
    START,
    WIDTH,
    at,
    farthest,
    occupied,
    opposite,
    stacked,
)
from plakoto_bot.engine.position import Checkers, Layout, Position
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset, describe, dice_of

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

    judged_each_step: bool
    own_start_matters: bool

    def sources(self, position: Position, die: int) -> int:
        return _sources(*position.own, _open_points(position), die)

    def move(self, position: Position, step: Step) -> Position:
        counts = position.own.counts + STEPS[step.die][at(step.source)][1]
        return _after(position, counts)

    def marks(self, position: Position, step: Step) -> bool:
        return bool(step.target) and position.own.on(step.target) == 0 and position.other.on(25 - step.target) == 1

    def result(self, position: Position, *, turn_over: bool) -> Outcome | None:
        mover, own, other = position.turn, position.own, position.other
        if own.off == CHECKERS:
            return Outcome(mover, 1, Reason.BORNE_OFF) if other.off else Outcome(mover, 2, Reason.MARS)
        if not (turn_over or self.judged_each_step) or not other.is_pinned(START):
            return None
        if not self.own_start_matters or own.on(START) == 0:
            return Outcome(mover, 2, Reason.MOTHER)
        return Outcome(None, 0, Reason.BOTH_MOTHERS) if own.is_pinned(START) else None

    def refusal(self, position: Position, step: Step) -> tuple[str, str]:
        own, other = position.own, position.other
        if not 1 <= step.source <= 24 or own.on(step.source) == 0:
            return "P6", f"{step}: you have no checker on {describe(step.source)}"
        if own.is_pinned(step.source):
            return "P5", f"{step}: your checker on {describe(step.source)} is pinned and cannot move"
        if step.target:
            if own.is_pinned(step.target):
                return "P4", f"{step}: the {step.die} lands on the checker that pins yours, and that point is closed"
            held = other.on(25 - step.target)
            return "P4", f"{step}: the {step.die} lands on {describe(step.target)}, closed by {held} opposing checkers"
        last = describe(farthest(own.counts))
        if own.counts & OUTSIDE:
            return "P9", f"{step}: you bear off only when all your checkers are home, and one is on {last}"
        return "P9", f"{step}: a {step.die} bears off only the farthest checker, and that is on {last}"

    def legal_plays(self, position: Position) -> tuple[Play, ...]:
        self.check_position(position)
        dice = dice_of(position)
        search = _Search(self, position)
        plays = search.double(dice.first) if dice.is_double else search.two(*dice.steps)
        return plays or (PASS,)


def _open_points(position: Position) -> int:
    """Mask of the points the mover may land on (P3, P4). It stays the same all through a turn.

    Leaving a point leaves it empty or with one lone opponent, so whatever was open stays open.
    """
    own = position.own
    return POINTS & ~(opposite(stacked(position.other.counts)) | own.pinned)


def _sources(counts: int, pinned: int, open_points: int, die: int) -> int:
    """Mask of the points from which one step with ``die`` is legal (P5, P6, P9)."""
    movable = occupied(counts) & ~pinned
    sources = movable & open_points << WIDTH * die
    if not counts & OUTSIDE:
        last = farthest(counts)
        sources |= movable & at(min(die, last))
    return sources


def _after(position: Position, counts: int) -> Position:
    """The position with the mover's checkers at ``counts``; what is pinned follows from who stands where (P5)."""
    own, other = position.own, position.other
    lone = occupied(other.counts) & ~stacked(other.counts)
    covered = occupied(counts) & ~own.pinned
    return position.with_own(Checkers(counts, own.pinned), Checkers(other.counts, lone & opposite(covered)))


class _Search:
    """All distinct plays of one roll, on packed boards.

    In one's own turn the opponent's checkers stay where they are, and who is pinned follows from where one's
    own stand, so one's own packed counts alone tell the positions apart.
    """

    def __init__(self, rules: Plakoto, position: Position) -> None:
        self.counts, self.pinned = position.own
        self.open_points = _open_points(position)
        self.own_start_matters = rules.own_start_matters
        # A mother result (P8) in mid-turn needs the last opposing starter alone on our 1-point: rarely possible.
        self.exposed = rules.judged_each_step and position.other.on(START) == 1 and not self.pinned & ACE

    def ends(self, counts: int) -> bool:
        """Whether one's checkers at ``counts`` bring about a mother result; asked only when it is exposed."""
        if not counts & ACE * FULL:
            return False
        return not self.own_start_matters or not counts & MOTHER * FULL or bool(self.pinned & MOTHER)

    def two(self, high: int, low: int) -> tuple[Play, ...]:
        """Plays of two different dice: both if any order allows, else one, the larger if it can be played (P7)."""
        pinned, open_points, exposed = self.pinned, self.open_points, self.exposed
        first_high = _sources(self.counts, pinned, open_points, high)
        first_low = _sources(self.counts, pinned, open_points, low)
        # Low-high need not try the sources of ``high`` that were there from the start: high-low did.
        known = 0 if exposed else first_high
        both: dict[int, Play] = {}
        single: dict[int, Play] = {}
        early: dict[int, Play] = {}
        # High-low comes last and so is the one kept where both orders lead to the same position.
        for die, sources, next_die, skip in ((low, first_low, high, known), (high, first_high, low, 0)):
            steps, next_steps = STEPS[die], STEPS[next_die]
            while sources:
                source = sources & -sources
                sources ^= source
                step, change = steps[source]
                counts = self.counts + change
                if exposed and self.ends(counts):
                    early[counts] = (step,)
                    continue
                if die == high or not first_high:
                    single[counts] = (step,)
                next_sources = _sources(counts, pinned, open_points, next_die) & ~skip
                while next_sources:
                    source_2 = next_sources & -next_sources
                    next_sources ^= source_2
                    step_2, change_2 = next_steps[source_2]
                    both[counts + change_2] = (step, step_2)
        plays = both or single
        return (*plays.values(), *early.values())

    def double(self, die: int) -> tuple[Play, ...]:
        """Plays of a double: four steps or as many as can be played (P7).

        Whatever steps of one die can be played can be played from the farthest checker down, so only that order
        is tried, unless a step may end the game: then every order counts.
        """
        steps = STEPS[die]
        early: dict[int, Play] = {}
        plays: dict[int, tuple[Play, int]] = {self.counts: (PASS, -1)}
        for _ in range(4):
            longer: dict[int, tuple[Play, int]] = {}
            ended = len(early)
            for counts, (play, below) in plays.items():
                sources = _sources(counts, self.pinned, self.open_points, die) & below
                while sources:
                    source = sources & -sources
                    sources ^= source
                    step, change = steps[source]
                    after = counts + change
                    if not self.exposed:
                        longer[after] = ((*play, step), (source << 1) - 1)
                    elif self.ends(after):
                        early[after] = (*play, step)
                    else:
                        longer[after] = ((*play, step), -1)
            if not longer and len(early) == ended:
                break
            plays = longer  # when every further step ends the game, none of the plays so far is long enough
        kept = tuple(play for play, _ in plays.values() if play)
        return (*kept, *early.values())


CLASSIC = Plakoto("classic", judged_each_step=True, own_start_matters=True)
END_OF_TURN = Plakoto("end-of-turn", judged_each_step=False, own_start_matters=True)
INSTANT = Plakoto("instant", judged_each_step=True, own_start_matters=False)
