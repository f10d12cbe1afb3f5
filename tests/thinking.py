"""A bot that thinks in the test's own process: it counts pips, so it needs no net and is quick, and it can be held."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.ai.evaluation import Evaluator
from plakoto_bot.engine.position import Position


class Pips(Evaluator):
    """Who is ahead in the race wins the more often the further, and who pins or has hit is as good as ahead."""

    def __init__(self) -> None:
        pass

    def chances(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        leads = np.array([_lead(position) for position in positions], float)
        win = 1 / (1 + np.exp(-leads / 25))
        return np.stack([win, win * 0.2, (1 - win) * 0.2], axis=1)


def _lead(position: Position) -> int:
    """Pips by which the side that has just played is ahead; a pinned checker counts as ten."""
    behind, ahead = position.own, position.other
    pinned = behind.pinned.bit_count() - ahead.pinned.bit_count()
    return behind.pips - ahead.pips + 10 * pinned


class PipCounting:
    """``Thinking`` by ``Pips``. While ``held`` is an event, thoughts wait for it, and ``is_asked`` until there is one.

    ``wait`` is told what a thought waits for, where somebody has to know that it waits on purpose.
    """

    def __init__(self) -> None:
        self.held: asyncio.Event | None = None
        self.wait: Callable[[Awaitable[Any]], Awaitable[Any]] | None = None
        self.fails = False
        self._asked = asyncio.Event()

    async def run(self, asker: int, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self._asked.set()
        if self.fails:
            raise RuntimeError("injected by test: no thought today")
        if self.held is not None:
            waiting = self.held.wait()
            await (self.wait(waiting) if self.wait else waiting)
        if "evaluator" in signature(function).parameters:
            kwargs["evaluator"] = Pips()
        return function(*args, **kwargs)

    async def is_asked(self) -> None:
        """Wait for the next question."""
        self._asked.clear()
        await self._asked.wait()

    async def close(self) -> None:
        pass
