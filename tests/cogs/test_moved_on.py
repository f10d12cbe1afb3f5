"""What comes late touches nothing that has gone on meanwhile."""

from __future__ import annotations

import pytest
from PIL import Image

from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import World, answer, button
from tests.conftest import Clock

POST = "/channels/*/messages"
CALLBACK = "/interactions/*/callback"


async def turn_nobody_was_told_of(world: World) -> str:
    """A play is made, but neither the channel nor its player hears of it; the value that was picked."""
    value = world.menu().options[0].value
    world.env.inject_error("POST", CALLBACK, status=404, code=10062)
    world.env.inject_error("POST", POST, status=500, times=None)
    await world.pick()
    world.env.backend.faults.clear()
    assert (await world.game()).state.ply == 1
    return value


async def test_a_late_press_leaves_the_newest_message_its_controls(world: World, clock: Clock) -> None:
    turn, mover = await world.start_game(), world.on_roll
    value = await turn_nobody_was_told_of(world)
    told = await mover.select(turn, values=[value])
    assert "earlier turn" in answer(told)
    assert "My board" in world.buttons(world.again(turn)), "nothing newer stands in the channel"
    clock.seconds += 11
    await world.env.advance_time(11)
    assert world.last.id != turn.id
    assert world.again(turn).components == []
    assert "My board" in world.buttons()


async def test_a_late_press_takes_the_controls_off_its_own_message_and_no_other(world: World) -> None:
    turn, mover = await world.start_game(), world.on_roll
    value = world.menu().options[0].value
    world.env.inject_error("POST", CALLBACK, status=404, code=10062)
    world.env.inject_error("PATCH", f"/channels/*/messages/{turn.id}", status=500)
    await world.pick()
    newest = world.last
    assert world.again(turn).components
    await mover.select(turn, values=[value])
    assert world.again(turn).components == []
    assert world.buttons(world.again(newest)) == ["My board"]


async def test_a_board_that_is_mended_late_is_not_that_of_a_turn_nobody_was_told_of(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room for a picture")

    with monkeypatch.context() as patch:
        patch.setattr(Image.Image, "copy", fail)
        turn = await world.start_game()
        assert turn.attachments == []
        await turn_nobody_was_told_of(world)
    result = await world.cleo.click(turn, label="My board")
    assert result.response is not None
    assert len(result.response.attachments) == 1, "boards can be drawn again"
    assert world.again(turn).attachments == []
    assert refusals_words.NO_PICTURE in world.again(turn).content


async def test_a_board_that_was_drawn_stays_the_picture_it_was(world: World) -> None:
    turn = await world.start_game()
    await world.cleo.click(turn, label="My board")
    await world.cleo.slash(world.channel, "board")
    assert world.again(turn).attachments[0].id == turn.attachments[0].id
    assert not [
        request
        for request in world.env.http_requests
        if request.path.endswith(f"/messages/{turn.id}") and request.method == "PATCH"
    ]


async def test_the_reminder_of_a_turn_that_was_made_meanwhile_is_not_said_again(world: World, clock: Clock) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, pace="live")
    await world.ben.click(world.last, label="Accept")
    turn = world.last
    clock.seconds += 451
    world.env.inject_error("POST", POST, status=500)
    await world.env.advance_time(11)
    assert world.last.id == turn.id, "it was not taken"
    await world.pick()
    clock.seconds += 61
    await world.env.advance_time(11)
    assert "it is your turn" not in world.last.content
    assert button(world.last, "My board")
