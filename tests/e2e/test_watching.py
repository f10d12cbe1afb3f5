"""What whoever hosts the bot can see of it: its health and its log."""

from __future__ import annotations

import json
import re
import signal

import aiohttp
import pytest

from tests.e2e.conftest import LOGGED_IN, Host
from tests.e2e.discord_server import faults, people
from tests.e2e.discord_server.server import TOKEN, DiscordServer
from tests.e2e.table import Table


async def test_health_tells_how_the_bot_is(host: Host, server: DiscordServer) -> None:
    server.faults.plan(faults.LOGIN, faults.answer(403), 100)
    bot = await host.launch(HEALTH_PORT="0")
    told = re.search(r"http://\S+/health", await bot.says("/health"))
    assert told is not None
    address = told[0]
    assert address.startswith("http://127.0.0.1:")
    async with aiohttp.ClientSession() as client:
        async with client.get(address) as answer:
            assert answer.status == 503
            assert (await answer.json())["ready"] is False
        server.faults.clear()
        await bot.says(LOGGED_IN)
        async with client.get(address) as answer:
            assert answer.status == 200
            health = await answer.json()
    assert set(health) == {"ready", "gateway_ms", "games", "last_commit", "loop_lag_ms", "memory_mb"}
    assert health["ready"] is True
    assert health["games"] == 0
    assert health["memory_mb"] > 10
    assert 0 <= health["loop_lag_ms"]["p50"] <= health["loop_lag_ms"]["p99"]


async def test_a_health_port_that_is_taken_is_named(host: Host, server: DiscordServer) -> None:
    bot = await host.launch(HEALTH_PORT=server.address.rpartition(":")[2])
    assert await bot.ended() == 78
    assert "HEALTH_PORT" in bot.log.splitlines()[-1]


@pytest.mark.parametrize("form", ["text", "json"])
async def test_the_log_is_a_record_a_line_and_never_holds_a_token(host: Host, server: DiscordServer, form: str) -> None:
    table = Table.laid(server)
    bot = await host.start(LOG_LEVEL="DEBUG", LOG_FORMAT=form)
    server.faults.plan(faults.CALLBACK, faults.answer(403, 50013))
    asked = people.command(server.world, table.white, table.channel, "help")
    await bot.says("has returned status code 403")
    assert str(asked.id) in bot.log
    assert asked.token not in bot.log
    bot.signal(signal.SIGTERM)
    assert await bot.ended() == 0
    assert TOKEN not in bot.log
    assert "loopback-secret" not in bot.log
    for line in bot.log.splitlines():
        if form == "json":
            assert {"at", "level", "logger", "message"} <= json.loads(line).keys()
        else:
            assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [A-Z]+ [\w.]+: |    ", line), line
