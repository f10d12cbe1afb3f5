"""A game of two people from challenge to result, through real presses."""

from __future__ import annotations

import discord

from tests.cogs.conftest import World


async def test_a_whole_game_by_menu_with_a_restart_in_the_middle(world: World) -> None:
    await world.start_game()
    assert "Opening:" in world.last.content
    turns = 0
    while "wins" not in world.last.content and "draw" not in world.last.content:
        if turns == 20:
            await world.restart()
        before = world.last
        if any(isinstance(c, discord.SelectMenu) for row in before.components for c in getattr(row, "children", [])):
            await world.pick(index=turns % len(world.menu().options))
        else:
            await world.on_roll.click(before, label="Confirm")
        turns += 1
        assert turns < 1000
    assert turns > 20
    assert world.buttons() == ["Rematch", "Analyse"]
    assert "Dice seed" in world.last.content
