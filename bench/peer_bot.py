"""A bot with nothing but the button 2048 of the PyPI package discord-games, for ``bench.press`` to press."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import discord
from discord.ext import commands

sys.path.insert(0, str(Path(__file__).parent.parent))

from bot import use_api


class _Peer(commands.Bot):
    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(command_prefix=commands.when_mentioned, intents=intents, help_command=None)
        self.command(name="play")(_play)


async def _play(ctx: commands.Context[commands.Bot]) -> None:
    from discord_games.button_games import BetaTwenty48

    await BetaTwenty48(render_image=True).start(ctx)


if __name__ == "__main__":
    use_api(os.environ["DISCORD_API_URL"])
    _Peer().run(os.environ["DISCORD_TOKEN"])
