"""The compiled engine, inputs and choices are those of the bot. ``make train-check`` looks at far more positions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rulesets import LAYOUTS
from tests.engine.test_vectors import vectors_of
from training import arena, boards, checkpoint, network
from training.arena import Player
from training.check import Compiled, check, engine_results, random_positions
from training.ladder import ONE_PLY, PIPS, RANDOM
from training.train import train


@pytest.mark.parametrize("game", LAYOUTS)
def test_every_vector_of_the_classic_rules_is_reproduced(game: str) -> None:
    compiled = Compiled(game)
    for vector in vectors_of(game):
        if vector["rules"] == "classic":
            position = parse_position(vector["position"])
            results = compiled.results(position)
            assert len(results) == vector["plays"], vector["position"]
            assert set(results) == engine_results(position), vector["position"]


@pytest.mark.parametrize("game", LAYOUTS)
def test_random_positions_have_the_same_plays_inputs_and_best_plays(game: str) -> None:
    assert check(game, 150, deep=30) == []


@pytest.mark.parametrize("game", LAYOUTS)
def test_boards_round_trip(game: str) -> None:
    for position in islice(random_positions(game, 200), 0, None, 7):
        for own in Side:
            board = boards.from_position(position, own)
            assert boards.to_position(game, board, own, position.turn) == replace(position, dice=None)


def test_sums_added_up_step_by_step_are_those_from_nothing() -> None:
    first, second = network.new(64, seed=3)
    room = network.room(64)
    sums, chances = np.zeros((2, 64), dtype=np.float32), np.zeros((2, 3), dtype=np.float32)
    compiled = Compiled("plakoto")
    old = room.nothing.copy()
    base = first[-1].copy()
    for position in random_positions("plakoto", 40):
        new = compiled.words(position)
        network.forward(first, second, base, old, new, room, sums[0], chances[0])
        network.forward(first, second, first[-1], room.nothing, new, room, sums[1], chances[1])
        assert np.allclose(sums[0], sums[1], atol=1e-4)
        assert np.allclose(chances[0], chances[1], atol=1e-5)
        old, base = new, sums[0].copy()


def test_learning_moves_the_estimate_towards_its_target() -> None:
    first, second = network.new(64, seed=3)
    room = network.room(64)
    words = Compiled("fevga").words(next(random_positions("fevga", 1)))
    target = np.array([0.9, 0.4, 0.1], dtype=np.float32)
    errors = [network.learn(first, second, words, target, 0.05, room) for _ in range(40)]
    assert errors == sorted(errors, reverse=True)
    assert np.allclose(room.chances, target, atol=0.05)


def test_a_few_hundred_games_beat_random_plays_and_equal_seeds_give_equal_weights() -> None:
    runs = [checkpoint.begin("portes", 64, seed=1) for _ in range(2)]
    for run in runs:
        for _ in train(run, 400):
            pass
    assert np.array_equal(runs[0].first, runs[1].first)
    learnt = Player(ONE_PLY, runs[0].first, runs[0].second)
    result = arena.match("portes", learnt, arena.simple(RANDOM), 200)
    assert result.mean - result.half > 0.5


def test_a_run_is_saved_and_goes_on(tmp_path: Path) -> None:
    whole, halves = (checkpoint.begin("fevga", 64, seed=2) for _ in range(2))
    for _ in train(whole, 2000):
        pass
    training = train(halves, 2000)
    next(training)
    halves.save(tmp_path / "run.npz")
    resumed = checkpoint.load(tmp_path / "run.npz")
    for _ in train(resumed, 2000):
        pass
    assert resumed.games == whole.games == 2000
    assert np.array_equal(resumed.first, whole.first)


def test_seats_and_dice_are_common_to_both_players() -> None:
    pips = arena.simple(PIPS)
    result = arena.match("plakoto", pips, pips, 200)
    assert result.mean == 0.0
    assert result.half == 0.0
