"""What time alone brings about: reminders, wins to claim, matches nobody goes on with; servers left and rejoined."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands, tasks

from cogs.ending.controls import claim_controls
from cogs.kit.app import App
from cogs.kit.message import Message
from cogs.kit.sentences import link_to
from cogs.kit.work import Stopping
from plakoto_bot import texts
from plakoto_bot.services.errors import GameOver
from plakoto_bot.storage.records import GameRecord

log = logging.getLogger(__name__)

#: Discord drops connections now and then for a few seconds; that takes no time from anybody.
_SHORT_LOSS_SECONDS = 30
#: Discord shuts out a bot that asks in vain too often.
_RETRY_SECONDS = 60


class ClockCog(commands.Cog):
    """Looks at the clocks. They are in the database, so a restart forgets none."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._services = app.services
        # When the connection was lost; nobody can move meanwhile, so no clock may run out.
        self._lost_at: int | None = None
        # Channels that refused a message, and until when not to ask again. Forgotten at a restart, which only costs
        # one more refusal.
        self._refused_until: dict[int, int] = {}

    async def cog_load(self) -> None:
        """Begin to look."""
        self.look.start()
        self.tell_again.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.look.cancel()
        self.tell_again.cancel()

    @tasks.loop(seconds=10)
    async def look(self) -> None:
        """Remind, announce and close whatever is due."""
        if self._lost_at is not None:
            return
        try:
            with self._app.work.begun():
                for game in await self._services.clocks.take_reminders():
                    await self._remind(game)
                for game in await self._services.clocks.take_overdue():
                    await self._offer_claim(game)
                for game in await self._services.clocks.unclaimed():
                    await self._close(game)
        except Stopping:
            return
        except Exception:
            # One bad look must not stop the clocks for good.
            log.exception("could not look at the clocks; the next try is in ten seconds")

    @tasks.loop(seconds=10)
    async def tell_again(self) -> None:
        """Post what Discord did not take before."""
        if self._lost_at is None:
            await self._app.delivery.try_again()

    @look.before_loop
    @tell_again.before_loop
    async def _connected(self) -> None:
        await self._app.connected()

    async def _remind(self, game: GameRecord) -> None:
        late = game.match.player(game.state.position.turn)
        if game.deadline is not None and (await self._services.settings.of_person(late)).reminders:
            await self._announce(game, Message(texts.reminder(late, game.deadline, link_to(game)), pings=(late,)))

    async def _offer_claim(self, game: GameRecord) -> None:
        turn = game.state.position.turn
        if turn.other is game.match.bot_side:
            return  # the bot claims nothing: the game waits until it is closed
        late, waiting = game.match.player(turn), game.match.player(turn.other)
        text = texts.overdue(late, waiting, game.match.length)
        await self._announce(game, Message(text, controls=claim_controls(game), pings=(waiting,)))

    async def _announce(self, game: GameRecord, message: Message) -> None:
        """Say it now; where the channel does not take it, put it back and try again in a minute."""
        channel_id, now = game.match.channel_id, self._services.clocks.now()
        said = False
        try:
            if now >= self._refused_until.get(channel_id, 0):
                said = await self._app.delivery.announce(game, message) is None
                if not said:
                    self._refused_until[channel_id] = now + _RETRY_SECONDS
        finally:
            if not said:
                await self._services.clocks.put_back(game)

    async def _close(self, game: GameRecord) -> None:
        try:
            await self._services.games.close_unclaimed(game.id, game.state.ply)
        except GameOver:
            return
        await self._app.delivery.refresh(game.id)

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Remember since when nobody can move."""
        if self._lost_at is None:
            self._lost_at = self._services.clocks.now()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Connected, perhaps after a long while."""
        await self._back()

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Connected again."""
        await self._back()

    async def _back(self) -> None:
        lost_at, self._lost_at = self._lost_at, None
        if lost_at is not None and self._services.clocks.now() - lost_at >= _SHORT_LOSS_SECONDS:
            await self._app.delivery.correct_clocks(await self._services.clocks.allow_grace())

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that the bot has been removed from."""
        await self._services.clocks.pause(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the games of a server go on that the bot is in again."""
        changed = await self._services.clocks.resume(guild.id)
        await self._app.delivery.catch_up()
        await self._app.delivery.correct_clocks(changed)
