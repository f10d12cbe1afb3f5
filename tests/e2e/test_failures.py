"""A Discord that refuses, fails, forgets and loses: turns stand, and people see them in the end."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from aiohttp import web

from bench.load import add_game
from plakoto_bot.storage.database import open_database
from tests.e2e import truth
from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_server import faults, people
from tests.e2e.discord_server.faults import CALLBACK, EDIT_MESSAGE, POST_MESSAGE, Fault
from tests.e2e.discord_server.gateway import Gateway
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import ALL_PERMISSIONS, SEND, VIEW, Interaction, Message
from tests.e2e.table import Table, picked, playing_control

FOR_EVER = 1_000
#: More than the faults of any one reply and the steps of a double together take.
_MOST_PRESSES = 20
#: What can become of a reply: which request, what happens to it, and how often.
REPLIES: dict[str, tuple[str, Fault, int]] = {
    "an unknown interaction": (CALLBACK, faults.answer(404, 10062), 1),
    "an interaction acknowledged already": (CALLBACK, faults.answer(400, 40060), 1),
    "an acknowledgement that is refused": (CALLBACK, faults.answer(403, 50013), 1),
    "an acknowledgement cut off before": (CALLBACK, faults.refuse, 1),
    "an acknowledgement cut off after": (CALLBACK, faults.lose, 1),
    "an acknowledgement that fails once": (CALLBACK, faults.answer(502), 1),
    "an acknowledgement limited once": (CALLBACK, faults.limited(0.2), 1),
    "a board that fails once": (POST_MESSAGE, faults.answer(500), 1),
    "an acknowledgement that is slow": (CALLBACK, faults.slow(0.5), 1),
    "a board that is slow": (POST_MESSAGE, faults.slow(0.5), 1),
    "a board that is limited": (POST_MESSAGE, faults.limited(0.2), 2),
    "a board for which there is no access": (POST_MESSAGE, faults.answer(403, 50001), 1),
    "a board for which there is no permission": (POST_MESSAGE, faults.answer(403, 50013), 1),
    "a board cut off before": (POST_MESSAGE, faults.refuse, 1),
    "a board cut off after": (POST_MESSAGE, faults.lose, 1),
    "a board that fails five times": (POST_MESSAGE, faults.answer(500), 5),
    "a board that is limited for long": (POST_MESSAGE, faults.limited(0.2), 5),
    "an old board that is gone": (EDIT_MESSAGE, faults.answer(404, 10008), FOR_EVER),
    "an old board that may not be changed": (EDIT_MESSAGE, faults.answer(403, 50001), FOR_EVER),
}


def in_channel_of(table: Table) -> Callable[[web.Request], bool]:
    """Which requests are about a table: those that name its channel, and answers to what was done there."""

    def about(request: web.Request) -> bool:
        if "channel" in request.match_info:
            return request.match_info["channel"] == str(table.channel.id)
        interaction = table.world.interactions.get(int(request.match_info["interaction"]))
        return interaction is not None and interaction.channel is table.channel

    return about


async def test_whatever_reply_fails_the_turn_stands_and_the_board_comes(server: DiscordServer, tmp_path: Path) -> None:
    tables = {what: Table.laid(server) for what in REPLIES}
    choose = random.Random(4)
    async with BotProcess(server, tmp_path) as bot:
        await asyncio.gather(*(table.begin() for table in tables.values()))
        for what, (route, fault, times) in REPLIES.items():
            server.faults.plan(route, fault, times, only=in_channel_of(tables[what]))
        # Everybody plays two turns; where a step's reply fails, it is chosen again, as people do.
        await asyncio.gather(*(_play_on(table, choose, 2) for table in tables.values()))
        games = await truth.games_of(bot.database_url)
        for what, table in tables.items():
            game = truth.game_at(table, games)
            assert game.record.state.ply >= 2, what
            assert truth.shown(table, game), what
    assert "incident" not in bot.log


async def _play_on(table: Table, choose: random.Random, turns: int) -> None:
    """Play so many turns, however often a press has to be repeated."""
    for _ in range(turns):
        before = table.board
        assert before is not None
        for _ in range(_MOST_PRESSES):
            pressed = table.next_press(before, choose)
            if pressed is None:
                # The controls are gone, so the turn was taken: the next board has to come by itself.
                await table.world.until(partial(_came, table, before), seconds=60)
            else:
                with contextlib.suppress(TimeoutError):
                    await table.world.until(partial(_answered, table, before, before.edits, pressed), seconds=8)
            if _came(table, before):
                break
        assert _came(table, before), "however often they press, the turn is not taken"


def _came(table: Table, before: Message) -> bool:
    """Whether there is a newer board."""
    return table.board is not before


def _answered(table: Table, before: Message, edits: int, pressed: Interaction) -> bool:
    """Whether a press had any effect."""
    return _came(table, before) or before.edits > edits or bool(pressed.seen)


async def test_a_lost_connection_to_the_gateway_loses_nothing(server: DiscordServer, tmp_path: Path) -> None:
    gateway = server.gateway
    table = Table.laid(server)
    choose = random.Random(5)

    async def reset() -> None:
        gateway.reset()

    losses: list[Callable[[], Awaitable[None]]] = [
        reset,
        lambda: gateway.close(1001),
        lambda: gateway.close(4000),
        gateway.ask_to_reconnect,
        reset,
    ]
    async with BotProcess(server, tmp_path) as bot:
        await table.begin()
        for lose in losses:
            resumed = gateway.resumed
            before = table.board
            assert before is not None
            await lose()
            # Pressed while nobody listens: told to the bot when it is back.
            table.next_press(before, choose)
            await server.world.until(partial(_resumed, gateway, resumed))
            await _play_on(table, choose, 1)
        identified = gateway.identified
        await gateway.invalidate()
        await server.world.until(lambda: gateway.identified > identified and gateway.connected)
        await _play_on(table, choose, 2)
        games = await truth.games_of(bot.database_url)
        assert truth.shown(table, truth.game_at(table, games))
        truth.require_kept(server.world.interactions.values(), games)


async def test_events_that_come_twice_count_once(server: DiscordServer, tmp_path: Path) -> None:
    table = Table.laid(server)
    choose = random.Random(6)
    async with BotProcess(server, tmp_path) as bot:
        await table.begin()
        server.gateway.deliveries = 2
        await _play_on(table, choose, 6)
        said = len(table.channel.messages)
        people.write(server.world, table.white, table.channel, "@bot board")
        await server.world.until(lambda: len(table.channel.messages) > said + 1)
        games = await truth.games_of(bot.database_url)
        game = truth.game_at(table, games)
        assert game.record.state.ply >= 6
        truth.require_kept(server.world.interactions.values(), games)
        assert len({board.nonce for board in truth.boards(table)}) == len(truth.boards(table))


async def test_what_is_deleted_or_forbidden_meanwhile(server: DiscordServer, tmp_path: Path) -> None:
    world, choose = server.world, random.Random(7)
    deleted, gone, forbidden, unseen = (Table.laid(server) for _ in range(4))
    async with BotProcess(server, tmp_path) as bot:
        await asyncio.gather(*(table.begin() for table in (deleted, gone, forbidden, unseen)))
        board = deleted.board
        assert board is not None
        world.delete_message(board)
        caller = deleted.on_roll(board)
        assert caller is not None
        refused = people.command(world, caller, deleted.channel, "move", play="nonsense")
        await world.until(lambda: refused.seen)
        assert "nonsense" in refused.seen[0].content
        shown = people.command(world, caller, deleted.channel, "board")
        await world.until(lambda: shown.seen)
        await _play_under(deleted, shown.seen[0], choose)

        for table, permissions in ((forbidden, ALL_PERMISSIONS & ~SEND), (unseen, ALL_PERMISSIONS & ~VIEW)):
            world.permit(table.channel, permissions)
            played = table.board
            assert played is not None
            while played.controls:
                edits = played.edits
                table.next_press(played, choose)
                await world.until(partial(_edited, played, edits))
        world.delete_channel(gone.channel)
        for table in (forbidden, unseen):
            world.permit(table.channel, ALL_PERMISSIONS)
        await world.until(lambda: all(len(truth.boards(table)) == 2 for table in (forbidden, unseen)), seconds=60)
        games = await truth.games_of(bot.database_url)
        assert truth.game_at(gone, games).record.state.outcome is not None
        for table in (deleted, forbidden, unseen):
            assert truth.shown(table, truth.game_at(table, games))


def _resumed(gateway: Gateway, before: int) -> bool:
    return gateway.resumed > before


def _edited(message: Message, edits: int) -> bool:
    return message.edits > edits


def _edited_or_told(table: Table, mine: Message, edits: int) -> bool:
    return _edited(mine, edits) or table.board is not None


async def _play_under(table: Table, mine: Message, choose: random.Random) -> None:
    """Play a turn under a board that only its player sees."""
    caller = table.on_roll(mine)
    assert caller is not None
    while table.board is None:
        control, edits = playing_control(mine), mine.edits
        if control is not None:
            people.press(table.world, caller, mine, control, picked(control, choose))
        await table.world.until(partial(_edited_or_told, table, mine, edits))


async def test_after_a_crash_each_channel_is_told_once_at_a_pace_discord_allows(
    server: DiscordServer, tmp_path: Path
) -> None:
    tables = [Table.laid(server) for _ in range(100)]
    bot = BotProcess(server, tmp_path)
    database = await open_database(bot.database_url)
    async with database.write() as transaction:
        for table in tables:
            await add_game(transaction, table.channel.guild.id, table.channel.id, table.white.id, table.black.id)
    await database.close()
    server.faults.per_second = 50
    # Discord may still be stricter than it says.
    server.faults.plan(POST_MESSAGE, faults.limited(0.5, everywhere=True), 2, after=20)
    async with bot:
        await server.world.until(lambda: all(table.board for table in tables), seconds=60)
        games = await truth.games_of(bot.database_url)
    assert [len(truth.boards(table)) for table in tables] == [1] * len(tables)
    assert len(games) == len(tables)
    assert server.faults.excesses == 0
