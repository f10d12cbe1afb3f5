"""A bot that is told to stop finishes what it has begun, begins nothing new, and tells people so."""

from __future__ import annotations

import asyncio

import pytest

from cogs.kit.work import Stopping, Work
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import World, answer
from tests.cogs.slowness import SlowDatabase, begin, end
from tests.cogs.slowness import database as database
from tests.cogs.slowness import slow as slow
from tests.conftest import Clock


async def test_a_turn_in_hand_is_made_posted_and_answered(world: World, slow: SlowDatabase) -> None:
    turn = await world.start_game()
    result = await begin(world, slow, world.on_roll.select(turn, values=[world.menu().options[0].value]))
    stopping = asyncio.create_task(world.client.app.work.finish(3600))
    await end(world, slow)
    assert await stopping == 0
    assert result.acknowledged
    assert (await world.game()).state.ply == 1
    assert "played" in world.last.content
    assert world.again(turn).components == []


async def test_what_comes_after_that_is_refused_with_a_sentence(world: World) -> None:
    turn = await world.start_game()
    mover = world.on_roll
    assert await world.client.app.work.finish(1) == 0
    assert answer(await mover.select(turn, values=[world.menu(turn).options[0].value])) == refusals_words.STOPPING
    assert answer(await mover.slash(world.channel, "resign")) == refusals_words.STOPPING
    assert answer(await world.cleo.slash(world.channel, "challenge")) == refusals_words.STOPPING
    await mover.send(world.channel, f"{world.bot.mention} {world.menu(turn).options[0].label}")
    assert world.last.content == refusals_words.STOPPING
    assert (await world.game()).state.ply == 0
    await world.restart()
    await mover.select(turn, values=[world.menu(turn).options[0].value])
    assert (await world.game()).state.ply == 1


async def test_clocks_and_overdue_challenges_wait_for_the_next_start(world: World, clock: Clock) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, pace="blitz")
    await world.client.app.work.finish(1)
    clock.seconds += 25 * 3600
    before = len(world.env.http_requests)
    await world.env.advance_time(120)
    assert world.env.http_requests[before:] == []
    await world.restart()
    await world.env.advance_time(61)
    assert (await world.services.games.match(1)).status is MatchStatus.EXPIRED


async def test_a_loop_that_has_done_its_round_keeps_nobody_waiting() -> None:
    work, begun, go = Work(), asyncio.Event(), asyncio.Event()

    async def loop() -> None:
        with work.begun():
            begun.set()
            await go.wait()
        await asyncio.Event().wait()

    task = asyncio.create_task(loop())
    await begun.wait()
    stopping = asyncio.create_task(work.finish(3600))
    await asyncio.sleep(0)
    go.set()
    assert await stopping == 0
    assert not task.done()
    task.cancel()


async def test_what_takes_too_long_is_cut_off_and_counted() -> None:
    work, begun = Work(), asyncio.Event()

    async def never() -> None:
        with work.begun():
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(never())
    await begun.wait()
    assert await work.finish(0.01) == 1
    assert task.cancelled()
    with pytest.raises(Stopping), work.begun():
        pass


async def test_work_within_work_is_one_and_may_go_on_while_stopping() -> None:
    work, begun, go = Work(), asyncio.Event(), asyncio.Event()

    async def twice() -> str:
        with work.begun():
            begun.set()
            await go.wait()
            with work.begun():
                await asyncio.sleep(0)
            return "done"

    task = asyncio.create_task(twice())
    await begun.wait()
    stopping = asyncio.create_task(work.finish(60))
    await asyncio.sleep(0)
    go.set()
    assert await stopping == 0
    assert await task == "done"
