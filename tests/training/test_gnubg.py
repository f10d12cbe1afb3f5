"""Reading what GNU Backgammon plays; the matches themselves are ``make bench-ai``."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.notation import format_play
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.rulesets import ruleset
from tests.engine.played import read
from training import boards, gnubg, plays
from training.arena import desk
from training.boards import PORTES
from training.check import random_positions

ROOM = desk(64)


def found(position: Position, answer: str) -> Position:
    assert position.dice
    board = boards.from_position(position, position.turn)
    size = plays.plays(PORTES, board, *position.dice, ROOM.work, ROOM.found)
    chosen = ROOM.found[gnubg.find(answer, board, ROOM, size)]
    return boards.to_position("portes", chosen, position.turn, position.turn.other)


def test_every_play_is_found_as_it_is_written() -> None:
    rules = ruleset("portes")
    for position in random_positions("portes", 60):
        for play in rules.legal_plays(position):
            if play:
                after = rules.apply_play(position, play)[0]
                assert found(position, format_play(rules, position, play)) == after


@pytest.mark.parametrize(
    ("line", "answer", "after"),
    [
        (
            "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w 31",
            "8/5 6/5",
            "portes W2,4,B5,1,B3,3,W5,B5,3,W2,1,W4,W2,3,B2 - 0/0 b -",
        ),
        (
            "portes W1,4,B5,1,B3,3,W5,B5,3,W3,1,W5,2,B1,1,B1 W1 0/0 w 42",
            "bar/21 6/4",
            "portes W1,2,W1,1,B5,1,B3,3,W5,B5,3,W3,1,W4,1,W1,B1,1,B1 - 0/0 b -",
        ),
    ],
)
def test_its_answers_are_read(line: str, answer: str, after: str) -> None:
    assert str(found(read(line)[1], answer)) == after


def test_an_answer_that_is_no_legal_play_is_an_error() -> None:
    with pytest.raises(ValueError, match="no legal play is '24/2'"):
        found(read("portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w 31")[1], "24/2")
