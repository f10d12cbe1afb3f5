"""A message as one value, and the only place where that becomes discord.py's arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord.ui import LayoutView, View


@dataclass(frozen=True, slots=True)
class Message:
    """What Discord is to show.

    ``pings`` are the ids of those whom a mention in it notifies, once it is posted; changing a message pings nobody.
    Discord takes a message with the same ``nonce`` only once within some minutes. In a change, a text, an embed or
    files that are None stay as they are, while files that are an empty tuple and controls that are None go.
    """

    text: str | None = None
    embed: discord.Embed | None = None
    files: Sequence[discord.File] | None = None
    controls: View | None = None
    pings: tuple[int, ...] = ()
    nonce: str | None = None


#: Changes a message that was sent before.
Edit = Callable[[Message], Awaitable[object]]


def to_send(message: Message) -> dict[str, Any]:
    """The arguments of whatever posts a message."""
    arguments: dict[str, Any] = {
        "content": message.text,
        "embed": message.embed,
        "files": list(message.files) if message.files else None,
        "view": message.controls,
        "nonce": message.nonce,
    }
    # Half of discord.py's methods take no None for what is not there.
    given = {name: value for name, value in arguments.items() if value is not None}
    return given | {"allowed_mentions": _pinging(message.pings)}


def to_edit(message: Message, *, keep_controls: bool = False) -> dict[str, Any]:
    """The arguments of whatever changes a message."""
    arguments: dict[str, Any] = {
        "content": message.text,
        "embed": message.embed,
        "attachments": None if message.files is None else list(message.files),
    }
    arguments = {name: value for name, value in arguments.items() if value is not None}
    if not keep_controls:
        arguments["view"] = message.controls
    return arguments | {"allowed_mentions": _pinging(())}


def _pinging(people: tuple[int, ...]) -> discord.AllowedMentions:
    named = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=named, replied_user=False)


def release_view(view: LayoutView | View | None) -> None:
    """Let go of controls that have been sent: they are known by their ids from now on.

    discord.py ties a press, its answer, its message and its controls into circles. Nothing of a circle goes away until
    the interpreter searches all memory for such garbage, and while it searches everybody waits.
    """
    if view is not None:
        view.clear_items()
        # discord.py would look after the controls of a private message for a quarter of an hour.
        view.stop()
