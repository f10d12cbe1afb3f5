"""Whatever a press or a command has drawn or looked up at will is counted against the one who asked."""

from __future__ import annotations

import pytest
import simcord
from simcord.actors import MemberActor

from plakoto_bot.domain.terms import Proposal
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import Shown, World, answer
from tests.cogs.test_allowance import Watch
from tests.cogs.test_allowance import new_bot as new_bot
from tests.cogs.test_allowance import watch as watch
from tests.cogs.test_standings import crowd, finish

MANY = "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 21"


async def use_up(world: World, actor: MemberActor) -> None:
    """Ask for as much as one person may have at once."""
    for _ in range(100):
        if answer(await actor.slash(world.channel, "leaderboard")) == refusals_words.TOO_FAST:
            return
    raise AssertionError("there is no limit")


async def told(world: World, command: str, /, **options: int) -> simcord.ResponseMessage:
    result = await world.ann.slash(world.channel, command, **options)
    answer(result)
    assert result.response is not None
    return result.response


async def refused_and_later_not(world: World, watch: Watch, message: Shown, label: str) -> None:
    await use_up(world, world.ann)
    assert answer(await world.ann.click(message, label=label)) == refusals_words.TOO_FAST
    watch.seconds += 60
    result = await world.ann.click(message, label=label)
    assert refusals_words.TOO_FAST not in [found.content for found in (result.response, *result.followups) if found]


@pytest.mark.parametrize("way", ["button", "command"])
async def test_hints(world: World, watch: Watch, way: str) -> None:
    await world.ann.slash(world.channel, "challenge", level="strong")
    turn = world.last
    if way == "button":
        await refused_and_later_not(world, watch, turn, "Hint")
        return
    await use_up(world, world.ann)
    assert answer(await world.ann.slash(world.channel, "hint")) == refusals_words.TOO_FAST


async def test_steps(world: World, watch: Watch) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    await use_up(world, world.ann)
    value = world.menu(turn).options[0].value
    assert answer(await world.ann.select(turn, values=[value])) == refusals_words.TOO_FAST
    assert world.again(turn).content == turn.content
    watch.seconds += 60
    await world.ann.select(turn, values=[value])
    assert "So far" in world.again(turn).content


async def test_pages_of_the_leaderboard(world: World, watch: Watch) -> None:
    await crowd(world, 11)
    await refused_and_later_not(world, watch, await told(world, "leaderboard"), "Next ▶")


async def test_analyses(world: World, watch: Watch) -> None:
    await world.start_game()
    await world.services.endings.resign((await world.game()).id, world.ann.id)
    await world.ann.slash(world.channel, "challenge", level="strong")
    await use_up(world, world.ann)
    assert answer(await world.ann.slash(world.channel, "analyse", match=1)) == refusals_words.TOO_FAST


async def test_turns_of_a_finished_match(world: World, watch: Watch) -> None:
    await finish(world, world.ben, Proposal(), 4)
    history = await told(world, "history")
    picked = await world.ann.select(history, values=["1"])
    assert picked.response is not None
    await refused_and_later_not(world, watch, picked.response, "Board at any turn")
    opened = (await world.ann.click(picked.response, label="Board at any turn")).response
    assert opened is not None
    await refused_and_later_not(world, watch, opened, "Next ▶")


async def test_the_analyse_button_under_a_result(world: World) -> None:
    await world.start_game()
    question = await told(world, "resign")
    await world.ann.click(question, label="Resign")
    result = world.last
    await use_up(world, world.ann)
    assert answer(await world.ann.click(result, label="Analyse")) == refusals_words.TOO_FAST


async def test_help_with_the_rules_costs_nothing_of_anybody_elses(world: World, watch: Watch) -> None:
    await use_up(world, world.ann)
    assert answer(await world.ben.slash(world.channel, "leaderboard")) != refusals_words.TOO_FAST
