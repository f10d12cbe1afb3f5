"""What features share: their loops, commands that are answered whatever happens, and arguments that several take."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar

from discord.ext import commands, tasks

from cogs.kit.app import App
from cogs.kit.refusals import sentence_for
from cogs.kit.replies import deferred_if_slow, tell
from cogs.kit.work import Stopping

log = logging.getLogger(__name__)

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
                    await tell(ctx, sentence_for(error, ctx.author.id))
        except Stopping as error:
            await tell(ctx, sentence_for(error))

    return command


def answered_publicly(callback: Command[P]) -> Command[P]:
    """A command whose answer everybody sees, if it is no refusal."""
    return answered(callback, public=True)


class Feature(commands.Cog):
    """A cog over what the app gives. Its loops run from the first connection until it is unloaded."""

    def __init__(self, app: App) -> None:
        self.app = app
        names = [name for name, value in vars(type(self)).items() if isinstance(value, tasks.Loop)]
        self._loops: list[tasks.Loop[Any]] = [getattr(self, name) for name in names]

    async def cog_load(self) -> None:
        """Begin what is done repeatedly."""
        for loop in self._loops:
            loop.start()

    async def cog_unload(self) -> None:
        """Do it no more."""
        for loop in self._loops:
            loop.cancel()


FeatureT = TypeVar("FeatureT", bound=Feature)


def repeatedly(seconds: float) -> Callable[[Callable[[FeatureT], Awaitable[None]]], tasks.Loop[Any]]:
    """A method of a feature that is called every so many seconds; one bad call is logged and does not end that."""

    def looped(method: Callable[[FeatureT], Awaitable[None]]) -> tasks.Loop[Any]:
        @wraps(method)
        async def call(feature: FeatureT) -> None:
            try:
                await method(feature)
            except Stopping:
                return
            except Exception:
                log.exception("%s failed; the next try is in %d seconds", method.__qualname__, seconds)

        async def connected(feature: FeatureT) -> None:
            await feature.app.connected()

        loop = tasks.loop(seconds=seconds)(call)
        loop.before_loop(connected)
        return loop

    return looped
