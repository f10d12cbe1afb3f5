"""The table: keeps what a channel shows in line with what the database says.

The database leads. A game notes how many of its events its channel has been told; ``refresh`` posts the rest as
one new message and takes the controls off the one before. Doing it again changes nothing, so it serves for a
turn just made, for a message that got lost and for what a crash left behind alike.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ui import View

from cogs.controls import turn_controls
from cogs.draft import Draft, Foresight, Line
from cogs.endings import claim_controls
from cogs.opponent import Opponent
from cogs.pictures import Pictures
from cogs.presenters import (
    board_view,
    call_text,
    challenge_embed,
    challenge_text,
    hint_text,
    small_print,
    told_before,
    turn_text,
    viewer_of,
    waiting_text,
    with_clock,
)
from cogs.release import release_view
from cogs.replies import LOST
from cogs.work import Stopping, Work
from plakoto_bot import texts
from plakoto_bot.engine.moves import Play
from plakoto_bot.services.all import Services
from plakoto_bot.services.games import GameView
from plakoto_bot.storage.records import GameRecord, MatchRecord
from plakoto_bot.turn_line import timed

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


@dataclass(frozen=True, slots=True)
class _Untold:
    """When to try again to tell a channel, in seconds since 1970, and how many seconds were waited for that."""

    not_before: int
    wait: int


class Table:
    """Shows games in their channels and to single people."""

    def __init__(self, client: discord.Client, services: Services, work: Work) -> None:
        self._client = client
        self._games = services.games
        self._clocks = services.clocks
        self.pictures = Pictures()
        # Two turns of one game must not overtake each other on the way to the channel.
        self._lines: WeakValueDictionary[int, Line] = WeakValueDictionary()
        self._room = asyncio.Semaphore(_MOST_AT_ONCE)
        # Games of which Discord did not take a message. A restart forgets them and catches up with all that are behind.
        self._untold: dict[int, _Untold] = {}
        self.opponent = Opponent(services.opponent, self.refresh, work)
        self._advise = services.opponent.advise

    @contextmanager
    def foresight(self) -> Iterator[Foresight]:
        """For the telling of a turn that is made meanwhile."""
        foresight = Foresight(self._line, self.pictures)
        try:
            yield foresight
        finally:
            foresight.close()

    async def refresh(
        self,
        game_id: int,
        *,
        foresight: Foresight | None = None,
        clearing: asyncio.Task[int | None] | None = None,
    ) -> str | None:
        """Tell the channel what it has not been told; a sentence if it cannot be told, else None.

        A game that has ended is followed by the next one of its match. Where the bot is to play it gets a moment to do
        so first, so that one message tells both plays. ``foresight`` is that of the turn to tell; ``clearing`` takes
        the controls off a message meanwhile and gives its id if that worked.
        """
        async with self._line(game_id) as line:
            try:
                draft = foresight.draft(line) if foresight is not None else None
                if draft is None:
                    draft = await self._draft(game_id)
                if draft.view.game.bot_to_play and await self.opponent.answered(draft.view.game):
                    draft = await self._draft(game_id)
                view = draft.view
                async with self._room:
                    trouble = await self._tell(draft, clearing) if view.news else None
            except Exception:
                # Should the message be there already, Discord knows it again by its nonce.
                self._try_again(game_id)
                raise
            if trouble is None:
                self._untold.pop(game_id, None)
        if trouble is None and view.following is not None:
            return await self.refresh(view.following)
        return trouble

    def _line(self, game_id: int) -> Line:
        return self._lines.setdefault(game_id, Line())

    async def _draft(self, game_id: int) -> Draft:
        return Draft(await self._games.view(game_id), self.pictures)

    async def _tell(self, draft: Draft, clearing: asyncio.Task[int | None] | None) -> str | None:
        """Post a draft as one message; a sentence if Discord does not take it."""
        view, game, match = draft.view, draft.view.game, draft.view.game.match
        channel = self._client.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        message = await draft.begin()
        try:
            with timed("posting"):
                posted = await channel.send(**message)
        except LOST as error:
            gone = await self._refused(game, error)
            if gone is None:
                self._try_again(game.id)
            return gone or texts.cannot_post(match.channel_id, _why(error))
        finally:
            release_view(message.get("view"))
        await self._games.mark_shown(view, posted.id)
        cleared = await clearing if clearing is not None else None
        if game.message_id and game.message_id != cleared:
            await self._take_controls(channel, game.message_id, view)
        for message_id in game.side_messages:
            if message_id != cleared:
                await self._take_controls_unseen(channel, message_id)
        return None

    async def catch_up(self, work: Work) -> None:
        """Post what a crash or a lost connection left untold, one message a game."""
        await self._refresh_all(await self._games.unshown(), work)

    async def try_again(self, work: Work) -> None:
        """Post what could not be posted or noted before, where it is time to."""
        now = self._clocks.now()
        await self._refresh_all([game_id for game_id, untold in self._untold.items() if untold.not_before <= now], work)

    async def _refresh_all(self, game_ids: Sequence[int], work: Work) -> None:
        for number, game_id in enumerate(game_ids):
            if number:
                await asyncio.sleep(_SECONDS_BETWEEN_NEWS)
            try:
                with work.begun():
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

    async def private_board(self, game_id: int, user_id: int, *, controls: bool = True) -> dict[str, Any]:
        """The board from one person's side as the arguments of a message; with controls when it is their turn.

        Who waits for somebody whose time is over can claim the win there too, whatever became of the word that said so.
        """
        view = await self._games.view(game_id)
        game = view.game
        on_turn = game.state.outcome is None and user_id == game.match.player(game.state.position.turn)
        may_claim = self._clocks.may_claim(game, user_id)
        if game.state.outcome:
            text = turn_text(view)
        else:
            text = call_text(game) if on_turn and controls else waiting_text(game)
            if may_claim:
                late = game.match.player(game.state.position.turn)
                text = f"{text}\n{texts.overdue(late, user_id, game.match.length)}"
        pictures = await self.pictures.files(board_view(game, viewer_of(game, user_id), view.last_play))
        if not pictures:
            text = f"{text}\n{texts.NO_PICTURE}"
        message: dict[str, Any] = {
            "content": f"{text}\n{small_print(game)}",
            "files": pictures,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if on_turn and controls:
            message["view"] = turn_controls(game)
        elif may_claim:
            # Nobody else is asked by it, so it may stand where everybody sees it.
            message["view"] = claim_controls(game)
        return message

    async def hint(self, game: GameRecord) -> dict[str, Any]:
        """The best plays of the roll in hand and the board after the best, as the arguments of a message."""
        best = await self._advise(game)
        return {"content": hint_text(game, best), "files": await self.stepped_board(game, best[0].play)}

    async def stepped_board(self, game: GameRecord, taken: Play) -> list[discord.File]:
        """The board in the middle of a play; none where it cannot be drawn."""
        view = await self._games.view(game.id) if not taken else None
        return await self.pictures.files(board_view(game, viewer_of(game), view.last_play if view else None, taken))

    async def mend_picture(self, game_id: int) -> None:
        """Put the board under the turn's message where it could not be drawn when that was posted."""
        async with self._line(game_id):
            view = await self._games.view(game_id)
            game = view.game
            if not game.message_id or view.news:
                return
            channel = self._client.get_partial_messageable(game.match.channel_id, guild_id=game.match.guild_id)
            try:
                message = await channel.fetch_message(game.message_id)
                if texts.NO_PICTURE not in message.content:
                    return
                pictures = await self.pictures.files(board_view(game, viewer_of(game), view.last_play))
                if pictures:
                    text = message.content.replace(f"\n{texts.NO_PICTURE}", "")
                    nobody = discord.AllowedMentions.none()
                    await message.edit(content=text, attachments=pictures, allowed_mentions=nobody)
            except discord.NotFound:
                # Somebody has deleted it, and the next turn has a message of its own.
                return
            except LOST as error:
                log.info("message %s stays without a picture: %s", game.message_id, error)

    async def announce(
        self, game: GameRecord, text: str, view: View | None = None, *, pinged: int | None = None
    ) -> str | None:
        """Say something about a game in its channel, to one person or to nobody in particular; why not, if it fails."""
        channel = self._client.get_partial_messageable(game.match.channel_id, guild_id=game.match.guild_id)
        people = [discord.Object(pinged)] if pinged is not None else []
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=people)
        try:
            if view is None:
                await channel.send(text, allowed_mentions=mentions)
            else:
                # No turn is told meanwhile, which would have to know of this message.
                async with self._line(game.id):
                    message = await channel.send(text, view=view, allowed_mentions=mentions)
                    await self._games.note_side_message(game.id, message.id)
        except LOST as error:
            return await self._refused(game, error) or _why(error)
        return None

    async def _refused(self, game: GameRecord, error: Exception) -> str | None:
        """Discord did not take a message about a game: close a channel that is gone, and say so if it was that."""
        channel_id = game.match.channel_id
        log.warning("game %s: could not post to channel %s: %s", game.id, channel_id, error)
        if not (isinstance(error, discord.NotFound) and error.code == _UNKNOWN_CHANNEL):
            return None
        # Deleted, perhaps while nobody listened.
        await self._games.close_channel(channel_id)
        self._untold.pop(game.id, None)
        return texts.CHANNEL_GONE

    async def correct_clocks(self, games: Sequence[GameRecord]) -> None:
        """Show in the messages of these games' turns until when the time is now. Nothing depends on it."""
        for number, game in enumerate(games):
            if number:
                await asyncio.sleep(_SECONDS_BETWEEN_EDITS)
            try:
                await self._correct_clock(game.id)
            except Exception:
                log.exception("game %s: its message shows the old time", game.id)

    async def _correct_clock(self, game_id: int) -> None:
        async with self._line(game_id):
            game = await self._games.game(game_id)
            if game.state.outcome or not game.message_id or game.shown < game.events:
                return
            channel = self._client.get_partial_messageable(game.match.channel_id, guild_id=game.match.guild_id)
            try:
                message = await channel.fetch_message(game.message_id)
                text = with_clock(message.content, game)
                if text != message.content:
                    await message.edit(content=text, allowed_mentions=discord.AllowedMentions.none())
            except LOST as error:
                log.info("message %s shows the old time: %s", game.message_id, error)

    async def close_others(self, match: MatchRecord) -> None:
        """Close the other challenges of those who have begun a match, and say why on their cards."""
        for other in await self._games.withdraw_others(match.id):
            await self.update_card(other, note=texts.PLAYS_ANOTHER.format(who=texts.mention(other.challenger_id)))

    async def update_card(self, match: MatchRecord, channel_id: int | None = None, *, note: str = "") -> None:
        """Show on a challenge's card what became of it, and why, and take its buttons away.

        ``channel_id`` says where the card is, if not where the match is.
        """
        if match.card_id is None:
            return
        channel = self._client.get_partial_messageable(channel_id or match.channel_id, guild_id=match.guild_id)
        try:
            await channel.get_partial_message(match.card_id).edit(
                content=f"{challenge_text(match)} {note}".strip(), embed=challenge_embed(match), view=None
            )
        except LOST as error:
            log.info("the card of challenge %s stays as it is: %s", match.id, error)

    async def _take_controls(self, channel: discord.PartialMessageable, message_id: int, view: GameView) -> None:
        """End a turn's message; ``view`` is what is told after it."""
        try:
            message = await channel.fetch_message(message_id)
            changes: dict[str, Any] = {"content": told_before(message.content), "view": None}
            if changes["content"] != message.content:
                # Somebody typed the move after trying out others under the board.
                changes |= await self._picture_before(view)
            await message.edit(**changes)
        except discord.Forbidden:
            await self._take_controls_unseen(channel, message_id)
        except LOST as error:
            log.info("message %s keeps its controls: %s", message_id, error)

    async def _picture_before(self, view: GameView) -> dict[str, Any]:
        """The picture that the channel had before it is told ``view``; that it cannot be had keeps no turn waiting."""
        try:
            before = await self._games.as_told(view)
            picture = board_view(before.game, viewer_of(before.game), before.last_play)
            return {"attachments": [await self.pictures.file(picture)]}
        except Exception:
            log.exception("game %s: the board of the turn before keeps the steps that were tried out", view.game.id)
            return {}

    async def _take_controls_unseen(self, channel: discord.PartialMessageable, message_id: int) -> None:
        """The same where the bot may not read what stands there, or where its words stay."""
        try:
            await channel.get_partial_message(message_id).edit(view=None)
        except LOST as error:
            log.info("message %s keeps its controls: %s", message_id, error)


def _why(error: Exception) -> str:
    return texts.CANNOT_POST_PERMISSION if isinstance(error, discord.Forbidden) else texts.CANNOT_POST_DISCORD
