"""Results: how the end of a game decides its match, and what a finished match gives its two players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import EndedBy, Match, MatchStatus
from plakoto_bot.domain.ratings import Rating, after_match
from plakoto_bot.domain.standings import Result, Standing
from plakoto_bot.engine.events import Event, Played, Resigned, Rolled, Stake, Stopped, TimedOut
from plakoto_bot.engine.kinds import Score, leader, score_after
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason

#: Plays that each side has made in a match, passes included, before resigning it counts.
_PLAYS_TO_COUNT = 2


def after_game(match: Match, outcome: Outcome, last: Event, now: int) -> Match:
    """The match once a game of it has ended with this outcome: still running, or finished (T2, T4).

    ``last`` is what ended the game.
    """
    score = score_after(match.score, outcome)
    winner, ended_by = _end(match, score, outcome, last)
    if ended_by is None:
        return replace(match, score=score)
    return replace(match, score=score, status=MatchStatus.FINISHED, ended_at=now, winner=winner, ended_by=ended_by)


def before_game(match: Match, outcome: Outcome) -> Match:
    """The match with the points that it had before a game ended with this outcome."""
    white, black = score_after((0, 0), outcome)
    return replace(match, score=(match.score[0] - white, match.score[1] - black))


def _end(match: Match, score: Score, outcome: Outcome, last: Event) -> tuple[Side | None, EndedBy | None]:
    """Who won the match and how it ended; no way of ending while it goes on."""
    match last:
        case Stopped():
            return None, EndedBy.STOPPED
        case TimedOut():
            return outcome.winner, EndedBy.TIME
        case Resigned(stake=Stake.MATCH):
            return outcome.winner, EndedBy.RESIGNED
    first = leader(score, match.terms.length)
    if first is not None:
        return first, EndedBy.POINTS
    # A game from a given position stands alone, drawn or not.
    return (outcome.winner, EndedBy.POINTS) if match.terms.position else (None, None)


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """A match is over: its games and all that happened in them. Published once, where the match ends."""

    match: Match
    games: tuple[Game, ...]
    events: tuple[Event, ...]
    at: int


def ratings_after(finished: MatchFinished, before: Mapping[Side, Rating]) -> dict[Side, Rating] | None:
    """Both ratings after the match; None where it does not change them."""
    winner = finished.match.winner
    if winner is None or not _counts(finished):
        return None
    won, lost = after_match(before[winner], before[winner.other], finished.match.terms.length)
    return {winner: won, winner.other: lost}


def result_of(
    finished: MatchFinished, side: Side, before: Mapping[Side, Rating], after: Mapping[Side, Rating] | None
) -> Result:
    """What the match, which somebody has won, is to the player of one side."""
    match = finished.match
    return Result(
        match_id=match.id,
        user_id=match.player(side),
        guild_id=match.guild_id,
        kind=match.terms.kind,
        opponent_id=match.player(side.other),
        won=side is match.winner,
        points=match.score[side],
        against=match.score[side.other],
        mars=_wins(finished.games, side, Reason.MARS),
        mothers=_wins(finished.games, side, Reason.MOTHER),
        rated=after is not None,
        rating_before=None if after is None else before[side].value,
        rating_after=None if after is None else after[side].value,
        ended_at=finished.at,
    )


def rating_of(standing: Standing) -> Rating:
    """The rating that an all-time standing holds."""
    return Rating(standing.rating, standing.experience)


def dice_rolled(events: Iterable[Event]) -> dict[Side, list[int]]:
    """How often each side rolled each die, by the die (index 0 is unused); opening contests are left aside."""
    rolled = {side: [0] * 7 for side in Side}
    for event in events:
        if isinstance(event, Rolled):
            for die in event.dice:
                rolled[event.side][die] += 1
    return rolled


def _counts(finished: MatchFinished) -> bool:
    """Whether the match is rated: agreed to be, from the usual start, and not resigned before it really began."""
    terms = finished.match.terms
    if not terms.rated or terms.position is not None:
        return False
    last = finished.games[-1].state.outcome
    resigned = last is not None and last.reason is Reason.RESIGNED
    plays = [event.side for event in finished.events if isinstance(event, Played)]
    return not resigned or all(plays.count(side) >= _PLAYS_TO_COUNT for side in Side)


def _wins(games: Iterable[Game], side: Side, reason: Reason) -> int:
    outcomes = (game.state.outcome for game in games)
    return sum(1 for outcome in outcomes if outcome and outcome.winner is side and outcome.reason is reason)
