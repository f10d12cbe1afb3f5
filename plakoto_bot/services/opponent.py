"""The bot as a player: its own turns, resumed wherever it was stopped, and hints to others."""

import asyncio

from plakoto_bot.ai.evaluation import Rated, rate_plays_deep
from plakoto_bot.ai.player import choose_play, levels_for
from plakoto_bot.ai.workers import Thinking
from plakoto_bot.domain.errors import GameOver, NotJudged, StaleAction
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.turns import require_unrated
from plakoto_bot.services.games import GameService
from plakoto_bot.services.service import Service
from plakoto_bot.services.turns import TurnService
from plakoto_bot.storage.database import Database
from plakoto_bot.turn_log import timed, turn_line

#: How long the bot waits before it plays, in a server that wants to follow.
PAUSE_SECONDS = 2.0


class OpponentService(Service):
    """Plays the bot's own side by way of ``turns``, like anybody else; its thoughts are computed by ``thinking``.

    ``allowed`` matches against it may run at once in a server whose admins have not chosen fewer.
    """

    def __init__(
        self, database: Database, games: GameService, turns: TurnService, thinking: Thinking, *, allowed: int
    ) -> None:
        super().__init__(database)
        self._games = games
        self._turns = turns
        self._thinking = thinking
        self.allowed = allowed

    async def waiting(self) -> list[int]:
        """Games in which the bot is to play, in all servers that it is in. Raises nothing."""
        async with self._database.read() as transaction:
            return [game.id for game in await transaction.games.against_bot() if game.bot_to_play]

    async def pauses_in(self, guild_id: int) -> bool:
        """Whether a server wants to see each play before the bot answers it. Raises nothing."""
        async with self._database.read() as transaction:
            return (await transaction.choices.of_server(guild_id)).bot_pause

    async def play(self, game_id: int, *, pause: float = 0.0) -> None:
        """Play in a game until the bot is no longer on roll, ``pause`` seconds after it was; safe to repeat.

        Raises: GameNotFound.
        """
        game = await self._games.game(game_id)
        while game.bot_to_play:
            with turn_line():
                try:
                    game = await self._play_once(game, pause)
                except (GameOver, StaleAction):
                    return  # somebody ended it meanwhile

    async def _play_once(self, game: Game, pause: float) -> Game:
        state, match = game.state, game.match
        with timed("thinking"):
            play = await self._thinking.run(
                match.guild_id, choose_play, state.rules, state.position, _level(match), _chance(game)
            )
        await asyncio.sleep(pause)
        return await self._turns.play(game.id, state.ply, match.player(game.on_roll), play)

    async def to_advise(self, game_id: int, ply: int, user_id: int) -> Game:
        """The game, if the person is to play in it at this ply and may be told what is best.

        Raises: GameNotFound, GameOver, NoHints, NotAPlayer, NotJudged, NotYourTurn, StaleAction.
        """
        game = await self._games.turn_of(game_id, ply, user_id)
        require_unrated(game)
        if not levels_for(game.state.rules.layout.name):
            raise NotJudged(game.state.rules.layout.name)
        return game

    async def advise(self, game: Game) -> list[Rated]:
        """The plays of the roll in hand, best first, as the bot at its best rates them. Raises nothing."""
        return await self._thinking.run(game.match.guild_id, rate_plays_deep, game.state.rules, game.state.position)


def _level(match: Match) -> str:
    assert match.terms.level is not None, "asked only where the bot plays"
    return match.terms.level


def _chance(game: Game) -> str:
    """What the bot's errors depend on: a restart in the middle of a thought changes nothing."""
    return f"{game.match.id}:{game.number}:{game.state.ply}"
