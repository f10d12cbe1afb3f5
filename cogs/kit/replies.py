"""Answering people: in time, and so that a lost reply never undoes what was done.

Discord waits three seconds for an answer, so after one second it is told that one will come.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from cogs.kit.message import Edit, Message, release_view, to_edit, to_send
from plakoto_bot.words import refusals

log = logging.getLogger(__name__)

#: What is answered: a command, chosen or typed, or a press.
Asked = commands.Context[Any] | discord.Interaction[Any]

#: Of the three that Discord waits, since its side of the line and a busy machine need some too.
_SECONDS = 1.0

_DEFERRAL = "deferral"

#: What a call to Discord raises when it is refused or does not get through.
LOST = (discord.HTTPException, aiohttp.ClientError, OSError)


class _Deferral:
    """Puts off the answer to one interaction unless ``settle`` is called in time.

    A press is put off without a trace: its answer may be a change of the message or a new one. A command shows that the
    bot thinks, to everybody if ``public``, and Discord gives the first answer after that the same readers.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, public: bool) -> None:
        self._interaction = interaction
        self._public = public
        self._putting_off: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(_SECONDS, self._begin)

    def _begin(self) -> None:
        if not self._interaction.response.is_done():
            self._putting_off = asyncio.create_task(self._put_off())

    async def _put_off(self) -> None:
        try:
            await self._interaction.response.defer(ephemeral=not self._public)
        except LOST as error:
            log.warning("could not put off the answer to interaction %s: %s", self._interaction.id, error)

    async def settle(self) -> None:
        """The answer comes now: put it off no more, and wait for a putting off that is on its way."""
        self._timer.cancel()
        if self._putting_off is not None:
            await self._putting_off

    async def whisper(self) -> None:
        """The answer is for one person: if everybody sees that the bot thinks, take that away first."""
        shown = self._interaction.response.type is discord.InteractionResponseType.deferred_channel_message
        if shown and self._public:
            self._public = False
            try:
                # While the bot thinks, the next answer takes the place of that and its readers with it.
                await self._interaction.edit_original_response(content=refusals.ONE_MOMENT)
                await self._interaction.delete_original_response()
            except LOST as error:
                log.warning("interaction %s: everybody may see the answer: %s", self._interaction.id, error)


@asynccontextmanager
async def deferred_if_slow(
    interaction: discord.Interaction[Any] | None, *, public: bool = False
) -> AsyncIterator[None]:
    """Put off the answer that is made meanwhile if it takes longer than a second; typed words need none of this."""
    if interaction is None:
        yield
        return
    deferral = _Deferral(interaction, public=public)
    interaction.extras[_DEFERRAL] = deferral
    try:
        yield
    finally:
        await deferral.settle()


async def _settle(interaction: discord.Interaction[Any], *, whisper: bool = False) -> None:
    """Comes before any answer; ``whisper`` when only one person is to see it."""
    deferral: _Deferral | None = interaction.extras.get(_DEFERRAL)
    if deferral is not None:
        await deferral.settle()
        if whisper:
            await deferral.whisper()


def _is_put_off(interaction: discord.Interaction[Any]) -> bool:
    """Whether a press has been put off and its message may still be changed by way of it."""
    return interaction.response.type is discord.InteractionResponseType.deferred_message_update


async def tell(asked: Asked, said: Message | str) -> Edit | None:
    """Answer so that only this person sees it; typed words get a reply without a ping, which everybody sees.

    Gives what changes the answer later, None if Discord did not take it. The controls are used up.
    """
    message = Message(said) if isinstance(said, str) else said
    try:
        if isinstance(asked, commands.Context):
            if asked.interaction is None:
                return await _reply(asked, message)
            asked = asked.interaction
        await _settle(asked, whisper=True)
        if asked.response.is_done():
            sent = await asked.followup.send(ephemeral=True, wait=True, **to_send(message))
            return editor(sent.edit)
        await asked.response.send_message(ephemeral=True, **to_send(message))
        return editor(asked.edit_original_response)
    except LOST as error:
        number = asked.message.id if isinstance(asked, commands.Context) else asked.id
        log.warning("could not answer %s in channel %s: %s", number, asked.channel and asked.channel.id, error)
        return None
    finally:
        release_view(message.controls)


async def _reply(ctx: commands.Context[Any], message: Message) -> Edit:
    arguments = to_send(message)
    if ctx.bot_permissions.read_message_history:  # without it Discord refuses a reply
        arguments["reference"] = ctx.message.to_reference(fail_if_not_exists=False)
    return editor((await ctx.send(mention_author=False, **arguments)).edit)


async def redraw(interaction: discord.Interaction[Any], change: Message) -> bool:
    """Change the message whose control was pressed; False if Discord did not take it, which is only logged.

    The controls are used up.
    """
    try:
        await _settle(interaction)
        if _is_put_off(interaction):
            await interaction.edit_original_response(**to_edit(change))
        else:
            await interaction.response.edit_message(**to_edit(change))
    except LOST as error:
        log.warning("could not edit the message of interaction %s: %s", interaction.id, error)
        return False
    finally:
        release_view(change.controls)
    return True


async def show(asked: Asked, message: Message) -> discord.Message:
    """Answer a command or a press with a message for everybody; raises one of LOST if Discord does not take it."""
    if isinstance(asked, commands.Context):
        if asked.interaction:
            await _settle(asked.interaction)
        return await asked.send(**to_send(message))
    await _settle(asked)
    if _is_put_off(asked):
        return await asked.followup.send(**to_send(message), wait=True)
    await asked.response.send_message(**to_send(message))
    return await asked.original_response()


def editor(edit: Callable[..., Awaitable[object]]) -> Edit:
    """One of discord.py's ways to change a message, as one that takes a message."""
    return lambda message: edit(**to_edit(message))
