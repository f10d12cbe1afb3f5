"""Turns: who may move and how, what is shown to whom, and that no press or word is left without an answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import discord
import pytest
from PIL import Image

from cogs.client import PlakotoBot
from cogs.kit.draft import EarlyDraft
from plakoto_bot.engine.events import Event, Played, Rolled
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.moves import PASS, Step
from plakoto_bot.engine.notation import format_play, shorten_play
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.services.services import Services
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import Shown, World, answer, button, controls

#: White may step with 30 checkers and dice: more than a page of steps, more than a menu of plays.
SPREAD = "plakoto " + ",".join(["W1"] * 15) + ",8,B15 - 0/0 w 65"
SPREAD_DOUBLE = SPREAD.replace("w 65", "w 33")
#: 42 plays in few steps.
MANY = "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 21"
#: White's checker on 20 is under a black one.
PINNED = "plakoto W14,3,B1w,18,B14 - 0/0 w 21"
#: Black holds White's 20 point.
CLOSED = "plakoto W15,3,B2,18,B13 - 0/0 w 31"
#: White has not brought all checkers home.
OUTSIDE = "plakoto W5,17,W10,4,B15 - 0/0 w 65"
#: Black cannot leave its start: White holds the six points before it.
BLOCKED = "plakoto 4,W3,12,W2,W2,W2,W2,W2,W2,B15 - 0/0 w 65"
#: White has one checker left and so never a choice.
ONE_LEFT = "plakoto 1,W1,20,B1,B1 - 14/13 b 21"
#: Black, on roll, has the same play as White would.
BLACKS_TURN = "plakoto W15,22,B15 - 0/0 b 65"


def check_limits(message: Shown) -> None:
    """What Discord refuses to show: too many options, ids too long or twice, labels and texts too long."""
    items = list(controls(message))
    ids = [item.custom_id or "" for item in items]
    assert len(set(ids)) == len(ids)
    assert all(0 < len(custom_id) <= 100 for custom_id in ids)
    assert len(message.content) <= 2000
    for item in items:
        if isinstance(item, discord.SelectMenu):
            assert 1 <= len(item.options) <= 25
            assert len({option.value for option in item.options}) == len(item.options)
            assert all(1 <= len(option.label) <= 100 and len(option.value) <= 100 for option in item.options)


# --- the turn message ----------------------------------------------------------------------------------------


async def test_a_turn_says_what_happened_who_rolled_what_and_shows_the_board(world: World) -> None:
    await world.start_game()
    lines = world.last.content.splitlines()
    assert lines[0].startswith("Opening:")
    assert f"<@{world.on_roll.id}>, you rolled **" in lines[-2]
    assert lines[-1].startswith("-# Plakoto #1")
    (picture,) = world.last.attachments
    assert picture.content_type == "image/png"
    assert picture.description
    assert len(picture.description) <= 1024
    check_limits(world.last)


async def test_a_turn_is_a_new_message_that_pings_the_one_to_move_once(world: World) -> None:
    await world.start_game()
    mover, other = world.on_roll, world.waiting
    old = world.last
    await world.pick()
    assert world.last.id != old.id
    post = world.posts()[-1]
    assert [int(user) for user in post["allowed_mentions"]["users"]] == [other.id]
    assert not post["allowed_mentions"].get("parse")
    assert f"<@{mover.id}> played **" in world.last.content
    for request in world.env.http_requests:
        if request.method == "PATCH":
            assert not (request.json or {}).get("allowed_mentions", {}).get("users")


async def test_a_press_is_acknowledged_before_the_board_is_posted(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    for press in (world.ben.click(world.last, label="Accept"), None, None):
        before = len(world.env.http_requests)
        await (press or world.pick())
        paths = [request.path for request in world.env.http_requests[before:] if request.method == "POST"]
        assert paths[0].endswith("/callback")
        assert paths[1].endswith("/messages")


@pytest.mark.parametrize("between", ["nothing", "told by another", "resigned"])
async def test_what_was_drawn_ahead_is_shown_only_if_it_is_still_news(world: World, between: str) -> None:
    await world.start_game()
    delivery, game = world.client.app.delivery, await world.game()
    mover = game.match.player(game.on_roll)
    posted = len(world.posts())

    with delivery.early_draft() as early:
        await world.services.turns.play(game.id, 0, mover, legal_plays(game.state)[0], preview=early.preview)
        if between == "told by another":
            await delivery.refresh(game.id)
        if between == "resigned":
            await world.services.endings.resign(game.id, world.ann.id)
            await delivery.refresh(game.id)
        await delivery.refresh(game.id, early=early)
    await delivery.refresh(game.id)
    new = world.posts()[posted:]
    assert [post["content"].count(" played **") for post in new] == [1]
    assert ("resigned" in new[0]["content"]) == (between == "resigned")
    assert (await world.services.telling.news(game.id)).events == ()


async def test_a_turn_made_while_the_one_before_is_being_told_tells_it_no_second_time(world: World) -> None:
    await world.start_game()
    delivery, posted = world.client.app.delivery, len(world.posts())

    async def play(early: EarlyDraft) -> int:
        game = await world.game()
        mover = game.match.player(game.on_roll)
        await world.services.turns.play(
            game.id, game.state.ply, mover, legal_plays(game.state)[0], preview=early.preview
        )
        return game.id

    with delivery.early_draft() as first, delivery.early_draft() as second:
        game_id = await play(first)
        # Its picture is being drawn when the next turn is made.
        telling = asyncio.create_task(delivery.refresh(game_id))
        await asyncio.sleep(0)
        await play(second)
        await telling
        await delivery.refresh(game_id, early=second)
    assert [post["content"].count(" played **") for post in world.posts()[posted:]] == [1, 1]


async def test_every_turn_of_a_game_pings_one_and_leaves_one_message_with_controls(world: World) -> None:
    await world.start_game()
    for _ in range(6):
        await world.pick(index=-1)
    for post in world.posts():
        assert len(post["allowed_mentions"]["users"]) == 1
    assert [bool(message.components) for message in world.channel.history()[1:]] == [False] * 6 + [True]


async def test_all_plays_of_a_roll_are_in_one_menu(world: World) -> None:
    await world.start_game()
    state = (await world.game()).state
    written = {shorten_play(format_play(state.rules, state.position, play)) for play in legal_plays(state)}
    assert {option.label for option in world.menu().options} == written


async def test_whoever_a_message_pings_is_named_in_it(world: World) -> None:
    await world.start_game()
    for _ in range(4):
        await world.pick()
    await world.put("plakoto 4,B14,11,W14,4,W1,1,B1 - 0/0 w 21")
    await world.ann.slash(world.channel, "move", play="3/1")
    posts = world.posts()
    assert len(posts) >= 6
    for post in posts:
        assert [f"<@{user}>" in post["content"] for user in post["allowed_mentions"]["users"]] == [True]


async def test_after_a_play_nothing_is_left_of_steps_tried_out(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, position=MANY)
    await world.ben.click(world.last, label="Accept")
    turn = world.last
    await world.pick()
    assert "So far" in world.again(turn).content
    play = format_play(
        *(lambda state: (state.rules, state.position, legal_plays(state)[0]))((await world.game()).state)
    )
    await world.on_roll.slash(world.channel, "move", play=play)
    assert "So far" not in world.again(turn).content
    assert world.again(turn).components == []


async def test_a_long_chain_of_forced_turns_fits_into_a_message(world: World) -> None:
    await world.start_game()
    game = await world.game()
    chain: list[Event] = [Played(Side.WHITE, (Step(24, 18, 6), Step(24, 23, 1)))]
    for number in range(80):
        side = Side(number % 2)
        chain += [Rolled(side, Dice(6, 6)), Played(side, PASS, forced=True)]
    await world.happen(game, chain, game.state)
    await world.ann.slash(world.channel, "board")
    assert len(world.last.content) <= 2000
    lines = world.last.content.splitlines()
    assert "played **24/18 24/23**" in lines[0], "what somebody chose to play is always told"
    assert "then 73 more turns" in lines[1]
    assert all("cannot move: pass." in line for line in lines[2:9])
    assert "you rolled" in lines[9]


async def test_a_pass_is_made_and_announced(world: World) -> None:
    await world.start_game()
    await world.put(BLOCKED)
    await world.ann.slash(world.channel, "move", play="20/14 20/15")
    assert re.search(rf"<@{world.ben.id}> rolled \*\*\d-\d\*\* and cannot move: pass\.", world.last.content)
    assert (await world.game()).state.ply == 2
    assert world.on_roll is world.ann


async def test_the_only_play_of_a_roll_is_made_and_announced(world: World) -> None:
    await world.start_game()
    await world.put(ONE_LEFT)
    await world.ben.slash(world.channel, "move", play="24/22 23/22")
    words = rf"<@{world.ann.id}> rolled \*\*\d-\d\*\*, and \*\*23/\S+ ?.*\*\* is the only play\."
    assert re.search(words, world.last.content)
    assert world.on_roll is world.ben


# --- presses by the wrong person or on an old board ----------------------------------------------------------


async def test_a_stranger_is_told_whose_game_it_is(world: World) -> None:
    await world.start_game()
    told = answer(await world.pick(world.cleo))
    assert f"<@{world.ann.id}>" in told
    assert f"<@{world.ben.id}>" in told
    assert (await world.game()).state.ply == 0


async def test_the_waiting_player_is_told_whose_turn_it_is(world: World) -> None:
    await world.start_game()
    told = answer(await world.pick(world.waiting))
    assert f"<@{world.on_roll.id}>'s turn" in told
    assert (await world.game()).state.ply == 0


@pytest.mark.parametrize("who", ["mover", "other"])
async def test_an_old_board_answers_with_the_present_one_and_loses_its_controls(world: World, who: str) -> None:
    await world.start_game()
    old, mover = world.last, world.on_roll
    value = world.menu().options[0].value
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    world.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=500)
    await mover.select(old, values=[value])
    assert world.again(old).components, "the edit that takes the controls away was lost"
    actor = mover if who == "mover" else world.waiting if world.waiting is not mover else world.on_roll
    result = await actor.select(old, values=[value])
    told = answer(result)
    assert "earlier turn" in told
    assert str(world.last.id) in told
    assert result.response is not None
    assert result.response.attachments
    assert world.again(old).components == []
    assert world.buttons(world.last) == ["My board"]


async def test_a_double_click_is_one_play_and_the_second_press_is_answered(world: World) -> None:
    await world.start_game()
    old, mover = world.last, world.on_roll
    value = world.menu().options[0].value
    await world.at_once(old, *[(mover, value)] * 3)
    assert (await world.game()).state.ply == 1
    assert sum(" played **" in post["content"] for post in world.posts()) == 1
    whispers = [message for message in world.channel.history(viewer=mover) if message.flags.ephemeral]
    assert len(whispers) == 2
    assert all("earlier turn" in whisper.content for whisper in whispers)


async def test_two_different_picks_at_once_are_one_play(world: World) -> None:
    await world.start_game()
    old, mover, other = world.last, world.on_roll, world.waiting
    first, second = (world.menu().options[index].value for index in (0, -1))
    await world.at_once(old, (mover, first), (other, first), (mover, second), (world.cleo, second))
    assert (await world.game()).state.ply == 1
    for person in (other, world.cleo):
        assert any(message.flags.ephemeral for message in world.channel.history(viewer=person))


# --- step by step --------------------------------------------------------------------------------------------


async def test_more_than_25_plays_are_chosen_step_by_step(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    assert world.buttons() == ["My board"]
    check_limits(turn)
    posts = len(world.posts())
    await world.pick(world.ann)
    shown = world.again(turn)
    assert "So far: **" in shown.content
    assert world.buttons(shown) == ["Undo", "My board"]
    assert shown.attachments[0].id != turn.attachments[0].id
    assert shown.attachments[0].description
    assert shown.attachments[0].description != turn.attachments[0].description
    await world.pick(world.ann)
    shown = world.again(turn)
    assert "Confirm" in shown.content
    assert world.buttons(shown) == ["Confirm", "Undo", "My board"]
    assert (await world.game()).state.ply == 0, "nothing is stored before Confirm"
    assert len(world.posts()) == posts, "steps notify nobody"
    await world.ann.click(shown, label="Confirm")
    assert (await world.game()).state.ply == 1
    assert world.again(turn).components == []


async def test_undo_goes_back_step_by_step_to_where_it_began(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    first = [option.label for option in world.menu().options]
    await world.pick(world.ann)
    one = world.again(turn)
    await world.pick(world.ann)
    await world.ann.click(world.again(turn), label="Undo")
    assert world.again(turn).content == one.content
    assert [o.value for o in world.menu(world.again(turn)).options] == [o.value for o in world.menu(one).options]
    await world.ann.click(world.again(turn), label="Undo")
    assert world.again(turn).content == turn.content
    assert [option.label for option in world.menu(world.again(turn)).options] == first
    assert world.buttons(world.again(turn)) == ["My board"]


async def test_a_26th_step_is_on_another_page(world: World) -> None:
    await world.start_game()
    turn = await world.put(SPREAD)
    first = world.menu(turn)
    assert len(first.options) == 25
    await world.ann.click(turn, label="More steps ▶")
    second = world.menu(world.again(turn))
    assert len(second.options) == 5
    assert not {o.value for o in first.options} & {o.value for o in second.options}
    check_limits(world.again(turn))
    await world.ann.click(world.again(turn), label="◀ Earlier steps")
    assert [o.value for o in world.menu(world.again(turn)).options] == [o.value for o in first.options]
    await world.ann.click(world.again(turn), label="More steps ▶")
    await world.pick(world.ann, index=-1)
    assert "So far" in world.again(turn).content


async def test_four_steps_of_a_double_stay_within_every_limit(world: World) -> None:
    await world.start_game()
    turn = await world.put(SPREAD_DOUBLE)
    for _ in range(4):
        check_limits(world.again(turn))
        await world.pick(world.ann)
    check_limits(world.again(turn))
    await world.ann.click(world.again(turn), label="Confirm")
    assert (await world.game()).state.ply == 1


@pytest.mark.parametrize("who", ["ben", "cleo"])
async def test_nobody_else_steps_confirms_or_undoes(world: World, who: str) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    other = getattr(world, who)
    answer(await world.pick(other))
    assert world.again(turn).content == turn.content
    await world.pick(world.ann)
    await world.pick(world.ann)
    shown = world.again(turn)
    for label in ("Confirm", "Undo"):
        answer(await other.click(shown, label=label))
    assert world.again(turn).content == shown.content
    assert (await world.game()).state.ply == 0


async def test_confirming_twice_at_once_is_one_play(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    await world.pick(world.ann)
    await world.pick(world.ann)
    shown = world.again(turn)
    confirm, undo = button(shown, "Confirm"), button(shown, "Undo")
    await world.at_once(shown, (world.ann, confirm), (world.ann, confirm), (world.ann, undo))
    assert (await world.game()).state.ply == 1


async def test_a_play_can_be_made_step_by_step_on_the_private_board(world: World) -> None:
    await world.start_game()
    await world.put(MANY)
    public = world.last
    result = await world.ann.slash(world.channel, "board")
    assert result.response is not None
    private = result.response
    for _ in range(2):
        await world.ann.select(private, values=[world.menu(private).options[0].value])
    await world.ann.click(private, label="Confirm")
    assert (await world.game()).state.ply == 1
    assert world.again(public).components == []
    assert private.components == []


# --- moves in words ------------------------------------------------------------------------------------------


async def written_play(world: World) -> str:
    state = (await world.game()).state
    return format_play(state.rules, state.position, legal_plays(state)[0])


async def test_a_move_by_command_answers_its_player_and_shows_the_channel(world: World) -> None:
    await world.start_game()
    mover = world.on_roll
    told = answer(await mover.slash(world.channel, "move", play=await written_play(world)))
    assert told == "Played."
    assert f"<@{mover.id}> played **" in world.last.content


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (MANY, "hello", "cannot read `hello`"),
        (MANY, "`**@everyone**`", "cannot read"),
        (MANY, "24/21 " * 330, "cannot read"),
        (MANY, "24/18", "6 pips, which a roll of 2-1 cannot make"),
        (MANY, "1/2 1/3", "does not go towards home"),
        (MANY, "24/23", "plays one die where two dice can be played"),
        (MANY, "24/23 24/22 24/22", "3 steps"),
        (MANY, "22/21 22/20", "no checker on your 22 point"),
        (PINNED, "20/19 20/18", "pinned"),
        (CLOSED, "24/20", "closed"),
        (OUTSIDE, "6/off 24/19", "bear off only when all your checkers are home"),
        (MANY, "pass", "no die where two dice can be played"),
    ],
)
async def test_a_refused_move_says_what_is_wrong_and_keeps_the_turn(
    world: World, line: str, text: str, words: str
) -> None:
    await world.start_game()
    await world.put(line)
    before = world.last
    told = answer(await world.ann.slash(world.channel, "move", play=text))
    assert words in told.replace("**", "")
    assert "still your turn" in told
    assert len(told) < 400
    assert (await world.game()).state.ply == 0
    assert world.last.id == before.id
    assert world.again(before).components


async def test_the_move_of_the_other_side_is_refused_as_not_your_turn(world: World) -> None:
    await world.start_game()
    await world.put(BLACKS_TURN)
    told = answer(await world.ann.slash(world.channel, "move", play="24/18 24/19"))
    assert f"<@{world.ben.id}>'s turn" in told
    await world.ben.slash(world.channel, "move", play="24/18 24/19")
    assert (await world.game()).state.ply == 1


@pytest.mark.parametrize(
    "text",
    ["{bot} 24/18 24/19", "{bot} move 24/18 24/19", "{bot} M 24/18 24/19", "{bot}24-18, 24>19", "{bot} 24/19  24/18",
     "{bot}, 24/18 24/19", "{bot}: 24/18 24/19",
     "24/18 24/19 {bot}", "{bot} `24/18 24/19`", "{bot} MOVE 24/18,24/19", "{bot} 24/13", "{bot} 24 / 18 24 / 19"],
)  # fmt: skip
async def test_a_move_can_be_typed_after_a_mention(world: World, text: str) -> None:
    await world.start_game()
    await world.put(BLACKS_TURN)
    await world.ben.send(world.channel, text.format(bot=world.bot.mention))
    assert (await world.game()).state.ply == 1
    assert f"<@{world.ben.id}> played **" in world.last.content
    assert len([post for post in world.posts() if "played" in post["content"]]) == 1


async def test_capital_letters_are_read(world: World) -> None:
    await world.start_game()
    await world.put("plakoto 18,W3,W3,W3,W2,W2,B13 - 2/2 w 65")
    await world.ann.send(world.channel, f"{world.bot.mention} 6/OFF 5/Off")
    assert "played **6/off 5/off**" in world.last.content


async def test_a_move_can_be_a_reply_to_the_board(world: World) -> None:
    await world.start_game()
    await world.put(BLACKS_TURN)
    # Discord shows the bot the words of a reply, since a reply mentions whom it answers unless its ping is off.
    await world.ben.send(world.channel, "24/18 24/19", reply_to=world.last)
    assert (await world.game()).state.ply == 1


@pytest.mark.parametrize("message_content", [True, False])
async def test_a_move_after_an_exclamation_mark_needs_message_content(
    world: World, services: Services, message_content: bool
) -> None:
    await world.env.restart_bot(PlakotoBot(services, message_content=message_content))
    await world.start_game()
    await world.put(BLACKS_TURN)
    before = len(world.channel.history())
    await world.ben.send(world.channel, "!move 24/18 24/19")
    assert (await world.game()).state.ply == (1 if message_content else 0)
    if not message_content:
        assert len(world.channel.history()) == before + 1, "nothing was said"


async def test_with_message_content_a_bare_reply_moves_and_chat_is_let_be(world: World, services: Services) -> None:
    await world.env.restart_bot(PlakotoBot(services, message_content=True))
    await world.start_game()
    await world.put(BLACKS_TURN)
    board = world.last
    for chat in ("24/18 24/19", "nice one", "!unknown", "! 24/18", "!24/18", "!moved 24/18", "!most", "!market7"):
        await world.ben.send(world.channel, chat)
        assert world.last.content == chat
    await world.ben.send(world.channel, "well played", reply_to=board)
    assert world.last.content == "well played"
    await world.ben.send(world.channel, "24/18 24/19", reply_to=board)
    assert (await world.game()).state.ply == 1


@pytest.mark.parametrize("name", ["!move", "!m", "!Play"])
async def test_a_command_that_runs_into_the_move_is_understood(world: World, services: Services, name: str) -> None:
    await world.env.restart_bot(PlakotoBot(services, message_content=True))
    await world.start_game()
    await world.put(BLACKS_TURN)
    await world.ben.send(world.channel, f"{name}24/18 24/2")
    assert "24/2" in world.last.content, "and what is wrong with the move is told"
    await world.ben.send(world.channel, f"{name}24/18 24/19")
    assert (await world.game()).state.ply == 1


async def test_a_move_in_answer_to_the_board_of_another_game_moves_nothing(world: World) -> None:
    board = await world.start_game()
    await world.cleo.slash(world.channel, "challenge", level="beginner")
    theirs = await world.services.games.game_here(world.place, world.cleo.id)
    play = format_play(theirs.state.rules, theirs.state.position, legal_plays(theirs.state)[0])
    await world.cleo.send(world.channel, play, reply_to=board)
    assert f"which <@{world.ann.id}> and <@{world.ben.id}> play" in world.last.content
    assert (await world.services.games.game(theirs.id)).state.ply == theirs.state.ply
    own = next(message for message in world.channel.history() if message.id == theirs.message_id)
    await world.cleo.send(world.channel, play, reply_to=own)
    assert (await world.services.games.game(theirs.id)).state.ply > theirs.state.ply


async def test_chat_with_a_mention_moves_nothing_and_is_answered_with_a_hint(world: World) -> None:
    await world.start_game()
    await world.put(BLACKS_TURN)
    await world.ben.send(world.channel, f"what a lovely bot {world.bot.mention} is, said 24/18 24/19")
    assert "/help" in world.last.content
    assert (await world.game()).state.ply == 0


async def test_a_typed_refusal_is_a_reply_that_pings_nobody(world: World) -> None:
    await world.start_game()
    await world.put(BLACKS_TURN)
    asked = await world.ben.send(world.channel, f"{world.bot.mention} 24/18 24/2 @everyone <@{world.ann.id}>")
    said = world.last
    assert said.reference is not None
    assert said.reference.message_id == asked.id
    post = world.posts()[-1]
    assert not post["allowed_mentions"].get("users")
    assert not post["allowed_mentions"].get("parse")
    assert post["allowed_mentions"].get("replied_user") is False
    assert not said.mention_everyone


async def test_other_bots_are_not_answered(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    for words in ("help", "24/18", "hello"):
        said = await robot.send(world.channel, f"{world.bot.mention} {words}")
        assert world.last.id == said.id


async def test_a_stranger_typing_a_move_is_told_how_to_play(world: World) -> None:
    await world.start_game()
    await world.cleo.send(world.channel, f"{world.bot.mention} 24/18")
    assert "You have no game in this channel" in world.last.content
    assert "/challenge" in world.last.content


async def test_a_move_in_another_channel_names_where_the_game_is(world: World) -> None:
    await world.start_game()
    other = world.guild.create_text_channel("other")
    told = answer(await world.ann.slash(other, "move", play="24/18"))
    assert f"/{world.channel.id}/{world.last.id}" in told


async def test_a_move_without_steps_is_told_what_is_missing(world: World) -> None:
    await world.start_game()
    await world.ann.send(world.channel, f"{world.bot.mention} move")
    assert "Type the move behind it" in world.last.content


async def test_typed_words_are_answered_where_the_bot_may_not_read_the_history(world: World) -> None:
    await world.permit(world.channel, read_message_history=False)
    await world.ann.send(world.channel, f"{world.bot.mention} help")
    assert world.last.author.id == world.bot.id
    assert world.last.reference is None, "Discord would refuse a reply there"


# --- suggestions ---------------------------------------------------------------------------------------------


async def test_suggestions_are_the_legal_plays_that_match_what_is_typed(world: World) -> None:
    await world.start_game()
    await world.put(MANY)

    async def suggested(typed: str) -> list[str]:
        return [choice["value"] for choice in await world.ann.autocomplete(world.channel, "move", "play", typed)]

    everything = await suggested("")
    assert len(everything) == 25
    for typed in ("24/2", "24-2", "24/22 2", "24>22,2", "  24/22"):
        found = await suggested(typed)
        assert found
        assert all("24/2" in play for play in found)
    assert await suggested("99") == []
    assert await suggested("x" * 500) == []
    await world.ann.slash(world.channel, "move", play=found[0])
    assert (await world.game()).state.ply == 1


async def test_there_are_no_suggestions_off_turn_without_a_game_or_to_strangers(world: World) -> None:
    assert await world.ann.autocomplete(world.channel, "move", "play", "24") == []
    await world.start_game()
    assert await world.waiting.autocomplete(world.channel, "move", "play", "24") == []
    assert await world.cleo.autocomplete(world.channel, "move", "play", "24") == []


# --- the board for one's own eyes ----------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["button", "command"])
async def test_the_board_is_shown_to_one_person_with_controls_only_on_turn(world: World, way: str) -> None:
    await world.start_game()
    for actor in (world.on_roll, world.waiting, world.cleo):
        if way == "button":
            result = await actor.click(world.last, label="My board")
        else:
            result = await actor.slash(world.channel, "board")
        answer(result)
        assert result.response is not None
        (picture,) = result.response.attachments
        assert picture.description
        assert bool(list(controls(result.response))) == (actor is world.on_roll)
        check_limits(result.response)


async def test_a_board_asked_for_in_words_has_no_controls_since_all_can_see_it(world: World) -> None:
    await world.start_game()
    turn, mover = world.last, world.on_roll
    await mover.send(world.channel, f"{world.bot.mention} board")
    assert world.last.attachments
    assert world.last.components == []
    assert world.again(turn).components
    assert f"<@{mover.id}> rolled" in world.last.content


async def test_only_the_one_to_move_is_told_to_choose(world: World) -> None:
    await world.start_game()
    assert "Choose" in answer(await world.on_roll.click(world.last, label="My board"))
    for other in (world.waiting, world.cleo):
        told = answer(await other.click(world.last, label="My board"))
        assert "Choose" not in told
        assert f"<@{world.on_roll.id}> rolled" in told


async def test_each_player_sees_the_board_from_the_own_side(world: World) -> None:
    await world.start_game()
    pictures: dict[int, bytes] = {}
    for actor in (world.ann, world.ben):
        result = await actor.slash(world.channel, "board")
        assert result.response is not None
        pictures[actor.id] = await result.response.attachments[0].read()
    assert pictures[world.ann.id] != pictures[world.ben.id]


async def test_there_is_no_board_where_nobody_plays(world: World) -> None:
    assert "/challenge" in answer(await world.ann.slash(world.channel, "board"))


async def test_each_of_several_games_in_a_channel_goes_its_own_way(world: World) -> None:
    await world.start_game()
    first = world.last
    dan = world.guild.add_member(world.env.create_user("dan"))
    await world.cleo.slash(world.channel, "challenge", opponent=dan)
    await dan.click(world.last, label="Accept")
    second = world.last
    mover = world.cleo if f"<@{world.cleo.id}>, you rolled" in second.content else dan
    assert "is the game of" in answer(await mover.select(first, values=[world.menu(first).options[0].value]))
    await mover.select(second, values=[world.menu(second).options[0].value])
    assert world.again(first).components
    assert [game.state.ply for game in await world.services.games.games_here(world.place)] == [0, 1]


async def test_an_old_private_board_becomes_the_present_one(world: World) -> None:
    await world.start_game()
    mover = world.on_roll
    result = await mover.slash(world.channel, "board")
    assert result.response is not None
    private = result.response
    old = private.attachments[0].id
    await world.pick()
    await mover.select(private, values=[world.menu(private).options[0].value])
    assert "earlier turn" in private.content
    assert private.attachments[0].id != old
    assert list(controls(private)) == []
    assert (await world.game()).state.ply == 1
    # On turn again, an old private board becomes one to play on.
    other = world.on_roll
    result = await other.slash(world.channel, "board")
    assert result.response is not None
    private = result.response
    await world.pick()
    await world.pick()
    await other.select(private, values=[world.menu(private).options[0].value])
    await other.select(private, values=[world.menu(private).options[0].value])
    assert (await world.game()).state.ply == 4


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "play", "words"),
    [
        (
            "plakoto 10,B14,10,W2,2 - 13/1 w 65",
            "3/off(2)",
            "<@{ann}> wins 1 point** against {ben}: all fifteen checkers are off",
        ),
        (
            "plakoto 10,B15,10,W2,2 - 13/0 w 65",
            "3/off(2)",
            "<@{ann}> wins 2 points** against {ben}: all fifteen are off before",
        ),
        (
            "plakoto 4,B14,11,W14,4,W1,1,B1 - 0/0 w 21",
            "3/1",
            "<@{ann}> wins 2 points** against {ben}: the mother is pinned",
        ),
    ],
)
async def test_the_end_says_who_won_how_and_for_how_much(world: World, line: str, play: str, words: str) -> None:
    await world.start_game()
    turn = await world.put(line)
    seed = (await world.game()).match.seed.hex()
    await world.ann.slash(world.channel, "move", play=play)
    assert f"<@{world.ann.id}> played **{play}" in world.last.content
    assert words.format(ann=world.ann.id, ben=f"⚫ <@{world.ben.id}>") in world.last.content
    assert seed in world.last.content
    assert world.buttons() == ["Rematch", "Analyse"]
    assert world.again(turn).components == []
    assert [int(user) for user in world.posts()[-1]["allowed_mentions"]["users"]] == [world.ben.id]
    assert world.last.attachments[0].description


# --- pictures ------------------------------------------------------------------------------------------------


async def test_steps_tried_out_before_a_typed_move_do_not_stay_in_the_picture(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, position=MANY)
    await world.ben.click(world.last, label="Accept")
    turn = world.last
    before = turn.attachments[0].description
    await world.pick(world.ann)
    assert world.again(turn).attachments[0].description != before
    await world.ann.slash(world.channel, "move", play="24/22 22/21")
    assert "played" in world.last.content
    assert "So far" not in world.again(turn).content
    assert world.again(turn).attachments[0].description == before


@pytest.fixture
def cannot_draw(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Pillow fails from now on, as when there is no memory; what is called ends that."""

    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room for a picture")

    monkeypatch.setattr(Image.Image, "copy", fail)
    return monkeypatch.undo


