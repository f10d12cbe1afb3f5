"""Every turn is one line in the log, with all that an operator asks for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.conftest import World

TIMES = ["transaction_ms", "drawing_ms", "posting_ms"]


def turns(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [record.fields for record in caplog.records if record.getMessage() == "turn"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("way", ["menu", "command", "typed"])
async def test_a_turn_is_one_line(world: World, caplog: pytest.LogCaptureFixture, way: str) -> None:
    caplog.set_level("INFO")
    await world.start_game()
    await world.put("plakoto W15,22,B15 - 0/0 w 51")
    if way == "menu":
        await world.pick(world.ann)
        made = world.last.content.partition("played **")[2].partition("**")[0]
    elif way == "command":
        made = "24/18"
        await world.ann.slash(world.channel, "move", play=made)
    else:
        made = "24/23 24/19"
        await world.ann.send(world.channel, f"{world.bot.mention} {made}")
    assert made
    (line,) = turns(caplog)
    assert list(line) == ["guild", "channel", "game", "ply", "player", "play", "dice", *TIMES]
    assert (line["guild"], line["channel"], line["player"]) == (world.guild.id, world.channel.id, world.ann.id)
    assert (line["game"], line["ply"], line["dice"]) == (1, 0, "51")
    assert set(line["play"].split()) <= {"24/18", "24/19", "24/23", "19/18", "23/18"}
    assert all(line[part] > 0 for part in TIMES)


async def test_what_is_no_turn_is_no_line(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await world.start_game()
    await world.on_roll.slash(world.channel, "move", play="1/24")
    await world.waiting.select(world.last, values=[world.menu().options[0].value])
    await world.cleo.slash(world.channel, "board")
    assert turns(caplog) == []


async def test_a_turn_whose_message_was_not_taken_is_a_line_too(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await world.start_game()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500)
    await world.pick()
    assert len(turns(caplog)) == 1
