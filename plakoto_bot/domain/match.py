"""A match between two people, or with the bot. It is a challenge while it is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from plakoto_bot.domain.place import Place
from plakoto_bot.domain.terms import Terms
from plakoto_bot.engine.dice import DiceSource
from plakoto_bot.engine.game import Roller
from plakoto_bot.engine.position import Side


class MatchStatus(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    RUNNING = "running"
    FINISHED = "finished"


class EndedBy(StrEnum):
    """How a match ended: with the points it was played to, by giving up, on time, or stopped without a winner."""

    POINTS = "points"
    RESIGNED = "resigned"
    TIME = "time"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Match:
    """A match, or the challenge to one. The challenger plays White. Times are seconds since 1970.

    ``opponent_id`` None means anybody; ``accepted_by`` is the id of the press that accepted, ``score`` the points of
    White and Black. While ``paused_at`` is set the bot is not in the server, and no clock runs.
    """

    id: int
    place: Place
    card_id: int | None
    challenger_id: int
    opponent_id: int | None
    terms: Terms
    seed: bytes = field(repr=False)  # secret until the end, so it must not get into a log by way of a match
    accepted_by: int | None
    status: MatchStatus
    created_at: int
    expires_at: int
    ended_at: int | None = None
    score: tuple[int, int] = (0, 0)
    winner: Side | None = None
    ended_by: EndedBy | None = None
    paused_at: int | None = None

    @property
    def guild_id(self) -> int:
        """The server whose settings, names and standings the match belongs to."""
        return self.place.guild_id

    @property
    def bot_side(self) -> Side | None:
        """The side that the bot plays itself; None between people. It never challenges, so it is never White."""
        return None if self.terms.level is None else Side.BLACK

    def player(self, side: Side) -> int:
        """The id of the person who plays ``side``."""
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

    def has_same_players(self, other: Match) -> bool:
        """Whether nobody of another version of this match had their data deleted since, or did so before."""
        return (self.challenger_id, self.opponent_id) == (other.challenger_id, other.opponent_id)

    @property
    def dice(self) -> DiceSource:
        """The rolls of the match, once it is accepted."""
        assert self.accepted_by is not None, "the rolls are not fixed before the challenge is accepted"
        return DiceSource(self.seed, self.accepted_by, self.id)

    def roller(self, number: int) -> Roller:
        """The rolls of one game of the match."""
        dice = self.dice
        return lambda roll: dice.roll(number, roll)
