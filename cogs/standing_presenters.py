"""Leaderboard, profile and history as messages. Nothing here asks the database or sends anything."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.presenters import news_lines
from plakoto_bot import dice_check, texts
from plakoto_bot.dice_check import chi_square, judge
from plakoto_bot.engine.notation import shorten_play
from plakoto_bot.engine.position import Side
from plakoto_bot.names import plain_name, shown_name
from plakoto_bot.services.history import HistoryPage, Moment
from plakoto_bot.services.scores import LEAST_MATCHES, Board, Profile
from plakoto_bot.storage.records import GameRecord, MatchRecord, Played, Standing
from renderer.view import BoardView

#: Discord's limits on a message and on the label and description of a menu's option.
_MESSAGE = 2000
_OPTION = 100


def leaderboard_text(board: Board) -> str:
    """A page of the leaderboard, or why it is empty."""
    if not board.lines:
        return texts.nobody_ranked(board.kind, board.period, LEAST_MATCHES)
    lines = [texts.leaderboard_title(board.kind, board.period, board.page, board.pages)]
    for rank, ranked in enumerate(board.lines, board.first_rank):
        standing = ranked.standing
        name = shown_name(ranked.name, standing.user_id)
        lines.append(texts.leaderboard_line(rank, name, standing.rating, _record(standing)))
    return "\n".join(lines)


def _record(standing: Standing) -> str:
    numbers = (standing.matches, standing.wins, standing.points, standing.mars, standing.mothers, standing.streak)
    return texts.record(*numbers)


def profile_text(profile: Profile, name: str, opponent: str | None) -> str:
    """What somebody has done; ``name`` and ``opponent`` are safe to show."""
    lines = [texts.profile_title(name)]
    lines += [texts.profile_line(one.kind, one.rating, _record(one)) for one in profile.standings]
    if profile.against is not None and opponent is not None:
        duel = profile.against
        lines.append(texts.head_to_head(opponent, duel.matches, duel.wins, duel.points, duel.against))
    if sum(profile.dice):
        lines.append(texts.dice_counts(profile.dice, _dice_verdict(profile.dice)))
    if profile.ratings:
        lines.append(texts.GRAPH_BELOW.format(kind=profile.graph_kind.capitalize()))
    else:
        lines.append(texts.NO_GRAPH.format(kind=profile.graph_kind.capitalize()))
    return "\n".join(lines)


def _dice_verdict(rolled: tuple[int, ...]) -> str:
    value = chi_square(rolled)
    match judge(rolled):
        case dice_check.Verdict.TOO_FEW:
            return texts.dice_too_few(dice_check.LEAST_DICE)
        case dice_check.Verdict.USUAL:
            return texts.dice_usual(value, dice_check.USUAL)
        case dice_check.Verdict.UNUSUAL:
            return texts.dice_unusual(value, dice_check.USUAL)
        case dice_check.Verdict.RARE:
            return texts.dice_rare(value, dice_check.RARE)


def history_text(page: HistoryPage, name: str) -> str:
    """A page of somebody's finished matches, or that there are none."""
    if not page.matches:
        return texts.NO_HISTORY.format(who=name)
    lines = [texts.history_title(name, page.page, page.pages)]
    lines += [_history_line(page.user_id, played) for played in page.matches]
    return "\n".join((*lines, texts.HISTORY_HINT))


def _history_line(user_id: int, played: Played) -> str:
    match, result = played.match, played.result
    opponent = shown_name(played.opponent_name, match.opponent_of(user_id))
    change = texts.rating_gain(result.rating_before, result.rating_after) if result else texts.rating_gain(None, None)
    what = texts.match_name(match.kind, match.length)
    return texts.history_line(match.id, what, _how(user_id, played), opponent, change, match.ended_at or 0)


def _how(user_id: int, played: Played) -> str:
    match = played.match
    side = match.side_of(user_id)
    assert side is not None, "only the person's own matches are listed"
    won = None if match.winner is None else match.winner is side
    return texts.match_result(match.score[side], match.score[side.other], match.ended_by, won=won)


def history_option(user_id: int, played: Played) -> tuple[str, str]:
    """Label and description of a match in the menu, where no markdown works."""
    match = played.match
    label = f"#{match.id} {texts.match_name(match.kind, match.length)}"
    opponent = plain_name(played.opponent_name, match.opponent_of(user_id))
    return label, texts.against(_how(user_id, played).replace("*", ""), opponent)[:_OPTION]


def match_text(match: MatchRecord, games: list[GameRecord], names: Mapping[int, str]) -> str:
    """A finished match and how each of its games ended."""
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


def moment_text(moment: Moment) -> str:
    """What had just happened at one turn of a finished game."""
    match, game, state = moment.match, moment.game, moment.state
    what = texts.game_of_match(match.kind, state.rules.layout.name, game.number, match.length)
    lines = [texts.moment(match.id, what, moment.turn, moment.turns), *news_lines(match, moment.news)[-6:]]
    if moment.judged is not None and moment.judged.decided:
        lines.append(texts.judged(shorten_play(moment.judged.best), moment.judged.lost, moment.judged.mark))
    dice = state.position.dice
    if state.outcome is not None:
        lines.append(texts.result(state.outcome, *(texts.player(side, match.player(side)) for side in Side)))
    elif dice is not None:
        turn = state.position.turn
        lines.append(texts.is_to_move(match.player(turn), turn, dice))
    return "\n".join(lines)


def moment_view(moment: Moment, viewer: Side) -> BoardView:
    """The picture of one turn of a finished game."""
    match, last = moment.match, moment.last
    score, length = (moment.score, match.length) if match.length > 1 else (None, None)
    steps, mover = (last.play, last.side) if last else ((), None)
    state = moment.state
    return BoardView(state.position, viewer, (), steps, mover, score, length, outcome=state.outcome)
