"""Weights that are shipped fit the inputs; others are refused with what to do."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from plakoto_bot.ai import network
from plakoto_bot.ai.inputs import COLUMNS, VERSION
from plakoto_bot.engine.rulesets import LAYOUTS
from plakoto_bot.errors import ConfigError


@pytest.mark.parametrize("game", LAYOUTS)
def test_each_game_has_small_weights_and_a_card(game: str) -> None:
    path = network.WEIGHTS / f"{game}.npz"
    assert path.stat().st_size < 1_000_000
    card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert card["game"] == game
    assert card["inputs"] == {"version": VERSION, "columns": COLUMNS}
    assert card["hidden units"] == len(network.load(path).first_bias)
    assert card["trained on"]["games"] > 100_000


def test_weights_come_back_as_saved(tmp_path: Path) -> None:
    shipped = network.load(network.WEIGHTS / "plakoto.npz")
    shipped.save(tmp_path / "plakoto.npz")
    again = network.load(tmp_path / "plakoto.npz")
    assert np.array_equal(again.first, shipped.first)
    assert np.array_equal(again.second_bias, shipped.second_bias)


def test_weights_for_other_inputs_are_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = network.load(network.WEIGHTS / "plakoto.npz")
    monkeypatch.setattr(network, "VERSION", VERSION + 1)
    with pytest.raises(ConfigError, match=rf"plakoto.npz: .*version {VERSION} .*this is version {VERSION + 1}"):
        network.load(network.WEIGHTS / "plakoto.npz")
    monkeypatch.undo()
    narrow = network.Network(shipped.first[:-1], shipped.first_bias, shipped.second, shipped.second_bias)
    narrow.save(tmp_path / "narrow.npz")
    with pytest.raises(ConfigError, match=rf"narrow.npz: .*{COLUMNS - 1} columns"):
        network.load(tmp_path / "narrow.npz")
