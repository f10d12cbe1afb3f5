"""Run the bot on Discord; without a token, tell how to get one or how to play without."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import math
import secrets
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence

import discord

from cogs.client import PlakotoBot
from cogs.runner import Runner
from plakoto_bot import logs
from plakoto_bot.config import Settings, load_settings
from plakoto_bot.engine.dice import SEED_BYTES
from plakoto_bot.errors import ConfigError, PlakotoError
from plakoto_bot.health import Health, LoopLag, memory_mb, served
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from plakoto_bot.storage.sqlite.lock import sole_use

log = logging.getLogger("plakoto_bot")

#: The exit status when the host has to change a setting first (EX_CONFIG of sysexits.h), so that a service manager can
#: be told not to try again.
WRONG_SETTING = 78


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
        token = settings.discord_token.get_secret_value()
    except ConfigError as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG_SETTING
    logs.set_up(settings.log_level, settings.log_format, [token])
    # The bot neither speaks nor listens.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
    try:
        with asyncio.Runner(loop_factory=fast_loop()) as loop:
            return loop.run(_run(settings, token))
    except PlakotoError as error:
        print(f"error: {logs.Redactor([token])(str(error))}", file=sys.stderr)
        return WRONG_SETTING if isinstance(error, ConfigError) else 1
    except Exception:
        # Logged and not raised, since Python would print it as it is.
        log.critical("ended by an error that nobody foresaw", exc_info=True)
        return 1


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Makes uvloop's event loop, which does the same in less time; None where it is not installed."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop


def _playground() -> int:
    # Imported here because whoever hosts the bot need not install the simulated Discord.
    import playground

    print("DISCORD_TOKEN is not set, so this is not Discord: it is the playground.\n")
    return playground.main()


def make_services(database: Database, settings: Settings) -> Services:
    """The services over an open database, with real time and real chance."""
    return Services.over(
        database,
        now=lambda: int(time.time()),
        new_seed=lambda: secrets.token_bytes(SEED_BYTES),
        bot_games=settings.bot_games,
    )


def make_bot(services: Services, settings: Settings) -> PlakotoBot:
    """The bot over the services, as the settings say."""
    return PlakotoBot(services, message_content=settings.message_content, dev_guild_id=settings.dev_guild_id)


async def _run(settings: Settings, token: str) -> int:
    stop = asyncio.Event()
    _stop_on_signal(stop)
    with sole_use(settings.database_url):
        database = await open_database(settings.database_url)
        try:
            if settings.discord_api_url:
                use_api(settings.discord_api_url)
            services = make_services(database, settings)
            # What is loaded by now stays until the end: looking through it for garbage would only keep people waiting.
            gc.collect()
            gc.freeze()
            # With a thousand people pressing, a full search takes 0.15 s and by default comes every three seconds.
            # So there are a tenth as many, and some 50 MB of garbage wait for them.
            gc.set_threshold(5_000, 10, 10)
            runner = Runner(lambda: make_bot(services, settings), token)
            try:
                async with _watched(settings, runner, services, database):
                    await runner.run(stop)
            finally:
                await services.close()
        finally:
            await database.close()
    log.info("stopped")
    return 0


def _stop_on_signal(stop: asyncio.Event) -> None:
    """Stop cleanly at Ctrl-C or SIGTERM; a second one ends the process at once."""
    loop = asyncio.get_running_loop()

    def on_signal(number: signal.Signals) -> None:
        loop.remove_signal_handler(number)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal, number)


@contextlib.asynccontextmanager
async def _watched(settings: Settings, runner: Runner, services: Services, database: Database) -> AsyncIterator[None]:
    """Serve ``/health`` meanwhile, if a port is set."""
    if settings.health_port is None:
        yield
        return
    lag = LoopLag()

    async def health() -> Health:
        bot = runner.bot
        try:
            games = await services.games.count_running()
        except Exception:
            # Whatever is wrong with the database, the answer says that something is.
            log.exception("the database does not answer")
            games = None
        online = bot is not None and bot.online
        latency = bot.latency * 1000 if bot is not None and online else math.nan
        return Health(
            ready=online and games is not None,
            gateway_ms=round(latency, 1) if math.isfinite(latency) else None,
            games=games,
            last_commit=database.last_commit,
            loop_lag_ms=lag.last_minute(),
            memory_mb=memory_mb(),
        )

    measuring = asyncio.create_task(lag.run())
    try:
        async with served(settings.health_host, settings.health_port, health):
            yield
    finally:
        measuring.cancel()


def use_api(address: str) -> None:
    """Point discord.py at a compatible server on this machine."""
    import yarl
    from discord.gateway import DiscordWebSocket

    base = address.rstrip("/")
    discord.http.Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{base.removeprefix('http')}/gateway")
    discord.asset.Asset.BASE = f"{base}/cdn"


if __name__ == "__main__":
    sys.exit(main())
