"""When things break: restarts at every stage, a Discord that refuses, things deleted underneath, faults of our own."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from typing import Any

import aiohttp
import discord
import pytest
import simcord

from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.words import answers, challenges, common, refusals, turns
from tests.cogs.conftest import World, answer
from tests.conftest import Clock

POST = "/channels/*/messages"
CALLBACK = "/interactions/*/callback"
MANY = "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 21"


def turns_told(world: World) -> int:
    """How many messages of the channel tell of a play."""
    return sum(" played **" in message.content for message in world.channel.history())


def mended(world: World) -> None:
    world.env.backend.faults.clear()


# --- restarts ------------------------------------------------------------------------------------------------


async def test_a_challenge_is_answered_after_a_restart(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    await world.restart()
    await world.ben.click(world.last, label="Accept")
    assert "you rolled" in world.last.content


async def test_a_turn_goes_on_after_a_restart(world: World) -> None:
    await world.start_game()
    turn = world.last
    await world.restart()
    assert world.last.id == turn.id, "nothing was lost, so nothing is said again"
    await world.pick()
    assert (await world.game()).state.ply == 1
    assert world.again(turn).components == []


async def test_a_half_made_play_goes_on_after_a_restart(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    await world.pick(world.ann)
    await world.restart()
    await world.pick(world.ann)
    await world.restart()
    await world.ann.click(world.again(turn), label="Undo")
    await world.pick(world.ann)
    await world.restart()
    await world.ann.click(world.again(turn), label="Confirm")
    assert (await world.game()).state.ply == 1


async def test_a_message_that_could_not_be_noted_is_noted_later_and_not_told_again(world: World, clock: Clock) -> None:
    world.foresees_errors = True
    await world.start_game()
    turn, mover = world.last, world.on_roll
    play = str(world.menu().options[0].label)
    file = sqlite3.connect(str(world.database._engine.url.database), isolation_level=None)
    file.execute(
        "CREATE TRIGGER full BEFORE UPDATE OF shown ON games WHEN NEW.shown > OLD.shown AND OLD.shown > 0 "
        "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    await mover.slash(world.channel, "move", play=play)
    assert turns_told(world) == 1
    assert world.again(turn).components, "nobody knows of the new message yet"
    file.execute("DROP TRIGGER full")
    file.close()
    clock.seconds += 60
    await world.env.advance_time(61)
    assert world.again(turn).components == []
    first, second = (post["nonce"] for post in world.posts()[-2:])
    assert first == second, "by which Discord, unlike the simulated one, knows that it has that message"
    assert await world.services.telling.untold() == []


async def test_a_turn_whose_message_was_lost_is_told_once_after_a_restart(world: World) -> None:
    await world.start_game()
    turn, mover = world.last, world.on_roll
    world.env.inject_error("POST", POST, status=500, times=None)
    told = answer(await world.pick())
    assert "saved" in told
    assert (await world.game()).state.ply == 1
    assert turns_told(world) == 0
    mended(world)
    await world.restart()
    assert turns_told(world) == 1
    assert f"<@{mover.id}> played" in world.last.content
    assert world.again(turn).components == []
    await world.restart()
    assert turns_told(world) == 1
    lost, sent = world.posts()[-2:]
    assert lost["nonce"] == sent["nonce"], "Discord tells by it that both are one message"
    assert lost["enforce_nonce"]
    assert len(lost["nonce"]) <= 25
    await world.pick()
    assert world.posts()[-1]["nonce"] != sent["nonce"]
    assert (await world.game()).state.ply == 2


async def test_an_accepted_game_whose_first_message_was_lost_is_told_after_a_restart(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.inject_error("POST", POST, status=500)
    assert "saved" in answer(await world.ben.click(world.last, label="Accept"))
    await world.restart()
    assert "Opening:" in world.last.content


async def test_a_result_whose_message_was_lost_is_told_after_a_restart(world: World) -> None:
    await world.start_game()
    result = await world.ann.slash(world.channel, "resign")
    assert result.response is not None
    world.env.inject_error("POST", POST, status=500)
    await world.ann.click(result.response, label="Resign")
    await world.restart()
    assert "resigned" in world.last.content
    assert world.buttons() == ["Rematch", "Analyse"]


async def test_a_rematch_works_after_a_restart(world: World) -> None:
    await world.start_game()
    result = await world.ann.slash(world.channel, "resign")
    assert result.response is not None
    await world.restart()
    await world.ann.click(result.response, label="Resign")
    await world.restart()
    await world.ben.click(world.last, label="Rematch")
    await world.restart()
    await world.ann.click(world.last, label="Accept")
    assert (await world.game()).match.id == 2


async def test_one_game_that_cannot_be_told_keeps_no_other_waiting(world: World) -> None:
    other = world.guild.create_text_channel("other")
    for channel in (world.channel, other):
        await world.ann.slash(channel, "challenge", opponent=world.ben)
        assert channel.last_message is not None
        world.env.inject_error("POST", POST, status=500)
        await world.ben.click(channel.last_message, label="Accept")
    mended(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=None)
    await world.restart()
    assert other.last_message is not None
    assert "Opening:" in other.last_message.content


# --- a Discord that refuses ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [10062, 40060])
async def test_a_press_whose_acknowledgement_fails_is_a_turn_all_the_same(world: World, code: int) -> None:
    await world.start_game()
    old = world.last
    world.env.inject_error("POST", CALLBACK, status=404 if code == 10062 else 400, code=code)
    await world.pick()
    assert (await world.game()).state.ply == 1
    assert turns_told(world) == 1
    assert world.again(old).components == [], "the old controls go although the press could not take them"


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (500, 0, "Discord did not take"),
        (403, 50013, "lack a permission"),
        (404, 0, "Discord did not take"),
        (400, 50035, "Discord"),
    ],
)
async def test_a_turn_that_cannot_be_shown_stands_and_the_board_mends_it(
    world: World, status: int, code: int, words: str
) -> None:
    await world.start_game()
    world.env.inject_error("POST", POST, status=status, code=code, times=None)
    told = answer(await world.pick())
    assert words in told
    assert "/board" in told
    assert f"<#{world.channel.id}>" in told
    mended(world)
    assert turns_told(world) == 0
    answer(await world.waiting.slash(world.channel, "board"))
    assert turns_told(world) == 1
    assert (await world.game()).state.ply == 1


async def test_a_permission_lost_in_mid_game_is_told_and_mended_by_the_board(world: World) -> None:
    await world.start_game()
    mover = world.on_roll
    await world.permit(world.channel, attach_files=False, send_messages=False)
    told = answer(await world.pick())
    assert "permission" in told
    assert (await world.game()).state.ply == 1
    result = await mover.slash(world.channel, "board")
    assert result.response is not None
    assert result.response.ephemeral, "the private board is shown even then"
    await world.permit(world.channel)
    await mover.slash(world.channel, "board")
    assert turns_told(world) == 1
    await world.pick()
    assert (await world.game()).state.ply == 2


async def test_a_typed_move_that_cannot_be_answered_is_made_all_the_same(world: World) -> None:
    await world.start_game()
    await world.put(MANY)
    await world.permit(world.channel, send_messages=False)
    await world.ann.send(world.channel, f"{world.bot.mention} 24/23 24/22")
    assert (await world.game()).state.ply == 1


async def test_a_connection_lost_while_posting_is_a_turn_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_game()
    request = world.env.bot.http.request

    async def cut_off(route: discord.http.Route, **options: Any) -> object:
        if route.method == "POST" and route.path == "/channels/{channel_id}/messages":
            raise aiohttp.ServerDisconnectedError
        return await request(route, **options)

    with monkeypatch.context() as patch:
        patch.setattr(world.env.bot.http, "request", cut_off)
        told = answer(await world.pick())
    assert "saved" in told
    await world.ann.slash(world.channel, "board")
    assert turns_told(world) == 1


async def test_a_step_whose_picture_is_not_taken_can_be_tried_again(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    world.env.inject_error("POST", CALLBACK, status=500)
    await world.pick(world.ann)
    assert world.again(turn).content == turn.content
    await world.pick(world.ann)
    assert "So far" in world.again(turn).content


async def test_a_board_that_discord_did_not_take_comes_by_itself_later(world: World, clock: Clock) -> None:
    await world.start_game()
    world.env.inject_error("POST", POST, status=500, times=None)
    await world.pick()
    tried = len(world.posts())
    clock.seconds += 10
    await world.env.advance_time(11)
    assert len(world.posts()) == tried + 1
    clock.seconds += 10
    await world.env.advance_time(11)
    assert len(world.posts()) == tried + 1, "each time the channel is left alone for longer"
    mended(world)
    clock.seconds += 10
    await world.env.advance_time(11)
    assert turns_told(world) == 1
    clock.seconds += 3600
    await world.env.advance_time(11)
    assert turns_told(world) == 1


# --- things deleted underneath -------------------------------------------------------------------------------


async def test_a_deleted_channel_ends_its_games(world: World) -> None:
    await world.start_game()
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert (await world.services.games.match(1)).status is MatchStatus.FINISHED
    other = world.guild.create_text_channel("other")
    assert "no games" in answer(await world.ann.slash(other, "games"))
    await world.restart()


async def test_a_deleted_thread_ends_its_games_and_no_others(world: World) -> None:
    thread = simcord.ChannelHandle(
        world.env, world.guild, world.env.backend.create_thread(world.channel.id, "table 2", world.ann.id)
    )
    await world.env.settle()
    await world.start_game()
    await world.cleo.slash(thread, "challenge", opponent=world.ben)
    assert thread.last_message is not None
    await world.ben.click(thread.last_message, label="Accept")
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert (await world.services.games.match(1)).status is MatchStatus.RUNNING
    assert (await world.services.games.match(2)).status is MatchStatus.FINISHED


async def test_a_channel_deleted_while_the_bot_was_away_ends_its_games_at_the_next_try(world: World) -> None:
    await world.start_game()
    world.env.inject_error("POST", POST, status=404, code=10003, times=None)
    assert "gone" in answer(await world.pick())
    mended(world)
    assert (await world.services.games.match(1)).status is MatchStatus.FINISHED
    assert await world.services.telling.untold() == []


async def test_with_its_turn_message_deleted_a_game_goes_on_from_the_private_board(world: World) -> None:
    await world.start_game()
    mover = world.on_roll
    world.env.backend.delete_message(world.channel.id, world.last.id)
    await world.env.settle()
    result = await mover.slash(world.channel, "board")
    assert result.response is not None
    await mover.select(result.response, values=[world.menu(result.response).options[0].value])
    assert turns_told(world) == 1


async def test_a_deleted_card_withdraws_its_challenge(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.backend.delete_message(world.channel.id, world.last.id)
    await world.env.settle()
    assert (await world.services.games.match(1)).status is MatchStatus.WITHDRAWN
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]


async def test_other_deleted_messages_change_nothing(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    chat = await world.ann.send(world.channel, "hello")
    await world.ann.delete(chat)
    await world.ben.click(card, label="Accept")
    world.env.backend.delete_message(world.channel.id, card.id)
    await world.env.settle()
    assert (await world.services.games.match(1)).status is MatchStatus.RUNNING


# --- faults of our own ---------------------------------------------------------------------------------------


async def hide_games(world: World, *, back: bool = False) -> None:
    """A real fault underneath: the table is not there."""
    old, new = ("hidden", "games") if back else ("games", "hidden")
    async with world.database.write() as transaction:
        await transaction.matches._connection.exec_driver_sql(f"ALTER TABLE {old} RENAME TO {new}")


@pytest.mark.parametrize("way", ["command", "button", "menu", "typed command", "typed move"])
async def test_an_unforeseen_fault_is_told_by_number_and_logged_under_it(
    world: World, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    world.foresees_errors = True
    await world.start_game()
    mover, turn = world.on_roll, world.last
    await hide_games(world)
    if way == "command":
        told = answer(await mover.slash(world.channel, "board"))
    elif way == "button":
        told = answer(await mover.click(world.last, label="My board"))
    elif way == "menu":
        told = answer(await world.pick(mover))
    else:
        words = "board" if way == "typed command" else "24/18 24/23"
        await mover.send(world.channel, f"{world.bot.mention} {words}")
        told = world.last.content
    found = re.search(r"incident `([0-9a-f]{8})`", told)
    assert found, told
    assert found[1] in caplog.text
    assert "no such table" in caplog.text
    for secret in ("Error", "Traceback", "sqlite", "table", "SELECT"):
        assert secret not in told
    await hide_games(world, back=True)
    await mover.select(turn, values=[world.menu(turn).options[0].value])
    assert (await world.game()).state.ply == 1


async def test_a_fault_while_refusing_is_told_too(world: World) -> None:
    world.foresees_errors = True
    await world.start_game()
    turn, mover = world.last, world.on_roll
    world.env.inject_error("PATCH", f"/channels/*/messages/{turn.id}", status=500)
    world.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await world.pick()
    async with world.database.write() as transaction:
        await transaction.matches._connection.exec_driver_sql("ALTER TABLE events RENAME TO hidden")
    # The press is stale, which is seen without the events; the board that should go with the answer needs them.
    told = answer(await mover.select(turn, values=[world.menu(turn).options[0].value]))
    assert "incident" in told


async def test_a_refusal_that_no_player_brings_about_is_a_fault(world: World) -> None:
    world.foresees_errors = True
    await world.start_game()
    async with world.database.write() as transaction:
        match = await transaction.matches.get(1)
        assert match is not None
        await transaction.matches.save(replace(match, terms=replace(match.terms, preset="unheard-of")))
    assert "incident" in answer(await world.ann.slash(world.channel, "board"))
    assert "incident" in answer(await world.pick())


async def test_suggestions_fail_silently(world: World) -> None:
    world.foresees_errors = True
    await world.start_game()
    await hide_games(world)
    assert await world.on_roll.autocomplete(world.channel, "move", "play", "24") == []


async def test_two_faults_have_two_numbers(world: World) -> None:
    world.foresees_errors = True
    await world.start_game()
    await hide_games(world)
    numbers = {answer(await world.ann.slash(world.channel, "board")) for _ in range(3)}
    assert len(numbers) == 3


# --- sentences -----------------------------------------------------------------------------------------------


def test_every_sentence_is_short_and_ends_like_one() -> None:
    sentences = {
        name: text
        for module in (answers, challenges, common, refusals, turns)
        for name, text in vars(module).items()
        if name.isupper() and isinstance(text, str) and not name.startswith(("RULES", "HELP", "GAMES", "SO_FAR"))
    }
    assert len(sentences) > 20
    for name, text in sentences.items():
        assert len(text) < 200, name
        # Some end with a link, a list or a command to press.
        assert text.rstrip("*`")[-1] in ".?:!)}" or text.endswith("`"), (name, text)