async def test_a_turn_that_cannot_be_drawn_is_posted_without_a_picture_and_mended_by_the_board(
    world: World, cannot_draw: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    turn = await world.start_game()
    assert turn.attachments == []
    assert "you rolled" in turn.content
    assert turn.content.endswith(refusals_words.NO_PICTURE)
    assert "no room for a picture" in caplog.text
    told = await world.on_roll.slash(world.channel, "board")
    assert refusals_words.NO_PICTURE in answer(told)
    await world.pick()
    assert (await world.game()).state.ply == 1, "moves go on without pictures"
    turn = world.last
    cannot_draw()
    await world.cleo.slash(world.channel, "board")
    mended = world.again(turn)
    assert len(mended.attachments) == 1
    assert refusals_words.NO_PICTURE not in mended.content
    assert mended.content == turn.content.removesuffix(f"\n{refusals_words.NO_PICTURE}")
    assert world.buttons(mended) == world.buttons(turn), "its controls stay"


@pytest.mark.usefixtures("cannot_draw")
async def test_a_play_is_made_step_by_step_without_pictures_too(world: World) -> None:
    await world.start_game()
    turn = await world.put(MANY)
    for _ in range(2):
        now = world.again(turn)
        assert not (await world.ann.select(now, values=[world.menu(now).options[0].value])).followups
    await world.ann.click(world.again(turn), label="Confirm")
    assert (await world.game()).state.ply == 1


# --- watching ------------------------------------------------------------------------------------------------


async def test_of_several_games_a_watcher_names_the_one_to_see(world: World) -> None:
    await world.start_game()
    dan, eve = (world.guild.add_member(world.env.create_user(name)) for name in ("dan", "eve"))
    await dan.slash(world.channel, "challenge", opponent=eve)
    await eve.click(world.last, label="Accept")
    told = answer(await world.cleo.slash(world.channel, "board"))
    assert "`/board number:1`" in told
    assert f"#2 (<@{dan.id}> and <@{eve.id}>)" in told
    for number in (1, 2):
        result = await world.cleo.slash(world.channel, "board", number=number)
        assert f"#{number} " in answer(result)
        assert result.response is not None
        assert len(result.response.attachments) == 1
        assert world.buttons(result.response) == []
    assert "#2 " in answer(await world.ann.slash(world.channel, "board", number=2)), "who plays may watch others"
    assert "#1 " in answer(await world.ann.slash(world.channel, "board"))
    assert "by its number" in answer(await world.cleo.slash(world.channel, "board", number=7))
    await world.cleo.send(world.channel, f"{world.bot.mention} board 2")
    assert "#2 " in world.last.content


async def test_nothing_is_kept_of_a_private_answer_with_controls(world: World) -> None:
    turn = await world.start_game()
    await world.ann.click(turn, label="My board")
    await world.ann.slash(world.channel, "resign")
    await world.ann.slash(world.channel, "board")
    kept = [task for task in asyncio.all_tasks() if "View" in repr(task.get_coro())]
    assert kept == []
