"""How long one turn takes from the press to the new message: ``python -m bench.turn``.

Games are played through SimCord: the real bot with its database and pictures, in a Discord in memory whose own work
is part of the time, but not how long it looks whether anything else happens. Exit status 1 when the limit is missed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from itertools import count
from statistics import median, quantiles

import discord
import simcord

from cogs.client import PlakotoBot
from cogs.kit.allowance import Allowance
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import open_database

TURNS = 150
LIMIT_MS = 25.0


def main() -> int:
    """Measure, print one line and judge it."""
    times = asyncio.run(_play())
    typical, late = median(times), quantiles(times, n=20)[-1]
    verdict = "" if typical <= LIMIT_MS else " MISSED"
    print(f"turn: median {typical:.1f} ms (limit {LIMIT_MS:.0f}), 95% {late:.1f} ms, {len(times)} presses{verdict}")
    return 0 if typical <= LIMIT_MS else 1


async def _play() -> list[float]:
    """Milliseconds of each press that ends a turn of random-looking games, until there are enough of them."""
    seeds = count(1)
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(f"sqlite+aiosqlite:///{folder}/bench.db")
        services = Services.over(database, now=lambda: 0, new_seed=lambda: next(seeds).to_bytes(32, "big"))
        # Nobody is told that they press too fast.
        bot = PlakotoBot(services, allowance=Allowance(count(step=10).__next__))
        async with simcord.run(bot) as env:
            guild = env.create_guild()
            channel = guild.create_text_channel("games")
            white, black = (guild.add_member(env.create_user(name)) for name in ("white", "black"))
            times: list[float] = []
            while len(times) < TURNS:
                message = channel.last_message
                if message is None or "you rolled" not in message.content:
                    await white.slash(channel, "challenge", opponent=black)
                    card = channel.last_message
                    assert card
                    await black.click(card, label="Accept")
                    continue
                actor = white if f"<@{white.id}>, you rolled" in message.content else black
                menu = _menu(message)
                if menu and menu.custom_id.startswith("plakoto:step:"):
                    await actor.select(message, values=[menu.options[0].value])
                    continue
                told = asyncio.create_task(bot.wait_for("message", check=_is_turn))
                # So that it listens before anything is pressed.
                await asyncio.sleep(0)
                if menu:
                    press = actor.select(message, values=[menu.options[len(times) % len(menu.options)].value])
                else:
                    press = actor.click(message, label="Confirm")
                start = time.perf_counter()
                pressing = asyncio.create_task(press)
                await told
                times.append((time.perf_counter() - start) * 1000)
                await pressing
        await database.close()
    return times


def _is_turn(message: discord.Message) -> bool:
    return message.author.bot and bool(message.attachments)


def _menu(message: discord.Message) -> discord.SelectMenu | None:
    children = [child for row in message.components for child in getattr(row, "children", [])]
    return next((child for child in children if isinstance(child, discord.SelectMenu)), None)


if __name__ == "__main__":
    sys.exit(main())
