"""Buttons and menus of leaderboard and history. As with all controls, what they need is in their ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord.ext import commands
from discord.ui import Button, Item, Select, View

from cogs.controls import Control
from cogs.members import present_board
from cogs.presenters import match_file
from cogs.replies import redraw, tell
from cogs.standing_presenters import (
    history_option,
    history_text,
    leaderboard_text,
    match_text,
    moment_text,
    moment_view,
)
from plakoto_bot import texts
from plakoto_bot.engine.position import Side
from plakoto_bot.names import shown_name
from plakoto_bot.services.games import Place
from plakoto_bot.services.history import HistoryPage, Moment
from plakoto_bot.services.scores import Board

if TYPE_CHECKING:
    from cogs.controls import Press

_BACK, _NEXT = "◀ Back", "Next ▶"


# --- leaderboard ---------------------------------------------------------------------------------------------


class LeaderboardButton(
    Control[Button[View]], template=r"plakoto:leaderboard:(?P<kind>[a-z]+):(?P<period>all|\d{4}-\d\d):(?P<page>\d{1,6})"
):
    """Another page of a leaderboard. The server is that of the press, so no id can open another one's."""

    def __init__(self, kind: str, period: str, page: int, label: str = "") -> None:
        super().__init__(Button(label=label, custom_id=f"plakoto:leaderboard:{kind}:{period}:{page}"))
        self.kind = kind
        self.period = period
        self.page = page

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["kind"], match["period"], int(match["page"]))

    async def act(self, press: Press) -> None:
        press.client.allowance.require(press.user.id)
        board = await present_board(press.client, _guild(press), self.kind, self.period, self.page)
        await redraw(press, **leaderboard_message(board))


def leaderboard_message(board: Board) -> dict[str, Any]:
    """A page of the leaderboard as the arguments of a message, with the buttons to its neighbours."""
    message: dict[str, Any] = {"content": leaderboard_text(board), "allowed_mentions": discord.AllowedMentions.none()}
    view = View(timeout=None)
    if board.page > 0:
        view.add_item(LeaderboardButton(board.kind, board.period, board.page - 1, _BACK))
    if board.page + 1 < board.pages:
        view.add_item(LeaderboardButton(board.kind, board.period, board.page + 1, _NEXT))
    return message | {"view": view}


# --- history -------------------------------------------------------------------------------------------------


class HistoryButton(Control[Button[View]], template=r"plakoto:history:(?P<user>\d{1,20}):(?P<page>\d{1,6})"):
    """Another page of somebody's finished matches."""

    def __init__(self, user_id: int, page: int, label: str = "") -> None:
        super().__init__(Button(label=label, custom_id=f"plakoto:history:{user_id}:{page}"))
        self.user_id = user_id
        self.page = page

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(int(match["user"]), int(match["page"]))

    async def act(self, press: Press) -> None:
        guild = _guild(press)
        page = await press.client.history.page(guild.id, self.user_id, self.page)
        names = await press.client.people.names(guild.id, [self.user_id])
        await redraw(press, **history_message(page, shown_name(names.get(self.user_id), self.user_id)))


class HistoryMenu(Control[Select[View]], template=r"plakoto:history-pick:(?P<user>\d{1,20}):(?P<page>\d{1,6})"):
    """The matches of a page; picking one shows it to the one who picks."""

    def __init__(self, user_id: int, page: int, options: list[discord.SelectOption]) -> None:
        custom_id = f"plakoto:history-pick:{user_id}:{page}"
        super().__init__(Select(custom_id=custom_id, placeholder="Pick a match", options=options))

    @classmethod
    def of(cls, page: HistoryPage) -> Self:
        """The menu of one page."""
        options = []
        for played in page.matches:
            label, description = history_option(page.user_id, played)
            options.append(discord.SelectOption(label=label, description=description, value=str(played.match.id)))
        return cls(page.user_id, page.page, options)

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(int(match["user"]), int(match["page"]), [])

    async def act(self, press: Press) -> None:
        assert press.data is not None
        match_id = int(press.data["values"][0])  # type: ignore[typeddict-item]
        guild = _guild(press)
        match, games = await press.client.history.match(guild.id, match_id)
        names = await press.client.people.names(guild.id, [match.player(side) for side in Side])
        view = View(timeout=None)
        view.add_item(ExportButton(match_id))
        view.add_item(ReplayButton("open", match_id, 1, 1))
        await tell(press, match_text(match, games, names), view=view)


def history_message(page: HistoryPage, name: str) -> dict[str, Any]:
    """A page of finished matches as the arguments of a message; ``name`` is safe to show."""
    view = View(timeout=None)
    if page.matches:
        view.add_item(HistoryMenu.of(page))
    if page.page > 0:
        view.add_item(HistoryButton(page.user_id, page.page - 1, _BACK))
    if page.page + 1 < page.pages:
        view.add_item(HistoryButton(page.user_id, page.page + 1, _NEXT))
    return {"content": history_text(page, name), "view": view, "allowed_mentions": discord.AllowedMentions.none()}


class ExportButton(Control[Button[View]], template=r"plakoto:export:(?P<match>\d{1,15})"):
    """The file of a finished match."""

    def __init__(self, match_id: int) -> None:
        super().__init__(Button(label="Export", custom_id=f"plakoto:export:{match_id}"))
        self.match_id = match_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(int(match["match"]))

    async def act(self, press: Press) -> None:
        export = await press.client.games.export(Place(_guild(press).id, press.channel_id or 0), self.match_id)
        await tell(press, texts.exported(self.match_id), file=match_file(export))


# --- a finished game turn by turn ----------------------------------------------------------------------------


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
        "back": _BACK,
        "next": _NEXT,
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
        moment = await press.client.history.moment(_guild(press).id, self.match_id, self.game, self.turn)
        side = moment.match.side_of(press.user.id)
        viewer = Side.WHITE if side is None else side
        picture = await press.client.table.picture(moment_view(moment, viewer))
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


def _guild(press: Press) -> discord.Guild:
    """The server of a press; a control under a message of ours is never pressed anywhere else."""
    if press.guild is None:
        raise commands.NoPrivateMessage
    return press.guild


#: To be registered with the bot.
ARCHIVE_CONTROLS: tuple[type[Control[Any]], ...] = (
    LeaderboardButton,
    HistoryButton,
    HistoryMenu,
    ExportButton,
    ReplayButton,
)
