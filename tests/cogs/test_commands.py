"""Everything around the moves: lists, giving up, ending, playing again, checking the dice, help, direct messages."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.env import Env

from cogs.client import PlakotoBot
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.engine.dice import commitment
from plakoto_bot.export import parse_export, verify_export
from plakoto_bot.services.services import Services
from plakoto_bot.words import answers as answers_words
from plakoto_bot.words import challenges as challenges_words
from plakoto_bot.words import common as common_words
from plakoto_bot.words import help as help_words
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import Shown, World, answer, controls

#: Both have borne off, so giving up costs one point.
LATE = "plakoto 18,W3,W3,W3,W2,W2,B13 - 2/2 w 65"


def moderator(world: World) -> MemberActor:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    return world.guild.add_member(world.env.create_user("mod"), roles=[role])


async def second_game(world: World) -> tuple[MemberActor, MemberActor]:
    """Two more people who play in the same channel."""
    dan, eve = (world.guild.add_member(world.env.create_user(name)) for name in ("dan", "eve"))
    await dan.slash(world.channel, "challenge", opponent=eve)
    await eve.click(world.last, label="Accept")
    return dan, eve


async def ask_to_resign(world: World, actor: MemberActor) -> simcord.ResponseMessage:
    result = await actor.slash(world.channel, "resign")
    answer(result)
    assert result.response is not None
    return result.response


async def finish(world: World, loser: MemberActor) -> None:
    await loser.click(await ask_to_resign(world, loser), label="Resign")


# --- /games --------------------------------------------------------------------------------------------------


async def test_games_lists_the_own_games_of_this_server_with_links(world: World) -> None:
    await world.start_game()
    await second_game(world)
    told = answer(await world.ann.slash(world.channel, "games"))
    game = (await world.services.games.games_of(world.guild.id, world.ann.id))[0]
    assert f"/{world.channel.id}/{game.message_id}" in told
    assert f"<@{world.ben.id}>" in told
    assert "#1" in told
    assert "#2" not in told
    assert ("your turn" in told) == (game.match.player(game.on_roll) == world.ann.id)


async def test_without_games_the_list_says_how_to_start_one(world: World) -> None:
    assert "/challenge" in answer(await world.ann.slash(world.channel, "games"))


async def test_a_list_of_many_games_fits_into_a_message(world: World) -> None:
    for number in range(15):
        place = type(world.place)(world.guild.id, world.channel.id + number)
        match = await world.services.challenges.open(place, world.ann.id, world.ben.id)
        await world.services.challenges.accept(match.id, world.ben.id, number + 1)
    told = answer(await world.ann.slash(world.channel, "games"))
    assert len(told) <= 2000
    assert "and 5 more" in told


# --- /resign -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "points"), [(None, "2 points"), (LATE, "1 point")])
async def test_resigning_asks_names_the_cost_and_gives_it_to_the_other(
    world: World, line: str | None, points: str
) -> None:
    await world.start_game()
    if line:
        await world.put(line)
    question = await ask_to_resign(world, world.ann)
    assert f"<@{world.ben.id}> will win {points}." in question.content
    turn = world.last
    await world.ann.click(question, label="Resign")
    assert f"<@{world.ann.id}> resigned." in world.last.content
    assert f"<@{world.ben.id}> wins {points}** against ⚪ <@{world.ann.id}>: by resignation" in world.last.content
    assert [int(user) for user in world.posts()[-1]["allowed_mentions"]["users"]] == [world.ben.id]
    assert world.again(turn).components == []
    assert world.buttons() == ["Rematch", "Analyse"]
    assert question.components == []


async def test_both_may_resign_on_turn_or_not(world: World) -> None:
    await world.start_game()
    waiting = world.waiting
    await finish(world, waiting)
    assert f"<@{waiting.id}> resigned." in world.last.content


async def test_thinking_better_of_it_changes_nothing(world: World) -> None:
    await world.start_game()
    question = await ask_to_resign(world, world.ann)
    await world.ann.click(question, label="Play on")
    assert question.content == answers_words.RESIGN_KEPT
    assert question.components == []
    assert (await world.game()).state.outcome is None


async def test_a_typed_question_is_only_for_the_one_who_asked(world: World) -> None:
    await world.start_game()
    await world.ann.send(world.channel, f"{world.bot.mention} resign")
    question = world.last
    for label in ("Resign", "Play on"):
        assert f"<@{world.ann.id}>" in answer(await world.ben.click(question, label=label))
    assert (await world.game()).state.outcome is None
    await world.ann.click(question, label="Resign")
    assert "resigned" in world.last.content


async def test_resigning_a_game_that_is_over_is_told(world: World) -> None:
    await world.start_game()
    late, later = await ask_to_resign(world, world.ann), await ask_to_resign(world, world.ben)
    await world.ann.click(late, label="Resign")
    await world.ben.click(later, label="Resign")
    assert "That game is over" in later.content
    assert f"<@{world.ben.id}> wins" in later.content
    assert later.components == []
    assert "no game in this channel" in answer(await world.ann.slash(world.channel, "resign"))


async def test_a_move_in_a_game_that_is_over_shows_the_result(world: World) -> None:
    await world.start_game()
    turn = world.last
    world.env.inject_error("PATCH", f"/channels/*/messages/{turn.id}", status=500)
    await finish(world, world.ann)
    told = answer(await world.ben.select(turn, values=[world.menu(turn).options[0].value]))
    assert "That game is over" in told
    assert f"<@{world.ben.id}> wins" in told
    assert world.again(turn).components == []


# --- /end ----------------------------------------------------------------------------------------------------


async def test_a_moderator_ends_the_only_game_without_points(world: World) -> None:
    await world.start_game()
    mod = moderator(world)
    assert "#1" in answer(await mod.slash(world.channel, "end"))
    assert "A moderator ended it" in world.last.content
    assert "Nobody scores" in world.last.content
    assert await world.services.games.games_here(world.place) == []


async def test_only_moderators_may_end_a_game(world: World) -> None:
    await world.start_game()
    assert "Only moderators" in answer(await world.cleo.slash(world.channel, "end"))
    await world.cleo.send(world.channel, f"{world.bot.mention} end")
    assert "Only moderators" in world.last.content
    assert (await world.game()).state.outcome is None


async def test_of_several_games_the_moderator_names_one(world: World) -> None:
    await world.start_game()
    await second_game(world)
    mod = moderator(world)
    told = answer(await mod.slash(world.channel, "end"))
    assert "#1 (" in told
    assert "#2 (" in told
    assert "No game with that number" in answer(await mod.slash(world.channel, "end", number=99))
    answer(await mod.slash(world.channel, "end", number=2))
    assert [game.match.id for game in await world.services.games.games_here(world.place)] == [1]


async def test_where_many_games_run_as_many_are_named_as_fit(world: World) -> None:
    people = [world.guild.add_member(world.env.create_user(f"user{number}")) for number in range(54)]
    for white, black in zip(people[::2], people[1::2], strict=True):
        match = await world.services.challenges.open(world.place, white.id, black.id)
        await world.services.challenges.accept(match.id, black.id, match.id)
    for told in (
        answer(await moderator(world).slash(world.channel, "end")),
        answer(await world.cleo.slash(world.channel, "board")),
    ):
        assert len(told) <= 2000
        assert told.count(" and <@") == 25
        assert told.endswith("\n-# and 2 more")


async def test_there_may_be_nothing_to_end(world: World) -> None:
    assert answers_words.NO_GAMES_HERE in answer(await moderator(world).slash(world.channel, "end"))


async def test_a_moderator_ends_a_game_whose_player_left(world: World) -> None:
    await world.start_game()
    world.guild.remove_member(world.ben)
    await world.env.settle()
    mod = moderator(world)
    answer(await mod.slash(world.channel, "end"))
    await world.ann.slash(world.channel, "challenge")
    assert world.buttons() == ["Accept", "Withdraw"]


async def test_the_one_who_stays_can_go_on_or_give_up_when_the_other_left(world: World) -> None:
    await world.start_game()
    stays, leaves = world.on_roll, world.waiting
    world.guild.remove_member(leaves)
    await world.env.settle()
    await world.pick(stays)
    assert f"<@{leaves.id}>, you rolled" in world.last.content
    answer(await stays.slash(world.channel, "games"))
    await finish(world, stays)
    assert "resigned" in world.last.content


# --- rematch -------------------------------------------------------------------------------------------------


async def test_a_rematch_is_a_challenge_to_the_other_player(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    await world.ben.click(result, label="Rematch")
    card = world.last
    assert f"<@{world.ben.id}> challenges <@{world.ann.id}>" in card.content
    assert world.buttons(card) == ["Accept", "Decline", "Withdraw"]
    await world.ann.click(card, label="Accept")
    assert (await world.game()).match.id == 2
    assert world.again(card).components == []


async def test_when_both_press_rematch_the_game_begins(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    await world.ben.click(result, label="Rematch")
    card = world.last
    told = answer(await world.ann.click(result, label="Rematch"))
    assert told == challenges_words.ACCEPTED
    assert "you rolled" in world.last.content
    assert world.again(card).components == []


async def test_a_rematch_pressed_twice_by_one_is_one_challenge(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    await world.ben.click(result, label="Rematch")
    card = world.last
    assert str(card.id) in answer(await world.ben.click(result, label="Rematch"))


async def test_a_rematch_does_not_accept_a_challenge_under_other_rules(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    await world.ben.slash(world.channel, "challenge", opponent=world.ann, rules="instant")
    card = world.last
    told = answer(await world.ann.click(result, label="Rematch"))
    assert str(card.id) in told
    assert await world.services.games.games_here(world.place) == []


async def test_a_stranger_is_told_whose_rematch_it_is(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    told = answer(await world.cleo.click(world.last, label="Rematch"))
    assert f"<@{world.ann.id}> and <@{world.ben.id}>" in told


async def test_a_rematch_waits_until_both_are_free_here(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    await world.cleo.slash(world.channel, "challenge", opponent=world.ben)
    await world.ben.click(world.last, label="Accept")
    assert f"<@{world.ben.id}> already plays" in answer(await world.ann.click(result, label="Rematch"))


async def test_a_rematch_needs_the_permissions_of_a_game(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    await world.permit(world.channel, embed_links=False)
    assert "**Embed Links**" in answer(await world.ben.click(result, label="Rematch"))
    await world.permit(world.channel)
    await world.ben.click(result, label="Rematch")
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]


async def test_a_rematch_whose_card_is_lost_can_be_asked_for_again(world: World) -> None:
    await world.start_game()
    await finish(world, world.ann)
    result = world.last
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await world.ben.click(result, label="Rematch")
    assert (await world.services.games.match(2)).status is MatchStatus.WITHDRAWN
    await world.ben.click(result, label="Rematch")
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]


# --- /verify -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"match": 1}])
async def test_verify_checks_the_dice_and_hands_out_a_file_to_check_elsewhere(
    world: World, options: dict[str, int]
) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    promised = re.search("[0-9a-f]{64}", world.last.embeds[0].fields[-1].value or "")
    await world.ben.click(world.last, label="Accept")
    for _ in range(4):
        await world.pick()
    await finish(world, world.ann)
    result = await world.cleo.slash(world.channel, "verify", **options)
    told = answer(result)
    assert told.startswith("✅")
    assert result.response is not None
    (file,) = result.response.attachments
    export = parse_export((await file.read()).decode())
    assert verify_export(export).ok
    assert promised is not None
    assert commitment(bytes.fromhex(export.seed)) == promised[0]
    assert export.seed in told


async def test_the_seed_is_shown_at_the_end_and_not_before(world: World) -> None:
    await world.start_game()
    seed = (await world.game()).match.seed.hex()
    await world.pick()
    assert "still goes on" in answer(await world.ann.slash(world.channel, "verify", match=1))
    assert all(seed not in str(request.json) for request in world.env.http_requests)
    await finish(world, world.ann)
    assert seed in world.last.content


async def test_there_may_be_nothing_to_verify(world: World) -> None:
    assert "/verify" in answer(await world.ann.slash(world.channel, "verify"))
    assert "no match #77" in answer(await world.ann.slash(world.channel, "verify", match=77))


@pytest.mark.parametrize("command", ["verify", "end"])
@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999999999", "twelve"])
async def test_a_number_that_is_none_is_refused(world: World, command: str, number: str) -> None:
    await world.start_game()
    await moderator(world).send(world.channel, f"{world.bot.mention} {command} {number}")
    assert "I cannot" in world.last.content
    assert "/help" in world.last.content
    assert await world.services.games.games_here(world.place), "nothing was ended"


async def test_another_server_cannot_verify_or_see_the_match(world: World) -> None:
    await world.start_game()
    elsewhere = world.env.create_guild(name="Elsewhere")
    channel = elsewhere.create_text_channel("games")
    ann_there = elsewhere.add_member(world.ann.user)
    assert "no games in this server" in answer(await ann_there.slash(channel, "games"))
    assert "no game in this channel" in answer(await ann_there.slash(channel, "move", play="24/18"))
    assert common_words.link(world.place, None) not in answer(await ann_there.slash(channel, "board"))
    await finish(world, world.ann)
    assert "no match #1 in this server" in answer(await ann_there.slash(channel, "verify", match=1))
    assert "No match has been finished" in answer(await ann_there.slash(channel, "verify"))


# --- help ----------------------------------------------------------------------------------------------------


def embed_is_within_limits(message: Shown) -> bool:
    (embed,) = message.embeds
    return (
        len(embed) <= 6000
        and len(embed.title or "") <= 256
        and len(embed.description or "") <= 4096
        and len(embed.fields) <= 25
        and all(0 < len(field.name or "") <= 256 and 0 < len(field.value or "") <= 1024 for field in embed.fields)
    )


@pytest.mark.parametrize("command", ["help", "rules"])
async def test_help_and_rules_are_whispered_within_the_limits_and_can_be_typed(world: World, command: str) -> None:
    result = await world.ann.slash(world.channel, command)
    assert result.response is not None
    assert result.response.ephemeral
    assert embed_is_within_limits(result.response)
    await world.ann.send(world.channel, f"{world.bot.mention} {command.upper()}")
    assert embed_is_within_limits(world.last)


async def test_every_command_and_option_is_described_and_in_help(world: World) -> None:
    bot = world.client
    helped = {name for name, _ in help_words.HELP}
    walked = list(bot.walk_commands())
    assert walked
    for command in walked:
        assert isinstance(command, commands.HybridCommand), "every command works chosen and typed"
        assert command.description
        assert len(command.description) <= 100
        assert f"/{command.qualified_name}" in helped
        assert command.app_command is not None
        for parameter in command.app_command.parameters:
            assert parameter.description not in ("", "…")
    assert len(helped) == len(walked)
    assert {command.name for command in bot.tree.get_commands()} == {command.name for command in walked}


async def test_the_readme_names_every_command_with_its_options(world: World) -> None:
    bot = world.client
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    for command in bot.tree.get_commands():
        assert isinstance(command, app_commands.Command)
        (row,) = (line for line in readme.splitlines() if line.startswith(f"| `/{command.name}"))
        for parameter in command.parameters:
            assert parameter.name.lower() in row.lower()


async def test_help_shows_an_example_of_every_command_with_options(world: World) -> None:
    bot = world.client
    examples = dict(help_words.HELP)
    for command in bot.tree.get_commands():
        assert isinstance(command, app_commands.Command)
        if command.parameters:
            assert f"`/{command.name} " in examples[f"/{command.name}"]


# --- direct messages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["hello", "24/18 24/23", "{bot} board", "{bot} challenge", "{bot} move 24/18", "{bot} x"]
)
async def test_words_in_a_direct_message_are_answered(world: World, text: str) -> None:
    await world.ann.send_dm(text.format(bot=world.bot.mention))
    said = world.ann.user.dm_channel.last_message
    assert said is not None
    assert said.content == refusals_words.SERVERS_ONLY


async def test_help_works_in_a_direct_message(world: World) -> None:
    result = await world.ann.user.slash("help")
    assert result.response is not None
    assert embed_is_within_limits(result.response)
    await world.ann.send_dm(f"{world.bot.mention} rules")
    said = world.ann.user.dm_channel.last_message
    assert said is not None
    assert embed_is_within_limits(said)


async def test_commands_that_need_a_server_are_not_offered_in_direct_messages(world: World) -> None:
    assert set(world.ann.user.available_commands()) == {"help", "rules", "preferences", "privacy"}


# --- registration --------------------------------------------------------------------------------------------


def registrations(env: Env) -> list[tuple[str, int]]:
    """Where commands were registered, and how many."""
    return [
        ("server" if "/guilds/" in request.path else "everywhere", len(request.json or []))
        for request in env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


async def test_commands_are_registered_once_everywhere(world: World) -> None:
    assert registrations(world.env) == [("everywhere", len(help_words.HELP))]


async def test_with_a_development_server_commands_are_there_and_nowhere_else(world: World, services: Services) -> None:
    before = len(world.env.http_requests)
    await world.env.restart_bot(PlakotoBot(services, dev_guild_id=world.guild.id))
    del world.env.http_requests[:before]
    assert sorted(registrations(world.env)) == [("everywhere", 0), ("server", len(help_words.HELP))]
    assert sorted(world.ann.available_commands(world.channel)) == sorted(
        name.removeprefix("/") for name, _ in help_words.HELP if name != "/settings"
    )
    other = world.env.create_guild(name="Elsewhere")
    channel = other.create_text_channel("games")
    assert other.add_member(world.cleo.user).available_commands(channel) == ()
    await world.start_game()
    assert "you rolled" in world.last.content


# --- names ---------------------------------------------------------------------------------------------------

NAMES = [
    "**bold** _it_ `code` ||spoiler||",
    "\u202egnirts\u202c שלום",
    "\u200b\u200d\u2060",
    "👑🎲👨‍👩‍👧‍👦🇬🇷",
    "龍" * 32,
    "@everyone",
    "<@&1> <#2> </help:3>",
    "[link](https://example.com)",
    "# Heading\n> quote",
]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_never_stands_in_a_message_and_pings_nobody(world: World, name: str) -> None:
    user = world.env.create_user("plain", global_name=name)
    odd = world.guild.add_member(user, nick=name)
    await world.ann.slash(world.channel, "challenge", opponent=odd)
    await odd.click(world.last, label="Accept")
    mover = odd if f"<@{odd.id}>, you rolled" in world.last.content else world.ann
    await world.pick(mover)
    for actor in (odd, world.cleo):
        await actor.slash(world.channel, "board")
        await actor.slash(world.channel, "games")
    await finish(world, odd)
    for request in world.env.http_requests:
        if request.method in ("POST", "PATCH") and request.json:
            assert name not in str(request.json)
            data = request.json.get("data", request.json)
            assert not data.get("allowed_mentions", {}).get("parse")
    assert not any(message.mention_everyone for message in world.channel.history())
    assert not any(list(controls(message)) for message in world.channel.history()[:-1])


async def test_a_refused_command_is_answered_and_no_error_of_the_bot(world: World) -> None:
    result = await world.ann.slash(world.channel, "challenge", opponent=world.ann)
    assert "You cannot challenge yourself" in answer(result)
    assert world.env.errors == []
