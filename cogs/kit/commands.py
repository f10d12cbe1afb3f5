"""What every command shares: being answered whatever happens, and arguments that several take."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Literal, ParamSpec

from discord.ext import commands

from cogs.kit.deferral import deferred_if_slow
from cogs.kit.refusals import sentence_for
from cogs.kit.replies import say
from cogs.kit.work import Stopping

P = ParamSpec("P")

#: How the argument of a command is described that names one of a channel's games.
WHICH_GAME = "The game's number, where several run in this channel"

Kind = Literal["plakoto", "tavli", "portes", "fevga"]

#: Discord sends whole numbers up to 2^53; a typed command could name larger ones than the database holds. Not to be
#: made optional: discord.py reads a typed «twelve» as nothing then, and a moderator would end the wrong game.
MatchNumber = commands.Range[int, 1, 2**53]

Command = Callable[P, Coroutine[Any, Any, None]]


def answered(callback: Command[P], *, public: bool = False) -> Command[P]:
    """A command that answers in time and whatever goes wrong, and is work in hand until it has.

    ``public``: everybody sees the answer, if it is no refusal.
    """

    @wraps(callback)
    async def command(*args: P.args, **kwargs: P.kwargs) -> None:
        ctx = next(argument for argument in args if isinstance(argument, commands.Context))
        try:
            with ctx.bot.app.work.begun():
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
