"""How a match goes on, inside a transaction that somebody else has opened: from event to game to result.

``begin_match`` and ``carry_on`` are all that changes a running match. A game that ends begins the next one or ends
the match; a match that ends is entered into the standings.
"""

from __future__ import annotations

from dataclasses import asdict, replace

from plakoto_bot.engine import game as engine
from plakoto_bot.engine.events import Event, Resigned, Stake, Stopped, TimedOut
from plakoto_bot.engine.game import GameState, Roller
from plakoto_bot.engine.match import Score, rules_of, score_after
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.services.clocks import clock_after
from plakoto_bot.services.settings import manual_sides
from plakoto_bot.services.standings import record_result
from plakoto_bot.storage.records import Choices, GameRecord, MatchRecord, MatchStatus
from plakoto_bot.storage.repositories import Transaction

#: How a match ended, as ``matches.ended_by`` says it.
BY_POINTS, BY_RESIGNATION, BY_TIME, STOPPED = "points", "resigned", "time", "stopped"


def roller(match: MatchRecord, number: int) -> Roller:
    """The rolls of one game of a match."""
    return lambda roll: match.dice.roll(number, roll)


async def begin_match(transaction: Transaction, match: MatchRecord, now: int) -> int:
    """Begin the first game of an accepted match; its id."""
    return await _begin_game(transaction, match, 1, None, now)


async def carry_on(
    transaction: Transaction, game: GameRecord, state: GameState, happened: list[Event], now: int
) -> GameRecord:
    """Store what happened in a running game, and what follows from it for the match; the game after that."""
    await _store(transaction, game.match, game.id, game.number, game.events + 1, state, happened, now)
    if state.outcome is None:
        return carried_on(game, state, happened, now)
    return (await _stored(transaction, game.id))[0]


def carried_on(game: GameRecord, state: GameState, happened: list[Event], now: int) -> GameRecord:
    """What ``carry_on`` will make of a game that still runs after this."""
    assert state.outcome is None, "the end of a game changes its match too"
    clock = clock_after(game.match, state, now)
    return replace(game, state=state, events=game.events + len(happened), **asdict(clock))


async def _begin_game(transaction: Transaction, match: MatchRecord, number: int, starter: Side | None, now: int) -> int:
    position = parse_position(match.position) if match.position else None
    new = engine.new_game(rules_of(match.kind, match.preset, number), starter, position)
    game_id = await transaction.add_game(match, number, new, now, starter)
    chosen = (await _stored(transaction, game_id))[1]
    state, happened = engine.open_game(new, roller(match, number), manual_sides(match, chosen))
    await _store(transaction, match, game_id, number, 1, state, happened, now)
    return game_id


async def _stored(transaction: Transaction, game_id: int) -> tuple[GameRecord, Choices]:
    stored = await transaction.game_with_choices(game_id)
    assert stored is not None, "it was written just now"
    return stored


async def _store(
    transaction: Transaction,
    match: MatchRecord,
    game_id: int,
    number: int,
    first: int,
    state: GameState,
    happened: list[Event],
    now: int,
) -> None:
    await transaction.append(game_id, first, happened, state, now, clock_after(match, state, now))
    if state.outcome is None:
        return
    score = score_after(Score(match.white_points, match.black_points), state.outcome)
    match = await transaction.update_match(match.id, white_points=score.white, black_points=score.black)
    winner, ended_by = _end_of_match(match, score, state, happened[-1])
    if ended_by is None:
        await _begin_game(transaction, match, number + 1, state.outcome.winner, now)
        return
    match = await transaction.update_match(
        match.id,
        status=MatchStatus.FINISHED,
        ended_at=now,
        winner=None if winner is None else winner.letter,
        ended_by=ended_by,
    )
    await record_result(transaction, match, now)


def _end_of_match(match: MatchRecord, score: Score, state: GameState, last: Event) -> tuple[Side | None, str | None]:
    """Who won the match and how it ended; no way of ending while it goes on."""
    assert state.outcome is not None, "only a finished game can end a match"
    match last:
        case Stopped():
            return None, STOPPED
        case TimedOut():
            return state.outcome.winner, BY_TIME
        case Resigned(stake=Stake.MATCH):
            return state.outcome.winner, BY_RESIGNATION
    leader = score.leader(match.length)
    if leader is not None:
        return leader, BY_POINTS
    # A game from a given position stands alone, drawn or not.
    return (state.outcome.winner, BY_POINTS) if match.position else (None, None)
