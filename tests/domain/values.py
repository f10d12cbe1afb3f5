"""Matches, games and terms as tests of decisions need them, each with what the test is about put in."""

from __future__ import annotations

from typing import Any

from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Terms
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.rules import Outcome
from plakoto_bot.engine.rulesets import ruleset

ANN, BEN, CLEO = 10, 20, 30
HERE, THERE = ServerChannel(1, 100), ServerChannel(1, 101)
NOW = 1_800_000_000

START = "plakoto W15,22,B15 - 0/0 w 65"
#: White has borne off two checkers, Black none.
BEARING_OFF = "plakoto 18,W3,W3,W3,W2,W2,B15 - 2/0 w 65"


def some_terms(**changes: Any) -> Terms:
    """A rated single game of Plakoto without a clock."""
    values: dict[str, Any] = {"kind": "plakoto", "preset": "classic", "length": 1, "pace": "none", "rated": True}
    return Terms(**values | changes)


def some_match(**changes: Any) -> Match:
    """A running match of Ann, who plays White, and Ben."""
    values: dict[str, Any] = {
        "id": 1,
        "place": HERE,
        "card_id": None,
        "challenger_id": ANN,
        "opponent_id": BEN,
        "terms": some_terms(),
        "seed": bytes(32),
        "accepted_by": 777,
        "status": MatchStatus.RUNNING,
        "created_at": NOW,
        "expires_at": NOW + 100,
    }
    return Match(**values | changes)


def some_challenge(**changes: Any) -> Match:
    """A challenge by Ann to Ben, open until 100 seconds from now."""
    return some_match(**{"status": MatchStatus.OPEN, "accepted_by": None} | changes)


def state_at(line: str = START, *, ply: int = 0, outcome: Outcome | None = None) -> GameState:
    """A game that stands at a position."""
    position = parse_position(line)
    return GameState(ruleset(position.layout.name), position, ply=ply, opened=True, outcome=outcome)


def some_game(line: str = START, *, ply: int = 0, outcome: Outcome | None = None, **changes: Any) -> Game:
    """The first game of a running match, in which nothing is told yet."""
    values: dict[str, Any] = {
        "id": 1,
        "match": some_match(),
        "number": 1,
        "state": state_at(line, ply=ply, outcome=outcome),
        "events": 0,
        "shown": 0,
        "told_from": 0,
        "message_id": None,
        "pictured": True,
        "started_at": NOW,
        "ended_at": None if outcome is None else NOW,
    }
    return Game(**values | changes)
