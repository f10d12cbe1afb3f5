"""Where people are when they ask for something, and whether games may be played there."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from cogs.kit.refusals import Refused
from plakoto_bot.domain.choices import ServerSettings
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.words import refusals

#: What the bot needs in a channel, by discord.py's names and by those an admin reads.
_PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
#: And to make a thread for each match.
_THREAD_PERMISSIONS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
}


def place_of(ctx: commands.Context[Any]) -> ServerChannel:
    """Where a command was given; refused in direct messages."""
    if ctx.guild is None:
        raise commands.NoPrivateMessage
    return ServerChannel(ctx.guild.id, ctx.channel.id)


def guild_of(press: discord.Interaction[Any]) -> discord.Guild:
    """The server of a press; a control under a message of ours is never pressed anywhere else."""
    if press.guild is None:
        raise commands.NoPrivateMessage
    return press.guild


def require_permissions(permissions: discord.Permissions, channel: Any, *, thread: bool = False) -> None:
    """Refuse with the names of the permissions that the bot lacks to run a game in ``channel``, or a thread of it."""
    needed = dict(_PERMISSIONS)
    if isinstance(channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = "Send Messages in Threads"
    if thread:
        needed |= _THREAD_PERMISSIONS
    missing = [name for attribute, name in needed.items() if not getattr(permissions, attribute)]
    if missing:
        raise Refused(refusals.missing_permissions(channel.id, missing))


def require_channel(chosen: ServerSettings, channel: Any) -> None:
    """Refuse a channel in which the server's admins want no games; a thread counts as its channel.

    Channels that are gone do not count: a server whose only one was deleted must not be shut.
    """
    place = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    allowed = tuple(chosen_id for chosen_id in chosen.channels if channel.guild.get_channel(chosen_id))
    if allowed and place not in allowed:
        raise Refused(refusals.not_in_this_channel(allowed))
