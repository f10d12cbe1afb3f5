"""One game of a match, and what its channel is to be told of it."""

from dataclasses import dataclass

from plakoto_bot.domain.clock import NO_CLOCK, Clock, turn_clock
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.standings import Result
from plakoto_bot.engine.events import Event, Played
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.position import Side


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a match. Times are seconds since 1970.

    ``starter`` opened it as the winner of the game before, None where an opening contest decided. ``events`` counts
    what happened, ``shown`` how much of it the channel was told, ``told_from`` how much of that before its newest
    message, ``message_id``; ``pictured``: that one shows the board. ``side_messages`` are claims and offers posted
    since, oldest first. ``offers`` are the plies at which White and Black last offered to lose for one point.
    """

    id: int
    match: Match
    number: int
    state: GameState
    events: int
    shown: int
    told_from: int
    message_id: int | None
    pictured: bool
    started_at: int
    ended_at: int | None
    starter: Side | None = None
    clock: Clock = NO_CLOCK
    offers: tuple[int | None, int | None] = (None, None)
    side_messages: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def on_roll(self) -> Side:
        """The side that is to play while the game runs; the one that did not make the last play once it is over."""
        return self.state.position.turn

    @property
    def bot_to_play(self) -> bool:
        """Whether the game waits for a play by the bot itself."""
        return not self.is_over and self.on_roll is self.match.bot_side

    def offered(self, side: Side) -> bool:
        """Whether ``side`` has offered to lose the game for one point this turn."""
        return self.offers[side] == self.state.ply

    def is_overdue(self, now: int) -> bool:
        """Whether the time of the turn in hand is over."""
        return not self.is_over and self.clock.is_over(now)


@dataclass(frozen=True, slots=True)
class GameNews:
    """A game as its channel should see it: the game, what happened since it was last told, and the last play.

    ``quiet`` are the players who do not want to be pinged, ``results`` what a finished match gave its players,
    ``following`` the id of the match's next game, once this one is over.
    """

    game: Game
    events: tuple[Event, ...]
    last_play: Played | None
    quiet: frozenset[int] = frozenset()
    results: tuple[Result, ...] = ()
    following: int | None = None


def clock_after(match: Match, state: GameState, now: int) -> Clock:
    """The clock of the turn that begins now; none when the game is over or the pace has none.

    None runs for the bot's own turns: it plays as soon as it can, and nobody is to win by its being restarted.
    """
    if state.outcome or state.position.turn is match.bot_side:
        return NO_CLOCK
    return turn_clock(match.terms.pace, now)
