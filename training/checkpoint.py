"""What a training run leaves on disk and goes on from."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training import network
from training.network import Weights

FOLDER = Path(__file__).parent / "checkpoints"


@dataclass
class Run:
    """A training run: both layers, the state of its dice, games, positions and seconds so far."""

    game: str
    first: Weights
    second: Weights
    random: NDArray[np.uint64]
    games: int = 0
    plies: int = 0
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        """Written beside and renamed, so that a stop half-way leaves the old one."""
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(".part.npz")
        numbers = np.array([self.games, self.plies, self.seconds])
        np.savez(part, game=self.game, first=self.first, second=self.second, random=self.random, numbers=numbers)
        os.replace(part, path)


def begin(game: str, hidden: int, seed: int) -> Run:
    """A run that has not played yet."""
    first, second = network.new(hidden, seed)
    return Run(game, first, second, np.array([seed], dtype=np.uint64))


def load(path: Path) -> Run:
    """The run as it was saved."""
    with np.load(path) as file:
        games, plies, seconds = file["numbers"]
        return Run(
            str(file["game"]), file["first"], file["second"], file["random"], int(games), int(plies), float(seconds)
        )
