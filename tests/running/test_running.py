"""Starting and stopping the real process: what the host reads, what the exit status says, and how soon it ends."""

from __future__ import annotations

import json
import re
import signal
import sqlite3

import aiohttp
import pytest

from tests.running.conftest import Host
from tests.running.discord_door import TOKEN, Door


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("mute", [False, True])
async def test_a_signal_stops_it_cleanly(host: Host, door: Door, number: signal.Signals, mute: bool) -> None:
    door.mute = mute
    bot = await host.start()
    await bot.says("logged in as Plakoto")
    bot.signal(number)
    assert await bot.status() == 0
    assert "Traceback" not in bot.said
    assert bot.said.splitlines()[-1].endswith("stopped")
    # A database closed in order leaves nothing beside its file to be written back.
    assert not host.database.with_name("plakoto.db-wal").exists()
    assert sqlite3.connect(host.database).execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_it_also_stops_while_it_cannot_reach_discord(host: Host) -> None:
    bot = await host.start(DISCORD_API_URL="http://127.0.0.1:9")
    await bot.says("cannot reach Discord")
    bot.signal(signal.SIGTERM)
    assert await bot.status() == 0
    assert "Traceback" not in bot.said


async def test_without_a_network_it_says_what_to_do_and_keeps_trying_a_line_each(host: Host) -> None:
    # Port 9 on this machine takes no connections.
    bot = await host.start(DISCORD_API_URL="http://127.0.0.1:9")
    second = await bot.says("Try 2 failed")
    assert "check this machine's network" in second
    assert "next is in" in second
    assert bot.said.count("cannot reach Discord") == 2
    assert "Traceback" not in bot.said


async def test_it_comes_up_by_itself_once_discord_is_there(host: Host, door: Door) -> None:
    door.refuse = 403
    bot = await host.start()
    await bot.says("Try 1 failed")
    door.refuse = None
    await bot.says("logged in as Plakoto")


async def test_a_gateway_that_refuses_the_first_connection_is_tried_again(host: Host, door: Door) -> None:
    door.gateway_away = True
    bot = await host.start()
    await bot.says("Try 1 failed")
    door.gateway_away = False
    await bot.says("logged in as Plakoto")
    assert "Traceback" not in bot.said


@pytest.mark.parametrize(("close_code", "setting"), [(None, "DISCORD_TOKEN"), (4004, "DISCORD_TOKEN")])
async def test_a_wrong_token_ends_it_with_what_to_do(
    host: Host, door: Door, close_code: int | None, setting: str
) -> None:
    door.close_code = close_code
    token = TOKEN if close_code else "MTIz.another.token"
    bot = await host.start(DISCORD_TOKEN=token)
    assert await bot.status() == 78
    last = bot.said.splitlines()[-1]
    assert setting in last
    assert "developer portal" in last
    assert "Traceback" not in bot.said
    assert token not in bot.said


async def test_missing_intents_end_it_with_what_to_do(host: Host, door: Door) -> None:
    door.close_code = 4014
    bot = await host.start(MESSAGE_CONTENT="true")
    assert await bot.status() == 78
    last = bot.said.splitlines()[-1]
    assert "MESSAGE_CONTENT" in last
    assert "developer portal" in last
    assert "Traceback" not in bot.said


async def test_a_second_bot_on_the_database_refuses_to_start_and_names_the_first(host: Host, door: Door) -> None:
    first = await host.start()
    await first.says("logged in as Plakoto")
    logins = door.logins
    second = await host.start()
    assert await second.status() == 1
    assert f"process {first.pid} on " in second.said
    assert "since " in second.said
    assert "Stop that one first" in second.said
    assert door.logins == logins, "Discord does not see two"


async def test_a_killed_bot_leaves_no_lock(host: Host) -> None:
    first = await host.start()
    await first.says("logged in as Plakoto")
    await first.kill()
    second = await host.start()
    await second.says("logged in as Plakoto")


async def test_health_tells_how_the_bot_is(host: Host, door: Door) -> None:
    door.refuse = 403
    bot = await host.start(HEALTH_PORT="0")
    address = await bot.health_address()
    assert address.startswith("http://127.0.0.1:")
    async with aiohttp.ClientSession() as client:
        async with client.get(address) as answer:
            assert answer.status == 503
            assert (await answer.json())["ready"] is False
        door.refuse = None
        await bot.says("logged in as Plakoto")
        async with client.get(address) as answer:
            assert answer.status == 200
            health = await answer.json()
    assert set(health) == {"ready", "gateway_ms", "games", "last_commit", "loop_lag_ms", "memory_mb"}
    assert health["ready"] is True
    assert health["games"] == 0
    assert health["memory_mb"] > 10
    assert 0 <= health["loop_lag_ms"]["p50"] <= health["loop_lag_ms"]["p99"]


async def test_a_health_port_that_is_taken_is_named(host: Host, door: Door) -> None:
    port = door.address.rpartition(":")[2]
    bot = await host.start(HEALTH_PORT=port)
    assert await bot.status() == 78
    assert "HEALTH_PORT" in bot.said.splitlines()[-1]


@pytest.mark.parametrize("form", ["text", "json"])
async def test_the_log_is_a_record_a_line_and_never_holds_the_token(host: Host, form: str) -> None:
    bot = await host.start(LOG_LEVEL="DEBUG", LOG_FORMAT=form)
    await bot.says("logged in as Plakoto")
    bot.signal(signal.SIGTERM)
    assert await bot.status() == 0
    assert TOKEN not in bot.said
    assert "secret-token" not in bot.said
    for line in bot.said.splitlines():
        if form == "json":
            assert {"at", "level", "logger", "message"} <= json.loads(line).keys()
        else:
            assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [A-Z]+ [\w.]+: |    ", line), line
