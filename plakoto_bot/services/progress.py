"""How a match goes on, inside a transaction that somebody else has opened.

``begin_match`` and ``carry_on`` are all that changes a running match. A game that ends begins the next one or ends
the match; that a match has ended is published once, to all of ``WHEN_FINISHED``.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.progress import carried_on, open_game
from plakoto_bot.domain.results import MatchFinished, after_game
from plakoto_bot.engine.events import Event
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.position import Side
from plakoto_bot.services.standings import enter_result
from plakoto_bot.storage.transaction import Transaction

#: Who is told that a match has ended, in the transaction in which it does.
WHEN_FINISHED: tuple[Callable[[Transaction, MatchFinished], Awaitable[None]], ...] = (enter_result,)


async def begin_match(transaction: Transaction, match: Match, now: int) -> int:
    """Begin the first game of an accepted match; its id."""
    return await _begin_game(transaction, match, 1, None, now)


async def carry_on(transaction: Transaction, game: Game, state: GameState, happened: Sequence[Event], now: int) -> Game:
    """Store what happened in a running game, and what follows from it for the match; the game after that."""
    after = carried_on(game, state, happened, now)
    await transaction.events.append(game.id, game.events, happened, now)
    await transaction.games.save(after)
    if state.outcome is None:
        return after
    match = await transaction.matches.save(after_game(game.match, state.outcome, happened[-1], now))
    if match.status is MatchStatus.RUNNING:
        await _begin_game(transaction, match, game.number + 1, state.outcome.winner, now)
    else:
        await _publish(transaction, match, now)
    return replace(after, match=match)


async def _begin_game(transaction: Transaction, match: Match, number: int, starter: Side | None, now: int) -> int:
    choices = await transaction.choices.of_match(match)
    opening = open_game(match, number, starter, choices.manual_sides(match))
    game = await transaction.games.add(match, opening, now)
    await carry_on(transaction, game, opening.state, opening.events, now)
    return game.id


async def _publish(transaction: Transaction, match: Match, now: int) -> None:
    games = await transaction.games.of_match(match.id)
    events = [event for game in games for event in await transaction.events.of_game(game.id)]
    finished = MatchFinished(match, tuple(games), tuple(events), now)
    for listener in WHEN_FINISHED:
        await listener(transaction, finished)
