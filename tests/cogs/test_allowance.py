"""What one person may have drawn: bursts as people play, one a second in the long run, and never at a move's cost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.client import PlakotoBot
from cogs.kit.allowance import AT_ONCE, Allowance
from plakoto_bot.services.services import Services
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import World, answer

#: A double: four steps to choose.
DOUBLE = "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 11"


class Watch:
    """Seconds, moved on by the test."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def new_bot(services: Services, watch: Watch) -> Callable[[], PlakotoBot]:
    return lambda: PlakotoBot(services, allowance=Allowance(watch))


@given(waits=st.lists(st.floats(0, 3), min_size=1, max_size=60))
def test_in_any_time_at_most_a_burst_and_one_a_second_are_drawn(waits: list[float]) -> None:
    watch = Watch()
    allowance = Allowance(watch)
    drawn: list[float] = []
    for wait in waits:
        watch.seconds += wait
        if allowance.may_draw(1):
            drawn.append(watch.seconds)
    for first, start in enumerate(drawn):
        for number, end in enumerate(drawn[first:], 1):
            assert number <= AT_ONCE + (end - start) + 1e-6


def test_once_a_second_is_never_refused(watch: Watch) -> None:
    allowance = Allowance(watch)
    for _ in range(500):
        assert allowance.may_draw(1)
        watch.seconds += 1


def test_a_refused_one_is_not_held_against_anybody(watch: Watch) -> None:
    allowance = Allowance(watch)
    while allowance.may_draw(1):
        pass
    for _ in range(100):
        assert not allowance.may_draw(1)
    watch.seconds += 1
    assert allowance.may_draw(1)


def test_everybody_has_their_own(watch: Watch) -> None:
    allowance = Allowance(watch)
    while allowance.may_draw(1):
        pass
    assert allowance.may_draw(2)


def test_who_is_quiet_is_forgotten(watch: Watch) -> None:
    allowance = Allowance(watch)
    for person in range(20_000):
        watch.seconds += 0.01
        assert allowance.may_draw(person)
    assert len(allowance) <= 10_000


# --- in the channel ------------------------------------------------------------------------------------------


async def test_the_fastest_play_of_a_double_is_never_refused(world: World, watch: Watch) -> None:
    """Four steps, all of them taken back, four others and Confirm, three presses a second."""
    await world.start_game()
    turn = await world.put(DOUBLE)
    for index in (0, 1):
        for _ in range(4):
            watch.seconds += 0.35
            now = world.again(turn)
            assert not (await world.ann.select(now, values=[world.menu(now).options[index].value])).followups
            assert world.again(turn).attachments != now.attachments
        while index == 0 and "Undo" in world.buttons(now := world.again(turn)):
            watch.seconds += 0.35
            await world.ann.click(now, label="Undo")
            assert world.again(turn).attachments != now.attachments
    await world.ann.click(world.again(turn), label="Confirm")
    assert (await world.game()).state.ply == 1


async def test_too_many_boards_are_refused_with_a_sentence_and_not_kept_for_later(world: World, watch: Watch) -> None:
    turn = await world.start_game()
    for _ in range(AT_ONCE):
        result = await world.cleo.click(turn, label="My board")
        assert result.response is not None
        assert len(result.response.attachments) == 1
    refused = await world.cleo.click(turn, label="My board")
    assert answer(refused) == refusals_words.TOO_FAST
    assert answer(await world.cleo.slash(world.channel, "board")) == refusals_words.TOO_FAST
    before = len(world.env.http_requests)
    watch.seconds += 60
    await world.env.advance_time(60)
    posted = [request for request in world.env.http_requests[before:] if request.method == "POST"]
    assert posted == []
    assert "to move" in answer(await world.cleo.click(turn, label="My board"))


async def test_a_move_is_made_however_much_was_drawn_before(world: World) -> None:
    turn = await world.start_game()
    for _ in range(AT_ONCE + 3):
        await world.on_roll.click(turn, label="My board")
    await world.pick()
    assert (await world.game()).state.ply == 1
    for _ in range(AT_ONCE + 3):
        await world.on_roll.click(world.last, label="My board")
    await world.on_roll.slash(world.channel, "move", play=world.menu().options[0].label)
    assert (await world.game()).state.ply == 2


async def test_late_presses_draw_no_more_than_that_either(world: World) -> None:
    turn = await world.start_game()
    mover, value = world.on_roll, world.menu().options[0].value
    before = len(world.env.http_requests)
    await world.at_once(turn, *[(mover, value)] * (1 + AT_ONCE + 2))
    assert (await world.game()).state.ply == 1
    told = [(request.json or {}).get("data", {}) for request in world.env.http_requests[before:]]
    told = [message for message in told if "earlier turn" in message.get("content", "")]
    assert len(told) == AT_ONCE + 2
    assert sum("attachments" in message for message in told) == AT_ONCE


@pytest.mark.parametrize("command", ["leaderboard", "verify", "profile"])
async def test_other_commands_that_cost_much_count_too(world: World, command: str) -> None:
    for _ in range(AT_ONCE):
        assert answer(await world.cleo.slash(world.channel, command)) != refusals_words.TOO_FAST
    assert answer(await world.cleo.slash(world.channel, command)) == refusals_words.TOO_FAST
