"""The bot itself: which commands and controls it has, what it listens to, and what it does on start."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.challenge.cog import ChallengeCog
from cogs.challenge.controls import MatchButton, refuse_closed
from cogs.choices.preferences import PreferencesCog
from cogs.choices.privacy import PrivacyCog
from cogs.choices.settings import SettingsCog
from cogs.clock.cog import ClockCog
from cogs.ending.cog import EndingCog
from cogs.finished.analysis import AnalysisCog
from cogs.finished.standings import StandingsCog
from cogs.help.cog import HelpCog
from cogs.kit.allowance import Allowance
from cogs.kit.app import App, AppBot
from cogs.kit.commands import Feature
from cogs.kit.controls import CONTROLS
from cogs.kit.delivery import Delivery
from cogs.kit.members import remember
from cogs.kit.pictures import Pictures
from cogs.kit.refusals import sentence_for
from cogs.kit.replies import tell
from cogs.kit.work import Work
from cogs.opponent.cog import BotTurns, OpponentCog
from cogs.turn.cog import TurnCog
from cogs.turn.controls import TurnMessages, refuse_old_board
from cogs.turn.typed import addressed_text, answer_words
from plakoto_bot.domain.errors import ChallengeClosed, GameOver, StaleAction
from plakoto_bot.domain.game import Game
from plakoto_bot.services.services import Services

log = logging.getLogger(__name__)

#: What the invite link asks for.
INVITE_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)

#: Every feature but the one that plays for the bot, which is given more than the app.
FEATURES: tuple[type[Feature], ...] = (
    *(ChallengeCog, TurnCog, EndingCog, ClockCog, StandingsCog, AnalysisCog),
    *(HelpCog, SettingsCog, PreferencesCog, PrivacyCog),
)


class PlakotoBot(AppBot):
    """A bot over the given services. ``message_content`` lets ``!move`` and unmentioned replies be heard."""

    def __init__(
        self,
        services: Services,
        *,
        message_content: bool = False,
        dev_guild_id: int | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True
        intents.dm_messages = True
        intents.message_content = message_content
        super().__init__(
            command_prefix=commands.when_mentioned_or("!") if message_content else commands.when_mentioned,
            case_insensitive=True,
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        work, pictures = Work(), Pictures()
        self._bot_turns = BotTurns(services.opponent, work)
        delivery = Delivery(self, services, work, pictures, TurnMessages(), self._bot_turns)
        self.app = App(
            services,
            delivery,
            pictures,
            Allowance() if allowance is None else allowance,
            work,
            self.wait_until_ready,
            refusals={ChallengeClosed: refuse_closed, StaleAction: refuse_old_board, GameOver: refuse_old_board},
        )
        self._dev_guild = discord.Object(dev_guild_id) if dev_guild_id else None
        #: Whether the connection to Discord stands.
        self.online = False
        self._caught_up = False
        self.tree.error(self._on_tree_error)

    async def setup_hook(self) -> None:
        """Add commands and controls, and tell Discord about the commands once."""
        self.app.pictures.warm_up()
        self.add_dynamic_items(*CONTROLS)
        for feature in FEATURES:
            await self.add_cog(feature(self.app))
        await self.add_cog(OpponentCog(self.app, self._bot_turns))
        await self._sync()

    async def _sync(self) -> None:
        if self._dev_guild is None:
            await self.tree.sync()
            return
        # Registered globally as well, every command would be listed twice.
        self.tree.copy_global_to(guild=self._dev_guild)
        await self.tree.sync(guild=self._dev_guild)
        if await self.tree.fetch_commands():
            self.tree.clear_commands(guild=None)
            await self.tree.sync()

    async def on_ready(self) -> None:
        """Say where the bot can be invited, and post what a crash left untold."""
        assert self.user is not None
        self.online = True
        log.info("logged in as %s, in %d servers", self.user, len(self.guilds))
        log.info("invite: %s", self.invite_link())
        if not self._caught_up:
            self._caught_up = True
            changed: list[Game] = []
            try:
                clocks = self.app.services.clocks
                await clocks.pause_elsewhere({guild.id for guild in self.guilds})
                changed = await clocks.allow_grace()
            except Exception:
                log.exception("the clocks go on as if the bot had been there all the time")
            await self.app.delivery.catch_up()
            await self.app.delivery.correct_clocks(changed)

    async def close(self) -> None:
        """Leave Discord."""
        await super().close()
        self.app.pictures.close()

    async def on_resumed(self) -> None:
        """Note that the connection is back."""
        self.online = True

    async def on_disconnect(self) -> None:
        """Note that the connection is gone."""
        self.online = False

    def invite_link(self) -> str:
        """Where an admin adds the bot to a server."""
        assert self.application_id is not None
        return discord.utils.oauth_url(
            self.application_id, permissions=INVITE_PERMISSIONS, scopes=("bot", "applications.commands")
        )

    async def on_message(self, message: discord.Message, /) -> None:
        """Hear commands and moves that are typed: after a mention, in a reply to a board, or after ``!``."""
        if message.author.bot:
            return
        assert self.user is not None
        ctx = await self.get_context(message)
        text = addressed_text(message, self.user.id)
        if ctx.command is None and text is None:
            return
        # Names are noted of those who act, never of everybody who writes something.
        await remember(self.app.services.people, message.author)
        if ctx.command is not None:
            await self.invoke(ctx)
            return
        assert text is not None
        await answer_words(ctx, text)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Note the name of whoever commands, accepts or asks for a rematch: nobody plays without one of these."""
        data: Mapping[str, object] = interaction.data or {}
        begins = MatchButton.begins_match(str(data.get("custom_id", "")))
        if begins or interaction.type is discord.InteractionType.application_command:
            await remember(self.app.services.people, interaction.user)

    async def on_command_error(self, context: commands.Context[Any], exception: commands.CommandError, /) -> None:
        """Answer what goes wrong before a command begins, typed or chosen."""
        await tell(context, sentence_for(exception, context.author.id))

    async def _on_tree_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer what goes wrong before a chosen command begins."""
        await tell(interaction, sentence_for(error, interaction.user.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Stop the games of a channel that is gone."""
        await self.app.services.endings.close_channel(channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Withdraw a challenge whose card is gone."""
        await self.app.services.challenges.cards_deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Withdraw the challenges whose cards are gone."""
        await self.app.services.challenges.cards_deleted(payload.channel_id, payload.message_ids)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Stop the games of a thread that is gone."""
        await self.app.services.endings.close_channel(payload.thread_id)
