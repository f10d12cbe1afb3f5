"""What the messages of turns say. Nothing here asks the database, decides a rule or sends anything."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.kit.sentences import link_to, news_lines, player
from plakoto_bot.ai.evaluation import Rated
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.engine.kinds import rules_of
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.notation import format_play, shorten_play
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Reason
from plakoto_bot.words import answers, common, hints, refusals, turns

#: News lines shown; a chain of forced turns can be longer.
_MOST_NEWS = 8
_MOST_HINTS = 3
#: Games in a list; each line takes up to 170 characters of the 2,000 a message holds.
_MOST_LISTED = 10


def turn_text(view: GameNews, tried: Play = ()) -> str:
    """The message of a turn: what happened, who is called or who won, and the steps of a play not yet confirmed."""
    return "\n".join((what_happened(view), small_print(view.game), *_steps_tried(view.game, tried)))


def own_board_text(game: Game, tried: Play = ()) -> str:
    """The board of the player on roll, for their eyes only, with the steps of a play not yet confirmed."""
    return "\n".join((call_text(game), small_print(game), *_steps_tried(game, tried)))


def _steps_tried(game: Game, tried: Play) -> list[str]:
    if not tried:
        return []
    state = game.state
    lines = [turns.so_far(shorten_play(format_play(state.rules, state.position, tried)))]
    return lines if state.rules.next_steps(state.position, tried) else [*lines, turns.CONFIRM]


def what_happened(view: GameNews) -> str:
    """What happened since the message before, and who is called or who won."""
    game = view.game
    lines = news_lines(game.match, view.events)
    if len(lines) > _MOST_NEWS:
        # The first is what somebody chose to play, and the cause of all the rest.
        lines = [lines[0], turns.turns_between(len(lines) - _MOST_NEWS), *lines[1 - _MOST_NEWS :]]
    if game.state.outcome:
        both = [player(game.match, side) for side in Side]
        if game.state.outcome.reason is Reason.ENDED:
            lines.append(turns.closed(both[0], both[1], game.match.score if game.match.terms.length > 1 else None))
        else:
            lines.append(turns.result(game.state.outcome, both[0], both[1]))
        lines += _match_lines(view)
    else:
        lines.append(waiting_text(game) if game.bot_to_play else call_text(game))
    return "\n".join(lines)


def _match_lines(view: GameNews) -> list[str]:
    """Under a result: how the match stands, or who won it, the ratings and the seed. The seed stays secret before."""
    game, match = view.game, view.game.match
    if match.status is MatchStatus.RUNNING:
        following = rules_of(match.terms.kind, match.terms.preset, game.number + 1).layout.name
        return [turns.match_goes_on(match.score, match.terms.length, following)]
    lines = []
    if match.winner is not None and (match.terms.length > 1 or game.number > 1):
        lines.append(turns.match_won(player(match, match.winner), match.score))
    changes = [turns.rating_change(r.user_id, r.rating_before, r.rating_after) for r in view.results if r.rated]
    if changes:
        lines.append(turns.ratings(changes))
    elif match.terms.rated and match.winner is not None:
        lines.append(refusals.NOT_RATED)
    return [*lines, turns.seed_revealed(match.seed.hex())]


def call_text(game: Game) -> str:
    """The line that calls the player on roll."""
    position = game.state.position
    assert position.dice is not None, "a running game always has a roll to play"
    return turns.to_move(game.match.player(position.turn), position.turn, position.dice)


def waiting_text(game: Game) -> str:
    """The line that tells others who is on roll."""
    position = game.state.position
    assert position.dice is not None, "a running game always has a roll to play"
    says = turns.is_thinking if game.bot_to_play else turns.is_to_move
    return says(game.match.player(position.turn), position.turn, position.dice)


def small_print(game: Game) -> str:
    """Match, rules, tally, pips and clock, in small letters."""
    match, position = game.match, game.state.position
    name = turns.game_of_match(match.terms.kind, game.state.rules.layout.name, game.number, match.terms.length)
    score = match.score if match.terms.length > 1 or game.number > 1 else None
    preset = game.state.rules.preset
    pips = (position.white.pips, position.black.pips)
    return turns.footer(name, match.id, preset, match.terms.level, score, pips, game.clock.deadline)


def hint_text(game: Game, best: Sequence[Rated]) -> str:
    """The best few of the rated plays of the roll in hand."""
    state = game.state
    assert state.position.dice is not None, "a running game always has a roll to play"
    lines = [hints.HINT_TITLE.format(dice=common.roll(state.position.dice).strip("*"))]
    for place, rated in enumerate(best[:_MOST_HINTS], 1):
        play = shorten_play(format_play(state.rules, state.position, rated.play))
        lines.append(hints.hint(place, play, rated.equity, *rated.chances))
    return "\n".join((*lines, *([hints.HINT_ONLY] if len(best) == 1 else []), hints.HINT_EXPLAINED))


def pinged_players(view: GameNews) -> tuple[int, ...]:
    """The one person whom a message about the game pings, unless they do not wish it or a next game will."""
    called = _called_player(view.game)
    return () if view.following is not None or called in view.quiet or called == DELETED_ID else (called,)


def _called_player(game: Game) -> int:
    """The one person a new message pings: who is to move; at the end, who did not bring it about."""
    outcome = game.state.outcome
    if outcome and outcome.winner is not None and outcome.reason in (Reason.RESIGNED, Reason.TIME):
        return game.match.player(outcome.winner)
    # After a last play the side that did not make it is on roll.
    return game.match.player(game.on_roll)


def games_text(games: list[Game], user_id: int) -> str:
    """The games of one person with links, as many as fit."""
    lines = [answers.GAMES_TITLE]
    for game in games[:_MOST_LISTED]:
        side = game.match.side_of(user_id)
        assert side is not None, "only the person's own games are listed"
        lines.append(
            refusals.game_line(
                link_to(game), game.match.id, side, game.match.player(side.other), mine=game.on_roll is side
            )
        )
    if len(games) > _MOST_LISTED:
        lines.append(refusals.more_games(len(games) - _MOST_LISTED))
    return "\n".join(lines)
