"""A simulated Discord with one server, one channel and a few people; the bot in it is the real one."""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.interactions import base_payload

from cogs.client import PlakotoBot
from cogs.kit.allowance import Allowance
from cogs.kit.refusals import Refused
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.engine.events import Event, Rolled
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.errors import PlakotoError
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database
from renderer.board import warm_up
from tests.conftest import Clock

#: A message that somebody sees: in the channel, or as the answer to a press or command.
Shown = discord.Message | simcord.ResponseMessage


@dataclass
class World:
    """What most tests need. ``ann`` challenges and plays White, ``ben`` plays Black, ``cleo`` only watches."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    ann: MemberActor
    ben: MemberActor
    cleo: MemberActor
    services: Services
    database: Database
    clock: Clock
    new_bot: Callable[[], PlakotoBot]
    foresees_errors: bool = False

    @property
    def place(self) -> ServerChannel:
        return ServerChannel(self.guild.id, self.channel.id)

    @property
    def client(self) -> PlakotoBot:
        """The bot that runs now."""
        assert isinstance(self.env.bot, PlakotoBot)
        return self.env.bot

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

    def menu(self, message: Shown | None = None) -> discord.SelectMenu:
        """The menu under a message, the newest one's if none is given."""
        menus = [item for item in controls(message or self.last) if isinstance(item, discord.SelectMenu)]
        assert len(menus) == 1, "the message has no menu"
        return menus[0]

    def buttons(self, message: Shown | None = None) -> list[str | None]:
        """Labels of the buttons under a message."""
        return [item.label for item in controls(message or self.last) if isinstance(item, discord.Button)]

    def again(self, message: Shown) -> discord.Message:
        """A message as it stands now."""
        return next(now for now in self.channel.history() if now.id == message.id)

    async def game(self) -> Game:
        """The one game that runs in the channel."""
        (game,) = await self.services.games.games_here(self.place)
        return game

    async def put(self, line: str) -> discord.Message:
        """Go on from a position with a roll in the channel's game, and have the board posted."""
        game = await self.game()
        position = parse_position(line)
        assert position.dice is not None
        rolled = Rolled(position.turn, position.dice)
        await self.happen(game, [rolled], replace(game.state, position=position))
        await self.ann.slash(self.channel, "board")
        return self.last

    async def happen(self, game: Game, events: list[Event], state: GameState) -> None:
        """Have something happen in a game that nobody did, so that its channel is behind."""
        async with self.database.write() as transaction:
            await transaction.events.append(game.id, game.events, events, self.clock())
            await transaction.games.save(replace(game, state=state, events=game.events + len(events)))

    def posts(self) -> list[dict[str, Any]]:
        """What the bot has posted in any channel of its own accord, as sent."""
        return [
            request.json or {}
            for request in self.env.http_requests
            if request.method == "POST" and re.fullmatch(r"/channels/\d+/messages", request.path)
        ]

    async def at_once(self, message: discord.Message, *presses: tuple[MemberActor, discord.Button | str]) -> None:
        """Several people press under one message before the bot has answered any: a button, or a value of the menu."""
        for actor, pressed in presses:
            item = self.menu(message) if isinstance(pressed, str) else pressed
            data: dict[str, Any] = {"custom_id": item.custom_id, "component_type": item.type.value}
            if isinstance(pressed, str):
                data["values"] = [pressed]
            record, payload = base_payload(
                self.env.backend,
                type=discord.InteractionType.component.value,
                channel_id=self.channel.id,
                guild_id=self.guild.id,
                user_id=actor.id,
                data=data,
            )
            record.source_message_id = message.id
            stored = self.env.backend.get_message(self.channel.id, message.id)
            payload["message"] = dict(message_payload(self.env.backend, stored))
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()

    async def pick(self, actor: MemberActor | None = None, index: int = 0) -> simcord.InteractionResult:
        """Pick an entry of the newest message's menu, by default as the player on roll."""
        value = self.menu().options[index].value
        return await (actor or self.on_roll).select(self.last, values=[value])

    async def permit(self, channel: ChannelHandle, who: MemberActor | None = None, /, **permissions: bool) -> None:
        """Set what somebody, the bot if nobody is named, may do in a channel; with nothing, as everywhere."""
        target = who.id if who else self.bot.id
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        self.env.backend.set_overwrite(channel.id, Overwrite(target, OverwriteType.MEMBER, allow.value, deny.value))
        await self.env.settle()

    @property
    def bot(self) -> discord.ClientUser:
        assert self.env.bot.user is not None
        return self.env.bot.user

    async def restart(self) -> None:
        """The bot's process ends and another one starts on the same database."""
        await self.env.restart_bot(self.new_bot())


@pytest.fixture
def new_bot(services: Services) -> Callable[[], PlakotoBot]:
    """People in these tests take their time: a second and more between two drawings."""
    seconds = itertools.count()
    return lambda: PlakotoBot(services, allowance=Allowance(lambda: next(seconds)))


@pytest.fixture(scope="session", autouse=True)
def boards_drawn_before() -> None:
    """The first bot of a process draws what most boards need; on a busy machine SimCord would not wait for that."""
    warm_up()


@pytest.fixture
async def env(new_bot: Callable[[], PlakotoBot]) -> AsyncIterator[Env]:
    """A simulated Discord with the bot in it."""
    env = Env(new_bot(), check_errors=False)
    await env.start()
    yield env
    await env.shutdown()


@pytest.fixture
def world(
    env: Env, new_bot: Callable[[], PlakotoBot], services: Services, database: Database, clock: Clock
) -> Iterator[World]:
    """A server with people, and at the end the check that all the bot raised were refusals or asked for."""
    guild = env.create_guild(name="Tavli cafe")
    channel = guild.create_text_channel("games")
    ann, ben, cleo = (guild.add_member(env.create_user(name)) for name in ("ann", "ben", "cleo"))
    world = World(env, guild, channel, ann, ben, cleo, services, database, clock, new_bot)
    yield world
    unforeseen = [error for error in env.errors if not is_refusal(error) and not is_injected(error)]
    assert world.foresees_errors or not unforeseen, unforeseen


def is_refusal(error: BaseException) -> bool:
    """Whether an error is one that people are answered with a sentence."""
    return isinstance(innermost(error), PlakotoError | Refused | commands.UserInputError | commands.CheckFailure)


def is_injected(error: BaseException) -> bool:
    """Whether an error is a failure of Discord that the test asked for."""
    return "injected by test" in str(innermost(error))


def innermost(error: BaseException) -> BaseException:
    """What discord.py has wrapped."""
    while isinstance(
        error, commands.HybridCommandError | commands.CommandInvokeError | app_commands.CommandInvokeError
    ):
        error = error.original
    return error


def controls(message: Shown) -> Iterator[discord.Button | discord.SelectMenu]:
    """The buttons and menus under a message, in order."""
    shown = message.message if isinstance(message, simcord.ResponseMessage) else message
    for row in shown.components:
        for child in getattr(row, "children", []):
            if isinstance(child, discord.Button | discord.SelectMenu):
                yield child


def button(message: Shown, label: str) -> discord.Button:
    """A button by what stands on it."""
    return next(item for item in controls(message) if isinstance(item, discord.Button) and item.label == label)


def answer(result: simcord.InteractionResult) -> str:
    """What only the one who pressed or asked reads; silence or an answer for everybody fails."""
    said = [result.response] if result.response and result.response.ephemeral else []
    said += result.followups
    assert said, f"nobody was told anything: {result}"
    assert all(message.ephemeral for message in said)
    return "\n".join(message.content for message in said)
