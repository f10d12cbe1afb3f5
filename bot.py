"""Run the bot on Discord; without a token, tell how to get one or how to play without."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import secrets
import signal
import sys
import time
from collections.abc import Sequence

import aiohttp
import discord

from cogs.client import PlakotoBot
from plakoto_bot.config import Settings, load_settings
from plakoto_bot.engine.dice import SEED_BYTES
from plakoto_bot.errors import ConfigError, PlakotoError
from plakoto_bot.services.all import Services
from plakoto_bot.storage.database import Database, open_database

log = logging.getLogger("plakoto_bot")


def main(arguments: Sequence[str] | None = None) -> int:
    """Load the settings, open the database, run until told to stop; the exit status."""
    parser = argparse.ArgumentParser(prog="bot.py", description="Plakoto for Discord.")
    parser.add_argument("--or-playground", action="store_true", help="without a token, open the playground instead")
    options = parser.parse_args(arguments)
    try:
        settings = load_settings()
        if settings.discord_token is None:
            if options.or_playground:
                return _playground()
            raise ConfigError("DISCORD_TOKEN", "is not set: put it into .env, or run `make run` for the playground")
        discord.utils.setup_logging(level=logging.getLevelNamesMapping()[settings.log_level])
        # The bot neither speaks nor listens, and of migrations only their failing matters.
        discord.VoiceClient.warn_nacl = False
        discord.VoiceClient.warn_dave = False
        logging.getLogger("alembic").setLevel(logging.WARNING)
        return asyncio.run(_run(settings, settings.discord_token.get_secret_value()))
    except PlakotoError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


def _playground() -> int:
    # Imported here because whoever hosts the bot need not install the simulated Discord.
    import playground

    print("DISCORD_TOKEN is not set, so this is not Discord: it is the playground.\n")
    return playground.main()


def make_bot(database: Database, settings: Settings) -> PlakotoBot:
    """The bot over an open database, with real time and real chance."""
    services = Services.over(database, now=lambda: int(time.time()), new_seed=lambda: secrets.token_bytes(SEED_BYTES))
    return PlakotoBot(services, message_content=settings.message_content, dev_guild_id=settings.dev_guild_id)


async def _run(settings: Settings, token: str) -> int:
    database = await open_database(settings.database_url)
    try:
        if settings.discord_api_url:
            _use_api(settings.discord_api_url)
        bot = make_bot(database, settings)
        with contextlib.suppress(NotImplementedError):  # Windows has no such signal
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: asyncio.ensure_future(bot.close()))
        async with bot:
            await bot.start(token)
        return 0
    except discord.LoginFailure:
        raise ConfigError("DISCORD_TOKEN", "Discord refuses it: copy it again from the developer portal") from None
    except discord.PrivilegedIntentsRequired:
        raise ConfigError(
            "MESSAGE_CONTENT", "switch on the Message Content intent in the developer portal, or set this to false"
        ) from None
    except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        raise PlakotoError(f"cannot reach Discord ({error}): check this machine's network") from error
    finally:
        await database.close()


def _use_api(address: str) -> None:
    """Point discord.py at a compatible server on this machine."""
    import yarl
    from discord.gateway import DiscordWebSocket

    base = address.rstrip("/")
    discord.http.Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{base.removeprefix('http')}/gateway")
    discord.asset.Asset.BASE = f"{base}/cdn"


if __name__ == "__main__":
    sys.exit(main())
