"""The network, compiled: forward passes that only add what has changed, and one step of gradient descent.

One hidden layer with the activation x / (1 + |x|), three logistic outputs: P(win), P(win 2), P(lose 2) of the player
who has just played. ``first`` has a row for each input and the bias, ``second`` a row for each output with its bias
last; both float32.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from training import bits, kernel
from training.inputs import BIAS, PIP_SCALE, PIPS, ROWS, SIZE, WORDS, Words

Weights = NDArray[np.float32]

OUTPUTS = 3


class Room(NamedTuple):
    """Arrays a pass needs, made once."""

    rows: NDArray[np.int64]
    scales: Weights
    nothing: Words
    sums: Weights
    slope: Weights
    chances: Weights


def room(hidden: int) -> Room:
    """Arrays for a network of so many hidden units."""
    return Room(
        np.zeros(ROWS, dtype=np.int64),
        np.zeros(ROWS, dtype=np.float32),
        np.zeros(SIZE, dtype=np.int64),
        np.zeros(hidden, dtype=np.float32),
        np.zeros(hidden, dtype=np.float32),
        np.zeros(OUTPUTS, dtype=np.float32),
    )


def new(hidden: int, seed: int) -> tuple[Weights, Weights]:
    """Both layers with small random weights."""
    random = np.random.default_rng(seed)
    first = random.uniform(-0.1, 0.1, (ROWS, hidden)).astype(np.float32)
    second = random.uniform(-0.1, 0.1, (OUTPUTS, hidden + 1)).astype(np.float32)
    return first, second


@njit(inline="always")
def _add(sums: Weights, row: Weights) -> None:
    for unit in range(sums.shape[0]):
        sums[unit] += row[unit]


@njit(inline="always")
def _add_scaled(sums: Weights, row: Weights, scale: np.float32) -> None:
    for unit in range(sums.shape[0]):
        sums[unit] += scale * row[unit]


@njit(fastmath=True)
def forward(
    first: Weights, second: Weights, base: Weights, old: Words, new: Words, room: Room, sums: Weights, chances: Weights
) -> None:
    """``sums`` become the hidden units' sums for the inputs ``new``, given those for ``old``, and ``chances`` (3,)."""
    rows, scales = room.rows, room.scales
    size = 0
    for word in range(WORDS):
        changed = old[word] ^ new[word]
        while changed:
            bit = bits.lowest(changed)
            changed &= changed - 1
            rows[size] = 32 * word + bit
            scales[size] = np.float32(2 * (new[word] >> bit & 1) - 1)
            size += 1
    for side in range(2):
        change = new[PIPS + side] - old[PIPS + side]
        if change:
            rows[size] = 32 * WORDS + side
            scales[size] = np.float32(change) * PIP_SCALE
            size += 1
    kernel.forward(first, second, base, rows, scales, size, sums, chances)
    for output in range(OUTPUTS):
        chances[output] = np.float32(1) / (np.float32(1) + math.exp(-chances[output]))


@njit(fastmath=True)
def learn(first: Weights, second: Weights, words: Words, target: Weights, rate: float, room: Room) -> float:
    """One step towards ``target`` (3,) by the gradient of the cross entropy; returns the squared error before."""
    hidden = first.shape[1]
    one = np.float32(1.0)
    sums, slope, chances = room.sums, room.slope, room.chances
    forward(first, second, first[BIAS], room.nothing, words, room, sums, chances)
    step = np.float32(rate)
    win = step * (target[0] - chances[0])
    win_2 = step * (target[1] - chances[1])
    lose_2 = step * (target[2] - chances[2])
    for unit in range(hidden):
        rest = one / (one + abs(sums[unit]))
        active = sums[unit] * rest
        slope[unit] = rest * rest * (win * second[0, unit] + win_2 * second[1, unit] + lose_2 * second[2, unit])
        second[0, unit] += win * active
        second[1, unit] += win_2 * active
        second[2, unit] += lose_2 * active
    second[0, hidden] += win
    second[1, hidden] += win_2
    second[2, hidden] += lose_2
    for word in range(WORDS):
        left = words[word]
        while left:
            _add(first[32 * word + bits.lowest(left)], slope)
            left &= left - 1
    for side in range(2):
        _add_scaled(first[32 * WORDS + side], slope, np.float32(words[PIPS + side]) * PIP_SCALE)
    _add(first[BIAS], slope)
    error = target[0] - chances[0]
    return float(error * error)
