"""The networks: weights shipped with the bot, and the forward pass in numpy.

One hidden layer of units x / (1 + |x|), three logistic outputs. Weights lie in ``weights/<game>.npz`` with what they
were trained on in ``weights/<game>.json``, the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.ai.inputs import COLUMNS, VERSION
from plakoto_bot.errors import ConfigError

WEIGHTS = Path(__file__).parent / "weights"


def weights_of(game: str) -> Path:
    """The file with the weights of a game, which need not be there."""
    return WEIGHTS / f"{game}.npz"


@dataclass(frozen=True, slots=True)
class Network:
    """``first`` (COLUMNS, hidden) with ``first_bias`` (hidden,); ``second`` (hidden, 3) with ``second_bias`` (3,)."""

    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]

    def chances(self, inputs: NDArray[np.float32]) -> NDArray[np.float64]:
        """P(win), P(win 2), P(lose 2) for each row of inputs, by the player who has just played."""
        sums = inputs @ self.first + self.first_bias
        sums /= 1 + np.abs(sums)
        logits = (sums @ self.second + self.second_bias).astype(np.float64)
        chances: NDArray[np.float64] = 1 / (1 + np.exp(-logits))
        return chances

    def save(self, path: Path) -> None:
        """The weights in half precision."""
        arrays = {
            name: getattr(self, name).astype(np.float16) for name in ("first", "first_bias", "second", "second_bias")
        }
        np.savez_compressed(path, inputs=VERSION, allow_pickle=False, **arrays)


def load(path: Path) -> Network:
    """The network of a file; ConfigError if it was trained on other inputs."""
    with np.load(path) as file:
        version = int(file["inputs"])
        arrays = [file[name].astype(np.float32) for name in ("first", "first_bias", "second", "second_bias")]
    if version != VERSION or arrays[0].shape[0] != COLUMNS:
        reason = (
            f"these weights were trained on version {version} of the inputs with {arrays[0].shape[0]} columns, and "
            f"this is version {VERSION} with {COLUMNS}: train again (make train) or restore the bot's own file"
        )
        raise ConfigError(path.name, reason)
    return Network(*arrays)
