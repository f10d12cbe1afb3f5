"""Delivery: keeps what a channel shows in line with what the database says.

The database leads. A game notes how many of its events its channel has been told; ``refresh`` posts the rest as
one new message and takes the controls off the one before. Doing it again changes nothing, so it serves for a
turn just made, for a message that got lost and for what a crash left behind alike.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakValueDictionary

import discord

from cogs.kit.board_views import game_view, viewer_of
from cogs.kit.draft import Draft, EarlyDraft, TellingQueue, TurnComposer, without_picture
from cogs.kit.message import Message, release_view, to_edit, to_send
from cogs.kit.pictures import Pictures
from cogs.kit.replies import LOST
from cogs.kit.work import Stopping, Work
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.domain.match import Match
from plakoto_bot.engine.moves import Play
from plakoto_bot.services.services import Services
from plakoto_bot.turn_log import timed
from plakoto_bot.words import refusals

log = logging.getLogger(__name__)

_UNKNOWN_CHANNEL = 10003
#: Channels told at once. When more wait, presses go before them: Discord gives a press three seconds, a board all
#: the time it needs.
_MOST_AT_ONCE = 16
#: After a restart many messages may have to be edited; turns that are made meanwhile go first.
_SECONDS_BETWEEN_EDITS = 0.5
#: After a crash many channels may be behind. Discord takes 50 messages a second; half are for turns made meanwhile.
_SECONDS_BETWEEN_NEWS = 0.04
#: Seconds after which a channel that could not be told is tried again, doubled with each failure up to the longest.
_FIRST_WAIT = 10
_LONGEST_WAIT = 60 * 60


class BotTurns(Protocol):
    """Plays the turns of the bot itself."""

    async def answered(self, game: Game, tell: Callable[[int], Awaitable[object]]) -> bool:
        """Let the bot play its turn; False if it takes its time, and the channel is told by ``tell`` when it has."""


@dataclass(frozen=True, slots=True)
class _Untold:
    """When to try again to tell a channel, in seconds since 1970, and how many seconds were waited for that."""

    not_before: int
    wait: int


@dataclass(frozen=True, slots=True)
class _Tried:
    """Which steps of a play not yet confirmed a game's newest message shows."""

    message_id: int
    steps: Play = ()


