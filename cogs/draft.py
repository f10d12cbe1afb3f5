"""The message that tells a channel how its game stands, and putting it together before it may be sent.

A turn is told only when it is committed. Committing waits for the disk, and drawing takes as long; so both go on at
the same time: the transaction that makes a turn shows a ``Foresight`` how the game will look.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Self

import discord
from discord.ui import View

from cogs.analysis import AnalyseButton
from cogs.controls import MatchButton, turn_controls
from cogs.pictures import Pictures
from cogs.presenters import board_view, called_player, small_print, turn_text, viewer_of
from plakoto_bot import texts
from plakoto_bot.names import DELETED_ID
from plakoto_bot.services.games import GameView
from plakoto_bot.storage.records import GameRecord, MatchStatus
from plakoto_bot.turn_line import timed
from renderer.view import BoardView


class Draft:
    """The news of ``view`` as a message, which is put together once."""

    def __init__(self, view: GameView, pictures: Pictures) -> None:
        self.view = view
        self._pictures = pictures
        self._writing: asyncio.Task[dict[str, Any]] | None = None

    def begin(self) -> asyncio.Task[dict[str, Any]]:
        """Begin to put it together, if that has not been begun; the arguments of the message."""
        if self._writing is None:
            board = board_view(self.view.game, viewer_of(self.view.game), self.view.last_play)
            # Before anything else, since it goes on beside all that follows.
            drawing = self._pictures.begin(board)
            self._writing = asyncio.create_task(self._write(board, drawing))
        return self._writing

    def drop(self) -> None:
        """Leave it off where it has been begun and is not done."""
        if self._writing is not None:
            self._writing.cancel()

    async def _write(self, board: BoardView, drawing: asyncio.Future[bytes]) -> dict[str, Any]:
        view, game = self.view, self.view.game
        with timed("drawing"):
            text, controls = f"{turn_text(view)}\n{small_print(game)}", message_controls(game)
            files = await self._pictures.files(board, drawing)
        message: dict[str, Any] = {
            "content": text if files else f"{text}\n{texts.NO_PICTURE}",
            "files": files,
            # Should the bot stop before it has noted the message, Discord will not take it a second time.
            "nonce": f"plakoto:{game.id}:{game.events}",
            "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=_pinged(view)),
        }
        return message if controls is None else message | {"view": controls}


class Line:
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


class Foresight:
    """How a turn that is being made will be told; good unless somebody else has told of that game since."""

    def __init__(self, line_of: Callable[[int], Line], pictures: Pictures) -> None:
        self._line_of = line_of
        self._pictures = pictures
        self._line: Line | None = None
        self._served = 0
        self._draft: Draft | None = None
        self._beginning: asyncio.Handle | None = None

    def see(self, view: GameView) -> None:
        """Note how a game will look, and have its message begun once nothing but the disk is waited for."""
        line = self._line_of(view.game.id)
        if line.busy:
            # The channel is being told something that is news in this view.
            return
        self._line, self._served = line, line.served
        self._draft = Draft(view, self._pictures)
        # The bot's answer comes into the same message.
        if self._pictures.pen_free and not view.game.bot_to_play:
            self._beginning = asyncio.get_running_loop().call_soon(self._draft.begin)

    def draft(self, line: Line) -> Draft | None:
        """The message for whoever has been let into ``line`` just now; None where it has to be made anew."""
        return self._draft if line is self._line and line.served == self._served + 1 else None

    def close(self) -> None:
        """Leave off what nobody has waited for."""
        if self._beginning is not None:
            self._beginning.cancel()
        if self._draft is not None:
            self._draft.drop()


def message_controls(game: GameRecord) -> View | None:
    """What stands under a game's newest message.

    Its turn's controls, those of a finished match, or nothing if a next game follows.
    """
    if game.state.outcome is None:
        return turn_controls(game)
    if game.match.status is MatchStatus.RUNNING:
        return None
    view = View(timeout=None)
    view.add_item(MatchButton("rematch", game.match.id))
    view.add_item(AnalyseButton("analyse", game.match.id))
    return view


def _pinged(view: GameView) -> list[discord.Object]:
    """The one person whom a message about the game pings, unless they do not wish it or a next game will."""
    if view.following is not None:
        return []
    called = called_player(view.game)
    return [] if called in view.quiet or called == DELETED_ID else [discord.Object(called)]
