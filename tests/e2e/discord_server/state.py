"""What the loopback Discord knows, as values; each can say itself the way Discord's API does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

Json = dict[str, Any]

#: When Discord's ids began to count, in milliseconds since 1970.
_EPOCH_MS = 1_420_070_400_000
_numbers = count(1)

EPHEMERAL = 64
#: Permissions by bit, as far as the bot needs them in a channel.
VIEW, SEND, EMBED, ATTACH, HISTORY, THREADS, IN_THREADS = (1 << bit for bit in (10, 11, 14, 15, 16, 35, 38))
ALL_PERMISSIONS = VIEW | SEND | EMBED | ATTACH | HISTORY | THREADS | IN_THREADS


def new_id() -> int:
    """An id that says when it was made, as Discord's do, and that nothing else has."""
    return (int(time.time() * 1000) - _EPOCH_MS) << 22 | next(_numbers) % (1 << 22)


@dataclass(frozen=True, slots=True)
class User:
    """A person or the bot."""

    id: int
    name: str
    bot: bool = False

    def payload(self) -> Json:
        """The user."""
        return {"id": str(self.id), "username": self.name, "discriminator": "0", "avatar": None, "bot": self.bot}

    def as_member(self, **more: Any) -> Json:
        """The user as a member of a server."""
        joined = {"roles": [], "joined_at": _NOW, "deaf": False, "mute": False, "flags": 0}
        return {"user": self.payload(), **joined, **more}


@dataclass(slots=True)
class Message:
    """A message; ``edits`` counts how often it was changed."""

    id: int
    channel: Channel = field(repr=False)
    author: User
    content: str = ""
    flags: int = 0
    nonce: str | None = None
    reference: Message | None = None
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    edits: int = 0

    def change(self, body: Json) -> None:
        """Take over what a request says about the message; what it does not name stays."""
        self.content = body.get("content", self.content) or ""
        self.components = body.get("components", self.components) or []
        self.embeds = body.get("embeds", self.embeds) or []
        if "attachments" in body:
            self.attachments = body["attachments"]

    @property
    def is_board(self) -> bool:
        """Whether the bot posted it for a turn or a result; discord.py gives its other messages numbers as nonces."""
        return self.nonce is not None and self.nonce.startswith("plakoto:")

    @property
    def controls(self) -> list[Json]:
        """Buttons and menus in the order they stand."""
        return [item for row in self.components for item in row["components"]]

    def control(self, action: str) -> Json | None:
        """The control whose id begins ``plakoto:<action>:``."""
        return next((item for item in self.controls if item["custom_id"].startswith(f"plakoto:{action}:")), None)

    def payload(self) -> Json:
        """The message."""
        content: Json = {"content": self.content, "components": self.components, "embeds": self.embeds}
        if self.reference is not None:
            channel_id = str(self.reference.channel.id)
            content["message_reference"] = {"message_id": str(self.reference.id), "channel_id": channel_id}
            content["referenced_message"] = self.reference.payload()
        return content | {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "guild_id": str(self.channel.guild.id),
            "author": self.author.payload(),
            "type": 0 if self.reference is None else 19,
            "flags": self.flags,
            "attachments": self.attachments,
            "timestamp": _NOW,
            "edited_timestamp": _NOW if self.edits else None,
            "nonce": self.nonce,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
        }


@dataclass(slots=True)
class Channel:
    """A text channel; ``permissions`` are the bot's."""

    id: int
    guild: Guild = field(repr=False)
    name: str
    permissions: int = ALL_PERMISSIONS
    messages: dict[int, Message] = field(default_factory=dict)
    by_nonce: dict[str, Message] = field(default_factory=dict)

    def payload(self) -> Json:
        """The channel, with what the bot may not do in it."""
        missing = {"id": str(self.guild.id), "type": 0, "allow": "0", "deny": str(ALL_PERMISSIONS & ~self.permissions)}
        return {
            "id": str(self.id),
            "guild_id": str(self.guild.id),
            "type": 0,
            "name": self.name,
            "position": 0,
            "permission_overwrites": [missing],
            "parent_id": None,
        }


@dataclass(slots=True)
class Guild:
    """A server with its channels and people."""

    id: int
    name: str
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, User] = field(default_factory=dict)

    def payload(self, bot: User) -> Json:
        """All that a bot learns of a server when it connects."""
        everyone = {"id": str(self.id), "name": "@everyone", "permissions": str(ALL_PERMISSIONS), "position": 0}
        colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        everyone |= {"color": 0, "colors": colours, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": "1",
            "roles": [everyone],
            "channels": [channel.payload() for channel in self.channels.values()],
            "members": [bot.as_member()],
            "member_count": len(self.members) + 1,
            "unavailable": False,
            **{name: [] for name in ("threads", "emojis", "stickers", "features", "presences", "voice_states")},
            **dict.fromkeys(("verification_level", "default_message_notifications", "explicit_content_filter"), 0),
            **dict.fromkeys(("mfa_level", "nsfw_level", "premium_tier", "afk_timeout", "system_channel_flags"), 0),
            "preferred_locale": "en-US",
        }