class Delivery:
    """Shows games in their channels."""

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        work: Work,
        pictures: Pictures,
        composer: TurnComposer,
        bot_turns: BotTurns,
    ) -> None:
        self._client = client
        self._games = services.games
        self._telling = services.telling
        self._endings = services.endings
        self._clocks = services.clocks
        self._work = work
        self._pictures = pictures
        self._composer = composer
        self._bot_turns = bot_turns
        # Two turns of one game must not overtake each other on the way to the channel.
        self._queues: WeakValueDictionary[int, TellingQueue] = WeakValueDictionary()
        self._room = asyncio.Semaphore(_MOST_AT_ONCE)
        # Games of which Discord did not take a message. A restart forgets them and catches up with all that are behind.
        self._untold: dict[int, _Untold] = {}
        # By game. Of messages that an earlier process has posted nothing is known.
        self._tried: dict[int, _Tried] = {}

    @contextmanager
    def early_draft(self) -> Iterator[EarlyDraft]:
        """For the telling of a turn that is made meanwhile."""
        early = EarlyDraft(self._queue, self._new_draft, self._pictures)
        try:
            yield early
        finally:
            early.close()

    async def refresh(
        self,
        game_id: int,
        *,
        early: EarlyDraft | None = None,
        clearing: asyncio.Task[int | None] | None = None,
    ) -> str | None:
        """Tell the channel what it has not been told; a sentence if it cannot be told, else None.

        A game that has ended is followed by the next one of its match. Where the bot is to play it gets a moment to do
        so first, so that one message tells both plays. ``early`` is that of the turn to tell; ``clearing`` takes
        the controls off a message meanwhile and gives its id if that worked.
        """
        async with self._queue(game_id) as queue:
            try:
                draft = early.draft(queue) if early is not None else None
                if draft is None:
                    draft = self._new_draft(await self._telling.news(game_id))
                if draft.view.game.bot_to_play and await self._bot_turns.answered(draft.view.game, self.refresh):
                    draft = self._new_draft(await self._telling.news(game_id))
                view = draft.view
                async with self._room:
                    trouble = await self._tell(draft, clearing) if view.events else None
            except Exception:
                # Should the message be there already, Discord knows it again by its nonce.
                self._try_again(game_id)
                raise
            if trouble is None:
                self._untold.pop(game_id, None)
        if trouble is None and view.following is not None:
            return await self.refresh(view.following)
        return trouble

    def _queue(self, game_id: int) -> TellingQueue:
        return self._queues.setdefault(game_id, TellingQueue())

    def _new_draft(self, view: GameNews) -> Draft:
        return Draft(view, self._pictures, self._composer)

    async def _tell(self, draft: Draft, clearing: asyncio.Task[int | None] | None) -> str | None:
        """Post a draft as one message; a sentence if Discord does not take it."""
        view, game = draft.view, draft.view.game
        message = await draft.begin()
        try:
            with timed("posting"):
                posted = await self._channel(game).send(**to_send(message))
        except LOST as error:
            gone = await self._refused(game, error)
            if gone is None:
                self._try_again(game.id)
            return gone or refusals.cannot_post(game.match.place.channel_id, _why(error))
        finally:
            release_view(message.controls)
        await self._telling.mark_told(view, posted.id, pictured=bool(message.files))
        tried_before = self._tried_in(game)
        self._note(game, _Tried(posted.id))
        await self._end_messages(view, tried_before, await clearing if clearing is not None else None)
        return None

    async def _end_messages(self, view: GameNews, tried: _Tried | None, cleared: int | None) -> None:
        """Take the controls off what was posted before ``view`` was told, but for the message that is cleared already.

        Where steps were tried out under the board, or that is not known, the board is put back as well.
        """
        game = view.game
        if game.message_id and game.message_id != cleared:
            untouched = tried is not None and not tried.steps
            await self.change(game.match, game.message_id, Message() if untouched else await self._as_it_was(view))
        for message_id in game.side_messages:
            if message_id != cleared:
                await self.change(game.match, message_id, Message())

    async def _as_it_was(self, view: GameNews) -> Message:
        """The message of the turn that ``view`` comes after; that it cannot be had keeps no turn waiting."""
        try:
            before = await self._telling.before(view)
            board = game_view(before.game, viewer_of(before.game), before.last_play)
            return Message(self._composer.text(before), files=[await self._pictures.file(board)])
        except Exception:
            log.exception("game %s: the turn before keeps the steps that were tried out", view.game.id)
            return Message()

    async def change(self, match: Match, message_id: int, change: Message, channel_id: int | None = None) -> None:
        """Change a message about a match, in its channel if none is named; what Discord does not take is logged."""
        channel = self._client.get_partial_messageable(channel_id or match.place.channel_id, guild_id=match.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(**to_edit(change))
        except LOST as error:
            log.info("match %s: message %s stays as it is: %s", match.id, message_id, error)

    # --- what a message shows --------------------------------------------------------------------------------

    async def note_tried(self, game: Game, message_id: int, steps: Play, *, pictured: bool) -> None:
        """Note that a message shows the board after steps of a play not yet confirmed, ``pictured`` if as a picture."""
        if message_id == game.message_id:
            self._note(game, _Tried(message_id, steps))
            if pictured and not game.pictured:
                await self._telling.mark_pictured(game)

    def _tried_in(self, game: Game) -> _Tried | None:
        """What is tried in the game's newest message; None where that is not known."""
        tried = self._tried.get(game.id)
        return tried if tried is not None and tried.message_id == game.message_id else None

    def _note(self, game: Game, tried: _Tried) -> None:
        if game.is_over:
            # Nothing will be tried out any more.
            self._tried.pop(game.id, None)
        else:
            self._tried[game.id] = tried

    async def mend_picture(self, game_id: int) -> None:
        """Put the board under the turn's message where it could not be drawn when that was posted."""
        async with self._queue(game_id):
            view = await self._telling.newest(game_id)
            game = view.game
            if not game.message_id or game.pictured or game.shown < game.events:
                return
            tried = self._tried_in(game)
            steps = tried.steps if tried else ()
            board = game_view(game, viewer_of(game), view.last_play, steps)
            files = await self._pictures.files(board)
            if not files:
                return
            try:
                await self._edit(game, Message(self._composer.text(view, steps), files=files))
                await self._telling.mark_pictured(game)
            except discord.NotFound:
                # Somebody has deleted it, and the next turn has a message of its own.
                return
            except LOST as error:
                log.info("message %s stays without a picture: %s", game.message_id, error)

    async def correct_clocks(self, games: Sequence[Game]) -> None:
        """Show in the messages of these games' turns until when the time is now. Nothing depends on it."""
        for number, game in enumerate(games):
            if number:
                await asyncio.sleep(_SECONDS_BETWEEN_EDITS)
            try:
                await self._correct_clock(game.id)
            except Exception:
                log.exception("game %s: its message shows the old time", game.id)

    async def _correct_clock(self, game_id: int) -> None:
        async with self._queue(game_id):
            view = await self._telling.newest(game_id)
            game, tried = view.game, self._tried_in(view.game)
            if game.state.outcome or not game.message_id or game.shown < game.events:
                return
            text = self._composer.text(view, tried.steps if tried else ())
            try:
                await self._edit(game, Message(text if game.pictured else without_picture(text)))
            except LOST as error:
                log.info("message %s shows the old time: %s", game.message_id, error)

    async def _edit(self, game: Game, change: Message) -> None:
        """Change the newest message of a game and leave its controls."""
        assert game.message_id is not None, "asked for where there is one"
        message = self._channel(game).get_partial_message(game.message_id)
        await message.edit(**to_edit(change, keep_controls=True))

    def _channel(self, game: Game) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(game.match.place.channel_id, guild_id=game.match.guild_id)

    # --- what is behind, and what is said beside the turns ---------------------------------------------------

    async def catch_up(self) -> None:
        """Post what a crash or a lost connection left untold, one message a game."""
        await self._refresh_all(await self._telling.untold())

    async def try_again(self) -> None:
        """Post what could not be posted or noted before, where it is time to."""
        now = self._clocks.now()
        await self._refresh_all([game_id for game_id, untold in self._untold.items() if untold.not_before <= now])

    async def _refresh_all(self, game_ids: Sequence[int]) -> None:
        for number, game_id in enumerate(game_ids):
            if number:
                await asyncio.sleep(_SECONDS_BETWEEN_NEWS)
            try:
                with self._work.begun():
                    await self.refresh(game_id)
            except Stopping:
                return
            except Exception:
                log.exception("game %s: its channel stays behind", game_id)

    def _try_again(self, game_id: int) -> None:
        """Note that a channel could not be told; each time it is left alone for longer."""
        before = self._untold.get(game_id)
        wait = _FIRST_WAIT if before is None else min(2 * before.wait, _LONGEST_WAIT)
        self._untold[game_id] = _Untold(self._clocks.now() + wait, wait)

    async def announce(self, game: Game, message: Message) -> str | None:
        """Say something about a game in its channel; why not, if it fails."""
        channel = self._channel(game)
        try:
            if message.controls is None:
                await channel.send(**to_send(message))
            else:
                # No turn is told meanwhile, which would have to know of this message.
                async with self._queue(game.id):
                    posted = await channel.send(**to_send(message))
                    await self._telling.note_side_message(game.id, posted.id)
        except LOST as error:
            return await self._refused(game, error) or _why(error)
        return None

    async def _refused(self, game: Game, error: Exception) -> str | None:
        """Discord did not take a message about a game: close a channel that is gone, and say so if it was that."""
        channel_id = game.match.place.channel_id
        log.warning("game %s: could not post to channel %s: %s", game.id, channel_id, error)
        if not (isinstance(error, discord.NotFound) and error.code == _UNKNOWN_CHANNEL):
            return None
        # Deleted, perhaps while nobody listened.
        await self._endings.close_channel(channel_id)
        self._untold.pop(game.id, None)
        return refusals.CHANNEL_GONE


def _why(error: Exception) -> str:
    return refusals.CANNOT_POST_PERMISSION if isinstance(error, discord.Forbidden) else refusals.CANNOT_POST_DISCORD
