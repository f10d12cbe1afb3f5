"""Self-play, compiled: games in which the network chooses for both sides, and what it learns from each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from training import boards, inputs, network, plays
from training.boards import Board
from training.network import OUTPUTS, Weights
from training.plays import DRAWN, GOES_ON, WON_2, Boards, Scratch

#: A game is given up after this many plies; its last estimate then stands for its end.
LONGEST = 1500


class Room(NamedTuple):
    """Arrays a game needs, made once."""

    work: Scratch
    found: Boards
    spare: Board
    words: NDArray[np.int64]  # (LONGEST, inputs.SIZE): of the positions chosen
    values: Weights  # (LONGEST, 3): their estimates
    sums: Weights  # (2, hidden): of each player's last position
    passes: network.Room


def room(hidden: int) -> Room:
    """Arrays for games with a network of so many hidden units."""
    return Room(
        plays.scratch(),
        plays.new_boards(),
        np.zeros(boards.SIZE, dtype=np.int64),
        np.zeros((LONGEST, inputs.SIZE), dtype=np.int64),
        np.zeros((LONGEST, OUTPUTS), dtype=np.float32),
        np.zeros((2, hidden), dtype=np.float32),
        network.room(hidden),
    )


@njit(inline="always")
def roll(random: NDArray[np.uint64]) -> int:
    """A number from 0 to 35 from the generator (splitmix64) whose state is ``random[0]``."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return int((mixed >> np.uint64(32)) * np.uint64(36) >> np.uint64(32))


@njit(inline="always")
def exact(result: int, chances: Weights) -> None:
    """The chances of a finished game, for the player who has just played."""
    chances[0] = 0.5 if result == DRAWN else 1.0
    chances[1] = 1.0 if result == WON_2 else 0.0
    chances[2] = 0.0


@njit(inline="always")
def worth(chances: Weights) -> float:
    """Points a game."""
    return 2 * chances[0] - 1 + chances[1] - chances[2]


@njit(fastmath=True)
def choose(
    game: int,
    first: Weights,
    second: Weights,
    found: Boards,
    size: int,
    base: Weights,
    base_words: NDArray[np.int64],
    spare: Board,
    words: NDArray[np.int64],
    room: network.Room,
    best: Weights,
    values: Weights,
) -> int:
    """The index of the best of the boards after a play, by the network.

    ``base`` are the hidden units' sums for ``base_words``, the position before it. ``best`` becomes its chances,
    ``values`` the equities of all, as far as there is room for them.
    """
    chances = np.empty(OUTPUTS, dtype=np.float32)
    chosen = 0
    most = -9.0
    for index in range(size):
        result = plays.outcome(game, found[index], spare)
        if result != GOES_ON:
            exact(result, chances)
        else:
            inputs.inputs(game, found[index], words)
            network.forward(first, second, base, base_words, words, room, room.sums, chances)
        value = worth(chances)
        if index < values.shape[0]:
            values[index] = value
        if value > most:
            most = value
            chosen = index
            best[:] = chances
    return chosen


@njit(fastmath=True)
def self_play(
    game: int, start: Board, first: Weights, second: Weights, random: NDArray[np.uint64], room: Room
) -> tuple[int, int]:
    """One game; returns its plies and its result for who played last. Positions and values are left in ``room``."""
    work, found, spare, history, values, sums, passes = room
    board = start.copy()
    now = np.zeros((2, inputs.SIZE), dtype=np.int64)
    inputs.inputs(game, start, now[0])
    now[1] = now[0]
    ignored = np.empty(OUTPUTS, dtype=np.float32)
    no_values = np.empty(0, dtype=np.float32)
    network.forward(first, second, first[inputs.BIAS], passes.nothing, now[0], passes, sums[0], ignored)
    sums[1] = sums[0]
    words = np.zeros(inputs.SIZE, dtype=np.int64)
    for ply in range(LONGEST):
        side = ply & 1
        rolled = roll(random)
        size = plays.plays(game, board, rolled // 6 + 1, rolled % 6 + 1, work, found)
        inputs.inputs(game, board, words)
        network.forward(first, second, sums[side], now[side], words, passes, sums[side], ignored)
        now[side] = words
        chosen = choose(
            game, first, second, found, size, sums[side], now[side], spare, words, passes, values[ply], no_values
        )
        inputs.inputs(game, found[chosen], history[ply])
        result = plays.outcome(game, found[chosen], spare)
        if result != GOES_ON:
            return ply + 1, result
        boards.turn(found[chosen], board)
    return LONGEST, GOES_ON


@njit(fastmath=True)
def study(first: Weights, second: Weights, plies: int, result: int, rate: float, trace: float, room: Room) -> None:
    """Learn from the game in ``room``, from its end back: each estimate moves towards its lambda-return.

    The last position of a finished game is no estimate and is not learnt.
    """
    history, values = room.words, room.values
    target = np.empty(OUTPUTS, dtype=np.float32)
    if result == GOES_ON:
        target[:] = values[plies - 1]
    else:
        exact(result, target)
    keep = np.float32(trace)
    rest = np.float32(1 - trace)
    for ply in range(plies - 2, -1, -1):
        # What comes next is seen by the other player.
        following = values[ply + 1]
        win = np.float32(1) - (keep * target[0] + rest * following[0])
        win_2 = keep * target[2] + rest * following[2]
        lose_2 = keep * target[1] + rest * following[1]
        target[0], target[1], target[2] = win, win_2, lose_2
        network.learn(first, second, history[ply], target, rate, room.passes)


@njit(nogil=True)
def train(
    game: int,
    start: Board,
    first: Weights,
    second: Weights,
    random: NDArray[np.uint64],
    games: int,
    rate: float,
    trace: float,
    room: Room,
) -> int:
    """Play and learn from so many games; returns their plies."""
    total = 0
    for _ in range(games):
        plies, result = self_play(game, start, first, second, random, room)
        study(first, second, plies, result, rate, trace, room)
        total += plies
    return total
