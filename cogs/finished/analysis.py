"""Analyses of finished matches: the command, the progress while one is made, and its pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, ClassVar

from discord import app_commands
from discord.ext import commands

from cogs.finished.analysis_messages import (
    comparison_boards,
    graph_name,
    graph_of,
    overview_text,
    progress_text,
    worst,
    worst_text,
)
from cogs.finished.paging import BACK, NEXT
from cogs.finished.replay import ReplayButton
from cogs.kit.app import App, Ctx, Press
from cogs.kit.codec import COUNT, ID, IdForm, choice
from cogs.kit.commands import MatchNumber, answered
from cogs.kit.controls import ActionButton, Control, controls_of
from cogs.kit.deferral import LOST
from cogs.kit.message import Edit, Message
from cogs.kit.pictures import attachment
from cogs.kit.places import guild_of, place_of
from cogs.kit.refusals import sentence_for
from cogs.kit.release import release_view
from cogs.kit.replies import editor, redraw, say, tell
from plakoto_bot import texts
from plakoto_bot.services.analyses import Job, Listener, Report
from renderer.chances import describe_chances, render_chances
from renderer.comparison import describe_comparison, render_comparison

log = logging.getLogger(__name__)


class AnalysisCog(commands.Cog):
    """``/analyse``."""

    def __init__(self, app: App) -> None:
        self._app = app

    @commands.hybrid_command(description="Errors, luck and chances in a finished match", aliases=["analyze"])
    @commands.guild_only()
    @app_commands.describe(match="The match's number; without it, the one you finished last in this server")
    @answered
    async def analyse(self, ctx: Ctx, match: MatchNumber = 0) -> None:
        """Show the analysis of a match; make it first if there is none."""
        app, guild_id = self._app, place_of(ctx).guild_id
        match_id = match or await app.services.analyses.last_of(guild_id, ctx.author.id)
        app.allowance.require(ctx.author.id)
        if report := await app.services.analyses.report(guild_id, match_id):
            await say(ctx, await _overview(report, 1))
            return
        job = await app.services.analyses.begin(guild_id, match_id, ctx.author.id)
        sent = await say(ctx, _progress(job))
        if sent is not None:
            await job.follow(_teller(app, editor(sent.edit)))


# --- while it is made ----------------------------------------------------------------------------------------


def _progress(job: Job) -> Message:
    """How far an analysis is, with a way on should this message be all that is left."""
    return Message(progress_text(job), controls=controls_of(AnalyseButton.of("analysis", match=job.match.id)))


async def _findings(app: App, job: Job) -> Message:
    """What an analysis that has ended found out, or why nothing."""
    if job.error is None:
        report = await app.services.analyses.report(job.match.guild_id, job.match.id)
        if report is not None:
            return await _overview(report, 1)
    # There is no report without an error if a player had their data deleted in these seconds.
    why_not = texts.ANALYSIS_GONE if job.error is None else sentence_for(job.error)
    return Message(why_not, controls=controls_of(AnalyseButton.of("analysis", match=job.match.id)))


def _teller(app: App, edit: Edit) -> Listener:
    """Tells in a message how far an analysis is, and in the end what was found out.

    Should the message no longer change, because it is gone or too old, the button under it shows the rest.
    """

    async def tell_of(job: Job) -> None:
        try:
            message = await _findings(app, job) if job.ended else _progress(job)
            try:
                await edit(message)
            finally:
                release_view(message.controls)
        except LOST as error:
            log.info("a message about the analysis of match %s stays as it is: %s", job.match.id, error)
        except Exception:
            log.exception("a message about the analysis of match %s stays as it is", job.match.id)

    return tell_of


async def _show(app: App, press: Press, match_id: int, page: Callable[[Report], Awaitable[Message]]) -> None:
    """Make the message that was pressed a page of an analysis; if there is none any more, it is made first."""
    app.allowance.require(press.user.id)
    analyses, guild_id = app.services.analyses, guild_of(press).id
    if report := await analyses.report(guild_id, match_id):
        await redraw(press, await page(report))
        return
    job = await analyses.begin(guild_id, match_id, press.user.id)
    if await redraw(press, replace(_progress(job), files=())):
        await job.follow(_teller(app, editor(press.edit_original_response)))


# --- pages ---------------------------------------------------------------------------------------------------


async def _overview(report: Report, number: int) -> Message:
    """How both did, and the graph of game ``number``; of the last if there are fewer."""
    number, match_id = min(max(number, 1), len(report.games)), report.match.id
    chances, losses = graph_of(report.analysis.games[number - 1])
    picture = await asyncio.to_thread(render_chances, chances, losses)
    alt = describe_chances(chances, losses, graph_name(report, number))
    controls = controls_of()
    if worst(report):
        controls.add_item(WorstButton.of("open", match=match_id, place=1))
    if number > 1:
        controls.add_item(GraphButton.of("earlier", match=match_id, game=number - 1))
    if number < len(report.games):
        controls.add_item(GraphButton.of("later", match=match_id, game=number + 1))
    return Message(overview_text(report, number), files=[attachment(picture, alt, "chances")], controls=controls)


async def _worst_play(app: App, report: Report, place: int) -> Message:
    """One of the worst plays beside the best one."""
    plays, match_id = worst(report), report.match.id
    if not plays:
        return await _overview(report, 1)
    place = min(max(place, 1), len(plays))
    game, number, turn = plays[place - 1]
    moment = await app.services.history.moment(report.match.guild_id, match_id, game.number, number)
    before, played, best = comparison_boards(moment, turn)
    equities = (turn.equity, turn.best_equity)
    picture = await asyncio.to_thread(render_comparison, played, best, equities)
    alt = describe_comparison(before, played, best, equities)
    controls = controls_of(
        WorstButton.of("back", off=place == 1, match=match_id, place=place - 1),
        WorstButton.of("next", off=place == len(plays), match=match_id, place=place + 1),
        GraphButton.of("graph", match=match_id, game=game.number),
        ReplayButton.of("open", match=match_id, game=game.number, turn=number),
    )
    return Message(worst_text(report, place), files=[attachment(picture, alt, "plays")], controls=controls)


# --- buttons -------------------------------------------------------------------------------------------------


class AnalyseButton(ActionButton, ids=IdForm("{action}:{match}", action=choice("analyse", "analysis"), match=ID)):
    """*Analyse* under a result, which answers the presser alone, and *Show* under how far an analysis is."""

    LOOKS: ClassVar = {
        "analyse": "Analyse",
        "analysis": "Show",
    }

    async def act(self, app: App, press: Press) -> None:
        match_id = self.values["match"]
        if self.values["action"] == "analysis":
            await _show(app, press, match_id, lambda report: _overview(report, 1))
            return
        app.allowance.require(press.user.id)
        analyses, guild_id = app.services.analyses, guild_of(press).id
        if report := await analyses.report(guild_id, match_id):
            await tell(press, await _overview(report, 1))
            return
        job = await analyses.begin(guild_id, match_id, press.user.id)
        edit = await tell(press, _progress(job))
        if edit is not None:
            await job.follow(_teller(app, edit))


class GraphButton(
    ActionButton,
    ids=IdForm("analysis-{action}:{match}:{game}", action=choice("graph", "earlier", "later"), match=ID, game=COUNT),
):
    """The overview of an analysis with the graph of one game. The action only makes ids under one message differ."""

    LOOKS: ClassVar = {
        "graph": "Chances",
        "earlier": "Game before",
        "later": "Next game",
    }

    async def act(self, app: App, press: Press) -> None:
        await _show(app, press, self.values["match"], lambda report: _overview(report, self.values["game"]))


class WorstButton(
    ActionButton,
    ids=IdForm("worst-{action}:{match}:{place}", action=choice("open", "back", "next"), match=ID, place=COUNT),
):
    """One of the worst plays of a match. The action only makes ids under one message differ."""

    LOOKS: ClassVar = {
        "open": "Worst plays",
        "back": BACK,
        "next": NEXT,
    }

    async def act(self, app: App, press: Press) -> None:
        await _show(app, press, self.values["match"], lambda report: _worst_play(app, report, self.values["place"]))


#: To be registered with the bot.
ANALYSIS_CONTROLS: tuple[type[Control[Any]], ...] = (AnalyseButton, GraphButton, WorstButton)
