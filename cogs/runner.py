"""Running the bot: the first connection, for which it keeps trying, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import suppress

import aiohttp
import discord

from cogs.client import PlakotoBot
from plakoto_bot.errors import ConfigError

log = logging.getLogger(__name__)

#: What a stop may take in all is five seconds: the work in hand, closing the connection, closing the database.
_SECONDS_TO_FINISH = 3.0
_SECONDS_TO_CLOSE = 1.0
#: Seconds between two tries to reach Discord, at most.
LONGEST_WAIT = 60.0

_UNREACHABLE = (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound)
#: Discord closes the connection with these: its documentation calls them authentication failed, and invalid or
#: disallowed intents. Other codes that end a connection are no matter of settings.
_BAD_TOKEN, _BAD_INTENTS = 4004, (4013, 4014)


def waits(chance: random.Random) -> Iterator[float]:
    """Seconds to wait between tries: about 1, 2, 4 and so on up to a minute, at random by half as much.

    Chance keeps many bots from coming back at the same moment after Discord was away. discord.py's ExponentialBackoff
    would wait up to 17 minutes and may also wait next to nothing; cut off at a minute, most of its waits are the same.
    """
    longest = 1.0
    while True:
        yield longest * chance.uniform(0.5, 1.0)
        longest = min(longest * 2, LONGEST_WAIT)


class Runner:
    """Runs bots made by ``new_bot``, a fresh one for each try to connect, until ``stop`` is set."""

    def __init__(self, new_bot: Callable[[], PlakotoBot], token: str) -> None:
        self._new_bot = new_bot
        self._token = token
        #: The one that runs or tries to.
        self.bot: PlakotoBot | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Stay connected until told to stop; ConfigError for what the host has to mend first."""
        connected = asyncio.create_task(self._stay_connected())
        stopped = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({connected, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if stopped.done():
                await self._finish()
        finally:
            stopped.cancel()
            if not connected.done():
                connected.cancel()
            with suppress(asyncio.CancelledError):
                await connected

    async def _stay_connected(self) -> None:
        for number, wait in enumerate(waits(random.Random()), 1):
            self.bot = self._new_bot()
            try:
                await self._connect(self.bot)
                return
            except discord.LoginFailure:
                raise _refused_token() from None
            except discord.PrivilegedIntentsRequired:
                raise _refused_intents() from None
            except discord.ConnectionClosed as error:
                if error.code == _BAD_TOKEN:
                    raise _refused_token() from None
                if error.code in _BAD_INTENTS:
                    raise _refused_intents() from None
                fault: Exception = error
            except _UNREACHABLE as error:
                fault = error
            log.warning(
                "cannot reach Discord (%s): check this machine's network. Try %d failed, the next is in %.0f seconds",
                str(fault) or type(fault).__name__,
                number,
                wait,
            )
            await asyncio.sleep(wait)

    async def _connect(self, bot: PlakotoBot) -> None:
        """Log in and stay connected; discord.py itself finds back after that."""
        try:
            await bot.login(self._token)
            await bot.connect()
        except AttributeError as error:
            # discord.py looks into a connection that never was when the first one fails.
            if bot.ws is not None:
                raise
            raise ConnectionError("the gateway does not answer") from error
        finally:
            await _close(bot)

    async def _finish(self) -> None:
        """End what is in hand before the connection goes, so that everybody hears of their turn."""
        log.info("stopping: what is in hand is finished first")
        if self.bot is not None:
            cut_off = await self.bot.app.work.finish(_SECONDS_TO_FINISH)
            if cut_off:
                log.warning("%d answers took too long and were cut off; no turn is lost", cut_off)


async def _close(bot: PlakotoBot) -> None:
    """Leave Discord. A server that does not answer the goodbye keeps nobody waiting."""
    with suppress(TimeoutError, *_UNREACHABLE):
        async with asyncio.timeout(_SECONDS_TO_CLOSE):
            await bot.close()
    await bot.http.close()


def _refused_token() -> ConfigError:
    return ConfigError("DISCORD_TOKEN", "Discord refuses it: copy it again from the developer portal")


def _refused_intents() -> ConfigError:
    return ConfigError(
        "MESSAGE_CONTENT", "switch on the Message Content intent in the developer portal, or set this to false"
    )
