"""What a picture of the board shows: the only maker of ``BoardView``, for running games and finished ones alike."""

from __future__ import annotations

from plakoto_bot.domain.game import Game
from plakoto_bot.engine.events import Played
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome
from renderer.view import BoardView


def game_view(game: Game, viewer: Side, last: Played | None, tried: Play = ()) -> BoardView:
    """A game as it stands, after its last play or with ``tried`` as the steps of a play not yet confirmed."""
    return board_view(game.state, viewer, last, tried, score=game.match.score, length=game.match.terms.length)


def board_view(
    state: GameState,
    viewer: Side,
    last: Played | None = None,
    tried: Play = (),
    *,
    score: tuple[int, int] | None = None,
    length: int = 1,
    outcome: Outcome | None = None,
) -> BoardView:
    """A state after its last play, or with ``tried`` as steps of the roll in hand, which end the game with ``outcome``.

    ``score`` is shown in a match of more than one point.
    """
    tally: tuple[tuple[int, int] | None, int | None] = (score, length) if length > 1 else (None, None)
    if tried:
        position = state.rules.after(state.position, tried)
        hits = position.other.bar - state.position.other.bar
        dice = tuple(step.die for step in tried)
        return BoardView(position, viewer, dice, tried, state.position.turn, *tally, hits, outcome)
    play, mover = (last.play, last.side) if last else ((), None)
    hits = len(last.marked) if last and state.rules.layout.has_bar else 0
    return BoardView(state.position, viewer, (), play, mover, *tally, hits, state.outcome)


def viewer_of(game: Game, user_id: int | None = None) -> Side:
    """From whose side the board is drawn: a player's own; for others the player on roll's, or the winner's.

    A game against the bot is always seen from the person's side, unless the bot's is asked for.
    """
    side = game.match.side_of(user_id) if user_id is not None else None
    if side is not None:
        return side
    if game.match.bot_side is not None:
        return game.match.bot_side.other
    outcome = game.state.outcome
    if outcome and outcome.winner is not None:
        return outcome.winner
    return game.on_roll
