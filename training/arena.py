"""Matches between two players, compiled: both seats, common dice.

Each pair of games has the same rolls in the same order; in the first game one player begins, in the second the other.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from plakoto_bot.ai import races
from plakoto_bot.ai.evaluation import CANDIDATES
from training import boards, inputs, ladder, network, plays, selfplay
from training.boards import OTHER, OWN, Board, on
from training.ladder import ONE_PLY, RANDOM, TWO_PLY
from training.network import OUTPUTS, Weights
from training.plays import DRAWN, GOES_ON, WON_2, Boards, Scratch


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
    homes: NDArray[np.int64]  # the number of each home in ``wins``, by its counts as digits
    wins: NDArray[np.float64]  # P(win) [rolling, waiting] in races


def simple(kind: int) -> Player:
    """A player of the ladder without a network."""
    nothing = np.zeros((1, 1), dtype=np.float32)
    return Player(kind, nothing, nothing)


def desk(hidden: int) -> Desk:
    """Arrays for players with networks of so many hidden units."""
    numbers, wins = races.table()
    homes = np.zeros((races.MOST + 1) ** 6, dtype=np.int64)
    for home, number in numbers.items():
        homes[sum((races.MOST + 1) ** (point - 1) for point in home)] = number
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
        homes,
        wins,
    )


@njit
def best_reply(
    game: int, first: Weights, second: Weights, board: Board, high: int, low: int, found: Boards, desk: Desk
) -> tuple[int, int]:
    """Fills ``found`` with the plays and ``desk.values`` with their equities one ply deep.

    Returns how many they are and the index of the best, whose chances ``desk.best`` has then.
    """
    size = plays.plays(game, board, high, low, desk.work, found)
    inputs.inputs(game, board, desk.base_words)
    nothing, passes = desk.passes.nothing, desk.passes
    network.forward(first, second, first[inputs.BIAS], nothing, desk.base_words, passes, desk.base, desk.best)
    chosen = selfplay.choose(
        game,
        first,
        second,
        found,
        size,
        desk.base,
        desk.base_words,
        desk.spare,
        desk.words,
        passes,
        desk.best,
        desk.values,
    )
    return size, chosen


@njit
def _two_ply_value(game: int, first: Weights, second: Weights, board: Board, desk: Desk) -> float:
    """Equity for the own side, which has just played: the mean over all rolls of the other's best replies."""
    result = plays.outcome(game, board, desk.spare)
    if result != GOES_ON:
        return 0.0 if result == DRAWN else 2.0 if result == WON_2 else 1.0
    boards.turn(board, desk.turned)
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            best_reply(game, first, second, desk.turned, high, low, desk.replies, desk)
            total -= selfplay.worth(desk.best) * (1 if high == low else 2)
    return total / 36


@njit
def _home(board: Board, side: int) -> int:
    """The number of a side's home in ``desk.homes``; -1 where the table of races does not know it."""
    held = board[side] | board[side + 1] | board[side + 2] | board[side + 3]
    if held & boards.OUTSIDE or board[side + 4] or on(board, side, 0) < 15 - races.MOST:
        return -1
    number = 0
    for point in range(6, 0, -1):
        number = number * (races.MOST + 1) + on(board, side, point)
    return number


@njit
def _race_value(board: Board, desk: Desk) -> float:
    """Exact equity for the own side, which has just played; 9 where the table of races does not know it."""
    own, other = _home(board, OWN), _home(board, OTHER)
    if own < 0 or other < 0:
        return 9.0
    return 1 - 2 * desk.wins[desk.homes[other], desk.homes[own]]


@njit
def two_ply(game: int, first: Weights, second: Weights, board: Board, high: int, low: int, desk: Desk) -> int:
    """The index among ``desk.found`` of the play that is best two plies deep, among the best few one ply deep.

    Where the table of races knows all plays, the best of all.
    """
    size, _ = best_reply(game, first, second, board, high, low, desk.found, desk)
    equities = desk.values[:size].copy()
    order = np.argsort(-equities)
    race = np.empty(size, dtype=np.float64)
    for index in range(size):
        over = plays.outcome(game, desk.found[index], desk.spare) != GOES_ON
        race[index] = equities[index] if over else _race_value(desk.found[index], desk)
    if race.max() <= 2:
        return int(np.argmax(race))
    chosen = order[0]
    most = -9.0
    for index in order[:CANDIDATES]:
        value = _two_ply_value(game, first, second, desk.found[index], desk)
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
        return best_reply(game, first, second, board, high, low, desk.found, desk)[1]
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
