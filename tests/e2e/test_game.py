"""A game over the wire when nothing goes wrong."""

from __future__ import annotations

import random
from pathlib import Path

from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.table import Table, ply_of


async def test_a_game_is_played_over_the_wire(server: DiscordServer, tmp_path: Path) -> None:
    table = Table.laid(server)
    choose = random.Random(1)
    async with BotProcess(server, tmp_path) as bot:
        board = await table.begin()
        assert board.attachments[0]["size"] > 1_000
        for _ in range(12):
            before = table.board
            await table.turn(choose)
            assert before is not None
            assert table.board is not None
            assert ply_of(table.board) > 0
            assert not before.controls
    assert "ERROR" not in bot.log
    pressed = server.world.interactions.values()
    assert all(interaction.answer is not None and not interaction.refused for interaction in pressed)
