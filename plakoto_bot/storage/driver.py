"""SQLite for SQLAlchemy's asyncio engine without a trip to another thread for every statement.

aiosqlite sends everything to a thread: a statement is four trips there and back, each of which may wait for Python's
lock. SQLite is no server; it answers most statements from memory in less time than one such trip takes. So statements
run where they are asked for, and only what waits for the disk or for another process goes to the thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import aiosqlite

BEGIN_READ = "BEGIN"
#: How a transaction that may write begins; another process may be writing, so it may have to wait.
BEGIN_WRITE = "BEGIN IMMEDIATE"
COMMIT = "COMMIT"
#: How long to wait for another process.
BUSY_SECONDS = 10


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

    def begin_at_once(self, *, write: bool) -> bool:
        """Begin if no other process is to be waited for; as a rule none is, and the bot has one writer at a time."""
        if not write:
            self._conn.execute(BEGIN_READ)
            return True
        self._conn.execute("PRAGMA busy_timeout = 0")
        try:
            self._conn.execute(BEGIN_WRITE)
        except sqlite3.OperationalError:
            return False
        finally:
            self._conn.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        return True

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
        # Everything that aiosqlite does with a connection or a cursor comes through here.
        if args[:1] not in ((BEGIN_WRITE,), (COMMIT,)) and fn != self._conn.close:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]
