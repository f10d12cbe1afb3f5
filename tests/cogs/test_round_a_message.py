"""What goes with a message: who is pinged and let in, what is marked, named and described, and why something failed."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from simcord.actors import MemberActor

from plakoto_bot.services.services import Services
from plakoto_bot.words import choices as choices_words
from tests.cogs.conftest import Shown, World, answer
from tests.conftest import Clock

CALLBACK = "/interactions/*/callback"
POST = "/channels/*/messages"
CAUSE = "injected by test"


def menus(message: Shown) -> dict[str, discord.SelectMenu]:
    """The menus under a message by the word in their ids that tells them apart."""
    shown = message.message if isinstance(message, simcord.ResponseMessage) else message
    found = [child for row in shown.components for child in getattr(row, "children", [])]
    return {item.custom_id.split(":")[2]: item for item in found if isinstance(item, discord.SelectMenu)}


def marked(menu: discord.SelectMenu) -> list[str]:
    """The values that a menu shows as chosen."""
    return [option.value for option in menu.options if option.default]


def boss(world: World) -> MemberActor:
    role = world.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("boss"), roles=[role])


async def private(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    answer(result)
    assert result.response is not None
    return result.response


def pinged(post: dict[str, Any]) -> list[int]:
    """Whom a message pings; more than people it may name never."""
    allowed = post["allowed_mentions"]
    assert not allowed.get("parse"), "nobody else, whatever its words say"
    return [int(user) for user in allowed.get("users", [])]


# --- what menus show as chosen -------------------------------------------------------------------------------


async def test_the_menus_of_a_server_show_its_choices(world: World, services: Services) -> None:
    other, role = world.guild.create_text_channel("other"), world.guild.create_role("helpers")
    await services.choices.change_server(
        world.guild.id,
        channels=(other.id, world.channel.id),
        moderator_role=role.id,
        kind="portes",
        preset="no-hit-and-run",
        length=3,
        pace="day",
        bot_games=5,
    )
    panel = await private(await (admin := boss(world)).slash(world.channel, "settings"))
    shown = menus(panel)
    assert {value.id for value in shown["channels"].default_values} == {other.id, world.channel.id}
    assert [value.id for value in shown["role"].default_values] == [role.id]
    await admin.click(panel, label=choices_words.SETTINGS["page-usual"])
    assert {name: marked(menu) for name, menu in menus(panel).items()} == {
        "game": ["portes"],
        "points": ["3"],
        "rules": ["no-hit-and-run"],
        "pace": ["day"],
    }
    await admin.select(panel, ["live"], custom_id="plakoto:server:pace:0")
    assert marked(menus(panel)["pace"]) == ["live"]
    await admin.click(panel, label=choices_words.SETTINGS["page-bot"])
    assert marked(menus(panel)["bot-games"]) == ["5"]


async def test_where_nothing_was_chosen_the_menus_show_what_holds(world: World) -> None:
    panel = await private(await (admin := boss(world)).slash(world.channel, "settings"))
    assert menus(panel)["channels"].default_values == []
    assert menus(panel)["role"].default_values == []
    await admin.click(panel, label=choices_words.SETTINGS["page-usual"])
    assert {name: marked(menu) for name, menu in menus(panel).items()} == {
        "game": ["plakoto"],
        "points": ["1"],
        "rules": ["classic"],
        "pace": ["relaxed"],
    }
    await admin.click(panel, label=choices_words.SETTINGS["page-bot"])
    assert marked(menus(panel)["bot-games"]) == ["20"]


async def test_the_menus_of_a_person_show_their_choices(world: World) -> None:
    ann = world.ann
    panel = await private(await ann.slash(world.channel, "preferences"))
    assert marked(menus(panel)["forced"]) == ["server"]
    assert marked(menus(panel)["challenges"]) == ["everyone"]
    for value in ("ask", "automatic"):
        await ann.select(panel, [value], custom_id=f"plakoto:own:forced:{ann.id}")
        assert marked(menus(panel)["forced"]) == [value]
    await ann.select(panel, ["played"], custom_id=f"plakoto:own:challenges:{ann.id}")
    assert marked(menus(panel)["challenges"]) == ["played"]


# --- who is let in and pinged --------------------------------------------------------------------------------


async def test_both_players_are_let_into_their_thread(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, threads=True)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    await world.ben.click(world.last, label="Accept")
    (thread,) = world.channel.threads
    let_in = [
        request.path.rpartition("/")[2]
        for request in world.env.http_requests
        if request.method == "PUT" and request.path.startswith(f"/channels/{thread.id}/thread-members/")
    ]
    assert sorted(let_in) == sorted([str(world.ann.id), str(world.ben.id)])


async def test_one_player_who_cannot_be_let_in_keeps_neither_out_nor_waiting(
    world: World, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await services.choices.change_server(world.guild.id, threads=True)
    caplog.set_level("INFO")
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.inject_error("PUT", "/channels/*/thread-members/*", status=500)
    await world.ben.click(world.last, label="Accept")
    (thread,) = world.channel.threads
    tried = [request for request in world.env.http_requests if "/thread-members/" in request.path]
    assert len({request.path for request in tried}) == 2
    assert thread.last_message is not None
    assert "you rolled" in thread.last_message.content
    assert CAUSE in caplog.text


async def test_a_reminder_and_a_claim_ping_the_one_they_are_for(world: World, clock: Clock) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, pace="live")
    await world.ben.click(world.last, label="Accept")
    mover, waiting = world.on_roll, world.waiting
    for seconds, person in ((451, mover), (150, waiting)):
        clock.seconds += seconds
        await world.env.advance_time(11)
        assert pinged(world.posts()[-1]) == [person.id]


async def test_the_word_that_there_is_no_thread_pings_nobody(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, threads=True)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=500)
    await world.ben.click(world.last, label="Accept")
    word, turn = world.posts()[-2:]
    assert pinged(word) == []
    assert pinged(turn) == [world.on_roll.id]


async def test_the_card_of_a_challenge_to_the_bot_pings_nobody(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", level="strong")
    card, turn = world.posts()
    assert pinged(card) == []
    assert pinged(turn) == [world.ann.id]


async def test_a_board_typed_for_pings_nobody(world: World) -> None:
    await world.start_game()
    await world.cleo.send(world.channel, f"{world.bot.mention} board")
    assert pinged(world.posts()[-1]) == []
    assert "<@" in world.last.content


# --- what Discord and screen readers are told ----------------------------------------------------------------


async def test_every_turn_has_its_own_number_by_which_discord_takes_it_once(world: World) -> None:
    await world.start_game()
    await world.pick()
    await world.pick()
    turns = world.posts()
    assert all(post["enforce_nonce"] for post in turns)
    numbers = [post["nonce"] for post in turns]
    assert len(set(numbers)) == len(numbers) == 3


async def test_boards_are_named_and_described_as_what_they_show(world: World) -> None:
    await world.start_game()
    turn = await world.put("plakoto W15,22,B15 - 0/0 w 51")
    assert [file.filename for file in turn.attachments] == ["board.png"]
    said = (turn.attachments[0].description or "").lower()
    assert "white" in said
    assert "24" in said
    own = await private(await world.ben.slash(world.channel, "board"))
    assert [file.filename for file in own.attachments] == ["board.png"]
    assert own.attachments[0].description
    await world.ann.slash(world.channel, "move", play="24/18")
    assert world.last.attachments[0].description != turn.attachments[0].description


# --- what was wrong is repeated ------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["24/1x", "24/18 hello", "forty/two"])
async def test_a_move_that_cannot_be_read_is_repeated(world: World, wrong: str) -> None:
    await world.start_game()
    told = answer(await world.on_roll.slash(world.channel, "move", play=wrong))
    assert any(f"`{word}`" in told for word in (wrong, *wrong.split())), told


async def test_what_a_typed_command_cannot_use_is_repeated(world: World) -> None:
    await world.ann.send(world.channel, f"{world.bot.mention} challenge @nobody-here")
    assert "`@nobody-here`" in world.last.content


@pytest.mark.parametrize(
    ("line", "repeated"),
    [
        ("plakoto W15,22,B14 - 0/0 w -", "`plakoto W15,22,B14 - 0/0 w -`"),
        ("chess e2e4", "`chess e2e4`"),
        ("plakoto W15,22,B15 - 0/0 x -", "`plakoto W15,22,B15 - 0/0 x -`"),
    ],
)
async def test_a_position_that_cannot_be_read_is_repeated(world: World, line: str, repeated: str) -> None:
    told = answer(await world.ann.slash(world.channel, "challenge", position=line))
    assert repeated in told
    assert "expected" in told


# --- why, in the log -----------------------------------------------------------------------------------------


async def test_a_board_that_was_not_taken_is_in_the_log_with_game_channel_and_cause(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_game()
    world.env.inject_error("POST", POST, status=500)
    await world.pick()
    (line,) = (record.getMessage() for record in caplog.records if "could not post" in record.getMessage())
    for part in ("game 1", str(world.channel.id), CAUSE):
        assert part in line


async def test_a_press_that_could_not_be_answered_is_in_the_log_with_the_cause(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    turn = await world.start_game()
    for action in ("tell", "edit", "say"):
        caplog.clear()
        world.env.inject_error("POST", CALLBACK, status=500)
        if action == "tell":
            await world.cleo.click(turn, label="My board")
        elif action == "edit":
            await world.pick()
        else:
            await world.cleo.slash(world.channel, "games")
        assert any(CAUSE in record.getMessage() and "could not" in record.getMessage() for record in caplog.records)


async def test_a_message_that_keeps_its_controls_is_in_the_log_with_the_cause(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    turn = await world.start_game()
    world.env.inject_error("PATCH", f"/channels/*/messages/{turn.id}", status=500)
    await world.on_roll.slash(world.channel, "move", play=str(world.menu().options[0].label))
    said = [record.getMessage() for record in caplog.records if str(turn.id) in record.getMessage()]
    assert any(CAUSE in line for line in said)


async def test_a_thread_that_could_not_be_made_is_in_the_log_with_the_cause(
    world: World, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await services.choices.change_server(world.guild.id, threads=True)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=500)
    await world.ben.click(world.last, label="Accept")
    assert any("thread" in record.getMessage() and CAUSE in record.getMessage() for record in caplog.records)


async def test_a_card_that_could_not_be_closed_is_in_the_log_with_the_cause(
    world: World, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    clock.seconds += 25 * 3600
    world.env.inject_error("PATCH", f"/channels/*/messages/{world.last.id}", status=500)
    await world.env.advance_time(61)
    assert any("match 1" in record.getMessage() and CAUSE in record.getMessage() for record in caplog.records)
