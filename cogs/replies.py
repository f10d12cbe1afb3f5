"""Answering people: every error becomes a sentence, and a lost reply never undoes what was done."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

import discord
from discord import app_commands
from discord.ext import commands

from cogs.deferral import LOST as LOST
from cogs.deferral import deferred_if_slow, is_put_off, settle
from cogs.presenters import NEEDED_PERMISSIONS, THREAD_PERMISSIONS, refusal
from cogs.release import release_view
from cogs.work import Stopping
from plakoto_bot import texts
from plakoto_bot.errors import PlakotoError
from plakoto_bot.services.settings import ServerSettings

log = logging.getLogger(__name__)

P = ParamSpec("P")

#: Discord sends whole numbers up to 2^53; a typed command could name larger ones than the database holds. Not to be
#: made optional: discord.py reads a typed «twelve» as nothing then, and a moderator would end the wrong game.
MatchNumber = commands.Range[int, 1, 2**53]

#: Changes a message that was sent before.
Edit = Callable[..., Awaitable[object]]


class Refused(Exception):
    """A refusal that is Discord's affair and not the game's; ``sentence`` is what the person reads."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def require_permissions(permissions: discord.Permissions, channel: Any, *, thread: bool = False) -> None:
    """Refuse with the names of the permissions that the bot lacks to run a game in ``channel``, or a thread of it."""
    needed = dict(NEEDED_PERMISSIONS)
    if isinstance(channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = "Send Messages in Threads"
    if thread:
        needed |= THREAD_PERMISSIONS
    missing = [name for attribute, name in needed.items() if not getattr(permissions, attribute)]
    if missing:
        raise Refused(texts.missing_permissions(channel.id, missing))


def require_channel(chosen: ServerSettings, channel: Any) -> None:
    """Refuse a channel in which the server's admins want no games; a thread counts as its channel.

    Channels that are gone do not count: a server whose only one was deleted must not be shut.
    """
    place = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    allowed = tuple(chosen_id for chosen_id in chosen.channels if channel.guild.get_channel(chosen_id))
    if allowed and place not in allowed:
        raise Refused(texts.not_in_this_channel(allowed))


def sentence_for(error: BaseException, reader: int | None = None) -> str:
    """What a person reads for any error; one that nobody foresaw is logged under an incident number.

    ``reader`` is that person, whom some sentences address otherwise than somebody else.
    """
    original = error
    while isinstance(
        original, commands.HybridCommandError | commands.CommandInvokeError | app_commands.CommandInvokeError
    ):
        original = original.original
    match original:
        case Refused():
            return original.sentence
        case Stopping():
            return texts.STOPPING
        case PlakotoError() if sentence := refusal(original, reader):
            return sentence
        case commands.NoPrivateMessage() | app_commands.NoPrivateMessage():
            return texts.SERVERS_ONLY
        case commands.MissingRequiredArgument() if original.param.name == "play":
            return texts.EMPTY_MOVE
        case commands.MissingRequiredArgument():
            return texts.MISSING_ARGUMENT.format(name=original.param.name, hint=texts.SEE_HELP)
        case commands.UserInputError() | app_commands.TransformerError():
            return texts.bad_argument(str(getattr(original, "argument", "") or getattr(original, "value", "")))
    incident = secrets.token_hex(4)
    log.error("incident %s", incident, exc_info=original)
    return texts.UNEXPECTED.format(incident=incident)


Command = Callable[P, Coroutine[Any, Any, None]]


def answered(callback: Command[P], *, public: bool = False) -> Command[P]:
    """A command that answers in time and whatever goes wrong, and is work in hand until it has.

    ``public``: everybody sees the answer, if it is no refusal.
    """

    @wraps(callback)
    async def command(*args: P.args, **kwargs: P.kwargs) -> None:
        ctx = next(argument for argument in args if isinstance(argument, commands.Context))
        try:
            with ctx.bot.work.begun():
                try:
                    async with deferred_if_slow(ctx.interaction, public=public):
                        await callback(*args, **kwargs)
                except Exception as error:
                    await say(ctx, sentence_for(error, ctx.author.id))
        except Stopping as error:
            await say(ctx, sentence_for(error))

    return command


def answered_publicly(callback: Command[P]) -> Command[P]:
    """A command whose answer everybody sees, if it is no refusal."""
    return answered(callback, public=True)


async def tell(interaction: discord.Interaction[Any], content: str, **extra: Any) -> Edit | None:
    """Answer so that only this person sees it; what changes the answer later, None if Discord no longer takes it.

    A ``view`` is used up.
    """
    try:
        await settle(interaction, whisper=True)
        if interaction.response.is_done():
            message = await interaction.followup.send(content, ephemeral=True, wait=True, **extra)
            return message.edit
        await interaction.response.send_message(content, ephemeral=True, **extra)
    except LOST as error:
        log.warning("could not answer interaction %s: %s", interaction.id, error)
        return None
    finally:
        release_view(extra.get("view"))
    return interaction.edit_original_response


async def redraw(interaction: discord.Interaction[Any], **changes: Any) -> bool:
    """Change the message whose control was pressed; False if Discord did not take it, which is only logged.

    A ``view`` among the changes is used up.
    """
    try:
        await settle(interaction)
        if is_put_off(interaction):
            await interaction.edit_original_response(**changes)
        else:
            await interaction.response.edit_message(**changes)
    except LOST as error:
        log.warning("could not edit the message of interaction %s: %s", interaction.id, error)
        return False
    finally:
        release_view(changes.get("view"))
    return True


async def show(answering: commands.Context[Any] | discord.Interaction[Any], **message: Any) -> discord.Message:
    """Answer a command or a press with a message for everybody; raises one of LOST if Discord does not take it."""
    if isinstance(answering, commands.Context):
        if answering.interaction:
            await settle(answering.interaction)
        return await answering.send(**message)
    await settle(answering)
    if is_put_off(answering):
        return await answering.followup.send(**message, wait=True)
    await answering.response.send_message(**message)
    return await answering.original_response()


async def say(ctx: commands.Context[Any], content: str | None = None, **extra: Any) -> discord.Message | None:
    """Answer a command: for a slash command only the caller sees it, a typed one gets a reply without a ping.

    A ``view`` is used up.
    """
    try:
        if ctx.interaction:
            await settle(ctx.interaction, whisper=True)
            return await ctx.send(content, ephemeral=True, **extra)
        if ctx.bot_permissions.read_message_history:  # without it Discord refuses a reply
            extra["reference"] = ctx.message.to_reference(fail_if_not_exists=False)
        return await ctx.send(content, mention_author=False, **extra)
    except LOST as error:
        log.warning("could not answer %s in channel %s: %s", ctx.message.id, ctx.channel.id, error)
        return None
    finally:
        release_view(extra.get("view"))
