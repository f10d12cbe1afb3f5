"""A simulated Discord with one server, one channel and a few people; the bot in it is the real one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from cogs.client import PlakotoBot
from cogs.replies import Refused
from plakoto_bot.errors import PlakotoError
from plakoto_bot.services.games import GameService


@dataclass
class World:
    """What most tests need. ``ann`` challenges and plays White, ``ben`` plays Black, ``cleo`` only watches."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    ann: MemberActor
    ben: MemberActor
    cleo: MemberActor
    games: GameService
    new_bot: Callable[[], PlakotoBot]

    @property
    def last(self) -> discord.Message:
        """The newest message that everybody in the channel sees."""
        message = self.channel.last_message
        assert message is not None
        return message

    async def start_game(self) -> discord.Message:
        """Ann challenges, Ben accepts; the message of the first turn."""
        await self.ann.slash(self.channel, "challenge", opponent=self.ben)
        await self.ben.click(self.last, label="Accept")
        return self.last

    @property
    def on_roll(self) -> MemberActor:
        """Whose turn the newest message says it is."""
        return self.ann if f"<@{self.ann.id}>, you rolled" in self.last.content else self.ben

    @property
    def waiting(self) -> MemberActor:
        return self.ben if self.on_roll is self.ann else self.ann

    def menu(self, message: discord.Message | None = None) -> discord.SelectMenu:
        """The menu under a message, the newest one's if none is given."""
        for row in (message or self.last).components:
            for child in getattr(row, "children", []):
                if isinstance(child, discord.SelectMenu):
                    return child
        raise AssertionError("the message has no menu")

    def buttons(self, message: discord.Message | None = None) -> list[str | None]:
        """Labels of the buttons under a message."""
        return [
            child.label
            for row in (message or self.last).components
            for child in getattr(row, "children", [])
            if isinstance(child, discord.Button)
        ]

    async def pick(self, actor: MemberActor | None = None, index: int = 0) -> simcord.InteractionResult:
        """Pick an entry of the newest message's menu, by default as the player on roll."""
        value = self.menu().options[index].value
        return await (actor or self.on_roll).select(self.last, values=[value])

    async def restart(self) -> None:
        """The bot's process ends and another one starts on the same database."""
        await self.env.restart_bot(self.new_bot())


@pytest.fixture
def new_bot(games: GameService) -> Callable[[], PlakotoBot]:
    return lambda: PlakotoBot(games)


@pytest.fixture
async def env(new_bot: Callable[[], PlakotoBot]) -> AsyncIterator[Env]:
    """A simulated Discord with the bot in it, and at the end the check that all it raised were refusals."""
    env = Env(new_bot(), check_errors=False)
    await env.start()
    yield env
    await env.shutdown()
    unforeseen = [error for error in env.errors if not is_refusal(error)]
    assert not unforeseen, unforeseen


@pytest.fixture
def world(env: Env, new_bot: Callable[[], PlakotoBot], games: GameService) -> World:
    guild = env.create_guild(name="Tavli cafe")
    channel = guild.create_text_channel("games")
    ann, ben, cleo = (guild.add_member(env.create_user(name)) for name in ("ann", "ben", "cleo"))
    return World(env, guild, channel, ann, ben, cleo, games, new_bot)


def is_refusal(error: BaseException) -> bool:
    """Whether an error is one that people are answered with a sentence."""
    while isinstance(
        error, commands.HybridCommandError | commands.CommandInvokeError | app_commands.CommandInvokeError
    ):
        error = error.original
    return isinstance(error, PlakotoError | Refused | commands.UserInputError | commands.CheckFailure)
