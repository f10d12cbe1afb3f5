"""The bot as a player: its own turns, resumed wherever it was stopped, and hints to others."""

from __future__ import annotations

import asyncio

from plakoto_bot.ai.evaluation import Rated, rate_plays_deep
from plakoto_bot.ai.player import choose_play
from plakoto_bot.ai.workers import Thinking
from plakoto_bot.services.errors import GameOver, NoHints, StaleAction
from plakoto_bot.services.games import GameService
from plakoto_bot.services.settings import server_settings
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import GameRecord, MatchRecord
from plakoto_bot.turn_line import timed, turn_line

#: How long the bot waits before it plays, in a server that wants to follow.
PAUSE_SECONDS = 2.0


class OpponentService:
    """Plays the bot's own side by way of ``games``, like anybody else; its thoughts are computed by ``thinking``.

    ``allowed`` matches against it may run at once in a server whose admins have not chosen fewer.
    """

    def __init__(self, database: Database, games: GameService, thinking: Thinking, *, allowed: int) -> None:
        self._database = database
        self._games = games
        self._thinking = thinking
        self.allowed = allowed

    async def waiting(self) -> list[int]:
        """Games in which the bot is to play, in all servers that it is in."""
        async with self._database.read() as transaction:
            return [game.id for game in await transaction.bot_games() if game.bot_to_play]

    async def pauses_in(self, guild_id: int) -> bool:
        """Whether a server wants to see each play before the bot answers it."""
        async with self._database.read() as transaction:
            return (await server_settings(transaction, guild_id)).bot_pause

    async def play(self, game_id: int, *, pause: float = 0.0) -> None:
        """Play in a game until the bot is no longer on roll, ``pause`` seconds after it was; safe to repeat."""
        game = await self._games.game(game_id)
        while game.bot_to_play:
            with turn_line():
                try:
                    game = await self._play_once(game, pause)
                except (GameOver, StaleAction):
                    return  # somebody ended it meanwhile

    async def _play_once(self, game: GameRecord, pause: float) -> GameRecord:
        state, match = game.state, game.match
        with timed("thinking"):
            play = await self._thinking.run(
                match.guild_id, choose_play, state.rules, state.position, _level(match), _chance(game)
            )
        await asyncio.sleep(pause)
        return await self._games.play(game.id, state.ply, match.player(state.position.turn), play)

    async def to_advise(self, game_id: int, ply: int, user_id: int) -> GameRecord:
        """The game, if the person is to play in it at this ply and may be told what is best."""
        game = await self._games.turn_of(game_id, ply, user_id)
        if game.match.rated:
            raise NoHints(game)
        return game

    async def advise(self, game: GameRecord) -> list[Rated]:
        """The plays of the roll in hand, best first, as the bot at its best rates them."""
        return await self._thinking.run(game.match.guild_id, rate_plays_deep, game.state.rules, game.state.position)


def _level(match: MatchRecord) -> str:
    assert match.level is not None, "asked only where the bot plays"
    return match.level


def _chance(game: GameRecord) -> str:
    """What the bot's errors depend on: a restart in the middle of a thought changes nothing."""
    return f"{game.match.id}:{game.number}:{game.state.ply}"
