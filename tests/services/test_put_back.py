"""A reminder or claim that could not be said is due again, unless the game it was about has gone on."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.game import legal_plays
from plakoto_bot.services.services import Services
from tests.conftest import Clock
from tests.services.test_clocks import BLITZ, on_roll, start


async def test_what_could_not_be_said_is_due_again(services: Services, clock: Clock) -> None:
    await start(services)
    clock.seconds += BLITZ - 1
    (reminded,) = await services.clocks.take_reminders()
    await services.clocks.put_back(reminded)
    assert [game.id for game in await services.clocks.take_reminders()] == [reminded.id]
    clock.seconds += 1
    (overdue,) = await services.clocks.take_overdue()
    await services.clocks.put_back(overdue)
    assert [game.id for game in await services.clocks.take_overdue()] == [overdue.id]


@pytest.mark.parametrize("what", ["reminder", "claim"])
async def test_after_a_move_it_is_due_when_the_new_turn_is(services: Services, clock: Clock, what: str) -> None:
    game = await start(services)
    clock.seconds += BLITZ - 1 if what == "reminder" else BLITZ
    take = services.clocks.take_reminders if what == "reminder" else services.clocks.take_overdue
    (taken,) = await take()
    await services.turns.play(game.id, 0, on_roll(game), legal_plays(game.state)[0])
    before = await services.games.game(game.id)
    await services.clocks.put_back(taken)
    after = await services.games.game(game.id)
    assert (after.clock.remind_at, after.clock.deadline, after.clock.overdue_at) == (
        before.clock.remind_at,
        before.clock.deadline,
        before.clock.overdue_at,
    )
    assert await take() == []


@pytest.mark.parametrize("what", ["reminder", "claim"])
async def test_after_a_clock_was_set_again_it_is_due_by_the_new_one(
    services: Services, clock: Clock, what: str
) -> None:
    await start(services)
    clock.seconds += BLITZ - 1 if what == "reminder" else BLITZ
    take = services.clocks.take_reminders if what == "reminder" else services.clocks.take_overdue
    (taken,) = await take()
    (again,) = await services.clocks.allow_grace()
    await services.clocks.put_back(taken)
    after = await services.games.game(taken.id)
    assert (after.clock.remind_at, after.clock.deadline, after.clock.overdue_at) == (
        again.clock.remind_at,
        again.clock.deadline,
        again.clock.overdue_at,
    )
    assert await take() == []


async def test_after_the_end_nothing_is_due(services: Services, clock: Clock) -> None:
    game = await start(services)
    clock.seconds += BLITZ
    (taken,) = await services.clocks.take_overdue()
    await services.endings.resign(game.id, on_roll(game))
    await services.clocks.put_back(taken)
    assert await services.clocks.take_overdue() == await services.clocks.take_reminders() == []
    assert (await services.games.game(game.id)).clock.overdue_at is None
