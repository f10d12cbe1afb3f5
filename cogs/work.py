"""What the bot is in the middle of, so that it can finish it before it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Stopping(Exception):
    """The bot is about to stop and begins nothing new."""


class Work:
    """The tasks that answer somebody or tell a channel something at the moment."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._stopping = False

    @contextmanager
    def begun(self) -> Iterator[None]:
        """The present task is busy meanwhile; Stopping is raised instead once the bot is about to stop."""
        task = asyncio.current_task()
        assert task is not None, "only tasks work"
        if task in self._tasks:
            # Part of what this task does already.
            yield
            return
        if self._stopping:
            raise Stopping
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def finish(self, seconds: float) -> int:
        """Begin nothing more and wait for what is in hand; how much of it took longer than that and was cut off."""
        self._stopping = True
        if not self._tasks:
            return 0
        _, late = await asyncio.wait(set(self._tasks), timeout=seconds)
        # asyncio.wait counts a task as done when all of it is; what is no longer in the set has done its part.
        late &= self._tasks
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=seconds / 10)
        return len(late)
