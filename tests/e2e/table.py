"""Two people at a board of the loopback Discord: how a game begins, and what they would press next."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import partial

from tests.e2e.discord_server import people
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Channel, Guild, Interaction, Json, Message, User, World

_CALLED = re.compile(r"<@(\d+)>, you rolled")


@dataclass(frozen=True, slots=True)
class Table:
    """A channel with two players and somebody who only watches."""

    world: World
    channel: Channel
    white: User
    black: User
    stranger: User

    @classmethod
    def laid(cls, server: DiscordServer, guild: Guild | None = None) -> Table:
        """A new channel with three new people in it; the bot must not have connected yet."""
        world = server.world
        guild = guild or next(iter(world.guilds.values()), None) or world.add_guild()
        number = len(guild.channels) + 1
        names = (f"Eleni {number}", f"Nikos {number}", f"Zoe {number}")
        return cls(world, world.add_channel(guild), *(world.add_member(guild, name) for name in names))

    @property
    def board(self) -> Message | None:
        """The newest message of a turn or a result."""
        boards = (message for message in reversed(self.channel.messages.values()) if message.is_board)
        return next(boards, None)

    async def begin(self, **options: str | int | bool) -> Message:
        """White challenges and Black accepts; the message of the first turn."""
        asked = people.command(self.world, self.white, self.channel, "challenge", opponent=self.black, **options)
        await self.world.until(lambda: asked.seen)
        accept = asked.seen[0].control("accept")
        assert accept is not None
        people.press(self.world, self.black, asked.seen[0], accept)
        await self.world.until(lambda: self.board)
        assert self.board is not None
        return self.board

    def on_roll(self, board: Message) -> User | None:
        """Whom a message calls to play."""
        called = _CALLED.search(board.content)
        return None if called is None else self.person(int(called[1]))

    def person(self, user_id: int) -> User:
        """One of the two players."""
        return self.white if user_id == self.white.id else self.black

    def next_press(self, board: Message, choose: random.Random) -> Interaction | None:
        """Whoever is called presses what brings the turn forward: a play, a step, or *Confirm*; None at the end."""
        user, control = self.on_roll(board), playing_control(board)
        if user is None or control is None:
            return None
        return people.press(self.world, user, board, control, picked(control, choose))

    async def turn(self, choose: random.Random) -> Message | None:
        """Play one whole turn as its player would; the message of the next one, None if the game was over."""
        before = self.board
        assert before is not None
        while self.board is before:
            seen = before.edits
            if self.next_press(before, choose) is None:
                return None
            await self.world.until(partial(self._answered, before, seen))
        return self.board

    def _answered(self, board: Message, edits: int) -> bool:
        """Whether a press under ``board`` led to its next step or to the next board."""
        return self.board is not board or (board.edits > edits and playing_control(board) is not None)


def playing_control(board: Message) -> Json | None:
    """The control that brings a turn forward."""
    return board.control("play") or board.control("confirm") or board.control("step")


def picked(control: Json, choose: random.Random) -> str | None:
    """One of a menu's values; a button has none."""
    return str(choose.choice(control["options"])["value"]) if "options" in control else None


def ply_of(board: Message) -> int:
    """The ply for which a turn's controls are meant."""
    control = board.control("board")
    assert control is not None
    return int(control["custom_id"].split(":")[3])
