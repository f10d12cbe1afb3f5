"""How good positions and plays are: the network's word, exact where the game is over or nearly so.

*Chances* are three numbers: P(win), P(win 2) and P(lose 2), of winning, winning 2 points and losing 2 points. A draw
counts half a win. They belong to the player who has just played unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plakoto_bot.ai import network, races
from plakoto_bot.ai.inputs import inputs
from plakoto_bot.ai.network import Network
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import ROLLS, Position, Side
from plakoto_bot.engine.rules import Outcome, Ruleset
from plakoto_bot.engine.rulesets import LAYOUTS

#: Plays that two plies look at unless told otherwise.
CANDIDATES = 5

#: Positions evaluated at once: enough for speed, few enough to stay in the cache.
_BATCH = 1024


@dataclass(frozen=True, slots=True)
class Evaluator:
    """What one game's network thinks of positions."""

    game: str
    network: Network

    @classmethod
    def load(cls, game: str) -> Evaluator:
        """The one that came with the bot, read once; ConfigError if its weights do not fit this version's inputs."""
        return _load(game)

    def chances(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Chances (n, 3) for positions as ``apply_play`` returns them: the other side on roll, no dice."""
        chances = np.empty((len(positions), 3))
        for start in range(0, len(positions), _BATCH):
            batch = positions[start : start + _BATCH]
            chances[start : start + _BATCH] = self.network.chances(inputs(batch))
        return chances


@cache
def _load(game: str) -> Evaluator:
    return Evaluator(game, network.load(network.weights_of(LAYOUTS[game].name)))


@dataclass(frozen=True, slots=True)
class Rated:
    """A play with the position and outcome it leads to, its mover's chances and their equity."""

    play: Play
    position: Position
    outcome: Outcome | None
    chances: tuple[float, float, float]
    equity: float


def equity(chances: ArrayLike) -> NDArray[np.float64]:
    """Points a game (n,), from -2 to 2, of chances (n, 3)."""
    win, win_2, lose_2 = np.asarray(chances, dtype=np.float64).T
    points: NDArray[np.float64] = 2 * win - 1 + win_2 - lose_2
    return points


def turned(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same chances (n, 3) from the other player's side."""
    return np.stack((1 - chances[:, 0], chances[:, 2], chances[:, 1]), axis=1)


def value_of(outcome: Outcome, side: Side) -> tuple[float, float, float]:
    """The chances of ``side`` in a finished game, which are certain."""
    if outcome.winner is None:
        return 0.5, 0.0, 0.0
    double = float(outcome.points == 2)
    return (1.0, double, 0.0) if outcome.winner is side else (0.0, 0.0, double)


def rate_plays(rules: Ruleset, position: Position, *, evaluator: Evaluator | None = None) -> list[Rated]:
    """Every legal play of ``position.dice``, best first, one ply deep; exact where the play ends the game."""
    (rated,) = rate_many(rules, [position], evaluator=evaluator)
    return rated


def rate_many(
    rules: Ruleset, positions: Sequence[Position], *, evaluator: Evaluator | None = None
) -> list[list[Rated]]:
    """``rate_plays`` for many positions with dice, in one pass of the network."""
    evaluator = evaluator or Evaluator.load(rules.layout.name)
    plays = [rules.legal_plays(position) for position in positions]
    ends = [
        rules.apply_play(position, play) for position, found in zip(positions, plays, strict=True) for play in found
    ]
    chances = evaluator.chances([after for after, _ in ends])
    for index, (after, outcome) in enumerate(ends):
        if outcome:
            chances[index] = value_of(outcome, after.turn.other)
    equities = equity(chances).tolist()
    triples = chances.tolist()
    result = []
    first = 0
    for found in plays:
        rated = [
            Rated(play, *ends[index], tuple(triples[index]), equities[index]) for index, play in enumerate(found, first)
        ]
        first += len(found)
        result.append(sorted(rated, key=_worst_first))
    return result


def _worst_first(rated: Rated) -> float:
    return -rated.equity


def expected(
    rules: Ruleset, positions: Sequence[Position], *, evaluator: Evaluator | None = None
) -> NDArray[np.float64]:
    """Chances (n, 3) one ply deeper than ``Evaluator.chances``: the mean over the best replies to the 21 rolls."""
    rolled = [position.rolled(roll) for position in positions for roll in ROLLS]
    best = np.array([replies[0].chances for replies in rate_many(rules, rolled, evaluator=evaluator)])
    return turned(np.tensordot(best.reshape(-1, len(ROLLS), 3), races.ROLL_WEIGHTS, axes=(1, 0)))


def rate_plays_deep(
    rules: Ruleset, position: Position, *, candidates: int = CANDIDATES, evaluator: Evaluator | None = None
) -> list[Rated]:
    """The legal plays of ``position.dice``, best first, two plies deep.

    The best ``candidates`` one ply deep are compared by the mean over the opponent's 21 rolls, each answered by its
    best reply; the other plays follow them as one ply rates them. Where both sides have only a few checkers left to
    bear off every play has its exact value.
    """
    plays = rate_plays(rules, position, evaluator=evaluator)
    if all(play.outcome or races.covers(play.position) for play in plays):
        exact = [play if play.outcome else _revalued(play, races.chances(rules, play.position)) for play in plays]
        return sorted(exact, key=_worst_first)
    near, far = plays[:candidates], plays[candidates:]
    open_plays = [play for play in near if not play.outcome]
    values = expected(rules, [play.position for play in open_plays], evaluator=evaluator)
    deeper = [_revalued(play, tuple(value)) for play, value in zip(open_plays, values.tolist(), strict=True)]
    return sorted([*deeper, *(play for play in near if play.outcome)], key=_worst_first) + far


def _revalued(play: Rated, chances: tuple[float, float, float]) -> Rated:
    win, win_2, lose_2 = chances
    return replace(play, chances=chances, equity=2 * win - 1 + win_2 - lose_2)
