"""Going through a finished game turn by turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord.ui import Button, Item, View

from cogs.controls import Control, guild_of
from cogs.replies import redraw, tell
from cogs.standing_presenters import moment_text, moment_view
from plakoto_bot.engine.position import Side
from plakoto_bot.services.history import Moment

if TYPE_CHECKING:
    from cogs.controls import Press

#: What stands on the buttons to the pages beside the one that is shown.
BACK, NEXT = "◀ Back", "Next ▶"


class ReplayButton(
    Control[Button[View]],
    template=r"plakoto:replay-(?P<action>open|first|back|next|last|earlier|later)"
    r":(?P<match>\d{1,15}):(?P<game>\d{1,6}):(?P<turn>\d{1,6})",
):
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

    def __init__(self, action: str, match_id: int, game: int, turn: int, *, row: int = 0, off: bool = False) -> None:
        custom_id = f"plakoto:replay-{action}:{match_id}:{game}:{turn}"
        super().__init__(Button(label=self.LOOKS[action], custom_id=custom_id, disabled=off, row=row))
        self.action = action
        self.match_id = match_id
        self.game = game
        self.turn = turn

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["match"]), int(match["game"]), int(match["turn"]))

    async def act(self, press: Press) -> None:
        press.client.allowance.require(press.user.id)
        moment = await press.client.history.moment(guild_of(press).id, self.match_id, self.game, self.turn)
        side = moment.match.side_of(press.user.id)
        viewer = Side.WHITE if side is None else side
        picture = await press.client.table.pictures.file(moment_view(moment, viewer))
        text, view = moment_text(moment), replay_controls(moment)
        if self.action == "open":
            await tell(press, text, file=picture, view=view)
        else:
            await redraw(press, content=text, attachments=[picture], view=view)


def replay_controls(moment: Moment) -> View:
    """To the other turns of a game, and to the other games of its match."""
    match_id, number, turn, turns = moment.match.id, moment.game.number, moment.turn, moment.turns
    view = View(timeout=None)
    steps = (("first", 1), ("back", max(1, turn - 1)), ("next", min(turns, turn + 1)), ("last", turns))
    for action, goal in steps:
        view.add_item(ReplayButton(action, match_id, number, goal, off=goal == turn))
    if number > 1:
        view.add_item(ReplayButton("earlier", match_id, number - 1, 1, row=1))
    if number < moment.games:
        view.add_item(ReplayButton("later", match_id, number + 1, 1, row=1))
    return view
