"""Matches between two players, compiled: both seats, common dice.

Each pair of games has the same rolls in the same order; in the first game one player begins, in the second the other.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from training import boards, inputs, ladder, network, plays, selfplay
from training.boards import Board
from training.ladder import ONE_PLY, RANDOM, TWO_PLY
from training.network import OUTPUTS, Weights
from training.plays import DRAWN, GOES_ON, WON_2, Boards, Scratch

#: Plays that a two-ply player looks at more closely.
CANDIDATES = 5


class Player(NamedTuple):
    """One of the ladder's kinds, with a network's weights for those that have one."""

    kind: int
    first: Weights
    second: Weights


class Result(NamedTuple):
    """Points a game of the first player, and half the width of the 95% interval; over so many games."""

    mean: float
    half: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.half:.3f} ({self.games:,} games)"


class Desk(NamedTuple):
    """Arrays a player needs to choose, made once."""

    work: Scratch
    found: Boards
    replies: Boards
    spare: Board
    turned: Board
    words: NDArray[np.int64]
    base_words: NDArray[np.int64]
    base: Weights
    values: Weights  # (MOST,): of the plays found
    best: Weights
    passes: network.Room


def simple(kind: int) -> Player:
    """A player of the ladder without a network."""
    nothing = np.zeros((1, 1), dtype=np.float32)
    return Player(kind, nothing, nothing)


def desk(hidden: int) -> Desk:
    """Arrays for players with networks of so many hidden units."""
    return Desk(
        plays.scratch(),
        plays.new_boards(),
        plays.new_boards(),
        np.zeros(boards.SIZE, dtype=np.int64),
        np.zeros(boards.SIZE, dtype=np.int64),
        np.zeros(inputs.SIZE, dtype=np.int64),
        np.zeros(inputs.SIZE, dtype=np.int64),
        np.zeros(hidden, dtype=np.float32),
        np.zeros(plays.MOST, dtype=np.float32),
        np.zeros(OUTPUTS, dtype=np.float32),
        network.room(hidden),
    )


@njit
def best_reply(
    game: int, first: Weights, second: Weights, board: Board, high: int, low: int, found: Boards, desk: Desk
) -> int:
    """The index among ``found``, which it fills, of the best play one ply deep; ``desk.best`` has its chances.

    ``desk.values`` become the equities of all.
    """
    size = plays.plays(game, board, high, low, desk.work, found)
    inputs.inputs(game, board, desk.base_words)
    network.forward(
        first, second, first[inputs.BIAS], desk.passes.nothing, desk.base_words, desk.passes, desk.base, desk.best
    )
    desk.values[size] = -9.0
    return selfplay.choose(
        game,
        first,
        second,
        found,
        size,
        desk.base,
        desk.base_words,
        desk.spare,
        desk.words,
        desk.passes,
        desk.best,
        desk.values,
    )


@njit
def two_ply_value(game: int, first: Weights, second: Weights, board: Board, desk: Desk) -> float:
    """Equity for the own side, which has just played: the mean over all rolls of the other's best replies."""
    result = plays.outcome(game, board, desk.spare)
    if result != GOES_ON:
        return 0.0 if result == DRAWN else 2.0 if result == WON_2 else 1.0
    turned = np.empty(boards.SIZE, dtype=np.int64)
    boards.turn(board, turned)
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            best_reply(game, first, second, turned, high, low, desk.replies, desk)
            total -= selfplay.worth(desk.best) * (1 if high == low else 2)
    return total / 36


@njit
def two_ply(game: int, first: Weights, second: Weights, board: Board, high: int, low: int, desk: Desk) -> int:
    """The index among ``desk.found`` of the play that is best two plies deep, among the best few one ply deep."""
    best_reply(game, first, second, board, high, low, desk.found, desk)
    size = 0
    while desk.values[size] != -9.0:
        size += 1
    equities = desk.values[:size].copy()
    order = np.argsort(-equities)[:CANDIDATES]
    if len(order) == 1:
        return int(order[0])
    chosen = 0
    most = -9.0
    for index in order:
        value = two_ply_value(game, first, second, desk.found[index], desk)
        if value > most:
            most = value
            chosen = index
    return int(chosen)


@njit
def move(
    game: int,
    kind: int,
    first: Weights,
    second: Weights,
    board: Board,
    rolled: int,
    luck: NDArray[np.uint64],
    desk: Desk,
) -> int:
    """A player's choice for one of 36 rolls, as an index among ``desk.found``."""
    high, low = rolled // 6 + 1, rolled % 6 + 1
    if kind == ONE_PLY:
        return best_reply(game, first, second, board, high, low, desk.found, desk)
    if kind == TWO_PLY:
        return two_ply(game, first, second, board, high, low, desk)
    size = plays.plays(game, board, high, low, desk.work, desk.found)
    if kind == RANDOM:
        return (selfplay.roll(luck) * 36 + selfplay.roll(luck)) % size
    return ladder.choose(game, kind, desk.found, size, desk.spare)


@njit
def _play(game: int, start: Board, one: Player, two: Player, seat: int, seed: int, desk: Desk) -> int:
    """Points for player ``one``, who begins if ``seat`` is 0."""
    dice = np.array([seed], dtype=np.uint64)
    luck = np.array([seed + 7], dtype=np.uint64)
    board = start.copy()
    for ply in range(selfplay.LONGEST):
        rolled = selfplay.roll(dice)
        ones = ply & 1 == seat
        if ones:
            chosen = move(game, one.kind, one.first, one.second, board, rolled, luck, desk)
        else:
            chosen = move(game, two.kind, two.first, two.second, board, rolled, luck, desk)
        result = plays.outcome(game, desk.found[chosen], desk.spare)
        if result == DRAWN:
            return 0
        if result != GOES_ON:
            points = 2 if result == WON_2 else 1
            return points if ones else -points
        boards.turn(desk.found[chosen], board)
    return 0


@njit(nogil=True)
def _pairs(game: int, start: Board, one: Player, two: Player, pairs: int, seed: int, desk: Desk) -> NDArray[np.int64]:
    points = np.zeros((pairs, 2), dtype=np.int64)
    for pair in range(pairs):
        for seat in range(2):
            points[pair, seat] = _play(game, start, one, two, seat, seed * 1_000_003 + pair * 7919, desk)
    return points


def summary(points: NDArray[np.int64]) -> Result:
    """From points (pairs, 2) by pair and seat."""
    means = points.mean(axis=1)
    return Result(float(means.mean()), float(1.96 * means.std(ddof=1) / math.sqrt(len(means))), points.size)


def match(game: str, one: Player, two: Player, games: int, seed: int = 1) -> Result:
    """``games`` games in pairs; points from the side of ``one``."""
    room = desk(max(one.first.shape[1], two.first.shape[1]))
    return summary(_pairs(boards.GAMES.index(game), boards.start(game), one, two, games // 2, seed, room))
