"""Writers that wait for one another anyway are committed together, since committing waits for the disk.

The writers of a group share one transaction, each but the first in a savepoint of it, and until it is committed
nobody's change counts. A single writer has it to itself; many wait for the disk once instead of each for themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from plakoto_bot.storage.sqlite.driver import Connection


class _Group:
    """Writers to be committed together; ``committed`` is done when they are, or fails with why they were not."""

    def __init__(
        self, connection: AsyncConnection, driver: Connection, commit: Callable[[_Group], Coroutine[Any, Any, None]]
    ) -> None:
        self.connection = connection
        self.driver = driver
        self.committed = asyncio.create_task(commit(self))


class GroupCommit:
    """The one way to write to a SQLite database: one writer after the other, in the order in which they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # Fair: whoever came first writes first.
        self._turn = asyncio.Lock()
        self._group: _Group | None = None
        # Kept open for the next group.
        self._idle: AsyncConnection | None = None
        # The newest; those before it are done by then.
        self._committing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Close what is kept open, once all who are in line have written; who writes afterwards opens it anew."""
        while self._committing is not None and not self._committing.done():
            await asyncio.wait({self._committing})
        async with self._turn:
            idle, self._idle = self._idle, None
            if idle is not None:
                await idle.close()

    @asynccontextmanager
    async def join(self) -> AsyncIterator[AsyncConnection]:
        """Write something: undone by an exception, and otherwise committed when this ends without one."""
        await self._turn.acquire()
        try:
            group = self._group
            # On a full disk SQLite undoes the whole transaction; those in it hear of it when it is to be committed.
            first = group is None or not group.driver.in_transaction
            if group is None or first:
                group = self._group = await self._begin()
        except BaseException:
            self._turn.release()
            raise
        try:
            if first:
                async with self._undone_whole(group):
                    yield group.connection
            else:
                with group.driver.savepoint():
                    yield group.connection
        finally:
            self._turn.release()
            # Whoever gives up waiting takes nothing back, neither theirs nor what others wrote.
            await asyncio.shield(group.committed)

    @asynccontextmanager
    async def _undone_whole(self, group: _Group) -> AsyncIterator[None]:
        """Undo the first writer's part of a group without a savepoint: there is no other yet."""
        try:
            yield
        except BaseException:
            self._group = None
            await group.connection.rollback()
            raise

    async def _begin(self) -> _Group:
        connection, self._idle = self._idle or await self._engine.connect(), None
        try:
            await connection.begin()
            raw = await connection.get_raw_connection()
            # Committing waits for its turn as a writer does, so all who are in line by now come before it and join.
            group = _Group(connection, cast("Connection", raw.driver_connection), self._commit)
        except BaseException:
            await connection.close()
            raise
        self._committing = group.committed
        return group

    async def _commit(self, group: _Group) -> None:
        async with self._turn:
            if self._group is group:
                self._group = None
            try:
                await group.connection.commit()
            except BaseException:
                await group.connection.close()
                raise
            if self._idle is None:
                self._idle = group.connection
            else:
                await group.connection.close()
