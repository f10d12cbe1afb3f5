"""What is said once is said once, to as few as need to know."""

from __future__ import annotations

from typing import Any

from plakoto_bot.domain.match import MatchStatus
from tests.cogs.conftest import World, answer
from tests.conftest import Clock

POST = "/channels/*/messages"


def pinged(post: dict[str, Any]) -> list[int]:
    return [int(user) for user in post["allowed_mentions"].get("users", [])]


async def test_between_two_games_of_a_match_only_the_one_to_move_next_is_pinged(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, game="tavli")
    await world.ben.click(world.last, label="Accept")
    question = (await world.ann.slash(world.channel, "resign")).response
    assert question is not None
    await world.ann.click(question, label="Resign")
    result, turn = world.posts()[-2:]
    assert "resigned" in result["content"]
    assert "you rolled" in turn["content"]
    assert pinged(result) == []
    assert pinged(turn) == [world.on_roll.id]
    assert not result.get("components"), "the next game has controls of its own"


async def test_a_channel_that_turns_out_to_be_gone_is_not_tried_again(world: World, clock: Clock) -> None:
    await world.start_game()
    world.env.inject_error("POST", POST, status=500, times=None)
    await world.pick()
    world.env.backend.faults.clear()
    world.env.inject_error("POST", POST, status=404, code=10003, times=None)
    clock.seconds += 11
    await world.env.advance_time(11)
    assert (await world.services.games.match(1)).status is MatchStatus.FINISHED
    tried = len(world.posts())
    for _ in range(3):
        clock.seconds += 3600
        await world.env.advance_time(11)
    assert len(world.posts()) == tried


async def test_a_board_that_was_told_late_is_told_once(world: World, clock: Clock) -> None:
    await world.start_game()
    world.env.inject_error("POST", POST, status=500, times=None)
    await world.pick()
    world.env.backend.faults.clear()
    answer(await world.cleo.slash(world.channel, "board"))
    told = len(world.posts())
    for _ in range(3):
        clock.seconds += 3600
        await world.env.advance_time(11)
    assert len(world.posts()) == told
    assert " played **" in world.last.content


async def test_two_who_ask_for_a_board_at_once_have_a_late_turn_told_once(world: World) -> None:
    turn = await world.start_game()
    world.env.inject_error("POST", POST, status=500, times=None)
    await world.pick()
    world.env.backend.faults.clear()
    await world.ann.slash(world.channel, "board")
    await world.ben.slash(world.channel, "board")
    assert sum(" played **" in message.content for message in world.channel.history()) == 1
    assert world.again(turn).components == []


async def test_a_private_answer_pings_nobody(world: World) -> None:
    await world.start_game()
    before = len(world.env.http_requests)
    for command in ("board", "games", "resign", "help"):
        answer(await world.ann.slash(world.channel, command))
    for request in world.env.http_requests[before:]:
        data = (request.json or {}).get("data", {})
        assert not data.get("allowed_mentions", {}).get("users")
