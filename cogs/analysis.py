"""Analyses of finished matches: the command, the progress while one is made, and its pages."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord import app_commands
from discord.ext import commands
from discord.ui import Button, Item, View

from cogs.analysis_presenters import (
    comparison_views,
    graph_name,
    graph_of,
    overview_text,
    progress_text,
    worst,
    worst_text,
)
from cogs.challenge import place_of
from cogs.controls import Control, guild_of
from cogs.presenters import attachment
from cogs.replay import BACK, NEXT, ReplayButton
from cogs.replies import LOST, Edit, MatchNumber, answered, redraw, say, sentence_for, tell
from plakoto_bot import texts
from plakoto_bot.services.analyses import Job, Listener, Report
from renderer.chances import describe_chances, render_chances
from renderer.comparison import describe_comparison, render_comparison

if TYPE_CHECKING:
    from cogs.client import PlakotoBot
    from cogs.controls import Press

log = logging.getLogger(__name__)


class AnalysisCog(commands.Cog):
    """``/analyse``."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.hybrid_command(description="Errors, luck and chances in a finished match", aliases=["analyze"])
    @commands.guild_only()
    @app_commands.describe(match="The match's number; without it, the one you finished last in this server")
    @answered
    async def analyse(self, ctx: commands.Context[PlakotoBot], match: MatchNumber = 0) -> None:
        """Show the analysis of a match; make it first if there is none."""
        bot, guild_id = ctx.bot, place_of(ctx).guild_id
        match_id = match or await bot.analyses.last_of(guild_id, ctx.author.id)
        bot.allowance.require(ctx.author.id)
        if report := await bot.analyses.report(guild_id, match_id):
            message = await _overview(report, 1)
            await say(ctx, message["content"], files=message["attachments"], view=message["view"])
            return
        job = await bot.analyses.begin(guild_id, match_id, ctx.author.id)
        sent = await say(ctx, progress_text(job), view=_while_waiting(match_id))
        if sent is not None:
            await job.follow(_teller(bot, sent.edit))


def _teller(bot: PlakotoBot, edit: Edit) -> Listener:
    """Tells in a message how far an analysis is, and in the end what was found out.

    Should the message no longer change, because it is gone or too old, the button under it shows the rest.
    """

    async def tell_of(job: Job) -> None:
        try:
            await edit(**await _state(bot, job))
        except LOST as error:
            log.info("a message about the analysis of match %s stays as it is: %s", job.match.id, error)
        except Exception:
            log.exception("a message about the analysis of match %s stays as it is", job.match.id)

    return tell_of


async def _state(bot: PlakotoBot, job: Job) -> dict[str, Any]:
    """How an analysis stands, as what a message is changed to."""
    if not job.ended:
        return {"content": progress_text(job)}
    if job.error is not None:
        return {"content": sentence_for(job.error)}
    report = await bot.analyses.report(job.match.guild_id, job.match.id)
    # There is none if a player had their data deleted in these seconds.
    return {"content": texts.ANALYSIS_GONE} if report is None else await _overview(report, 1)


async def _show(press: Press, match_id: int, page: Callable[[Report], Awaitable[dict[str, Any]]]) -> None:
    """Make the message that was pressed a page of an analysis; if there is none any more, it is made first."""
    press.client.allowance.require(press.user.id)
    analyses, guild_id = press.client.analyses, guild_of(press).id
    if report := await analyses.report(guild_id, match_id):
        await redraw(press, **await page(report))
        return
    job = await analyses.begin(guild_id, match_id, press.user.id)
    if await redraw(press, content=progress_text(job), attachments=[], view=_while_waiting(match_id)):
        await job.follow(_teller(press.client, press.edit_original_response))


# --- pages ---------------------------------------------------------------------------------------------------


async def _overview(report: Report, number: int) -> dict[str, Any]:
    """How both did, and the graph of game ``number``, as what a message is changed to; the last if there are fewer."""
    number = min(max(number, 1), len(report.games))
    chances, losses = graph_of(report.analysis.games[number - 1])
    picture = await asyncio.to_thread(render_chances, chances, losses)
    alt = describe_chances(chances, losses, graph_name(report, number))
    view = View(timeout=None)
    if worst(report):
        view.add_item(WorstButton("open", report.match.id, 1))
    if number > 1:
        view.add_item(GraphButton("earlier", report.match.id, number - 1))
    if number < len(report.games):
        view.add_item(GraphButton("later", report.match.id, number + 1))
    return {
        "content": overview_text(report, number),
        "attachments": [attachment(picture, alt, "chances")],
        "view": view,
    }


