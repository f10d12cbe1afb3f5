"""What time alone brings about: reminders, wins to claim, matches nobody goes on with; servers left and rejoined."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.ending.controls import claim_controls
from cogs.kit.app import App
from cogs.kit.commands import Feature, repeatedly
from cogs.kit.message import Message
from cogs.kit.sentences import link_to
from plakoto_bot.domain.errors import GameOver
from plakoto_bot.domain.game import Game
from plakoto_bot.words import turns

#: Discord drops connections now and then for a few seconds; that takes no time from anybody.
_SHORT_LOSS_SECONDS = 30
#: Discord shuts out a bot that asks in vain too often.
_RETRY_SECONDS = 60


class ClockCog(Feature):
    """Looks at the clocks. They are in the database, so a restart forgets none."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._services = app.services
        # When the connection was lost; nobody can move meanwhile, so no clock may run out.
        self._lost_at: int | None = None
        # Channels that refused a message, and until when not to ask again. Forgotten at a restart, which only costs
        # one more refusal.
        self._refused_until: dict[int, int] = {}

    @repeatedly(10)
    async def look(self) -> None:
        """Remind, announce and close whatever is due."""
        if self._lost_at is not None:
            return
        with self.app.work.begun():
            for game in await self._services.clocks.take_reminders():
                await self._remind(game)
            for game in await self._services.clocks.take_overdue():
                await self._offer_claim(game)
            for game in await self._services.clocks.unclaimed():
                await self._close(game)

    @repeatedly(10)
    async def tell_again(self) -> None:
        """Post what Discord did not take before."""
        if self._lost_at is None:
            await self.app.delivery.try_again()

    async def _remind(self, game: Game) -> None:
        late = game.match.player(game.on_roll)
        if game.clock.deadline is not None and (await self._services.choices.of_person(late)).reminders:
            await self._announce(game, Message(turns.reminder(late, game.clock.deadline, link_to(game)), pings=(late,)))

    async def _offer_claim(self, game: Game) -> None:
        turn = game.on_roll
        if turn.other is game.match.bot_side:
            return  # the bot claims nothing: the game waits until it is closed
        late, waiting = game.match.player(turn), game.match.player(turn.other)
        text = turns.overdue(late, waiting, game.match.terms.length)
        await self._announce(game, Message(text, controls=claim_controls(game), pings=(waiting,)))

    async def _announce(self, game: Game, message: Message) -> None:
        """Say it now; where the channel does not take it, put it back and try again in a minute."""
        channel_id, now = game.match.place.channel_id, self._services.clocks.now()
        said = False
        try:
            if now >= self._refused_until.get(channel_id, 0):
                said = await self.app.delivery.announce(game, message) is None
                if not said:
                    self._refused_until[channel_id] = now + _RETRY_SECONDS
        finally:
            if not said:
                await self._services.clocks.put_back(game)

    async def _close(self, game: Game) -> None:
        try:
            await self._services.endings.close_unclaimed(game.id, game.state.ply)
        except GameOver:
            return
        await self.app.delivery.refresh(game.id)

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Remember since when nobody can move."""
        if self._lost_at is None:
            self._lost_at = self._services.clocks.now()

    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_resumed")
    async def connected_again(self) -> None:
        """Give back the time of a loss that was long."""
        lost_at, self._lost_at = self._lost_at, None
        if lost_at is not None and self._services.clocks.now() - lost_at >= _SHORT_LOSS_SECONDS:
            await self.app.delivery.correct_clocks(await self._services.clocks.allow_grace())

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that the bot has been removed from."""
        await self._services.clocks.pause(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the games of a server go on that the bot is in again."""
        changed = await self._services.clocks.resume(guild.id)
        await self.app.delivery.catch_up()
        await self.app.delivery.correct_clocks(changed)
