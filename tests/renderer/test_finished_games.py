"""A finished game as the bot hands it to the renderer."""

from __future__ import annotations

from cogs.kit.board_views import game_view, viewer_of
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.engine.position import Side
from plakoto_bot.services.services import Services
from renderer.alt_text import describe_board

ANN, BEN = 10, 20


async def test_resigned_game_is_shown_as_won_by_the_other(services: Services) -> None:
    match = await services.challenges.open(ServerChannel(1, 2), ANN, BEN)
    game = await services.challenges.accept(match.id, BEN, 777)
    assert game_view(game, Side.WHITE, None).outcome is None
    loser = game.on_roll
    over = await services.endings.resign(game.id, game.match.player(loser))
    shown = game_view(over, viewer_of(over), None)
    assert shown.outcome is not None
    assert shown.outcome.winner is shown.viewer is loser.other
    assert shown.dice == ()
    winner = "White" if loser is Side.BLACK else "Black"
    assert f"{winner} has won {shown.outcome.points} point" in describe_board(shown)