async def _worst_play(bot: PlakotoBot, report: Report, place: int) -> dict[str, Any]:
    """One of the worst plays beside the best one, as what a message is changed to."""
    plays, match_id = worst(report), report.match.id
    if not plays:
        return await _overview(report, 1)
    place = min(max(place, 1), len(plays))
    game, number, turn = plays[place - 1]
    moment = await bot.history.moment(report.match.guild_id, match_id, game.number, number)
    before, played, best = comparison_views(moment, turn)
    equities = (turn.equity, turn.best_equity)
    picture = await asyncio.to_thread(render_comparison, played, best, equities)
    alt = describe_comparison(before, played, best, equities)
    view = View(timeout=None)
    view.add_item(WorstButton("back", match_id, place - 1, off=place == 1))
    view.add_item(WorstButton("next", match_id, place + 1, off=place == len(plays)))
    view.add_item(GraphButton("graph", match_id, game.number))
    view.add_item(ReplayButton("open", match_id, game.number, number))
    return {"content": worst_text(report, place), "attachments": [attachment(picture, alt, "plays")], "view": view}


# --- buttons -------------------------------------------------------------------------------------------------


class AnalyseButton(Control[Button[View]], template=r"plakoto:(?P<action>analyse|analysis):(?P<match>\d{1,15})"):
    """*Analyse* under a result, which answers the presser alone, and *Show* under the word that one is being made."""

    LOOKS: ClassVar = {"analyse": "Analyse", "analysis": "Show"}

    def __init__(self, action: str, match_id: int) -> None:
        super().__init__(Button(label=self.LOOKS[action], custom_id=f"plakoto:{action}:{match_id}"))
        self.action = action
        self.match_id = match_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["match"]))

    async def act(self, press: Press) -> None:
        if self.action == "analysis":
            await _show(press, self.match_id, lambda report: _overview(report, 1))
            return
        press.client.allowance.require(press.user.id)
        analyses, guild_id = press.client.analyses, guild_of(press).id
        if report := await analyses.report(guild_id, self.match_id):
            message = await _overview(report, 1)
            await tell(press, message["content"], files=message["attachments"], view=message["view"])
            return
        job = await analyses.begin(guild_id, self.match_id, press.user.id)
        edit = await tell(press, progress_text(job), view=_while_waiting(self.match_id))
        if edit is not None:
            await job.follow(_teller(press.client, edit))


class GraphButton(
    Control[Button[View]],
    template=r"plakoto:analysis-(?P<action>graph|earlier|later):(?P<match>\d{1,15}):(?P<game>\d{1,6})",
):
    """The overview of an analysis with the graph of one game. The action only makes ids under one message differ."""

    LOOKS: ClassVar = {"graph": "Chances", "earlier": "Game before", "later": "Next game"}

    def __init__(self, action: str, match_id: int, game: int) -> None:
        custom_id = f"plakoto:analysis-{action}:{match_id}:{game}"
        super().__init__(Button(label=self.LOOKS[action], custom_id=custom_id))
        self.match_id = match_id
        self.game = game

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["match"]), int(match["game"]))

    async def act(self, press: Press) -> None:
        await _show(press, self.match_id, lambda report: _overview(report, self.game))


class WorstButton(
    Control[Button[View]], template=r"plakoto:worst-(?P<action>open|back|next):(?P<match>\d{1,15}):(?P<place>\d{1,6})"
):
    """One of the worst plays of a match. The action only makes ids under one message differ."""

    LOOKS: ClassVar = {"open": "Worst plays", "back": BACK, "next": NEXT}

    def __init__(self, action: str, match_id: int, place: int, *, off: bool = False) -> None:
        custom_id = f"plakoto:worst-{action}:{match_id}:{place}"
        super().__init__(Button(label=self.LOOKS[action], custom_id=custom_id, disabled=off))
        self.match_id = match_id
        self.place = place

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["match"]), int(match["place"]))

    async def act(self, press: Press) -> None:
        await _show(press, self.match_id, lambda report: _worst_play(press.client, report, self.place))


def _while_waiting(match_id: int) -> View:
    """What stands under the word that an analysis is being made: a way on, should the word be all that is left."""
    view = View(timeout=None)
    view.add_item(AnalyseButton("analysis", match_id))
    return view


#: To be registered with the bot.
ANALYSIS_CONTROLS: tuple[type[Control[Any]], ...] = (AnalyseButton, GraphButton, WorstButton)
