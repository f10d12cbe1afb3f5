"""A game that is gone through afterwards is shown as it was shown while it was played."""

from __future__ import annotations

from cogs.finished.replay import moment_board
from cogs.kit.board_views import game_view
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import GameState, legal_plays
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Side
from plakoto_bot.services.services import Services
from renderer.view import BoardView

ANN, BEN = 10, 20
HERE = ServerChannel(1, 2)


def play_that_hits(state: GameState) -> Play:
    """A legal play after which the opponent has as many checkers on the bar as there can be."""
    return max(legal_plays(state), key=lambda play: state.rules.after(state.position, play).other.bar)


async def test_the_replay_shows_every_turn_of_a_game_with_hits_as_it_was_told(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN, Proposal(kind="portes"))
    game = await services.challenges.accept(match.id, BEN, 3)
    told: list[tuple[GameState, list[BoardView]]] = []

    async def tell() -> None:
        view = await services.telling.news(game.id)
        told.append((view.game.state, [game_view(view.game, viewer, view.last_play) for viewer in Side]))

    await tell()
    for _ in range(20):
        state = game.state
        game = await services.turns.play(game.id, state.ply, game.match.player(game.on_roll), play_that_hits(state))
        await tell()
    await services.endings.resign(game.id, ANN)
    await tell()

    first = await services.history.moment(HERE.guild_id, match.id, 1, 1)
    moments = [await services.history.moment(HERE.guild_id, match.id, 1, 1 + turn) for turn in range(first.turns)]
    for state, boards in told:
        (moment,) = (one for one in moments if one.state == state)
        assert [moment_board(moment, viewer) for viewer in Side] == boards
    assert sum(boards[0].hits > 0 for _, boards in told) > 5
    assert told[-1][1][0].outcome is not None
