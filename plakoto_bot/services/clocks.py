"""Pace and clocks. A turn's times are stored with its game, so no restart forgets them.

A clock is stored as two times: ``remind_at`` (a quarter of the time left; gone once the reminder is out) and
``deadline``. At the deadline the waiting player may claim the win; unclaimed for as long again, the match is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, replace

from plakoto_bot.engine.game import GameState
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import NO_CLOCK, Clock, GameRecord, MatchRecord
from plakoto_bot.storage.repositories import Transaction

#: Seconds a turn by the name of the pace; None: no clock.
PACES: dict[str, int | None] = {
    "blitz": 2 * 60,
    "live": 10 * 60,
    "day": 24 * 60 * 60,
    "relaxed": 3 * 24 * 60 * 60,
    "none": None,
}
DEFAULT_PACE = "relaxed"
#: Where no clock was agreed on, and the player on roll has left the server.
ABSENT_PACE = "relaxed"

#: What every running clock has at least when the bot comes back, since time does not run out while it is away.
GRACE_SECONDS = 10 * 60


def clock_after(match: MatchRecord, state: GameState, now: int) -> Clock:
    """The clock of the turn that begins now; none when the game is over or the pace has none.

    None runs for the bot's own turns: it plays as soon as it can, and nobody is to win by its being restarted.
    """
    seconds = PACES[match.pace]
    if seconds is None or state.outcome or state.position.turn is match.bot_side:
        return NO_CLOCK
    return _clock(now, seconds)


def _clock(now: int, seconds: int) -> Clock:
    return Clock(remind_at=now + seconds - seconds // 4, deadline=now + seconds)


def is_overdue(game: GameRecord, now: int) -> bool:
    """Whether the time of the turn in hand is over."""
    return game.state.outcome is None and game.deadline is not None and game.deadline <= now


class ClockService:
    """What time alone brings about. ``now`` gives seconds since 1970."""

    def __init__(self, database: Database, *, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    def now(self) -> int:
        """Seconds since 1970."""
        return self._now()

    async def take_reminders(self) -> list[GameRecord]:
        """Games whose player is to be reminded now, each exactly once."""
        async with self._database.write() as transaction:
            due = await transaction.games_to_remind(self._now())
            for game in due:
                await transaction.set_clock(game.id, remind_at=None)
            return due

    async def take_overdue(self) -> list[GameRecord]:
        """Games whose turn has just run out of time, each exactly once."""
        async with self._database.write() as transaction:
            now = self._now()
            due = await transaction.games_overdue(now)
            for game in due:
                await transaction.set_clock(game.id, remind_at=None, overdue_at=now)
            return due

    def may_claim(self, game: GameRecord, user_id: int) -> bool:
        """Whether this person waits for somebody whose time is over."""
        return is_overdue(game, self._now()) and user_id == game.match.player(game.state.position.turn.other)

    async def start_for_absent(self, game_id: int, ply: int) -> GameRecord | None:
        """The player on roll has left: start a clock for turn ``ply``, if none runs; None where nothing changed."""
        async with self._database.write() as transaction:
            game = await transaction.game(game_id)
            if game is None or game.state.outcome or game.state.ply != ply:
                return None
            if game.deadline is not None or game.match.paused_at is not None:
                return None
            return await _set_again(transaction, game, self._now(), self._now() + _seconds(ABSENT_PACE))

    async def put_back(self, game: GameRecord) -> None:
        """What ``game`` was taken for could not be said: the next look takes it again, unless the game went on."""
        async with self._database.write() as transaction:
            now = await transaction.game(game.id)
            if now is not None and (now.events, now.deadline) == (game.events, game.deadline):
                await transaction.set_clock(game.id, remind_at=game.remind_at, overdue_at=game.overdue_at)

    async def unclaimed(self) -> list[GameRecord]:
        """Games whose win nobody has claimed for as long as a turn may take: to be closed."""
        async with self._database.read() as transaction:
            now = self._now()
            games = await transaction.games_unclaimed()
            return [game for game in games if _give_up_at(game) <= now]

    async def allow_grace(self) -> list[GameRecord]:
        """The bot was away: every running clock gets at least ten minutes from now. Returns whose clock changed."""
        async with self._database.write() as transaction:
            now = self._now()
            short = await transaction.games_ending_before(now + GRACE_SECONDS)
            return [await _set_again(transaction, game, now, now + GRACE_SECONDS) for game in short]

    async def pause_elsewhere(self, guild_ids: Collection[int]) -> None:
        """Stop the clocks of matches in servers that the bot is not in; ``guild_ids`` are those it is in."""
        async with self._database.write() as transaction:
            for guild_id in await transaction.guilds_with_running_matches():
                if guild_id not in guild_ids:
                    await transaction.pause(guild_id, self._now())

    async def pause(self, guild_id: int) -> None:
        """The bot was removed from a server: its clocks stop."""
        async with self._database.write() as transaction:
            await transaction.pause(guild_id, self._now())

    async def resume(self, guild_id: int) -> list[GameRecord]:
        """The bot is in the server again: its clocks go on where they stood, with ten minutes at least.

        Returns the games whose clock changed.
        """
        async with self._database.write() as transaction:
            now = self._now()
            changed = []
            for game in await transaction.paused_games(guild_id):
                assert game.deadline is not None, "only games with a clock are found"
                assert game.match.paused_at is not None, "only paused games are found"
                deadline = max(game.deadline + now - game.match.paused_at, now + GRACE_SECONDS)
                if deadline != game.deadline:
                    changed.append(await _set_again(transaction, game, now, deadline))
            await transaction.resume(guild_id)
            return changed


async def _set_again(transaction: Transaction, game: GameRecord, now: int, deadline: int) -> GameRecord:
    """Give the turn in hand until ``deadline``, with a reminder when a quarter of the time from now is left."""
    clock = _clock(now, deadline - now)
    await transaction.set_clock(game.id, **asdict(clock))
    return replace(game, **asdict(clock))


def _give_up_at(game: GameRecord) -> int:
    assert game.overdue_at is not None, "asked only for games announced as overdue"
    return game.overdue_at + (PACES[game.match.pace] or _seconds(ABSENT_PACE))


def _seconds(pace: str) -> int:
    """Seconds a turn at a pace that has a clock."""
    seconds = PACES[pace]
    assert seconds is not None, f"{pace} has no clock"
    return seconds
