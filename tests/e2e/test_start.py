"""Starting the bot: what its host reads when it cannot run as it is, and that it comes up as soon as it can."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import LOGGED_IN, NOBODY_THERE, Host
from tests.e2e.discord_server import faults
from tests.e2e.discord_server.faults import LOGIN
from tests.e2e.discord_server.gateway import WRONG_TOKEN
from tests.e2e.discord_server.server import TOKEN, DiscordServer
from tests.e2e.table import Table


async def test_without_a_network_it_says_what_to_do_and_keeps_trying_a_line_each(host: Host) -> None:
    bot = await host.launch(DISCORD_API_URL=NOBODY_THERE)
    second = await bot.says("Try 2 failed")
    assert "check this machine's network" in second
    assert "next is in" in second
    assert bot.log.count("cannot reach Discord") == 2
    assert "Traceback" not in bot.log


@pytest.mark.parametrize(
    ("route", "fault"),
    [
        pytest.param(LOGIN, faults.refuse, id="no connection"),
        pytest.param(LOGIN, faults.answer(403), id="no login"),
        pytest.param("GET /gateway", faults.answer(502), id="no gateway"),
    ],
)
async def test_it_comes_up_by_itself_once_discord_is_there(
    host: Host, server: DiscordServer, route: str, fault: faults.Fault
) -> None:
    # As often as a retrying client may ask before it gives up for now.
    server.faults.plan(route, fault, 100)
    table = Table.laid(server)
    bot = await host.launch()
    await bot.says("Try 1 failed")
    server.faults.clear()
    await bot.says(LOGGED_IN)
    await table.begin()
    assert "Traceback" not in bot.log


@pytest.mark.parametrize("told_by", ["login", "gateway"])
async def test_a_wrong_token_ends_it_with_what_to_do(host: Host, server: DiscordServer, told_by: str) -> None:
    token = "another.token.altogether" if told_by == "login" else TOKEN
    server.gateway.turns_away = WRONG_TOKEN
    bot = await host.launch(DISCORD_TOKEN=token)
    assert await bot.ended() == 78
    last = bot.log.splitlines()[-1]
    assert "DISCORD_TOKEN" in last
    assert "developer portal" in last
    assert "Traceback" not in bot.log
    assert token not in bot.log


async def test_missing_intents_end_it_with_what_to_do(host: Host, server: DiscordServer) -> None:
    server.gateway.grants_content = False
    bot = await host.launch(MESSAGE_CONTENT="true")
    assert await bot.ended() == 78
    last = bot.log.splitlines()[-1]
    assert "MESSAGE_CONTENT" in last
    assert "developer portal" in last
    assert "Traceback" not in bot.log


async def test_a_second_bot_on_the_database_refuses_to_start_and_names_the_first(
    host: Host, server: DiscordServer
) -> None:
    table = Table.laid(server)
    first = await host.start()
    server.faults.plan(LOGIN, faults.answer(500))
    second = await host.launch()
    assert await second.ended() == 1
    assert f"process {first.pid} on " in second.log
    assert "since " in second.log
    assert "Stop that one first" in second.log
    assert server.faults.pending, "Discord does not see two"
    assert server.gateway.identified == 1
    await table.begin()


async def test_a_killed_bot_leaves_no_lock(host: Host) -> None:
    first = await host.start()
    await first.kill()
    await host.start()
