"""Who may do what in a game, and when."""

from plakoto_bot.domain.errors import (
    AlreadyOffered,
    GameOver,
    NoHints,
    NotAPlayer,
    NothingToOffer,
    NotOverdue,
    NotYourTurn,
    StaleAction,
)
from plakoto_bot.domain.game import Game
from plakoto_bot.engine.game import resignation
from plakoto_bot.engine.position import Side


def require_running(game: Game) -> None:
    """Refuse to go on with a finished game. Raises: GameOver."""
    if game.is_over:
        raise GameOver(game)


def require_ply(game: Game, ply: int) -> None:
    """Refuse what was meant for another turn. Raises: StaleAction."""
    if game.state.ply != ply:
        raise StaleAction(game, ply)


def require_player(game: Game, user_id: int) -> Side:
    """The side that this person plays in a running game. Raises: GameOver, NotAPlayer."""
    require_running(game)
    side = game.match.side_of(user_id)
    if side is None:
        raise NotAPlayer(user_id, game)
    return side


def require_turn(game: Game, user_id: int, ply: int) -> None:
    """Refuse whoever is not on roll in the game at this ply. Raises: GameOver, NotAPlayer, NotYourTurn, StaleAction."""
    side = game.match.side_of(user_id)
    if side is None:
        raise NotAPlayer(user_id, game)
    require_running(game)
    require_ply(game, ply)
    if side is not game.on_roll:
        raise NotYourTurn(user_id, game)


def require_offer(game: Game, side: Side) -> None:
    """Refuse an offer to lose for one point that makes no sense or was made (T4).

    Raises: AlreadyOffered, NothingToOffer.
    """
    if resignation(game.state, side).points == 1:
        raise NothingToOffer(game)
    if game.offered(side):
        raise AlreadyOffered(game)


def require_overdue(game: Game, side: Side, now: int) -> None:
    """Refuse ``side`` the win on time unless the opponent has let it run out. Raises: NotOverdue."""
    if game.on_roll is side or not game.is_overdue(now):
        raise NotOverdue(game)


def require_unrated(game: Game) -> None:
    """Refuse advice in a rated match. Raises: NoHints."""
    if game.match.terms.rated:
        raise NoHints(game)
