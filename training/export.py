"""Between the trainer's weights, by words of bits, and those the bot ships, by columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.ai.network import Network
from training import network
from training.arena import Player
from training.inputs import BIAS, FARTHEST, OFF, PINNED, RACE, ROWS, SHOTS, SIDE, TACTICS, WORDS
from training.ladder import ONE_PLY
from training.network import Weights

#: The bits used of each word of a side, in the order of columns; and of the word of the race.
_USED = {word: range(1, 26) for word in range(PINNED + 1)} | {
    OFF: range(15),
    SHOTS: range(1, 13),
    TACTICS: range(18),
    FARTHEST: range(26),
}


def rows() -> NDArray[np.int64]:
    """For each column of ``plakoto_bot.ai.inputs`` the trainer's row."""
    sides = [32 * (side + word) + bit for side in (0, SIDE) for word, bits in _USED.items() for bit in bits]
    return np.array([*sides, *(32 * RACE + bit for bit in range(32)), 32 * WORDS, 32 * WORDS + 1])


def shipped(first: Weights, second: Weights) -> Network:
    """The network as the bot has it."""
    return Network(first[rows()], first[BIAS], second[:, :-1].T.copy(), second[:, -1].copy())


def trained(shipped: Network, kind: int = ONE_PLY) -> Player:
    """A player for the arena with the weights that the bot ships."""
    hidden = len(shipped.first_bias)
    first = np.zeros((ROWS, hidden), dtype=np.float32)
    first[rows()] = shipped.first
    first[BIAS] = shipped.first_bias
    second = np.concatenate((shipped.second.T, shipped.second_bias[:, None]), axis=1)
    assert second.shape == (network.OUTPUTS, hidden + 1)
    return Player(kind, first, np.ascontiguousarray(second))
