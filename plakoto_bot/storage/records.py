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
    """A match or the challenge to one. Times are seconds since 1970; ``opponent_id`` None means anybody.

    ``level`` says how well the bot plays where it is the opponent itself; None between people.
    """

    id: int
    guild_id: int
    channel_id: int
    card_id: int | None
    challenger_id: int
    opponent_id: int | None
    kind: str
    preset: str
    length: int
    seed: bytes = field(repr=False)  # secret until the end, so it must not get into a log by way of a record
    accepted_by: int | None
    status: MatchStatus
    created_at: int
    expires_at: int
    ended_at: int | None
    pace: str = "none"
    rated: bool = True
    position: str | None = None
    white_points: int = 0
    black_points: int = 0
    winner: Side | None = None
    ended_by: str | None = None
    paused_at: int | None = None
    level: str | None = None

    @property
    def bot_side(self) -> Side | None:
        """The side that the bot plays itself; None between people. It never challenges, so it is never White."""
        return None if self.level is None else Side.BLACK

    @property
    def score(self) -> tuple[int, int]:
        """Points won by White and Black."""
        return self.white_points, self.black_points

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

    def opponent_of(self, user_id: int) -> int:
        """The id of the person who plays against ``user_id``, one of the two players."""
        side = self.side_of(user_id)
        assert side is not None, "only a player has an opponent"
        return self.player(side.other)

    @property
    def dice(self) -> DiceSource:
        """The rolls of the match, once it is accepted."""
        assert self.accepted_by is not None, "the rolls are not fixed before the challenge is accepted"
        return DiceSource(self.seed, self.accepted_by, self.id)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match. ``events`` counts what happened, ``shown`` how much of it the channel was told.

    ``side_messages`` are claims and offers posted since ``message_id``, oldest first.
    ``white_offer`` and ``black_offer`` are the ply at which that side last offered to lose for one point.
    """

    id: int
    match: MatchRecord
    number: int
    state: GameState
    events: int
    shown: int
    message_id: int | None
    started_at: int
    ended_at: int | None
    starter: Side | None = None
    remind_at: int | None = None
    deadline: int | None = None
    overdue_at: int | None = None
    white_offer: int | None = None
    black_offer: int | None = None
    side_messages: tuple[int, ...] = ()

    @property
    def bot_to_play(self) -> bool:
        """Whether the game waits for a play by the bot itself."""
        return self.state.outcome is None and self.state.position.turn is self.match.bot_side

    def offered(self, side: Side) -> bool:
        """Whether ``side`` has offered to lose the game for one point this turn."""
        return (self.white_offer if side is Side.WHITE else self.black_offer) == self.state.ply


@dataclass(frozen=True, slots=True)
class Choices:
    """What a server's admins and the players of a match chose, as it is stored; None where they chose nothing."""

    server: str | None
    white: str | None
    black: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match for one of its players. Ratings are None where it was not rated."""

    match_id: int
    user_id: int
    guild_id: int
    kind: str
    opponent_id: int
    won: bool
    points: int
    against: int
    mars: int
    mothers: int
    rated: bool
    rating_before: float | None
    rating_after: float | None
    ended_at: int


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The analysis of a finished match as a JSON document of ``plakoto_bot.export``; ``version`` says who judged."""

    version: str
    document: str
    made_at: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Sums over one person's rated matches of a kind in a server and period (``all`` or ``2026-11``).

    ``streak`` is how many were won in a row, or lost in a row when negative.
    """

    guild_id: int
    kind: str
    period: str
    user_id: int
    rating: float
    experience: int
    matches: int
    wins: int
    points: int
    mars: int
    mothers: int
    streak: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard. ``name`` is how the person was called when last seen, None if never."""

    standing: Standing
    name: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match in one person's history; ``result`` is None where it was stopped without points."""

    match: MatchRecord
    result: Result | None
    opponent_name: str | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What one person did against another, rated or not."""

    matches: int = 0
    wins: int = 0
    points: int = 0
    against: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody is called in a server, and whether they had left it when last looked for."""

    name: str
    gone: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The times of one turn, in seconds since 1970; all None where no clock runs."""

    remind_at: int | None = None
    deadline: int | None = None
    overdue_at: int | None = None


NO_CLOCK = Clock()
