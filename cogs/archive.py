"""Buttons and menus of leaderboard and history. As with all controls, what they need is in their ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord.ui import Button, Item, Select, View

from cogs.analysis import AnalyseButton
from cogs.controls import Control, guild_of
from cogs.members import present_board
from cogs.presenters import match_file
from cogs.replay import BACK, NEXT, ReplayButton
from cogs.replies import redraw, tell
from cogs.standing_presenters import history_option, history_text, leaderboard_text, match_text
from plakoto_bot import texts
from plakoto_bot.engine.position import Side
from plakoto_bot.names import shown_name
from plakoto_bot.services.games import Place
from plakoto_bot.services.history import HistoryPage
from plakoto_bot.services.scores import Board

if TYPE_CHECKING:
    from cogs.controls import Press

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
        board = await present_board(press.client, guild_of(press), self.kind, self.period, self.page)
        await redraw(press, **leaderboard_message(board))


def leaderboard_message(board: Board) -> dict[str, Any]:
    """A page of the leaderboard as the arguments of a message, with the buttons to its neighbours."""
    message: dict[str, Any] = {"content": leaderboard_text(board), "allowed_mentions": discord.AllowedMentions.none()}
    view = View(timeout=None)
    if board.page > 0:
        view.add_item(LeaderboardButton(board.kind, board.period, board.page - 1, BACK))
    if board.page + 1 < board.pages:
        view.add_item(LeaderboardButton(board.kind, board.period, board.page + 1, NEXT))
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
        guild = guild_of(press)
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
        guild = guild_of(press)
        match, games = await press.client.history.match(guild.id, match_id)
        names = await press.client.people.names(guild.id, [match.player(side) for side in Side])
        view = View(timeout=None)
        view.add_item(ExportButton(match_id))
        view.add_item(AnalyseButton("analyse", match_id))
        view.add_item(ReplayButton("open", match_id, 1, 1))
        await tell(press, match_text(match, games, names), view=view)


def history_message(page: HistoryPage, name: str) -> dict[str, Any]:
    """A page of finished matches as the arguments of a message; ``name`` is safe to show."""
    view = View(timeout=None)
    if page.matches:
        view.add_item(HistoryMenu.of(page))
    if page.page > 0:
        view.add_item(HistoryButton(page.user_id, page.page - 1, BACK))
    if page.page + 1 < page.pages:
        view.add_item(HistoryButton(page.user_id, page.page + 1, NEXT))
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
        export = await press.client.games.export(Place(guild_of(press).id, press.channel_id or 0), self.match_id)
        await tell(press, texts.exported(self.match_id), file=match_file(export))


#: To be registered with the bot.
ARCHIVE_CONTROLS: tuple[type[Control[Any]], ...] = (
    LeaderboardButton,
    HistoryButton,
    HistoryMenu,
    ExportButton,
    ReplayButton,
)
