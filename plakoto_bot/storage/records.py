"""Rows as values: what leaves the storage."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from plakoto_bot.engine.dice import DiceSource
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.position import Side


class MatchStatus(StrEnum):
    """Where a match stands; it is a challenge while open."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match or the challenge to one. Times are seconds since 1970; ``opponent_id`` None means anybody."""

    id: int
    guild_id: int
    channel_id: int
    card_id: int | None
    challenger_id: int
    opponent_id: int | None
    game: str
    preset: str
    length: int
    seed: bytes = field(repr=False)  # secret until the end, so it must not get into a log by way of a record
    accepted_by: int | None
    status: MatchStatus
    created_at: int
    expires_at: int
    ended_at: int | None

    def player(self, side: Side) -> int:
        """The id of the person who plays ``side``; the challenger is White."""
        if side is Side.WHITE:
            return self.challenger_id
        assert self.opponent_id is not None, "an open challenge has no players yet"
        return self.opponent_id

    def side_of(self, user_id: int) -> Side | None:
        """The side a person plays, None for anybody else."""
        if user_id == self.challenger_id:
            return Side.WHITE
        return Side.BLACK if user_id == self.opponent_id else None

    @property
    def dice(self) -> DiceSource:
        """The rolls of the match, once it is accepted."""
        assert self.accepted_by is not None, "the rolls are not fixed before the challenge is accepted"
        return DiceSource(self.seed, self.accepted_by, self.id)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match. ``events`` counts what happened, ``shown`` how much of it the channel was told."""

    id: int
    match: MatchRecord
    number: int
    state: GameState
    events: int
    shown: int
    message_id: int | None
    started_at: int
    ended_at: int | None
