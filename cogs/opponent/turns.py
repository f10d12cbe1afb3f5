"""The bot as an opponent: it accepts a challenge at once, and plays its turns in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands, tasks

from cogs.members import remember
from cogs.presenters import challenge_embed, challenge_text
from cogs.replies import LOST
from cogs.threads import Person, move_to_thread, wants_thread
from cogs.work import Stopping, Work
from plakoto_bot.errors import PlakotoError
from plakoto_bot.services.opponent import PAUSE_SECONDS, OpponentService
from plakoto_bot.storage.records import GameRecord, MatchRecord

if TYPE_CHECKING:
    from cogs.client import PlakotoBot

log = logging.getLogger(__name__)

#: For so long the word of a person's play waits for the bot's answer, so that both are one message.
PATIENCE_SECONDS = 1.5


class Opponent:
    """The bot's turns, one task a game. ``refresh`` tells a game's channel what it has not been told."""

    def __init__(self, service: OpponentService, refresh: Callable[[int], Awaitable[object]], work: Work) -> None:
        self._service = service
        self._refresh = refresh
        self._work = work
        self._turns: dict[int, asyncio.Task[bool]] = {}
        # Games whose channel was told before the bot had played, and is to be told again when it has.
        self._late: set[int] = set()
        self._telling: set[asyncio.Task[None]] = set()

    async def answered(self, game: GameRecord) -> bool:
        """Let the bot play its turn; False if it takes its time over it. Then the channel is told when it has played.

        True also says that it could not play, which is logged and tried again by ``resume``.
        """
        pauses = await self._service.pauses_in(game.match.guild_id)
        turn = self._begin(game.id, PAUSE_SECONDS if pauses else 0.0)
        done, _ = await asyncio.wait({turn}, timeout=0 if pauses else PATIENCE_SECONDS)
        if not done:
            self._late.add(game.id)
        return bool(done)

    async def resume(self) -> None:
        """Begin every turn of the bot that nothing is at: those a restart left, and those that failed."""
        for game_id in await self._service.waiting():
            self._begin(game_id, 0.0)
            self._late.add(game_id)

    async def stop(self) -> None:
        """Leave the turns to the next start, which also tells of those that are played this late."""
        for turn in self._turns.values():
            turn.cancel()
        await asyncio.gather(*self._turns.values(), *self._telling, return_exceptions=True)

    def _begin(self, game_id: int, pause: float) -> asyncio.Task[bool]:
        if game_id not in self._turns:
            turn = self._turns[game_id] = asyncio.create_task(self._play(game_id, pause))
            turn.add_done_callback(lambda turn: self._played(game_id, turn))
        return self._turns[game_id]

    async def _play(self, game_id: int, pause: float) -> bool:
        try:
            with self._work.begun():
                await self._service.play(game_id, pause=pause)
        except Stopping:
            return False
        except Exception:
            log.exception("game %s: the bot could not play; it tries again within a minute", game_id)
            return False
        return True

    def _played(self, game_id: int, turn: asyncio.Task[bool]) -> None:
        del self._turns[game_id]
        late = game_id in self._late
        self._late.discard(game_id)
        if late and not turn.cancelled() and turn.result():
            # In a task of its own: who waits for the turn may be telling the channel of it already.
            telling = asyncio.create_task(self._tell(game_id))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, game_id: int) -> None:
        try:
            with self._work.begun():
                await self._refresh(game_id)
        except Stopping:
            return
        except Exception:
            log.exception("game %s: its channel stays behind", game_id)


class OpponentCog(commands.Cog):
    """Sees to it that no turn of the bot is forgotten."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Begin to look for turns of the bot; the first look resumes what a restart left."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking, and thinking."""
        self.look.cancel()
        await self._bot.table.opponent.stop()

    @tasks.loop(minutes=1)
    async def look(self) -> None:
        """Begin every turn of the bot that nothing is at."""
        try:
            await self._bot.table.opponent.resume()
        except Exception:
            # One bad minute must not stop the loop for good.
            log.exception("could not look for the bot's turns; the next try is in a minute")

    @look.before_loop
    async def _connected(self) -> None:
        await self._bot.wait_until_ready()


async def begin_with_bot(bot: PlakotoBot, channel: Any, match: MatchRecord, person: Person) -> str | None:
    """Post the card of a challenge to the bot by ``person``, accept it and begin; a sentence if it cannot be shown.

    The card's id fixes the dice. It is a message like any other, not the answer to a command, so that Discord numbers
    it when the promise is in it and not before.
    """
    assert match.opponent_id is not None, "a challenge to the bot names it"
    try:
        card = await channel.send(**challenge_card(match))
        await bot.games.note_card(match.id, card.id)
        game = await bot.games.accept(match.id, match.opponent_id, card.id)
    except (PlakotoError, *LOST):
        await bot.games.cancel(match.id)
        await bot.table.update_card(await bot.games.match(match.id))
        raise
    await remember(bot, channel.guild.me)
    if wants_thread(await bot.settings.of_server(match.guild_id), channel):
        await move_to_thread(bot, channel, game, card.id, person)
    await bot.table.close_others(game.match)
    return await bot.table.refresh(game.id)


def challenge_card(match: MatchRecord) -> dict[str, Any]:
    """The card of a challenge to the bot as the arguments of a message: nothing to press and nobody to ping."""
    return {
        "content": challenge_text(match),
        "embed": challenge_embed(match),
        "allowed_mentions": discord.AllowedMentions.none(),
    }
