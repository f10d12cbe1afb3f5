"""Clocks. A turn's times are stored with its game, so no restart forgets them."""

from collections.abc import Collection
from dataclasses import replace

from plakoto_bot.domain.clock import GRACE_SECONDS, Clock, absent_clock, announced, reminded, resumed, with_grace
from plakoto_bot.domain.game import Game
from plakoto_bot.services.service import TimedService
from plakoto_bot.storage.transaction import Transaction


class ClockService(TimedService):
    """What time alone brings about. ``now`` gives seconds since 1970."""

    def now(self) -> int:
        """Seconds since 1970. Raises nothing."""
        return self._now()

    async def take_reminders(self) -> list[Game]:
        """Games whose player is to be reminded now, each exactly once. Raises nothing."""
        async with self._database.write() as transaction:
            due = await transaction.clocks.to_remind(self._now())
            for game in due:
                await transaction.clocks.set(game.id, reminded(game.clock))
            return due

    async def take_overdue(self) -> list[Game]:
        """Games whose turn has just run out of time, each exactly once. Raises nothing."""
        async with self._database.write() as transaction:
            now = self._now()
            due = await transaction.clocks.overdue(now)
            for game in due:
                await transaction.clocks.set(game.id, announced(game.clock, now))
            return due

    def may_claim(self, game: Game, user_id: int) -> bool:
        """Whether this person waits for somebody whose time is over. Raises nothing."""
        return game.is_overdue(self._now()) and user_id == game.match.player(game.on_roll.other)

    async def start_for_absent(self, game_id: int, ply: int) -> Game | None:
        """The player on roll has left: start a clock for turn ``ply``, if none runs; None where nothing changed.

        Raises nothing.
        """
        async with self._database.write() as transaction:
            game = await transaction.games.get(game_id)
            if game is None or game.is_over or game.state.ply != ply:
                return None
            if game.clock.deadline is not None or game.match.paused_at is not None:
                return None
            return await _set(transaction, game, absent_clock(self._now()))

    async def put_back(self, game: Game) -> None:
        """What ``game`` was taken for could not be said: the next look takes it again, unless the game went on.

        Raises nothing.
        """
        async with self._database.write() as transaction:
            now = await transaction.games.get(game.id)
            if now is not None and (now.events, now.clock.deadline) == (game.events, game.clock.deadline):
                await transaction.clocks.set(game.id, game.clock)

    async def unclaimed(self) -> list[Game]:
        """Games whose win nobody has claimed for as long as a turn may take: to be closed. Raises nothing."""
        async with self._database.read() as transaction:
            now = self._now()
            games = await transaction.clocks.announced()
            return [game for game in games if game.clock.give_up_at(game.match.terms.pace) <= now]

    async def allow_grace(self) -> list[Game]:
        """The bot was away: every running clock gets at least ten minutes from now. Returns whose clock changed.

        Raises nothing.
        """
        async with self._database.write() as transaction:
            now = self._now()
            short = await transaction.clocks.ending_before(now + GRACE_SECONDS)
            return [await _set(transaction, game, with_grace(game.clock, now)) for game in short]

    async def pause_elsewhere(self, guild_ids: Collection[int]) -> None:
        """Stop the clocks of matches in servers that the bot is not in; ``guild_ids`` are those it is in.

        Raises nothing.
        """
        async with self._database.write() as transaction:
            for guild_id in await transaction.clocks.servers_ticking():
                if guild_id not in guild_ids:
                    await transaction.clocks.pause(guild_id, self._now())

    async def pause(self, guild_id: int) -> None:
        """The bot was removed from a server: its clocks stop. Raises nothing."""
        async with self._database.write() as transaction:
            await transaction.clocks.pause(guild_id, self._now())

    async def resume(self, guild_id: int) -> list[Game]:
        """The bot is in the server again: its clocks go on where they stood, with ten minutes at least.

        Returns the games whose clock changed. Raises nothing.
        """
        async with self._database.write() as transaction:
            now = self._now()
            changed = []
            for game in await transaction.clocks.paused(guild_id):
                assert game.match.paused_at is not None, "only paused games are found"
                clock = resumed(game.clock, game.match.paused_at, now)
                if clock != game.clock:
                    changed.append(await _set(transaction, game, clock))
            await transaction.clocks.resume(guild_id)
            return changed


async def _set(transaction: Transaction, game: Game, clock: Clock) -> Game:
    await transaction.clocks.set(game.id, clock)
    return replace(game, clock=clock)
