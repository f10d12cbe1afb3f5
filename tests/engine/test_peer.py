"""Portes is backgammon without the cube and the triple win, so another backgammon engine lists the same plays.

Needs the PyPI package bgsage and is skipped without it.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from plakoto_bot.engine.position import Dice, Position, start_position
from plakoto_bot.engine.rulesets import ruleset

peer: Any = pytest.importorskip("bgbot_cpp", reason="bgsage is not installed")

POSITIONS = 2_000
PORTES = ruleset("portes")


def board_of(position: Position) -> tuple[int, ...]:
    """The peer's form of a board: the opponent's bar, the mover's points 1-24, the mover's bar; opponents below 0."""
    own, other = position.own, position.other
    points = [own.on(point) - other.on(25 - point) for point in range(1, 25)]
    return (other.bar, *points, own.bar)


def seeded_positions() -> list[Position]:
    """Rolls of random games, half of them with as much hitting as can be, the others with little and to their end."""
    chance = Random(20)
    found: dict[bool, list[Position]] = {False: [], True: []}
    for wild in (False, True):
        while len(found[wild]) < POSITIONS:
            position, outcome = start_position(PORTES.layout), None
            for _ in range(100 if wild else 1_000):
                position = position.rolled(Dice(chance.randint(1, 6), chance.randint(1, 6)))
                found[wild].append(position)
                plays = PORTES.legal_plays(position)
                ends = [PORTES.apply_play(position, play) for play in chance.sample(plays, min(len(plays), 4))]
                position, outcome = sorted(ends, key=lambda end: end[0].own.bar)[-wild]
                if outcome:
                    break
    return [*chance.sample(found[False], POSITIONS // 2), *chance.sample(found[True], POSITIONS // 2)]


def test_an_independent_backgammon_engine_lists_the_same_plays() -> None:
    positions = seeded_positions()
    assert sum(position.own.bar > 0 for position in positions) > 200
    assert sum(position.own.off > 0 for position in positions) > 200
    for position in positions:
        assert position.dice
        theirs = {tuple(board) for board in peer.possible_moves(list(board_of(position)), *position.dice)}
        plays = PORTES.legal_plays(position)
        ours = {board_of(PORTES.after(position, play)) for play in plays}  # the board as it is for a pass
        assert ours == theirs, str(position)
        assert len(ours) == len(plays), str(position)
