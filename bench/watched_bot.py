"""``bot.py`` with a watch on its event loop: ``python bench/watched_bot.py``, as ``bench.wire`` runs it.

Every hundredth of a second it is asked whether the loop is free. By how much each answer came late, in milliseconds,
is written to ``lag.txt`` when the bot ends.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import bot

_EVERY = 0.01


async def _watched(main: Coroutine[Any, Any, int]) -> int:
    late: list[float] = []
    watch = asyncio.ensure_future(_watch(late))
    try:
        return await main
    finally:
        watch.cancel()
        await asyncio.to_thread(Path("lag.txt").write_text, "\n".join(f"{1000 * seconds:.2f}" for seconds in late))


async def _watch(late: list[float]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _EVERY
        await asyncio.sleep(_EVERY)
        late.append(loop.time() - due)


if __name__ == "__main__":
    run = asyncio.run
    asyncio.run = lambda main: run(_watched(main))  # type: ignore[assignment, misc]
    sys.exit(bot.main([]))
