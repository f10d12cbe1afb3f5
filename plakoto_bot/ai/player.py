"""How the bot chooses its plays, at four levels.

All levels go by the same ratings. ``beginner`` and ``casual`` look less closely: they overlook plays, and of those they
see they do not always take the best. What they may lose by it is bounded, so that they err like people and are never
absurd.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from plakoto_bot.ai.evaluation import Evaluator, Rated, rate_plays, rate_plays_deep
from plakoto_bot.ai.network import weights_of
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Weakness:
    """How a level errs, in points a game.

    A play that loses ``usual`` against the best is taken e times more rarely than that one, and one that loses more
    than ``most`` never. Each play is overlooked with the chance ``overlooks``.
    """

    usual: float
    most: float
    overlooks: float


#: The levels from the weakest up; None for one that takes what it rates best.
LEVELS: dict[str, Weakness | None] = {
    "beginner": Weakness(usual=0.08, most=0.4, overlooks=0.3),
    "casual": Weakness(usual=0.045, most=0.25, overlooks=0.2),
    "strong": None,
    "expert": None,
}
DEFAULT_LEVEL: Final = "casual"

#: Winning chances from which a game counts as won, and how much of them no level gives away in one play.
_WON, _KEPT = 0.95, 0.05


def levels_for(*games: str) -> tuple[str, ...]:
    """The levels at which the bot plays all of these games, from the weakest up; none if one has no weights shipped."""
    return tuple(LEVELS) if all(weights_of(game).is_file() for game in games) else ()


def choose_play(
    rules: Ruleset, position: Position, level: str, chance: str, evaluator: Evaluator | None = None
) -> Play:
    """The play of a level for the roll in ``position.dice``; the same again for the same ``chance``."""
    plays = rules.legal_plays(position)
    if len(plays) == 1:
        return plays[0]
    if level == "expert":
        return rate_plays_deep(rules, position, evaluator=evaluator)[0].play
    rated = rate_plays(rules, position, evaluator=evaluator)
    weakness = LEVELS[level]
    return rated[0].play if weakness is None else _err(rated, weakness, random.Random(chance)).play


def _err(rated: Sequence[Rated], weakness: Weakness, chance: random.Random) -> Rated:
    """One of the plays, the best first, as somebody with this weakness chooses."""
    best = rated[0]
    bearable = [one for one in rated if _is_bearable(one, best, weakness)]
    seen = [one for one in bearable if chance.random() >= weakness.overlooks] or bearable[:1]
    weights = [exp((one.equity - best.equity) / weakness.usual) for one in seen]
    return chance.choices(seen, weights)[0]


def _is_bearable(one: Rated, best: Rated, weakness: Weakness) -> bool:
    """Whether a play loses no more than the level may lose, nor gives away a game that is won."""
    if best.outcome is not None and best.outcome.winner is not None:
        return one.outcome is not None and one.outcome.winner is best.outcome.winner
    if best.chances[0] >= _WON and one.chances[0] < best.chances[0] - _KEPT:
        return False
    return best.equity - one.equity <= weakness.most
