"""Analyses of finished matches: the command, the progress while one is made, and its pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from discord import app_commands
from discord.ext import commands

from cogs.finished.replay import ReplayButton
from cogs.kit.app import App, Ctx, Press
from cogs.kit.board_views import board_view
from cogs.kit.codec import COUNT
from cogs.kit.commands import Feature, MatchNumber, answered
from cogs.kit.controls import BACK, NEXT, ActionButton, controls_of
from cogs.kit.message import Edit, Message, release_view
from cogs.kit.pictures import attachment
from cogs.kit.places import guild_of, place_of
from cogs.kit.refusals import sentence_for
from cogs.kit.replies import LOST, Asked, editor, redraw, tell
from plakoto_bot.ai.verdicts import Form, GameAnalysis, Mark, Turn, Worst, form, grade, worst_plays
from plakoto_bot.engine.notation import parse_play, shorten_play
from plakoto_bot.engine.position import Side
from plakoto_bot.services.analyses import Job, Listener, Report
from plakoto_bot.services.history import Moment
from plakoto_bot.words import analyses, common, turns
from renderer.chances import Loss, describe_chances, render_chances
from renderer.comparison import describe_comparison, render_comparison
from renderer.view import BoardView

log = logging.getLogger(__name__)

#: How many of the worst plays of a match are shown.
MOST_WORST = 5


class AnalysisCog(Feature):
    """``/analyse``."""

    @commands.hybrid_command(description="Errors, luck and chances in a finished match", aliases=["analyze"])
    @commands.guild_only()
    @app_commands.describe(match="The match's number; without it, the one you finished last in this server")
    @answered
    async def analyse(self, ctx: Ctx, match: MatchNumber = 0) -> None:
        """Show the analysis of a match; make it first if there is none."""
        guild_id, user_id = place_of(ctx).guild_id, ctx.author.id
        match_id = match or await self.app.services.analyses.last_of(guild_id, user_id)
        await _answer(self.app, ctx, guild_id, match_id, user_id)


async def _answer(app: App, asked: Asked, guild_id: int, match_id: int, user_id: int) -> None:
    """Show the analysis of a match to whoever asks; make it first if there is none."""
    app.allowance.require(user_id)
    if report := await app.services.analyses.report(guild_id, match_id):
        await tell(asked, await _overview(report, 1))
        return
    job = await app.services.analyses.begin(guild_id, match_id, user_id)
    if edit := await tell(asked, _progress(job)):
        await job.follow(_teller(app, edit))


# --- while it is made ----------------------------------------------------------------------------------------


def _progress(job: Job) -> Message:
    """How far an analysis is, with a way on should this message be all that is left."""
    text = analyses.analysing(job.match.id, job.done, job.total, waiting=job.waiting)
    return Message(text, controls=controls_of(AnalyseButton.of("analysis", match=job.match.id)))


async def _findings(app: App, job: Job) -> Message:
    """What an analysis that has ended found out, or why nothing."""
    if job.error is None and (report := await app.services.analyses.report(job.match.guild_id, job.match.id)):
        return await _overview(report, 1)
    # There is no report without an error if a player had their data deleted in these seconds.
    why_not = analyses.ANALYSIS_GONE if job.error is None else sentence_for(job.error)
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
    guild_id = guild_of(press).id
    if report := await app.services.analyses.report(guild_id, match_id):
        await redraw(press, await page(report))
        return
    job = await app.services.analyses.begin(guild_id, match_id, press.user.id)
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


# --- what they say -------------------------------------------------------------------------------------------


def overview_text(report: Report, number: int) -> str:
    """How both players did in the match, and in game ``number`` of several."""
    match, game = report.match, report.analysis.games[number - 1]
    lines = [analyses.analysis_title(match.id, common.match_name(match.terms.kind, match.terms.length))]
    forms = [form(report.analysis, side) for side in Side]
    lines += [_line(report, side, did) for side, did in zip(Side, forms, strict=True)]
    outcome = report.games[number - 1].state.outcome
    assert outcome is not None, "the games of a finished match are over"
    how = turns.result(outcome, *(common.CHECKER[side] for side in Side)).replace("*", "")
    lines.append(analyses.analysed_game(number, len(report.games), game.game, how))
    if len(report.games) > 1:
        lines += [_line(report, side, form(game, side)) for side in Side]
    if not worst(report) and any(did.decisions for did in forms):
        lines.append(analyses.NO_WORST)
    return "\n".join((*lines, analyses.ANALYSIS_HINT))


def _line(report: Report, side: Side, did: Form) -> str:
    who = common.player(side, report.match.player(side))
    rate = did.error_rate
    grade_name = "" if rate is None else grade(rate)
    return analyses.analysis_line(who, rate, grade_name, did.errors, did.blunders, did.luck)


def worst(report: Report) -> list[Worst]:
    """The worst plays of the match, of both players, the very worst first."""
    return worst_plays(report.analysis, MOST_WORST)


def worst_text(report: Report, place: int) -> str:
    """The worst play number ``place`` of a match in words."""
    match, plays = report.match, worst(report)
    game, number, turn = plays[place - 1]
    assert turn.played is not None, "what was not played lost nothing"
    what = common.match_name(match.terms.kind, match.terms.length)
    who = common.player(turn.side, match.player(turn.side))
    where = analyses.turn_of_game(number, game.number, len(report.games))
    return "\n".join(
        (
            analyses.worst_title(match.id, what, place, len(plays)),
            analyses.worst_play(who, turn.dice, where, turn.lost, turn.mark),
            analyses.played_and_best(shorten_play(turn.played), shorten_play(turn.best)),
        )
    )


def graph_of(game: GameAnalysis) -> tuple[list[float], list[Loss]]:
    """White's chances through a game and the plays that lost much, as the picture takes them."""
    chances = [game.before, *(turn.chance for turn in game.turns)]
    if game.end is not None and game.end != chances[-1]:
        # Resigned or lost on time: the last step is nobody's play.
        chances.append(game.end)
    losses = [
        Loss(number, turn.side, turn.lost, turn.mark is Mark.BLUNDER)
        for number, turn in enumerate(game.turns, 1)
        if turn.decided and turn.mark is not Mark.FINE
    ]
    return chances, losses


