"""Going through a finished game turn by turn."""

from __future__ import annotations

from typing import ClassVar

from discord.ui import View

from cogs.kit.app import App, Press
from cogs.kit.board_views import board_view
from cogs.kit.codec import COUNT
from cogs.kit.controls import BACK, NEXT, ActionButton, controls_of
from cogs.kit.message import Message
from cogs.kit.places import guild_of
from cogs.kit.replies import redraw, tell
from cogs.kit.sentences import news_lines, player
from plakoto_bot.engine.notation import shorten_play
from plakoto_bot.engine.position import Side
from plakoto_bot.services.history import Moment
from plakoto_bot.words import analyses, finished, turns
from renderer.view import BoardView

#: A turn can come after a long chain of forced ones.
_MOST_NEWS = 6


class ReplayButton(ActionButton, form="replay-{action}:{match}:{game}:{turn}", game=COUNT):
    """The board of a finished match at one turn of one game, for the presser's eyes only.

    The action only makes ids under one message differ: where to go stands in them.
    """

    LOOKS: ClassVar = {
        "open": "Board at any turn",
        "first": "⏮ First",
        "back": BACK,
        "next": NEXT,
        "last": "Last ⏭",
        "earlier": "Game before",
        "later": "Next game",
    }

    async def act(self, app: App, press: Press) -> None:
        app.allowance.require(press.user.id)
        match_id, game, turn = self.values["match"], self.values["game"], self.values["turn"]
        moment = await app.services.history.moment(guild_of(press).id, match_id, game, turn)
        side = moment.match.side_of(press.user.id)
        board = moment_board(moment, Side.WHITE if side is None else side)
        picture = await app.pictures.file(board)
        message = Message(moment_text(moment), files=[picture], controls=replay_controls(moment))
        if self.values["action"] == "open":
            await tell(press, message)
        else:
            await redraw(press, message)


def moment_board(moment: Moment, viewer: Side) -> BoardView:
    """The picture of one turn of a finished game; the score is that before the game."""
    return board_view(moment.state, viewer, moment.last_play, score=moment.score, length=moment.match.terms.length)


def moment_text(moment: Moment) -> str:
    """What had just happened at one turn of a finished game."""
    match, game, state = moment.match, moment.game, moment.state
    what = turns.game_of_match(match.terms.kind, state.rules.layout.name, game.number, match.terms.length)
    lines = [
        finished.moment(match.id, what, moment.turn, moment.turns),
        *news_lines(match, moment.news)[-_MOST_NEWS:],
    ]
    if moment.judged is not None and moment.judged.decided:
        lines.append(analyses.judged(shorten_play(moment.judged.best), moment.judged.lost, moment.judged.mark))
    dice = state.position.dice
    if state.outcome is not None:
        lines.append(turns.result(state.outcome, *(player(match, side) for side in Side)))
    elif dice is not None:
        turn = state.position.turn
        lines.append(turns.is_to_move(match.player(turn), turn, dice))
    return "\n".join(lines)


def replay_controls(moment: Moment) -> View:
    """To the other turns of a game, and to the other games of its match."""
    match_id, number, turn, last = moment.match.id, moment.game.number, moment.turn, moment.turns
    controls = controls_of()
    steps = (("first", 1), ("back", max(1, turn - 1)), ("next", min(last, turn + 1)), ("last", last))
    for action, goal in steps:
        controls.add_item(ReplayButton.of(action, row=0, off=goal == turn, match=match_id, game=number, turn=goal))
    if number > 1:
        controls.add_item(ReplayButton.of("earlier", row=1, match=match_id, game=number - 1, turn=1))
    if number < moment.games:
        controls.add_item(ReplayButton.of("later", row=1, match=match_id, game=number + 1, turn=1))
    return controls
