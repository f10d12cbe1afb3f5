"""Boards as files for Discord: drawn in threads, so that nobody else waits meanwhile, and in memory."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import discord

from renderer.alt_text import describe_board
from renderer.board import render_board, warm_up
from renderer.view import BoardView

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Pictures drawn at once; with more, threads take Python's lock from each other and all are slower.
_THREADS = 2


class Pictures:
    """Draws boards, in the order in which they are asked for."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="drawing")
        self._drawing = 0

    def warm_up(self) -> None:
        """Have what most boards need drawn in the background, so that nobody's turn waits for it."""
        self._in_a_thread(warm_up)

    @property
    def idle(self) -> bool:
        """Whether a picture would be begun at once."""
        return self._drawing < _THREADS

    def begin(self, view: BoardView) -> asyncio.Future[bytes]:
        """Begin to draw; the picture as PNG when it is done."""
        return self._in_a_thread(render_board, view)

    def close(self) -> None:
        """Let go of the threads; what is being drawn is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _in_a_thread(self, draw: Callable[..., T], *args: object) -> asyncio.Future[T]:
        drawing = asyncio.get_running_loop().run_in_executor(self._threads, draw, *args)
        self._drawing += 1
        drawing.add_done_callback(self._done)
        return drawing

    def _done(self, _drawing: asyncio.Future[Any]) -> None:
        self._drawing -= 1

    async def file(self, view: BoardView, drawing: asyncio.Future[bytes] | None = None) -> discord.File:
        """The picture with its description; ``drawing`` where it is begun already."""
        drawing = drawing or self.begin(view)
        words = describe_board(view)
        # The thread goes on to the end even where nobody waits for the picture any more.
        return attachment(await asyncio.shield(drawing), words)

    async def files(self, view: BoardView, drawing: asyncio.Future[bytes] | None = None) -> list[discord.File]:
        """The same for a message that is worth sending without a picture too; what goes wrong is logged."""
        try:
            return [await self.file(view, drawing)]
        except Exception:
            log.exception("could not draw %s", view)
            return []


def attachment(picture: bytes, alt: str, name: str = "board") -> discord.File:
    """A picture with what it shows in words for screen readers."""
    return discord.File(io.BytesIO(picture), filename=f"{name}.png", description=alt)