def graph_name(report: Report, number: int) -> str:
    """What the graph is of, in its alternative text."""
    match, game = report.match, report.analysis.games[number - 1]
    return turns.game_of_match(match.terms.kind, game.game, game.number, match.terms.length)


def comparison_boards(moment: Moment, turn: Turn) -> tuple[BoardView, BoardView, BoardView]:
    """The board with the roll still to play, after the play made and after the best one, from the player's side."""
    assert turn.played is not None, "what was not played is compared with nothing"
    return board_view(moment.state, turn.side), _board_after(moment, turn.played), _board_after(moment, turn.best)


def _board_after(moment: Moment, written: str) -> BoardView:
    rules, position = moment.state.rules, moment.state.position
    play = parse_play(rules, position, written)
    _, outcome = rules.apply_play(position, play)
    return board_view(moment.state, position.turn, tried=play, outcome=outcome)


# --- buttons -------------------------------------------------------------------------------------------------


class AnalyseButton(ActionButton, form="{action}:{match}"):
    """*Analyse* under a result, which answers the presser alone, and *Show* under how far an analysis is."""

    LOOKS: ClassVar = {"analyse": "Analyse", "analysis": "Show"}

    async def act(self, app: App, press: Press) -> None:
        match_id = self.values["match"]
        if self.values["action"] == "analysis":
            await _show(app, press, match_id, lambda report: _overview(report, 1))
        else:
            await _answer(app, press, guild_of(press).id, match_id, press.user.id)


class GraphButton(ActionButton, form="analysis-{action}:{match}:{game}", game=COUNT):
    """The overview of an analysis with the graph of one game. The action only makes ids under one message differ."""

    LOOKS: ClassVar = {"graph": "Chances", "earlier": "Game before", "later": "Next game"}

    async def act(self, app: App, press: Press) -> None:
        await _show(app, press, self.values["match"], lambda report: _overview(report, self.values["game"]))


class WorstButton(ActionButton, form="worst-{action}:{match}:{place}"):
    """One of the worst plays of a match. The action only makes ids under one message differ."""

    LOOKS: ClassVar = {"open": "Worst plays", "back": BACK, "next": NEXT}

    async def act(self, app: App, press: Press) -> None:
        await _show(app, press, self.values["match"], lambda report: _worst_play(app, report, self.values["place"]))
