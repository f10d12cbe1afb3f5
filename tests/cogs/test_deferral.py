"""An answer that takes over a second is put off first, is still the answer, and is seen by the same people."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass

import simcord

from plakoto_bot.words import answers as answers_words
from tests.cogs.conftest import World, answer
from tests.cogs.slowness import SlowDatabase, begin, end
from tests.cogs.slowness import database as database
from tests.cogs.slowness import slow as slow

MANY = "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 21"


async def slowly(world: World, slow: SlowDatabase, action: Awaitable[simcord.InteractionResult]) -> Slow:
    """Do something while every transaction takes three seconds, and look a second later."""
    result = await begin(world, slow, action)
    await world.env.advance_time(0.9)
    assert not result.acknowledged, "who answers within a second needs no putting off"
    await world.env.advance_time(0.2)
    assert result.deferred
    before = [message.content for message in world.channel.history()]
    ephemeral = result.response.ephemeral if result.response else None
    await end(world, slow)
    return Slow(result, before, ephemeral)


@dataclass
class Slow:
    """An answer that took seconds: what the channel showed while it was put off, and whether only one person saw it."""

    result: simcord.InteractionResult
    channel_before: list[str]
    ephemeral: bool | None


async def test_a_slow_command_is_put_off_and_answered_to_the_one_who_asked(world: World, slow: SlowDatabase) -> None:
    await world.start_game()
    done = await slowly(world, slow, world.ann.slash(world.channel, "games"))
    assert done.ephemeral
    assert "Your games" in answer(done.result)
    assert done.result.followups == [], "the answer takes the place of the waiting"


async def test_so_is_a_board_with_its_picture_and_controls(world: World, slow: SlowDatabase) -> None:
    await world.start_game()
    done = await slowly(world, slow, world.on_roll.slash(world.channel, "board"))
    assert "you rolled" in answer(done.result)
    assert done.result.response is not None
    assert len(done.result.response.attachments) == 1
    await world.on_roll.select(done.result.response, values=[world.menu(done.result.response).options[0].value])
    assert (await world.game()).state.ply == 1


async def test_a_slow_refusal_is_for_the_one_who_asked_too(world: World, slow: SlowDatabase) -> None:
    done = await slowly(world, slow, world.ann.slash(world.channel, "resign"))
    assert done.ephemeral
    assert "no game in this channel" in answer(done.result)


async def test_a_slow_challenge_is_for_everybody(world: World, slow: SlowDatabase) -> None:
    done = await slowly(world, slow, world.ann.slash(world.channel, "challenge", opponent=world.ben))
    assert done.ephemeral is False
    assert "challenges" in world.last.content
    await world.ben.click(world.last, label="Accept")
    assert "you rolled" in world.last.content, "its card is known"


async def test_a_challenge_that_is_refused_slowly_is_refused_in_private(world: World, slow: SlowDatabase) -> None:
    await world.start_game()
    seen = len(world.channel.history())
    done = await slowly(world, slow, world.ann.slash(world.channel, "challenge", opponent=world.ben))
    assert done.ephemeral is False
    assert "already" in "".join(message.content for message in done.result.followups)
    assert all(message.ephemeral for message in done.result.followups)
    assert len(world.channel.history()) == seen, "nothing is left of the waiting"


async def test_a_slow_move_by_the_menu_is_put_off_without_a_trace_and_made_once(
    world: World, slow: SlowDatabase
) -> None:
    turn = await world.start_game()
    value = world.menu().options[0].value
    done = await slowly(world, slow, world.on_roll.select(turn, values=[value]))
    assert turn.content in done.channel_before, "while it is put off nothing changes"
    assert (await world.game()).state.ply == 1
    assert world.again(turn).components == []
    assert "played" in world.last.content
    assert done.result.followups == []


async def test_a_slow_step_changes_the_message_of_the_turn(world: World, slow: SlowDatabase) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    value = world.menu().options[0].value
    await slowly(world, slow, world.ann.select(turn, values=[value]))
    now = world.again(turn)
    assert "So far" in now.content
    assert len(now.attachments) == 1
    assert now.attachments[0].id != turn.attachments[0].id
    assert "Undo" in world.buttons(now)


async def test_a_slow_press_of_somebody_else_is_refused_in_private(world: World, slow: SlowDatabase) -> None:
    turn = await world.start_game()
    value = world.menu().options[0].value
    done = await slowly(world, slow, world.cleo.select(turn, values=[value]))
    (refusal,) = done.result.followups
    assert refusal.ephemeral
    assert "only they can move" in refusal.content
    assert world.again(turn).content == turn.content


async def test_a_slow_board_under_the_turn_comes_in_private(world: World, slow: SlowDatabase) -> None:
    turn = await world.start_game()
    done = await slowly(world, slow, world.waiting.click(turn, label="My board"))
    (board,) = done.result.followups
    assert board.ephemeral
    assert len(board.attachments) == 1
    assert world.again(turn).content == turn.content


async def test_a_slow_press_under_a_private_board_changes_that_board(world: World, slow: SlowDatabase) -> None:
    await world.start_game()
    asked = await world.ann.slash(world.channel, "resign")
    assert asked.response is not None
    done = await slowly(world, slow, world.ann.click(asked.response, label="Resign"))
    assert asked.response.content == answers_words.RESIGN_DONE
    assert done.result.followups == []
    assert "resigned" in world.last.content


async def test_a_slow_rematch_is_a_card_for_everybody(world: World, slow: SlowDatabase) -> None:
    await world.start_game()
    asked = await world.ann.slash(world.channel, "resign")
    assert asked.response is not None
    await world.ann.click(asked.response, label="Resign")
    result = world.last
    await slowly(world, slow, world.ben.click(result, label="Rematch"))
    assert world.last.id != result.id
    assert "challenges" in world.last.content
    await world.ann.click(world.last, label="Accept")
    assert "you rolled" in world.last.content


async def test_an_unforeseen_fault_after_a_while_is_told_in_private(world: World, slow: SlowDatabase) -> None:
    world.foresees_errors = True
    await world.start_game()
    async with world.database.write() as transaction:
        await transaction.matches._connection.exec_driver_sql("ALTER TABLE games RENAME TO hidden")
    done = await slowly(world, slow, world.ann.slash(world.channel, "challenge", opponent=world.cleo))
    assert all(message.ephemeral for message in done.result.followups)
    assert "incident" in "".join(message.content for message in done.result.followups)


async def test_when_putting_off_fails_the_turn_is_made_all_the_same(world: World, slow: SlowDatabase) -> None:
    turn = await world.start_game()
    value = world.menu().options[0].value
    world.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=None)
    await begin(world, slow, world.on_roll.select(turn, values=[value]))
    await world.env.advance_time(1.1)
    await end(world, slow)
    assert (await world.game()).state.ply == 1
    assert "played" in world.last.content
