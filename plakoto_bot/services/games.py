"""Reading matches and games as they stand."""

from plakoto_bot.domain.errors import MatchNotFound
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.place import Place
from plakoto_bot.domain.turns import require_turn
from plakoto_bot.services.lookup import game_by, match_by, own_game_in
from plakoto_bot.services.service import Service


class GameService(Service):
    """Reads matches and games of all servers."""

    async def match(self, match_id: int) -> Match:
        """A match or challenge by its number. Raises: MatchNotFound."""
        async with self._database.read() as transaction:
            return await match_by(transaction, match_id)

    async def game(self, game_id: int) -> Game:
        """A game by its id. Raises: GameNotFound."""
        async with self._database.read() as transaction:
            return await game_by(transaction, game_id)

    async def current(self, match_id: int) -> Game:
        """The game that a running match is at. Raises: MatchNotFound."""
        async with self._database.read() as transaction:
            games = await transaction.games.of_match(match_id)
            if not games:
                raise MatchNotFound(match_id)
            return games[-1]

    async def turn_of(self, game_id: int, ply: int, user_id: int) -> Game:
        """The game, if this person is on roll in it at this ply.

        Raises: GameNotFound, GameOver, NotAPlayer, NotYourTurn, StaleAction.
        """
        async with self._database.read() as transaction:
            game = await game_by(transaction, game_id)
            require_turn(game, user_id, ply)
            return game

    async def game_here(self, place: Place, user_id: int) -> Game:
        """The running game that a person plays in a place. Raises: NoGameHere."""
        async with self._database.read() as transaction:
            return await own_game_in(transaction, place, user_id)

    async def games_here(self, place: Place) -> list[Game]:
        """All running games of a place, oldest first. Raises nothing."""
        async with self._database.read() as transaction:
            return await transaction.games.running_in(place.channel_id)

    async def games_of(self, guild_id: int, user_id: int) -> list[Game]:
        """The running games of a person in a server. Raises nothing."""
        async with self._database.read() as transaction:
            return await transaction.games.running_of(user_id, guild_id=guild_id)

    async def count_running(self) -> int:
        """How many games run, in all servers. Raises nothing."""
        async with self._database.read() as transaction:
            return await transaction.games.count_running()
