"""Writers at the same time: each has its own transaction, and all of them wait for the disk together."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import QueuePool, event, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from plakoto_bot.storage.sqlite.driver import COMMIT, Connection
from plakoto_bot.storage.sqlite.group_commit import GroupCommit

INSERT = text("INSERT INTO numbers VALUES (:number)")


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    made = create_async_engine(f"sqlite+aiosqlite:///{tmp_path}/numbers.db")

    @event.listens_for(made.sync_engine, "do_connect")
    def connect(_dialect: object, _record: object, _arguments: object, options: dict[str, object]) -> None:
        options |= {"isolation_level": None, "async_creator_fn": Connection}

    @event.listens_for(made.sync_engine, "begin")
    def begin(connection: object) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # type: ignore[attr-defined]

    async with made.begin() as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    yield made
    await made.dispose()


@pytest.fixture
async def group(engine: AsyncEngine) -> AsyncIterator[GroupCommit]:
    made = GroupCommit(engine)
    yield made
    await made.close()


@pytest.fixture
def commits(engine: AsyncEngine) -> list[str]:
    """Grows by one with every commit."""
    seen: list[str] = []
    event.listen(engine.sync_engine, "commit", lambda _connection: seen.append(COMMIT))
    return seen


async def write(group: GroupCommit, number: int) -> None:
    async with group.join() as connection:
        await connection.execute(INSERT, {"number": number})
        await asyncio.sleep(0)


def stored(engine: AsyncEngine) -> list[int]:
    """What anybody else finds in the file now."""
    file = sqlite3.connect(str(engine.url.database))
    try:
        return [number for (number,) in file.execute("SELECT number FROM numbers ORDER BY number")]
    finally:
        file.close()


async def test_writers_who_wait_for_one_another_are_committed_together(
    engine: AsyncEngine, group: GroupCommit, commits: list[str]
) -> None:
    await asyncio.gather(*(write(group, number) for number in range(50)))
    assert stored(engine) == list(range(50))
    assert len(commits) <= 2
    await write(group, 50)
    assert stored(engine)[-1] == 50


async def test_a_writer_hears_of_success_only_once_it_is_on_the_disk(engine: AsyncEngine, group: GroupCommit) -> None:
    found: list[bool] = []

    async def write_and_look(number: int) -> None:
        await write(group, number)
        found.append(number in stored(engine))

    await asyncio.gather(*(write_and_look(number) for number in range(20)))
    assert found == [True] * 20


async def test_an_error_undoes_one_writer_and_no_other(engine: AsyncEngine, group: GroupCommit) -> None:
    async def change_ones_mind(number: int) -> None:
        async with group.join() as connection:
            await connection.execute(INSERT, {"number": number})
            raise ValueError(number)

    results = await asyncio.gather(
        *((change_ones_mind if number % 3 == 0 else lambda n: write(group, n))(number) for number in range(12)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [ValueError, type(None), type(None)] * 4
    assert stored(engine) == [number for number in range(12) if number % 3]


async def test_closing_waits_for_whoever_is_in_line_and_leaves_nothing_open(
    engine: AsyncEngine, group: GroupCommit
) -> None:
    writers = [asyncio.create_task(write(group, number)) for number in range(3)]
    await asyncio.sleep(0)
    await group.close()
    await asyncio.gather(*writers)
    assert stored(engine) == [0, 1, 2]
    assert cast("QueuePool", engine.pool).checkedout() == 0


async def test_who_gives_up_waiting_in_line_holds_up_nobody(engine: AsyncEngine, group: GroupCommit) -> None:
    writers = [asyncio.create_task(write(group, number)) for number in range(6)]
    await asyncio.sleep(0)
    for writer in writers[1::2]:
        writer.cancel()
    results = await asyncio.gather(*writers, return_exceptions=True)
    assert [result for result in results[::2] if result] == []
    assert {0, 2, 4} <= set(stored(engine))


async def test_all_hear_of_it_when_the_transaction_was_lost_before_it_could_be_committed(
    engine: AsyncEngine, group: GroupCommit
) -> None:
    async def lose() -> None:
        async with group.join() as connection:
            # As SQLite does by itself when the disk is full: the whole transaction is gone, not only this part.
            await connection.exec_driver_sql("ROLLBACK")

    before, losing, after = await asyncio.gather(write(group, 1), lose(), write(group, 2), return_exceptions=True)
    assert isinstance(before, Exception)
    assert isinstance(losing, Exception)
    assert after is None
    assert stored(engine) == [2]
