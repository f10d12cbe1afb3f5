"""Clocks: reminders, claims, closing, the bot's absence, servers left and rejoined."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.clock import GRACE_SECONDS, PACES
from plakoto_bot.domain.errors import GameOver, NotAPlayer, NotOverdue, StaleAction
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.position import Side
from plakoto_bot.services.services import Services
from tests.conftest import Clock

HERE = ServerChannel(1, 2)
ANN, BEN, CLEO = 10, 20, 30
BLITZ = 120


async def start(services: Services, pace: str = "blitz", length: int = 1) -> Game:
    match = await services.challenges.open(HERE, ANN, BEN, Proposal(pace=pace, length=length))
    return await services.challenges.accept(match.id, BEN, 99)


def on_roll(game: Game) -> int:
    return game.match.player(game.on_roll)


def waiting(game: Game) -> int:
    return game.match.player(game.on_roll.other)


def test_the_paces_are_those_promised() -> None:
    assert PACES == {"blitz": 120, "live": 600, "day": 86_400, "relaxed": 259_200, "none": None}


async def test_a_turn_has_its_time_and_a_move_starts_the_next_one(services: Services, clock: Clock) -> None:
    began = clock.seconds
    game = await start(services)
    assert game.clock.deadline == began + BLITZ
    clock.seconds += 100
    game = await services.turns.play(game.id, 0, on_roll(game), legal_plays(game.state)[0])
    assert game.clock.deadline == began + 100 + BLITZ


async def test_without_a_clock_nothing_is_ever_due(services: Services, clock: Clock) -> None:
    game = await start(services, "none")
    clock.seconds += 10**9
    assert game.clock.deadline is None
    assert await services.clocks.take_reminders() == await services.clocks.take_overdue() == []


async def test_a_reminder_comes_once_at_a_quarter_left(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += BLITZ - BLITZ // 4 - 1
    assert await services.clocks.take_reminders() == []
    clock.seconds += 1
    assert [due.id for due in await services.clocks.take_reminders()] == [game.id]
    assert await services.clocks.take_reminders() == []


async def test_after_the_time_the_waiting_player_may_claim_the_match(services: Services, clock: Clock) -> None:
    game = await start(services, length=5)
    with pytest.raises(NotOverdue):
        await services.endings.claim_on_time(game.id, 0, waiting(game))
    clock.seconds += BLITZ
    assert [due.id for due in await services.clocks.take_overdue()] == [game.id]
    assert await services.clocks.take_overdue() == []
    with pytest.raises(NotOverdue):
        await services.endings.claim_on_time(game.id, 0, on_roll(game))
    with pytest.raises(NotAPlayer):
        await services.endings.claim_on_time(game.id, 0, CLEO)
    winner = Side.WHITE if waiting(game) == ANN else Side.BLACK
    game = await services.endings.claim_on_time(game.id, 0, waiting(game))
    assert (game.match.status, game.match.winner, game.match.ended_by) == (MatchStatus.FINISHED, winner, "time")


async def test_a_late_move_before_the_claim_counts(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += 10 * BLITZ
    await services.clocks.take_overdue()
    moved = await services.turns.play(game.id, 0, on_roll(game), legal_plays(game.state)[0])
    assert moved.clock.overdue_at is None
    with pytest.raises(StaleAction):
        await services.endings.claim_on_time(game.id, 0, waiting(game))


async def test_unclaimed_for_as_long_again_the_match_is_closed(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += BLITZ
    await services.clocks.take_overdue()
    clock.seconds += BLITZ - 1
    assert await services.clocks.unclaimed() == []
    clock.seconds += 1
    assert [due.id for due in await services.clocks.unclaimed()] == [game.id]
    game = await services.endings.close_unclaimed(game.id, 0)
    assert (game.match.status, game.match.winner) == (MatchStatus.FINISHED, None)
    with pytest.raises(GameOver):
        await services.endings.close_unclaimed(game.id, 0)


async def test_time_does_not_run_out_while_the_bot_is_away(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += 10**6
    await services.clocks.allow_grace()
    assert (await services.games.game(game.id)).clock.deadline == clock.seconds + GRACE_SECONDS
    assert await services.clocks.take_overdue() == []


async def test_grace_never_shortens_a_clock(services: Services, clock: Clock) -> None:
    game = await start(services, "day")
    await services.clocks.allow_grace()
    assert (await services.games.game(game.id)).clock.deadline == game.clock.deadline


async def test_clocks_stop_while_the_bot_is_not_in_the_server(services: Services, clock: Clock) -> None:
    game = await start(services, "day")
    assert game.clock.deadline is not None
    await services.clocks.pause(HERE.guild_id)
    clock.seconds += 10**6
    assert await services.clocks.take_reminders() == await services.clocks.take_overdue() == []
    await services.clocks.allow_grace()
    await services.clocks.resume(HERE.guild_id)
    assert (await services.games.game(game.id)).clock.deadline == game.clock.deadline + 10**6
    clock.seconds += 86_400
    assert [due.id for due in await services.clocks.take_overdue()] == [game.id]


async def test_a_server_left_while_the_bot_was_down_is_paused_at_start(services: Services, clock: Clock) -> None:
    game = await start(services)
    await services.clocks.pause_elsewhere({HERE.guild_id})
    assert (await services.games.game(game.id)).match.paused_at is None
    await services.clocks.pause_elsewhere(set())
    assert (await services.games.game(game.id)).match.paused_at == clock.seconds


async def test_after_an_absence_the_reminder_comes_again(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += BLITZ - 1
    assert await services.clocks.take_reminders() != []
    clock.seconds += 3600
    assert [changed.id for changed in await services.clocks.allow_grace()] == [game.id]
    clock.seconds += GRACE_SECONDS - GRACE_SECONDS // 4 - 1
    assert await services.clocks.take_reminders() == []
    clock.seconds += 1
    assert [due.id for due in await services.clocks.take_reminders()] == [game.id]


async def test_after_a_return_to_the_server_the_reminder_comes_again(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += BLITZ - 1
    assert await services.clocks.take_reminders() != []
    await services.clocks.pause(HERE.guild_id)
    clock.seconds += 3600
    (changed,) = await services.clocks.resume(HERE.guild_id)
    assert changed.clock.remind_at == clock.seconds + GRACE_SECONDS - GRACE_SECONDS // 4
    assert (await services.games.game(game.id)).clock.remind_at == changed.clock.remind_at


async def test_clocks_with_time_enough_are_left_alone_after_an_absence(services: Services) -> None:
    await start(services, "day")
    assert await services.clocks.allow_grace() == []
    await services.clocks.pause(HERE.guild_id)
    assert await services.clocks.resume(HERE.guild_id) == []


async def test_a_clock_starts_once_for_who_has_left(services: Services, clock: Clock) -> None:
    game = await start(services, "none")
    assert await services.clocks.start_for_absent(game.id, 1) is None
    started = await services.clocks.start_for_absent(game.id, 0)
    assert started is not None
    relaxed = 259_200
    assert (started.clock.remind_at, started.clock.deadline) == (
        clock.seconds + relaxed * 3 // 4,
        clock.seconds + relaxed,
    )
    clock.seconds += 60
    assert await services.clocks.start_for_absent(game.id, 0) is None
    clock.seconds += relaxed
    assert [due.id for due in await services.clocks.take_overdue()] == [game.id]
    assert await services.clocks.unclaimed() == []
    clock.seconds += relaxed
    assert [due.id for due in await services.clocks.unclaimed()] == [game.id]
    game = await services.endings.claim_on_time(game.id, 0, waiting(game))
    assert game.match.ended_by == "time"


async def test_the_turn_after_it_has_no_clock(services: Services) -> None:
    game = await start(services, "none")
    await services.clocks.start_for_absent(game.id, 0)
    game = await services.turns.play(game.id, 0, on_roll(game), legal_plays(game.state)[0])
    assert game.clock.deadline is None
    with pytest.raises(NotOverdue):
        await services.endings.claim_on_time(game.id, game.state.ply, waiting(game))


async def test_a_clock_that_runs_is_not_set_anew_for_who_has_left(services: Services) -> None:
    game = await start(services)
    assert await services.clocks.start_for_absent(game.id, 0) is None
    assert (await services.games.game(game.id)).clock.deadline == game.clock.deadline
