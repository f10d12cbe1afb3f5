"""Somebody's finished matches: the pages of the list, and one picked from it with its file, analysis and boards."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Self

import discord
from discord.ui import Button, Select, View

from cogs.finished.analysis import AnalyseButton
from cogs.finished.replay import ReplayButton
from cogs.kit.app import App, Press
from cogs.kit.controls import Control, PageButton, controls_of, picked
from cogs.kit.message import Message
from cogs.kit.places import guild_of
from cogs.kit.replies import redraw, tell
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.standings import FinishedMatch
from plakoto_bot.engine.position import Side
from plakoto_bot.export import Export, format_export
from plakoto_bot.services.history import HistoryPage
from plakoto_bot.words import common, finished, turns
from plakoto_bot.words.names import plain_name, shown_name

#: Discord's limits on a message and on the description of a menu's option.
_MESSAGE = 2000
_OPTION = 100


class HistoryButton(PageButton, form="history:{user}:{page}"):
    """Another page of somebody's finished matches."""

    async def act(self, app: App, press: Press) -> None:
        guild, user_id = guild_of(press), self.values["user"]
        page = await app.services.history.page(guild.id, user_id, self.values["page"])
        names = await app.services.people.names(guild.id, [user_id])
        await redraw(press, history_message(page, shown_name(names.get(user_id), user_id)))


class HistoryMenu(Control[Select[View]], form="history-pick:{user}:{page}"):
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


class ExportButton(Control[Button[View]], form="export:{match}"):
    """The file of a finished match."""

    async def act(self, app: App, press: Press) -> None:
        match_id = self.values["match"]
        export = await app.services.exports.export(ServerChannel(guild_of(press).id, press.channel_id or 0), match_id)
        await tell(press, Message(finished.exported(match_id), files=[match_file(export)]))


def history_message(page: HistoryPage, name: str) -> Message:
    """A page of finished matches with the ways to each of them and to other pages; ``name`` is safe to show."""
    menu = [HistoryMenu.of(page)] if page.matches else []
    controls = controls_of(*menu, *HistoryButton.beside(page.page, page.pages, user=page.user_id))
    return Message(history_text(page, name), controls=controls)


def match_file(export: Export) -> discord.File:
    """A finished match as a file."""
    return discord.File(io.BytesIO(format_export(export).encode()), filename=f"plakoto-match-{export.match}.json")


def history_text(page: HistoryPage, name: str) -> str:
    """A page of somebody's finished matches, or that there are none."""
    if not page.matches:
        return finished.NO_HISTORY.format(who=name)
    lines = [finished.history_title(name, page.page, page.pages)]
    lines += [_line(page.user_id, played) for played in page.matches]
    return "\n".join((*lines, finished.HISTORY_HINT))


def _line(user_id: int, played: FinishedMatch) -> str:
    match, result = played.match, played.result
    opponent = shown_name(played.opponent_name, match.opponent_of(user_id))
    ratings = (result.rating_before, result.rating_after) if result else (None, None)
    what = common.match_name(match.terms.kind, match.terms.length)
    return finished.history_line(
        match.id, what, _how(user_id, played), opponent, finished.rating_gain(*ratings), match.ended_at or 0
    )


def _option(user_id: int, played: FinishedMatch) -> discord.SelectOption:
    """A match in the menu, where no markdown works."""
    match = played.match
    opponent = plain_name(played.opponent_name, match.opponent_of(user_id))
    return discord.SelectOption(
        label=f"#{match.id} {common.match_name(match.terms.kind, match.terms.length)}",
        description=finished.against(_how(user_id, played).replace("*", ""), opponent)[:_OPTION],
        value=str(match.id),
    )


def _how(user_id: int, played: FinishedMatch) -> str:
    """How a match ended for this person."""
    match = played.match
    side = match.side_of(user_id)
    assert side is not None, "only the person's own matches are listed"
    won = None if match.winner is None else match.winner is side
    return finished.match_result(match.score[side], match.score[side.other], match.ended_by, won=won)


def match_text(match: Match, games: list[Game], names: Mapping[int, str]) -> str:
    """A finished match and how each of its games ended, as many as fit."""
    white, black = (shown_name(names.get(match.player(side)), match.player(side)) for side in Side)
    what = common.match_name(match.terms.kind, match.terms.length)
    text = finished.match_card(match.id, what, white, black, match.score, match.ended_at or 0)
    for game in games:
        outcome = game.state.outcome
        if outcome is not None:
            how = turns.result(outcome, *(common.CHECKER[side] for side in Side)).replace("*", "")
            line = finished.game_result(game.number, game.state.rules.layout.name, how)
            if len(text) + len(line) < _MESSAGE - 100:
                text = f"{text}\n{line}"
    return text
