"""Results, ratings and standings: what a finished match changes, inside the transaction that finishes it."""

from __future__ import annotations

from datetime import UTC, datetime

from plakoto_bot.engine.events import Event, Played, Rolled
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Reason
from plakoto_bot.ratings import Rating, after_match
from plakoto_bot.storage.records import GameRecord, MatchRecord, Result, Standing
from plakoto_bot.storage.repositories import Transaction

ALL_TIME = "all"

#: Plays that each side has made in a match, passes included, before resigning it counts.
_PLAYS_TO_COUNT = 2


def month_of(seconds: int) -> str:
    """The period of a time, such as ``2026-11`` (UTC)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m")


async def record_result(transaction: Transaction, match: MatchRecord, now: int) -> None:
    """Enter a finished match into results, ratings, standings and dice counts. A match without a winner has none."""
    games = await transaction.games_of_match(match.id)
    events = [event for game in games for event in await transaction.events(game.id)]
    await _count_dice(transaction, match, events)
    if match.winner is None:
        return
    winner, loser = match.winner, match.winner.other
    all_time = {side: await _standing(transaction, match, ALL_TIME, side) for side in Side}
    before = {side: Rating(all_time[side].rating, all_time[side].experience) for side in Side}
    after = before
    if _counts(match, games, events):
        won, lost = after_match(before[winner], before[loser], match.length)
        after = {winner: won, loser: lost}
    for side in Side:
        result = Result(
            match_id=match.id,
            user_id=match.player(side),
            guild_id=match.guild_id,
            kind=match.kind,
            opponent_id=match.player(side.other),
            won=side is winner,
            points=match.score[side],
            against=match.score[side.other],
            mars=_wins(games, side, Reason.MARS),
            mothers=_wins(games, side, Reason.MOTHER),
            rated=after is not before,
            rating_before=before[side].value if after is not before else None,
            rating_after=after[side].value if after is not before else None,
            ended_at=now,
        )
        await transaction.add_result(result)
        if result.rated:
            month = await _standing(transaction, match, month_of(now), side)
            for standing in (all_time[side], month):
                await transaction.save_standing(_with_result(standing, result, after[side]))


def _counts(match: MatchRecord, games: list[GameRecord], events: list[Event]) -> bool:
    """Whether the match is rated: agreed to be, from the usual start, and not resigned before it really began."""
    if not match.rated or match.position is not None:
        return False
    resigned = games[-1].state.outcome is not None and games[-1].state.outcome.reason is Reason.RESIGNED
    plays = [event.side for event in events if isinstance(event, Played)]
    return not resigned or all(plays.count(side) >= _PLAYS_TO_COUNT for side in Side)


def _wins(games: list[GameRecord], side: Side, reason: Reason) -> int:
    outcomes = [game.state.outcome for game in games]
    return sum(1 for outcome in outcomes if outcome and outcome.winner is side and outcome.reason is reason)


async def _standing(transaction: Transaction, match: MatchRecord, period: str, side: Side) -> Standing:
    user_id = match.player(side)
    found = await transaction.standing(match.guild_id, match.kind, period, user_id)
    return found or Standing(match.guild_id, match.kind, period, user_id, Rating().value, 0, 0, 0, 0, 0, 0, 0)


def _with_result(standing: Standing, result: Result, rating: Rating) -> Standing:
    """A standing with one more result; a streak counts wins upwards and losses downwards."""
    streak = max(standing.streak, 0) + 1 if result.won else min(standing.streak, 0) - 1
    return Standing(
        guild_id=standing.guild_id,
        kind=standing.kind,
        period=standing.period,
        user_id=standing.user_id,
        rating=rating.value,
        experience=rating.experience,
        matches=standing.matches + 1,
        wins=standing.wins + result.won,
        points=standing.points + result.points,
        mars=standing.mars + result.mars,
        mothers=standing.mothers + result.mothers,
        streak=streak,
    )


async def _count_dice(transaction: Transaction, match: MatchRecord, events: list[Event]) -> None:
    """Add the dice of the match's turns to what each player has rolled; opening contests left aside."""
    rolled = {side: [0] * 7 for side in Side}
    for event in events:
        if isinstance(event, Rolled):
            for die in event.dice:
                rolled[event.side][die] += 1
    for side in Side:
        for die in range(1, 7):
            await transaction.count_die(match.guild_id, match.player(side), die, rolled[side][die])
