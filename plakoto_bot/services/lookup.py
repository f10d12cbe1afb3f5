"""What a transaction must find: the value, or the error that says it is not there."""

from plakoto_bot.domain.choices import MatchChoices
from plakoto_bot.domain.errors import GameNotFound, MatchNotFound, NoGameHere, NotFinished
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.place import Place
from plakoto_bot.storage.transaction import Transaction


async def match_by(transaction: Transaction, match_id: int) -> Match:
    """The match or challenge with this number. Raises: MatchNotFound."""
    match = await transaction.matches.get(match_id)
    if match is None:
        raise MatchNotFound(match_id)
    return match


async def finished_match(transaction: Transaction, guild_id: int, match_id: int) -> Match:
    """The finished match of a server with this number. Raises: MatchNotFound, NotFinished."""
    match = await match_by(transaction, match_id)
    if match.guild_id != guild_id or match.accepted_by is None:
        raise MatchNotFound(match_id)
    if match.status is not MatchStatus.FINISHED:
        raise NotFinished(match)
    return match


async def game_by(transaction: Transaction, game_id: int) -> Game:
    """The game with this id. Raises: GameNotFound."""
    game = await transaction.games.get(game_id)
    if game is None:
        raise GameNotFound(game_id)
    return game


async def game_with_choices(transaction: Transaction, game_id: int) -> tuple[Game, MatchChoices]:
    """The game with this id and what was chosen for it, in one statement. Raises: GameNotFound."""
    found = await transaction.games.with_choices(game_id)
    if found is None:
        raise GameNotFound(game_id)
    return found


async def own_game_in(transaction: Transaction, place: Place, user_id: int) -> Game:
    """The running game that a person plays in a place. Raises: NoGameHere."""
    games = await transaction.games.running_of(user_id, channel_id=place.channel_id)
    if not games:
        elsewhere = await transaction.games.running_of(user_id, guild_id=place.guild_id)
        raise NoGameHere(user_id, tuple(elsewhere))
    return games[0]
