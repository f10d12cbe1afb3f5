"""Opening the database, bringing it up to date, and its transactions."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import sqlalchemy
from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from plakoto_bot.errors import StorageError
from plakoto_bot.storage.migrate import migrate
from plakoto_bot.storage.sqlite.driver import BUSY_SECONDS, Connection
from plakoto_bot.storage.sqlite.file import file_of, parse_url
from plakoto_bot.storage.sqlite.group_commit import GroupCommit
from plakoto_bot.storage.transaction import Transaction


class Database:
    """One open database. Everything in ``async with database.write() as transaction`` happens wholly or not at all."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        writer = engine.execution_options(plakoto_write=True)
        # SQLite has one writer at a time: waiting here is fair and costs no thread, waiting in SQLite is neither.
        self._groups = GroupCommit(writer) if engine.dialect.name == "sqlite" else None
        self._begin_write = self._groups.join if self._groups else writer.begin
        #: When something was last committed, in seconds since 1970; None before the first time.
        self.last_commit: float | None = None

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """A transaction that may change things: committed at the end, rolled back by an exception."""
        async with self._begin_write() as connection:
            yield Transaction(connection)
        self.last_commit = time.time()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A consistent view for reading."""
        # Not ``async with``, which closes it in a task of its own: until that has run, other readers would need others.
        connection = await self._engine.connect()
        try:
            yield Transaction(connection)
        finally:
            await connection.close()

    async def close(self) -> None:
        """Close every connection."""
        if self._groups:
            await self._groups.close()
        await self._engine.dispose()


async def open_database(url: str) -> Database:
    """Open (or make) the database and migrate it; StorageError says why that cannot be."""
    parsed = parse_url(url)
    shown = parsed.database if parsed.get_backend_name() == "sqlite" and parsed.database else str(parsed)
    try:
        engine = create_async_engine(parsed, hide_parameters=True)
        _make_file(parsed)
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "do_connect", _use_driver)
            event.listen(engine.sync_engine, "connect", _prepare_connection)
            event.listen(engine.sync_engine, "begin", _begin)
    except (OSError, ImportError, ArgumentError, InvalidRequestError, sqlite3.Error) as error:
        raise StorageError(shown, f"{error}{_hint(str(error))}") from error
    try:
        async with engine.execution_options(plakoto_write=True).begin() as connection:
            if engine.dialect.name == "sqlite":
                damage = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar_one()
                if damage != "ok":
                    what = " ".join(damage.split())
                    raise StorageError(shown, f"the file is damaged ({what}); nothing was changed{_hint('malformed')}")
            refusal = await connection.run_sync(migrate)
            if refusal:
                raise StorageError(shown, f"{refusal}; nothing was changed")
        if engine.dialect.name == "sqlite":
            await _use_wal(engine)
    except DBAPIError as error:
        await engine.dispose()
        raise StorageError(shown, f"{error.orig}; nothing was changed{_hint(str(error.orig))}") from error
    except BaseException:
        await engine.dispose()
        raise
    return Database(engine)


def _make_file(url: URL) -> None:
    """Make the folder, and open the file once: when aiosqlite cannot, its thread may outlive the loop, noisily."""
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        sqlite3.connect(file).close()


async def _use_wal(engine: AsyncEngine) -> None:
    """Let readers and the writer not wait for each other. Written into the file, so only once it is known as ours."""
    async with engine.connect() as connection:
        raw: Any = await connection.get_raw_connection()
        await raw.driver_connection.execute("PRAGMA journal_mode = WAL")


def _hint(reason: str) -> str:
    if "not a database" in reason or "malformed" in reason:
        return ". Move the file away to start afresh, or put a backup in its place"
    if "unable to open" in reason or "readonly" in reason:
        return ". Check that the folder and the file can be written by this user"
    return ""


def _use_driver(_dialect: object, _record: object, _arguments: object, options: dict[str, Any]) -> None:
    # The driver's own idea of when a transaction begins is too late for a read that decides a write: with it,
    # two turns could both read ply 1. We begin them ourselves, in _begin.
    options |= {"isolation_level": None, "async_creator_fn": Connection}


def _prepare_connection(dbapi_connection: Any, _record: object) -> None:
    cursor = dbapi_connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sqlalchemy.Connection) -> None:
    write = connection.get_execution_options().get("plakoto_write", False)
    driver = cast("Connection", connection.connection.driver_connection)
    try:
        if not write:
            driver.begin_read()
        elif not driver.begin_at_once():
            await_only(driver.begin_when_free())
    except sqlite3.Error as error:
        raise OperationalError("BEGIN", None, error) from error
