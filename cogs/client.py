"""The bot itself: which commands and controls it has, what it listens to, and what it does on start."""

from __future__ import annotations

import logging
import re
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.allowance import Allowance
from cogs.analysis import ANALYSIS_CONTROLS, AnalysisCog
from cogs.archive import ARCHIVE_CONTROLS
from cogs.challenge import ChallengeCog
from cogs.clock import ClockCog
from cogs.endings import GAME_CONTROLS
from cogs.help import HelpCog
from cogs.members import remember
from cogs.opponent import OpponentCog
from cogs.play import PlayCog, make_typed_play
from cogs.preferences import PERSONAL_CONTROLS, PreferencesCog
from cogs.privacy import PRIVACY_CONTROLS, PrivacyCog
from cogs.replies import answered, say, sentence_for, tell
from cogs.settings import SERVER_CONTROLS, SettingsCog
from cogs.standings import StandingsCog
from cogs.table import Table
from cogs.work import Work
from plakoto_bot import texts
from plakoto_bot.services.all import Services
from plakoto_bot.storage.records import GameRecord

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


#: What begins like a move, so that a friendly word to the bot is not read as one.
MOVE = re.compile(r"[\s`]*(\d|bar\b|b/|pass\b|off\b)", re.IGNORECASE)

#: A typed command whose name runs into the move.
_GLUED = re.compile(r"!(?:move|play|m)((?:\d|bar\b|b/).*)", re.IGNORECASE | re.DOTALL)


class PlakotoBot(commands.Bot):
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
        self.games = services.games
        self.clocks = services.clocks
        self.settings = services.settings
        self.personal = services.personal
        self.people = services.people
        self.scores = services.scores
        self.history = services.history
        self.analyses = services.analyses
        self.opponent = services.opponent
        self.work = Work()
        self.table = Table(self, services, self.work)
        self._dev_guild = discord.Object(dev_guild_id) if dev_guild_id else None
        self.allowance = Allowance() if allowance is None else allowance
        #: Whether the connection to Discord stands.
        self.online = False
        self._caught_up = False
        self.tree.error(self._on_tree_error)

    async def setup_hook(self) -> None:
        """Add commands and controls, and tell Discord about the commands once."""
        self.table.pictures.warm_up()
        self.add_dynamic_items(
            *GAME_CONTROLS,
            *ARCHIVE_CONTROLS,
            *ANALYSIS_CONTROLS,
            *SERVER_CONTROLS,
            *PERSONAL_CONTROLS,
            *PRIVACY_CONTROLS,
        )
        await self.add_cog(ChallengeCog(self))
        await self.add_cog(PlayCog(self))
        await self.add_cog(HelpCog(self))
        await self.add_cog(ClockCog(self))
        await self.add_cog(SettingsCog(self))
        await self.add_cog(PreferencesCog(self))
        await self.add_cog(PrivacyCog(self))
        await self.add_cog(StandingsCog(self))
        await self.add_cog(AnalysisCog(self))
        await self.add_cog(OpponentCog(self))
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
            changed: list[GameRecord] = []
            try:
                await self.clocks.pause_elsewhere({guild.id for guild in self.guilds})
                changed = await self.clocks.allow_grace()
            except Exception:
                log.exception("the clocks go on as if the bot had been there all the time")
            await self.table.catch_up(self.work)
            await self.table.correct_clocks(changed)

    async def close(self) -> None:
        """Leave Discord."""
        await super().close()
        self.table.pictures.close()

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
        ctx = await self.get_context(message)
        text = self._addressed_text(ctx)
        if ctx.command is None and text is None:
            return
        # Names are noted of those who act, never of everybody who writes something.
        await remember(self, message.author)
        if ctx.command is not None:
            await self.invoke(ctx)
            return
        assert text is not None
        await self._answer_words(ctx, text)

    @answered
    async def _answer_words(self, ctx: commands.Context[PlakotoBot], text: str) -> None:
        """Make the move that somebody has written to the bot."""
        if ctx.guild is None:
            raise commands.NoPrivateMessage
        if not MOVE.match(text):
            await say(ctx, texts.MENTION_HINT)
        else:
            await make_typed_play(ctx, text)

    def _addressed_text(self, ctx: commands.Context[PlakotoBot]) -> str | None:
        """What a message that is no command says to the bot; None when it is not meant for it."""
        message = ctx.message
        assert self.user is not None
        # Words that do not mention the bot come only where it may read them.
        if glued := _GLUED.match(message.content):
            return glued[1]
        own_mentions = (f"<@{self.user.id}>", f"<@!{self.user.id}>")
        text = message.content
        for own in own_mentions:
            text = text.replace(own, " ")
        # «@bot, 24/18» and «@bot: 24/18» are how people speak to somebody.
        text = text.strip().lstrip(",:; ")
        if message.guild is None or any(own in message.content for own in own_mentions):
            return text
        replied = message.reference.resolved if message.reference else None
        if isinstance(replied, discord.Message) and replied.author.id == self.user.id and MOVE.match(text):
            return text
        return None

    async def on_command_error(self, context: commands.Context[Any], exception: commands.CommandError, /) -> None:
        """Answer what goes wrong before a command begins, typed or chosen."""
        await say(context, sentence_for(exception, context.author.id))

    async def _on_tree_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer what goes wrong before a chosen command begins."""
        await tell(interaction, sentence_for(error, interaction.user.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Stop the games of a channel that is gone."""
        await self.games.close_channel(channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Withdraw a challenge whose card is gone."""
        await self.games.cards_deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Withdraw the challenges whose cards are gone."""
        await self.games.cards_deleted(payload.channel_id, payload.message_ids)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Stop the games of a thread that is gone."""
        await self.games.close_channel(payload.thread_id)
