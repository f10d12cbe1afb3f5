"""The conformance vectors: positions whose plays an independent implementation has counted."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TypedDict, cast

import pytest

from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.rulesets import RULESETS, ruleset

VECTORS = Path(__file__).parent.parent / "data" / "plays.jsonl"


class Vector(TypedDict, total=False):
    rules: str
    position: str
    dice_used: int
    plays: int
    sha256: str
    results: list[str]  # only where there are at most twelve


def vectors_of(game: str) -> list[Vector]:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    return [cast("Vector", json.loads(line)) for line in lines if f'"position": "{game} ' in line]


@pytest.mark.parametrize(("game", "least"), [("plakoto", 1000), ("portes", 751), ("fevga", 520)])
def test_every_vector_is_reproduced(game: str, least: int) -> None:
    vectors = vectors_of(game)
    assert len(vectors) >= least
    assert {vector["rules"] for vector in vectors} == set(RULESETS[game])
    for vector in vectors:
        position = parse_position(vector["position"])
        rules = ruleset(game, vector["rules"])
        plays = rules.legal_plays(position)
        ends = [rules.apply_play(position, play) for play in plays]
        results = sorted(f"{after} {outcome or '-'}" for after, outcome in ends)
        case = f"{vector['rules']}: {vector['position']}"

        assert len(plays) == vector["plays"], case
        assert max(map(len, plays)) == vector["dice_used"], case
        assert hashlib.sha256("\n".join(results).encode()).hexdigest() == vector["sha256"], case
        assert results == vector.get("results", results), case
