"""What an analysis says and shows. Nothing here asks the database or sends anything."""

from __future__ import annotations

from cogs.kit.board_views import board_view
from plakoto_bot import texts
from plakoto_bot.ai.analysis import Form, GameAnalysis, Mark, Turn, Worst, form, grade, worst_plays
from plakoto_bot.engine.notation import parse_play, shorten_play
from plakoto_bot.engine.position import Side
from plakoto_bot.services.analyses import Job, Report
from plakoto_bot.services.history import Moment
from renderer.chances import Loss
from renderer.view import BoardView

#: How many of the worst plays of a match are shown.
MOST_WORST = 5


def progress_text(job: Job) -> str:
    """How far an analysis is."""
    return texts.analysing(job.match.id, job.done, job.total, waiting=job.waiting)


def overview_text(report: Report, number: int) -> str:
    """How both players did in the match, and in game ``number`` of several."""
    match, game = report.match, report.analysis.games[number - 1]
    lines = [texts.analysis_title(match.id, texts.match_name(match.kind, match.length))]
    forms = [form(report.analysis, side) for side in Side]
    lines += [_line(report, side, did) for side, did in zip(Side, forms, strict=True)]
    outcome = report.games[number - 1].state.outcome
    assert outcome is not None, "the games of a finished match are over"
    how = texts.result(outcome, *(texts.CHECKER[side] for side in Side)).replace("*", "")
    lines.append(texts.analysed_game(number, len(report.games), game.game, how))
    if len(report.games) > 1:
        lines += [_line(report, side, form(game, side)) for side in Side]
    if not worst(report) and any(did.decisions for did in forms):
        lines.append(texts.NO_WORST)
    return "\n".join((*lines, texts.ANALYSIS_HINT))


def _line(report: Report, side: Side, did: Form) -> str:
    who = texts.player(side, report.match.player(side))
    rate = did.error_rate
    grade_name = "" if rate is None else grade(rate)
    return texts.analysis_line(who, rate, grade_name, did.errors, did.blunders, did.luck)


def worst(report: Report) -> list[Worst]:
    """The worst plays of the match, of both players, the very worst first."""
    return worst_plays(report.analysis, MOST_WORST)


def worst_text(report: Report, place: int) -> str:
    """The worst play number ``place`` of a match in words."""
    match, plays = report.match, worst(report)
    game, number, turn = plays[place - 1]
    assert turn.played is not None, "what was not played lost nothing"
    what = texts.match_name(match.kind, match.length)
    who = texts.player(turn.side, match.player(turn.side))
    where = texts.turn_of_game(number, game.number, len(report.games))
    return "\n".join(
        (
            texts.worst_title(match.id, what, place, len(plays)),
            texts.worst_play(who, turn.dice, where, turn.lost, turn.mark),
            texts.played_and_best(shorten_play(turn.played), shorten_play(turn.best)),
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
    return texts.game_of_match(match.kind, game.game, game.number, match.length)


def comparison_boards(moment: Moment, turn: Turn) -> tuple[BoardView, BoardView, BoardView]:
    """The board with the roll still to play, after the play made and after the best one, from the player's side."""
    assert turn.played is not None, "what was not played is compared with nothing"
    return board_view(moment.state, turn.side), _board_after(moment, turn.played), _board_after(moment, turn.best)


def _board_after(moment: Moment, written: str) -> BoardView:
    rules, position = moment.state.rules, moment.state.position
    play = parse_play(rules, position, written)
    _, outcome = rules.apply_play(position, play)
    return board_view(moment.state, position.turn, tried=play, outcome=outcome)
