"""Drawing in the background."""

from __future__ import annotations

import asyncio

from cogs.kit.pictures import Pictures
from tests.renderer.views import view

START = view("plakoto W15,22,B15 - 0/0 w 65")


async def test_who_waits_no_longer_leaves_the_picture_to_others() -> None:
    pictures = Pictures()
    # The last one has to wait for a pen, so it is not there at once.
    drawing = [pictures.begin(START) for _ in range(20)][-1]
    waiting = asyncio.create_task(pictures.file(START, drawing))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert (await drawing).startswith(b"\x89PNG")
    pictures.close()
