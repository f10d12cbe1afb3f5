"""What a turn's message says is made anew from the game, never read from the message."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PIL import Image

from cogs.kit.delivery import Delivery
from plakoto_bot.engine.events import Rolled
from plakoto_bot.engine.position import Dice
from plakoto_bot.words import refusals as refusals_words
from plakoto_bot.words import turns as turns_words
from tests.cogs.conftest import World
from tests.cogs.test_turns import MANY
from tests.conftest import Clock


async def start(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, position=MANY, pace="live")
    await world.ben.click(world.last, label="Accept")


def delivery(world: World) -> Delivery:
    return world.client.app.delivery


@pytest.mark.parametrize("restarted", [False, True])
async def test_after_a_typed_move_nothing_is_left_of_steps_tried_out(world: World, restarted: bool) -> None:
    await start(world)
    turn = world.last
    await world.pick(world.ann)
    assert "So far" in world.again(turn).content
    if restarted:
        await world.restart()
    await world.ann.slash(world.channel, "move", play="24/22 22/21")
    now = world.again(turn)
    # Only the time limit of a turn that is over is left off.
    assert now.content == re.sub(r" · time is up <t:\d+:R>", "", turn.content) != turn.content
    assert now.attachments[0].description == turn.attachments[0].description
    assert now.components == []


async def test_a_turn_without_steps_tried_out_only_loses_its_controls(world: World) -> None:
    await start(world)
    before = len(world.env.http_requests)
    await world.ann.slash(world.channel, "move", play="24/22 22/21")
    (change,) = [request.json for request in world.env.http_requests[before:] if request.method == "PATCH"]
    assert change is not None
    assert change["components"] == []
    assert not change.keys() & {"content", "attachments"}


async def test_a_new_time_is_shown_beside_the_steps_that_are_tried_out(world: World, clock: Clock) -> None:
    await start(world)
    turn = world.last
    await world.pick(world.ann)
    tried, game = world.again(turn), await world.game()
    clock.seconds += 300
    changed = await world.client.app.services.clocks.allow_grace()
    await delivery(world).correct_clocks(changed)
    now = world.again(turn)
    assert (
        now.content
        == tried.content.replace(f"<t:{game.clock.deadline}:R>", f"<t:{clock.seconds + 600}:R>")
        != tried.content
    )
    assert now.attachments[0].description == tried.attachments[0].description
    assert world.buttons(now) == world.buttons(tried)


async def test_steps_of_an_own_board_are_shown_there_alone(world: World) -> None:
    await start(world)
    turn = world.last
    result = await world.ann.click(turn, label="My board")
    assert result.response is not None
    own = world.channel.history(viewer=world.ann)[-1]
    await world.ann.select(own, values=[world.menu(own).options[0].value])
    now = world.channel.history(viewer=world.ann)[-1]
    assert now.id == own.id
    assert now.content == f"{own.content}\n{turns_words.SO_FAR}**24/23**"
    assert world.again(turn).content == turn.content


async def test_an_own_board_goes_on_where_the_channel_could_not_be_told(world: World) -> None:
    await start(world)
    await world.permit(world.channel, send_messages=False)
    game = await world.game()
    state = replace(game.state, position=replace(game.state.position, dice=Dice(3, 1)), ply=game.state.ply)
    rolled = Rolled(state.position.turn, Dice(3, 1))
    await world.happen(game, [rolled], state)
    await world.ann.slash(world.channel, "board")
    own = world.channel.history(viewer=world.ann)[-1]
    assert "3-1" in own.content
    await world.ann.select(own, values=[world.menu(own).options[0].value])
    assert world.channel.history(viewer=world.ann)[-1].content.startswith(own.content)


async def test_steps_are_tried_out_under_a_message_that_a_crash_kept_from_being_noted(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    game = await world.game()
    # As if the roll that the message tells had not been told yet.
    await world.happen(game, [Rolled(game.on_roll, Dice(2, 1))], game.state)
    await world.pick(world.ann)
    assert world.again(turn).content == f"{turn.content}\n{turns_words.SO_FAR}**24/23**"


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_picture_that_could_not_be_drawn_is_mended(
    world: World, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room for a picture")

    with monkeypatch.context() as patch:
        patch.setattr(Image.Image, "copy", fail)
        await start(world)
    turn = world.last
    assert turn.content.endswith(refusals_words.NO_PICTURE)
    if restarted:
        await world.restart()
    await world.ann.slash(world.channel, "board")
    now = world.again(turn)
    assert len(now.attachments) == 1
    assert now.content == turn.content.removesuffix(f"\n{refusals_words.NO_PICTURE}")
    assert world.buttons(now) == world.buttons(turn)
