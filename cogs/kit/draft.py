"""The message that tells a channel how its game stands, and putting it together before it may be sent.

A turn is told only when it is committed. Committing waits for the disk, and drawing takes as long; so both go on at
the same time: the transaction that makes a turn shows an ``EarlyDraft`` how the game will look.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, Self

from discord.ui import View

from cogs.kit.board_views import game_view, viewer_of
from cogs.kit.message import Message
from cogs.kit.pictures import Pictures
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.engine.moves import Play
from plakoto_bot.turn_log import timed
from plakoto_bot.words import refusals
from renderer.view import BoardView


class TurnComposer(Protocol):
    """Says what the message of a turn looks like."""

    def text(self, view: GameNews, tried: Play = ()) -> str:
        """What happened and who is called, or who won; with ``tried``, the steps of an unfinished play."""

    def controls(self, game: Game) -> View | None:
        """What stands under a game's newest message."""

    def pings(self, view: GameNews) -> tuple[int, ...]:
        """The ids of those whom the message notifies."""


class Draft:
    """The news of ``view`` as a message, which is put together once."""

    def __init__(self, view: GameNews, pictures: Pictures, composer: TurnComposer) -> None:
        self.view = view
        self._pictures = pictures
        self._composer = composer
        self._writing: asyncio.Task[Message] | None = None

    def begin(self) -> asyncio.Task[Message]:
        """Begin to put it together, if that has not been begun."""
        if self._writing is None:
            board = game_view(self.view.game, viewer_of(self.view.game), self.view.last_play)
            # Before anything else, since it goes on beside all that follows.
            drawing = self._pictures.begin(board)
            self._writing = asyncio.create_task(self._write(board, drawing))
        return self._writing

    def drop(self) -> None:
        """Leave it off where it has been begun and is not done."""
        if self._writing is not None:
            self._writing.cancel()

    async def _write(self, board: BoardView, drawing: asyncio.Future[bytes]) -> Message:
        view, game = self.view, self.view.game
        with timed("drawing"):
            text, controls = self._composer.text(view), self._composer.controls(game)
            files = await self._pictures.files(board, drawing)
        return Message(
            text if files else without_picture(text),
            files=files,
            controls=controls,
            pings=self._composer.pings(view),
            # Should the bot stop before it has noted the message, Discord will not take it a second time.
            nonce=f"plakoto:{game.id}:{game.events}",
        )


def without_picture(text: str) -> str:
    """The text of a message about a board that could not be drawn."""
    return f"{text}\n{refusals.NO_PICTURE}"


class TellingQueue:
    """Those who have something to tell the channel of one game, one after the other."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        #: How many have been let in.
        self.served = 0

    @property
    def busy(self) -> bool:
        """Whether somebody is at it, or waits."""
        return self._lock.locked()

    async def __aenter__(self) -> Self:
        await self._lock.acquire()
        self.served += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class EarlyDraft:
    """How a turn that is being made will be told; good unless somebody else has told of that game since."""

    def __init__(
        self, queue_of: Callable[[int], TellingQueue], new_draft: Callable[[GameNews], Draft], pictures: Pictures
    ) -> None:
        self._queue_of = queue_of
        self._new_draft = new_draft
        self._pictures = pictures
        self._queue: TellingQueue | None = None
        self._served = 0
        self._draft: Draft | None = None
        self._beginning: asyncio.Handle | None = None

    def preview(self, view: GameNews) -> None:
        """Note how a game will look, and have its message begun once nothing but the disk is waited for."""
        queue = self._queue_of(view.game.id)
        if queue.busy:
            # The channel is being told something that is news in this view.
            return
        self._queue, self._served = queue, queue.served
        self._draft = self._new_draft(view)
        # The bot's answer comes into the same message.
        if self._pictures.idle and not view.game.bot_to_play:
            self._beginning = asyncio.get_running_loop().call_soon(self._draft.begin)

    def draft(self, queue: TellingQueue) -> Draft | None:
        """The message for whoever has been let into ``queue`` just now; None where it has to be made anew."""
        return self._draft if queue is self._queue and queue.served == self._served + 1 else None

    def close(self) -> None:
        """Leave off what nobody has waited for."""
        if self._beginning is not None:
            self._beginning.cancel()
        if self._draft is not None:
            self._draft.drop()
