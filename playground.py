"""The same bot in a simulated Discord, opened in a browser: no token, no network, no account.

SimCord runs the real discord.py machinery against a Discord in memory; its Preview shows it as a page on this
machine only. The playground's games live in a temporary folder and end with it.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import discord
from simcord.backend.errors import SetupError
from simcord.env import Env

from cogs.client import PlakotoBot
from plakoto_bot import logs
from plakoto_bot.config import Settings, load_settings
from plakoto_bot.engine.dice import SEED_BYTES
from plakoto_bot.errors import ConfigError, PlakotoError
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import open_database
from renderer.board import warm_up

_WELCOME = """\
Plakoto playground: the real bot in a simulated Discord, in your browser. It needs no token and no network.

  Open  {url}

You are Eleni, an admin, in #games of the server «Tavli cafe»; switch to Nikos with the viewer menu of the page.
Type / in the composer for the commands: /challenge with Nikos as the opponent, then accept it as Nikos; or
/challenge with a level (or with Plakoto as the opponent) to play the bot itself.
To move by typing, write !move 24/18 24/23 or reply to the board (a typed @Plakoto is no mention in this page).
Time stands still in the simulation, and a page shows what the other one did after its Refresh.
Games played here are not kept. Press Ctrl-C here to end the playground."""


def main() -> int:
    """Run the playground until Ctrl-C or until its page ends it; the exit status."""
    logs.set_up("WARNING")
    try:
        with tempfile.TemporaryDirectory(prefix="plakoto-playground-") as folder:
            asyncio.run(_serve(load_settings(), Path(folder)))
    except PlakotoError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    print("The playground is closed.")
    return 0


async def _serve(settings: Settings, folder: Path) -> None:
    database = await open_database(f"sqlite+aiosqlite:///{folder / 'playground.db'}")
    services = Services.over(
        database,
        now=lambda: int(env.now().timestamp()),
        new_seed=lambda: secrets.token_bytes(SEED_BYTES),
        bot_games=settings.bot_games,
    )
    # Refusals reach the people in the page; raising them again at the end would only look like a crash.
    env = Env(PlakotoBot(services, message_content=True), check_errors=False)
    env.backend.bot_user.name = "Plakoto"
    # The bot does this itself, but the simulation does not wait long for it on a busy machine.
    warm_up()
    await env.start()
    try:
        guild = env.create_guild(name="Tavli cafe")
        channel = guild.create_text_channel("games")
        # Eleni may also try what is for admins, /settings.
        admins = guild.create_role("admins", permissions=discord.Permissions(manage_guild=True, manage_messages=True))
        roles = {"Eleni": [admins], "Nikos": []}
        people = [guild.add_member(env.create_user(name), roles=held) for name, held in roles.items()]
        preview = env.preview(channel, viewers=people, layout="channel", port=settings.playground_port)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(preview)
            except (OSError, SetupError) as error:
                port = settings.playground_port
                reason = f"port {port} cannot be used ({error}): is another playground running? Set another port, or 0"
                raise ConfigError("PLAYGROUND_PORT", reason) from error
            print(_WELCOME.format(url=preview.url), flush=True)
            ended = asyncio.create_task(preview.wait_closed())
            for number in (signal.SIGINT, signal.SIGTERM):
                # Heard even where a shell has told what it starts in the background to ignore Ctrl-C.
                asyncio.get_running_loop().add_signal_handler(number, ended.cancel)
            with suppress(asyncio.CancelledError):
                await ended
    finally:
        await env.shutdown()
        await services.close()
        await database.close()


if __name__ == "__main__":
    sys.exit(main())
