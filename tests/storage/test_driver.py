"""Which calls of the driver go to a thread: those that wait for the disk, and no others."""

from __future__ import annotations

import threading

from plakoto_bot.storage.database import Database


async def test_statements_run_in_the_loops_thread_and_commits_in_another(database: Database) -> None:
    ran_in: dict[str, int] = {}
    async with database.write() as transaction:
        raw = await transaction.matches._connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        await driver.set_trace_callback(lambda statement: ran_in.setdefault(statement, threading.get_ident()))
        await transaction.games.count_running()
    here = threading.get_ident()
    (counting,) = [thread for statement, thread in ran_in.items() if "count" in statement]
    assert counting == here
    assert ran_in["COMMIT"] != here
