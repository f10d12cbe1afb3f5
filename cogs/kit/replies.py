"""Answering people: in time, and so that a lost reply never undoes what was done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.ext import commands

from cogs.kit.deferral import LOST, is_put_off, settle
from cogs.kit.message import Edit, Message, as_message, to_edit, to_send
from cogs.kit.release import release_view

log = logging.getLogger(__name__)


async def tell(interaction: discord.Interaction[Any], said: Message | str) -> Edit | None:
    """Answer so that only this person sees it; what changes the answer later, None if Discord no longer takes it.

    The controls are used up.
    """
    message = as_message(said)
    try:
        await settle(interaction, whisper=True)
        if interaction.response.is_done():
            sent = await interaction.followup.send(ephemeral=True, wait=True, **to_send(message))
            return editor(sent.edit)
        await interaction.response.send_message(ephemeral=True, **to_send(message))
    except LOST as error:
        log.warning("could not answer interaction %s: %s", interaction.id, error)
        return None
    finally:
        release_view(message.controls)
    return editor(interaction.edit_original_response)


async def redraw(interaction: discord.Interaction[Any], change: Message) -> bool:
    """Change the message whose control was pressed; False if Discord did not take it, which is only logged.

    The controls are used up.
    """
    try:
        await settle(interaction)
        if is_put_off(interaction):
            await interaction.edit_original_response(**to_edit(change))
        else:
            await interaction.response.edit_message(**to_edit(change))
    except LOST as error:
        log.warning("could not edit the message of interaction %s: %s", interaction.id, error)
        return False
    finally:
        release_view(change.controls)
    return True


async def show(answering: commands.Context[Any] | discord.Interaction[Any], message: Message) -> discord.Message:
    """Answer a command or a press with a message for everybody; raises one of LOST if Discord does not take it."""
    if isinstance(answering, commands.Context):
        if answering.interaction:
            await settle(answering.interaction)
        return await answering.send(**to_send(message))
    await settle(answering)
    if is_put_off(answering):
        return await answering.followup.send(**to_send(message), wait=True)
    await answering.response.send_message(**to_send(message))
    return await answering.original_response()


async def say(ctx: commands.Context[Any], said: Message | str) -> discord.Message | None:
    """Answer a command: for a slash command only the caller sees it, a typed one gets a reply without a ping.

    The controls are used up.
    """
    message = as_message(said)
    try:
        if ctx.interaction:
            await settle(ctx.interaction, whisper=True)
            return await ctx.send(ephemeral=True, **to_send(message))
        arguments = to_send(message)
        if ctx.bot_permissions.read_message_history:  # without it Discord refuses a reply
            arguments["reference"] = ctx.message.to_reference(fail_if_not_exists=False)
        return await ctx.send(mention_author=False, **arguments)
    except LOST as error:
        log.warning("could not answer %s in channel %s: %s", ctx.message.id, ctx.channel.id, error)
        return None
    finally:
        release_view(message.controls)


def editor(edit: Callable[..., Awaitable[object]]) -> Edit:
    """One of discord.py's ways to change a message, as one that takes a message."""
    return lambda message: edit(**to_edit(message))
