"""The steps that continue a turn, found position by position without regard to speed, to check and to time the engine.

Unlike ``brute_force`` it takes the plays and single steps from the engine; only how they are put together is its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from plakoto_bot.engine.moves import Play, Step, step_from
from plakoto_bot.engine.packed import places
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.rules import Ruleset, dice_of
from plakoto_bot.engine.search import in_order


def next_steps(rules: Ruleset, position: Position, taken: Play) -> tuple[Step, ...]:
    """What ``Ruleset.next_steps`` has to say, in the same order."""
    dice = rules.steps_of(dice_of(position))
    ordered = in_order(dice)
    # The same board may be reached with dice to spare (a larger die bears off what two steps would), so the dice left
    # are part of the goal.
    goals = {(rules.after(position, play), len(dice) - len(play)) for play in rules.legal_plays(position)}
    dead_ends: set[tuple[Position, tuple[int, ...]]] = set()

    def reaches(now: Position, left: tuple[int, ...]) -> bool:
        if (now, len(left)) in goals:
            return True
        if (now, left) in dead_ends or rules.result(now, turn_over=False):
            return False
        if any(
            reaches(rules.move(now, step), _without(left, step.die))
            for step in _single_steps(rules, now, left[:1] if ordered else left)
        ):
            return True
        dead_ends.add((now, left))
        return False

    now, left = rules.after(position, taken), dice
    for step in taken:
        left = _without(left, step.die)
    if (now, len(left)) in goals:
        return ()
    return tuple(
        step
        for step in _single_steps(rules, now, left[:1] if ordered else left)
        if reaches(rules.move(now, step), _without(left, step.die))
    )


def _single_steps(rules: Ruleset, position: Position, dice: tuple[int, ...]) -> Iterator[Step]:
    """Every step that could be taken next with one of ``dice``, compulsory dice left aside."""
    for die in sorted(set(dice), reverse=True):
        for source in places(rules.sources(position, die)):
            yield step_from(source, die)


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    index = dice.index(die)
    return dice[:index] + dice[index + 1 :]
