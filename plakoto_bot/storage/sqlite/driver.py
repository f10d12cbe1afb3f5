"""SQLite for SQLAlchemy's asyncio engine without a trip to another thread for every statement.

aiosqlite sends everything to a thread: a statement is four trips there and back, each of which may wait for Python's
lock. SQLite is no server; it answers most statements from memory in less time than one such trip takes. So statements
run where they are asked for, and only what waits for the disk goes to the thread.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import aiosqlite

COMMIT = "COMMIT"
#: How long to wait for another process, and how often to look whether it has ended.
BUSY_SECONDS = 10
_LOOK_AGAIN_SECONDS = 0.02
#: The part of SQLite's extended error codes that says what kind of error it is.
_PRIMARY = 0xFF


class Connection(aiosqlite.Connection):
    """A connection to one SQLite file, to be awaited before it is used."""

    def __init__(self, file: str, **options: Any) -> None:
        options["check_same_thread"] = False
        super().__init__(partial(sqlite3.connect, file, **options), iter_chunk_size=64)
        # One that nobody closed must not keep the process alive.
        self._thread.daemon = True

    async def commit(self) -> None:
        """Commit; an error, unlike sqlite3's own, if a full disk or the like has already undone the transaction."""
        await self._execute(self._conn.execute, COMMIT)

    def begin_read(self) -> None:
        """Begin a transaction that only reads; nobody is waited for."""
        self._conn.execute("BEGIN")

    def begin_at_once(self) -> bool:
        """Begin to write if no other process does; as a rule none does, and the bot itself has one writer at a time."""
        self._conn.execute("PRAGMA busy_timeout = 0")
        try:
            self._conn.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY:
                raise
            return False
        finally:
            self._conn.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        return True

    async def begin_when_free(self) -> None:
        """Begin to write as soon as no other process does; OperationalError if that is not within ``BUSY_SECONDS``.

        In a thread SQLite would wait for it better, but whoever gives up waiting, as at a stop, could not end that.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + BUSY_SECONDS
        while not self.begin_at_once():
            if loop.time() > end:
                raise sqlite3.OperationalError("database is locked")
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A part of a transaction that an exception undoes without the rest."""
        self._conn.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._conn.execute("ROLLBACK TO part")
            self._conn.execute("RELEASE part")
            raise
        self._conn.execute("RELEASE part")

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        # Everything that aiosqlite does with a connection or a cursor comes through here. It has no public way to say
        # what goes to its thread; its version is pinned, and tests/storage/test_driver.py sees what does.
        if args[:1] != (COMMIT,) and fn != self._conn.close:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]
