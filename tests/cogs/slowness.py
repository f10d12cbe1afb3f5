"""A database on a busy machine, for tests of answers that take a while; seconds are those of the simulated clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import pytest
import simcord

from plakoto_bot.storage.database import Database
from plakoto_bot.storage.transaction import Transaction
from tests.cogs.conftest import World


class SlowDatabase(Database):
    """A real database where every transaction waits ``seconds`` first."""

    seconds = 0.0

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        await asyncio.sleep(self.seconds)
        async with super().write() as transaction:
            yield transaction

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        await asyncio.sleep(self.seconds)
        async with super().read() as transaction:
            yield transaction


@pytest.fixture
async def database(database: Database) -> AsyncIterator[SlowDatabase]:
    made = SlowDatabase(database._engine)
    yield made
    await made.close()


@pytest.fixture
def slow(database: SlowDatabase) -> SlowDatabase:
    return database


async def begin(
    world: World, slow: SlowDatabase, action: Awaitable[simcord.InteractionResult]
) -> simcord.InteractionResult:
    """Do something and look at once, before anything of it is done."""
    # A timer that is due within the patience would run in real time.
    patience, world.env.settle_timeout = world.env.settle_timeout, 0.95
    slow.seconds = 3
    result = await action
    world.env.settle_timeout = patience
    assert not result.acknowledged, "it would be no slow answer"
    return result


async def end(world: World, slow: SlowDatabase) -> None:
    """Let time go on until all is done."""
    slow.seconds = 0
    await world.env.advance_time(30)