@dataclass(slots=True)
class Interaction:
    """A press, a choice or a command by somebody, and what the bot made of it.

    ``refused`` counts the answers that came after the first. ``redrew`` says whether the message that was pressed was
    changed; ``seen`` are the messages that answered it: those that only this person sees, and what was posted for all.
    """

    id: int
    kind: int
    channel: Channel = field(repr=False)
    user: User
    data: Json
    message: Message | None = None
    at: float = field(default_factory=time.monotonic)
    answer: int | None = None
    answered_after: float | None = None
    refused: int = 0
    redrew: bool = False
    seen: list[Message] = field(default_factory=list)
    original: Message | None = None

    @property
    def token(self) -> str:
        """What the bot has to show with its answer."""
        return f"token-{self.id}"

    def payload(self, bot: User) -> Json:
        """The event that tells the bot."""
        permissions = str(self.channel.permissions)
        event: Json = {
            "id": str(self.id),
            "application_id": str(bot.id),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "guild_id": str(self.channel.guild.id),
            "channel_id": str(self.channel.id),
            "channel": self.channel.payload(),
            "member": self.user.as_member(permissions=str(ALL_PERMISSIONS)),
            "app_permissions": permissions,
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(self.channel.guild.id)},
            "context": 0,
            "attachment_size_limit": 10 << 20,
        }
        return event if self.message is None else event | {"message": self.message.payload()}


class World:
    """Everything there is, and who wants to hear of changes.

    ``emit`` tells the bot of an event; ``posted`` and ``edited`` are called with each message that the
    bot posts for all to see, or changes.
    """

    def __init__(self) -> None:
        self.bot = User(new_id(), "Plakoto", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.interactions: dict[int, Interaction] = {}
        self.commands: list[Json] = []
        self.emit: Callable[[str, Json], None] = lambda _name, _data: None
        self.posted: list[Callable[[Message], None]] = []
        self.edited: list[Callable[[Message], None]] = []
        self._changed = asyncio.Event()

    # --- making things ---------------------------------------------------------------------------------------

    def add_guild(self) -> Guild:
        """A new server. The bot hears of it when it connects."""
        number = len(self.guilds) + 1
        guild = Guild(new_id(), f"Server {number}")
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild) -> Channel:
        """A new channel. The bot hears of it when it connects."""
        channel = Channel(new_id(), guild, f"games-{len(guild.channels) + 1}")
        guild.channels[channel.id] = channel
        return channel

    def add_member(self, guild: Guild, name: str) -> User:
        """Somebody joins a server."""
        user = User(new_id(), name)
        guild.members[user.id] = user
        return user

    # --- looking ---------------------------------------------------------------------------------------------

    def channels(self) -> Iterator[Channel]:
        """Every channel there is."""
        for guild in self.guilds.values():
            yield from guild.channels.values()

    def channel(self, channel_id: int) -> Channel | None:
        """A channel by its id."""
        return next(
            (guild.channels[channel_id] for guild in self.guilds.values() if channel_id in guild.channels), None
        )

    # --- changes ---------------------------------------------------------------------------------------------

    def post(self, channel: Channel, author: User, **content: Any) -> Message:
        """A new message that everybody sees."""
        message = Message(new_id(), channel, author, **content)
        self.publish(message)
        return message

    def publish(self, message: Message) -> None:
        """Let everybody see a message."""
        channel = message.channel
        channel.messages[message.id] = message
        if message.nonce is not None:
            channel.by_nonce[message.nonce] = message
        self.emit("MESSAGE_CREATE", message.payload() | {"member": message.author.as_member()})
        self.changed()
        if message.author is self.bot:
            for hear in self.posted:
                hear(message)

    def edit(self, message: Message, body: Json) -> None:
        """Change a message."""
        message.change(body)
        message.edits += 1
        if message.id in message.channel.messages:
            self.emit("MESSAGE_UPDATE", message.payload())
        self.changed()
        for hear in self.edited:
            hear(message)

    def delete_message(self, message: Message) -> None:
        """A moderator deletes a message."""
        del message.channel.messages[message.id]
        place = {"channel_id": str(message.channel.id), "guild_id": str(message.channel.guild.id)}
        self.emit("MESSAGE_DELETE", {"id": str(message.id), **place})

    def delete_channel(self, channel: Channel) -> None:
        """An admin deletes a channel."""
        del channel.guild.channels[channel.id]
        self.emit("CHANNEL_DELETE", channel.payload())

    def permit(self, channel: Channel, permissions: int) -> None:
        """An admin changes what the bot may do in a channel."""
        channel.permissions = permissions
        self.emit("CHANNEL_UPDATE", channel.payload())

    def changed(self) -> None:
        """Something happened that somebody may wait for."""
        self._changed.set()

    async def until(self, happened: Callable[[], Any], seconds: float = 20) -> None:
        """Wait until ``happened`` says so; TimeoutError when it does not within ``seconds``."""
        async with asyncio.timeout(seconds):
            while not happened():
                self._changed.clear()
                await self._changed.wait()


_NOW = datetime.now(UTC).isoformat()
