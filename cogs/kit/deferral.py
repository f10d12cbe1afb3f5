"""Answers that take a while: Discord waits three seconds for one, so after one second it is told that one will come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord

from plakoto_bot import texts

log = logging.getLogger(__name__)

#: Of the three that Discord waits, since its side of the line and a busy machine need some too.
SECONDS = 1.0

_DEFERRAL = "deferral"

#: What a call to Discord raises when it is refused or does not get through.
LOST = (discord.HTTPException, aiohttp.ClientError, OSError)


class Deferral:
    """Puts off the answer to one interaction unless ``settle`` is called in time.

    A press is put off without a trace: its answer may be a change of the message or a new one. A command shows that the
    bot thinks, to everybody if ``public``, and Discord gives the first answer after that the same readers.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, public: bool) -> None:
        self._interaction = interaction
        self._public = public
        self._putting_off: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(SECONDS, self._begin)

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
                await self._interaction.edit_original_response(content=texts.ONE_MOMENT)
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
    deferral = Deferral(interaction, public=public)
    interaction.extras[_DEFERRAL] = deferral
    try:
        yield
    finally:
        await deferral.settle()


async def settle(interaction: discord.Interaction[Any], *, whisper: bool = False) -> None:
    """To be called before any answer; ``whisper`` when only one person is to see it."""
    deferral: Deferral | None = interaction.extras.get(_DEFERRAL)
    if deferral is not None:
        await deferral.settle()
        if whisper:
            await deferral.whisper()


def is_put_off(interaction: discord.Interaction[Any]) -> bool:
    """Whether a press has been put off and its message may still be changed by way of it."""
    return interaction.response.type is discord.InteractionResponseType.deferred_message_update
