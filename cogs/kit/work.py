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
        # With each task what is done when its work is: a loop's task goes on after that.
        self._done: dict[asyncio.Task[object], asyncio.Future[None]] = {}
        self._stopping = False

    @contextmanager
    def begun(self) -> Iterator[None]:
        """The present task is busy meanwhile; Stopping is raised instead once the bot is about to stop."""
        task = asyncio.current_task()
        assert task is not None, "only tasks work"
        if task in self._done:
            # Part of what this task does already.
            yield
            return
        if self._stopping:
            raise Stopping
        done = self._done[task] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            del self._done[task]
            done.set_result(None)

    async def finish(self, seconds: float) -> int:
        """Begin nothing more and wait for what is in hand; how much of it took longer than that and was cut off."""
        self._stopping = True
        if not self._done:
            return 0
        await asyncio.wait(set(self._done.values()), timeout=seconds)
        late = dict(self._done)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(set(late.values()), timeout=seconds / 10)
        return len(late)
