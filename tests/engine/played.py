"""Plays on position lines of any game, as rule tests write them."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.moves import Step
from plakoto_bot.engine.notation import format_play, parse_play, parse_position
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import ruleset


def read(line: str, preset: str | None = None) -> tuple[Ruleset, Position]:
    position = parse_position(line)
    return ruleset(position.layout.name, preset), position


def plays(line: str, preset: str | None = None) -> set[str]:
    """All legal plays as they are written."""
    rules, position = read(line, preset)
    return {format_play(rules, position, play) for play in rules.legal_plays(position)}


def after(line: str, text: str, preset: str | None = None) -> Position:
    rules, position = read(line, preset)
    return rules.apply_play(position, parse_play(rules, position, text))[0]


def outcome(line: str, text: str, preset: str | None = None) -> str:
    """``w2 mother``, ``draw both-mothers`` ... or ``-`` when the game goes on."""
    rules, position = read(line, preset)
    end = rules.apply_play(position, parse_play(rules, position, text))[1]
    return f"{end} {end.reason}" if end else "-"


def refusal(line: str, text: str, preset: str | None = None) -> IllegalPlay:
    rules, position = read(line, preset)
    with pytest.raises(IllegalPlay) as caught:
        parse_play(rules, position, text)
    return caught.value


def refused_step(line: str, *steps: Step, preset: str | None = None) -> IllegalPlay:
    """For single steps that a player could not even write, because the text has a legal reading too."""
    rules, position = read(line, preset)
    with pytest.raises(IllegalPlay) as caught:
        rules.check_play(position, steps)
    return caught.value
