"""The bot's own turns, which it plays in the background, and what sees to it that none is forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.kit.app import App
from cogs.kit.commands import Feature, repeatedly
from cogs.kit.work import Stopping, Work
from plakoto_bot.domain.game import Game
from plakoto_bot.services.opponent import PAUSE_SECONDS, OpponentService

log = logging.getLogger(__name__)

#: For so long the word of a person's play waits for the bot's answer, so that both are one message.
PATIENCE_SECONDS = 1.5

#: Tells a game's channel what it has not been told.
Tell = Callable[[int], Awaitable[object]]


class BotTurns:
    """The bot's turns, one task a game."""

    def __init__(self, service: OpponentService, work: Work) -> None:
        self._service = service
        self._work = work
        self._turns: dict[int, asyncio.Task[bool]] = {}
        # Games whose channel was told before the bot had played, and is to be told again when it has, by what.
        self._late: dict[int, Tell] = {}
        self._telling: set[asyncio.Task[None]] = set()

    async def answered(self, game: Game, tell: Tell) -> bool:
        """Let the bot play its turn; False if it takes its time, and the channel is told by ``tell`` when it has.

        True also says that it could not play, which is logged and tried again by ``resume``.
        """
        pauses = await self._service.pauses_in(game.match.guild_id)
        turn = self._begin(game.id, PAUSE_SECONDS if pauses else 0.0)
        done, _ = await asyncio.wait({turn}, timeout=0 if pauses else PATIENCE_SECONDS)
        if not done:
            self._late[game.id] = tell
        return bool(done)

    async def resume(self, tell: Tell) -> None:
        """Begin every turn of the bot that nothing is at: those a restart left, and those that failed."""
        for game_id in await self._service.waiting():
            self._begin(game_id, 0.0)
            self._late[game_id] = tell

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
        tell = self._late.pop(game_id, None)
        if tell is not None and not turn.cancelled() and turn.result():
            # In a task of its own: who waits for the turn may be telling the channel of it already.
            telling = asyncio.create_task(self._tell(game_id, tell))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, game_id: int, tell: Tell) -> None:
        try:
            with self._work.begun():
                await tell(game_id)
        except Stopping:
            return
        except Exception:
            log.exception("game %s: its channel stays behind", game_id)


class OpponentCog(Feature):
    """Sees to it that no turn of the bot is forgotten; the first look resumes what a restart left."""

    def __init__(self, app: App, turns: BotTurns) -> None:
        super().__init__(app)
        self._turns = turns

    async def cog_unload(self) -> None:
        """Stop looking, and thinking."""
        await super().cog_unload()
        await self._turns.stop()

    @repeatedly(60)
    async def look(self) -> None:
        """Begin every turn of the bot that nothing is at."""
        await self._turns.resume(self.app.delivery.refresh)
