"""What the message of a turn looks like, as delivery asks for it."""

from __future__ import annotations

from discord.ui import View

from cogs.challenge.controls import MatchButton
from cogs.finished.analysis import AnalyseButton
from cogs.kit.controls import controls_of
from cogs.turn.controls import turn_controls
from cogs.turn.messages import pinged_players, turn_text
from plakoto_bot.engine.moves import Play
from plakoto_bot.services.games import GameView
from plakoto_bot.storage.records import GameRecord, MatchStatus


class TurnMessages:
    """The messages of turns and of the end of a game."""

    def text(self, view: GameView, tried: Play = ()) -> str:
        """What happened and who is called, or who won; with ``tried``, the steps of an unfinished play."""
        return turn_text(view, tried)

    def controls(self, game: GameRecord) -> View | None:
        """Its turn's controls, those of a finished match, or nothing if a next game follows."""
        if game.state.outcome is None:
            return turn_controls(game)
        if game.match.status is MatchStatus.RUNNING:
            return None
        match_id = game.match.id
        return controls_of(MatchButton.of("rematch", match=match_id), AnalyseButton.of("analyse", match=match_id))

    def pings(self, view: GameView) -> tuple[int, ...]:
        """The one player who is called, or nobody."""
        return pinged_players(view)
