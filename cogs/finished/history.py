"""Somebody's finished matches: the pages of the list, and one picked from it with its file, analysis and boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import discord
from discord.ui import Button, Select, View

from cogs.finished.analysis import AnalyseButton
from cogs.finished.files import match_file
from cogs.finished.paging import BACK, NEXT
from cogs.finished.replay import ReplayButton
from cogs.kit.app import App, Press
from cogs.kit.codec import COUNT, ID, IdForm
from cogs.kit.controls import Control, controls_of, picked
from cogs.kit.message import Message
from cogs.kit.places import guild_of
from cogs.kit.replies import redraw, tell
from plakoto_bot import texts
from plakoto_bot.engine.position import Side
from plakoto_bot.names import plain_name, shown_name
from plakoto_bot.services.games import Place
from plakoto_bot.services.history import HistoryPage
from plakoto_bot.storage.records import GameRecord, MatchRecord, Played

#: Discord's limits on a message and on the description of a menu's option.
_MESSAGE = 2000
_OPTION = 100


class HistoryButton(Control[Button[View]], ids=IdForm("history:{user}:{page}", user=ID, page=COUNT)):
    """Another page of somebody's finished matches."""

    async def act(self, app: App, press: Press) -> None:
        guild, user_id = guild_of(press), self.values["user"]
        page = await app.services.history.page(guild.id, user_id, self.values["page"])
        names = await app.services.people.names(guild.id, [user_id])
        await redraw(press, history_message(page, shown_name(names.get(user_id), user_id)))


class HistoryMenu(Control[Select[View]], ids=IdForm("history-pick:{user}:{page}", user=ID, page=COUNT)):
    """The matches of a page; picking one shows it to the one who picks."""

    @classmethod
    def of(cls, page: HistoryPage) -> Self:
        """The menu of one page."""
        options = [_option(page.user_id, played) for played in page.matches]
        return cls(Select(placeholder="Pick a match", options=options), user=page.user_id, page=page.page)

    async def act(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        guild, match_id = guild_of(press), int(value)
        match, games = await app.services.history.match(guild.id, match_id)
        names = await app.services.people.names(guild.id, [match.player(side) for side in Side])
        controls = controls_of(
            ExportButton(Button(label="Export"), match=match_id),
            AnalyseButton.of("analyse", match=match_id),
            ReplayButton.of("open", match=match_id, game=1, turn=1),
        )
        await tell(press, Message(match_text(match, games, names), controls=controls))


class ExportButton(Control[Button[View]], ids=IdForm("export:{match}", match=ID)):
    """The file of a finished match."""

    async def act(self, app: App, press: Press) -> None:
        match_id = self.values["match"]
        export = await app.services.games.export(Place(guild_of(press).id, press.channel_id or 0), match_id)
        await tell(press, Message(texts.exported(match_id), files=[match_file(export)]))


def history_message(page: HistoryPage, name: str) -> Message:
    """A page of finished matches with the ways to each of them and to other pages; ``name`` is safe to show."""
    controls = controls_of()
    if page.matches:
        controls.add_item(HistoryMenu.of(page))
    if page.page > 0:
        controls.add_item(HistoryButton(Button(label=BACK), user=page.user_id, page=page.page - 1))
    if page.page + 1 < page.pages:
        controls.add_item(HistoryButton(Button(label=NEXT), user=page.user_id, page=page.page + 1))
    return Message(history_text(page, name), controls=controls)


def history_text(page: HistoryPage, name: str) -> str:
    """A page of somebody's finished matches, or that there are none."""
    if not page.matches:
        return texts.NO_HISTORY.format(who=name)
    lines = [texts.history_title(name, page.page, page.pages)]
    lines += [_line(page.user_id, played) for played in page.matches]
    return "\n".join((*lines, texts.HISTORY_HINT))


def _line(user_id: int, played: Played) -> str:
    match, result = played.match, played.result
    opponent = shown_name(played.opponent_name, match.opponent_of(user_id))
    change = texts.rating_gain(result.rating_before, result.rating_after) if result else texts.rating_gain(None, None)
    what = texts.match_name(match.kind, match.length)
    return texts.history_line(match.id, what, _how(user_id, played), opponent, change, match.ended_at or 0)


def _option(user_id: int, played: Played) -> discord.SelectOption:
    """A match in the menu, where no markdown works."""
    match = played.match
    opponent = plain_name(played.opponent_name, match.opponent_of(user_id))
    return discord.SelectOption(
        label=f"#{match.id} {texts.match_name(match.kind, match.length)}",
        description=texts.against(_how(user_id, played).replace("*", ""), opponent)[:_OPTION],
        value=str(match.id),
    )


def _how(user_id: int, played: Played) -> str:
    """How a match ended for this person."""
    match = played.match
    side = match.side_of(user_id)
    assert side is not None, "only the person's own matches are listed"
    won = None if match.winner is None else match.winner is side
    return texts.match_result(match.score[side], match.score[side.other], match.ended_by, won=won)


def match_text(match: MatchRecord, games: list[GameRecord], names: Mapping[int, str]) -> str:
    """A finished match and how each of its games ended, as many as fit."""
    white, black = (shown_name(names.get(match.player(side)), match.player(side)) for side in Side)
    what = texts.match_name(match.kind, match.length)
    text = texts.match_card(match.id, what, white, black, match.score, match.ended_at or 0)
    for game in games:
        outcome = game.state.outcome
        if outcome is not None:
            how = texts.result(outcome, *(texts.CHECKER[side] for side in Side)).replace("*", "")
            line = texts.game_result(game.number, game.state.rules.layout.name, how)
            if len(text) + len(line) < _MESSAGE - 100:
                text = f"{text}\n{line}"
    return text
