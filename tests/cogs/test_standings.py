"""Leaderboard, profiles and finished matches, as people see them."""

from __future__ import annotations

import io
import re

import discord
import pytest
import simcord
from PIL import Image
from simcord.actors import MemberActor

from plakoto_bot.domain.standings import ALL_TIME, Standing, month_of
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.kinds import KINDS
from plakoto_bot.export import parse_export, verify_export
from plakoto_bot.services.standings import PAGE_SIZE
from plakoto_bot.words import finished as finished_words
from plakoto_bot.words.names import shown_name
from tests.cogs.conftest import Shown, World, answer, button, controls
from tests.cogs.test_commands import NAMES


def shown(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The answer that only the one who asked sees."""
    answer(result)
    message = result.response or result.followups[0]
    assert len(message.content) <= 2000
    return message


async def finish(world: World, loser: MemberActor, terms: Proposal = Proposal(), plies: int = 4) -> int:  # noqa: B008
    """A match of Ann and Ben that counts, resigned by ``loser``; its number."""
    match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id, terms)
    game = await world.services.challenges.accept(match.id, world.ben.id, match.id)
    while game.state.outcome is None and game.state.ply < plies:
        on_roll = game.match.player(game.on_roll)
        game = await world.services.turns.play(game.id, game.state.ply, on_roll, legal_plays(game.state)[0])
    await world.services.endings.resign(game.id, loser.id, whole_match=terms.length > 1)
    return match.id


async def crowd(world: World, count: int, period: str = ALL_TIME) -> list[MemberActor]:
    """So many more members on the leaderboard, the best first; most names hold something that could break a line."""
    members = [
        world.guild.add_member(world.env.create_user(f"user{number}"), nick=NAMES[number % len(NAMES)][:32])
        for number in range(count)
    ]
    async with world.database.write() as transaction:
        for number, member in enumerate(members):
            numbers = (9999.0 - number, 9999, 99999, 99999, 99999, 9999, 9999, 9999)
            await transaction.standings.save(Standing(world.guild.id, "plakoto", period, member.id, *numbers))
    return members


def ranks(message: Shown) -> list[int]:
    return [int(rank) for rank in re.findall(r"^\*\*(\d+)\. ", message.content, re.MULTILINE)]


async def board(world: World, **options: str) -> simcord.ResponseMessage:
    return shown(await world.ann.slash(world.channel, "leaderboard", **options))


# --- /leaderboard --------------------------------------------------------------------------------------------


async def test_the_leaderboard_lists_who_has_three_rated_matches(world: World) -> None:
    for _ in range(2):
        await finish(world, world.ben)
    assert "it takes 3 finished rated matches" in (await board(world)).content
    await finish(world, world.ben)
    told = await board(world)
    assert ranks(told) == [1, 2]
    first, second = told.content.split("**2. ")
    assert "ann" in first
    assert "3 matches · 3 won · 6 points · 0 mars · 3 won in a row" in first
    assert "ben" in second
    assert "3 matches · 0 won · 0 points · 0 mars · 3 lost in a row" in second
    assert controls_of(told) == []


def controls_of(message: Shown) -> list[str | None]:
    return [item.label for item in controls(message) if isinstance(item, discord.Button)]


async def test_kinds_and_months_are_apart(world: World) -> None:
    for _ in range(3):
        await finish(world, world.ben, Proposal(kind="tavli", length=3))
    assert "Nobody" in (await board(world)).content
    assert ranks(await board(world, game="tavli")) == [1, 2]
    assert ranks(await board(world, game="tavli", period="this-month")) == [1, 2]
    world.clock.seconds += 40 * 24 * 60 * 60
    told = await board(world, game="tavli", period="this-month")
    assert "Nobody" in told.content
    assert month_of(world.clock()) == "2027-02"
    assert "in February 2027" in told.content
    assert ranks(await board(world, game="tavli")) == [1, 2]


@pytest.mark.parametrize("kind", KINDS)
async def test_an_empty_leaderboard_says_what_it_takes(world: World, kind: str) -> None:
    told = await board(world, game=kind)
    assert kind.capitalize() in told.content
    assert "/challenge" in told.content


async def test_without_a_word_the_leaderboard_is_that_of_the_servers_usual_game(world: World) -> None:
    bot = world.new_bot()
    await bot.app.services.choices.change_server(world.guild.id, kind="fevga")
    assert "Fevga leaderboard" in (await board(world)).content


async def test_the_leaderboard_can_be_typed(world: World) -> None:
    await finish(world, world.ben)
    await world.ann.send(world.channel, f"{world.bot.mention} leaderboard tavli this-month")
    assert "Tavli leaderboard" in world.last.content


async def test_pages_are_turned_by_buttons_that_outlive_a_restart(world: World) -> None:
    members = await crowd(world, 2 * PAGE_SIZE + 3)
    told = await board(world)
    assert ranks(told) == list(range(1, 11))
    assert controls_of(told) == ["Next ▶"]
    await world.restart()
    await world.ann.click(told, label="Next ▶")
    assert ranks(told) == list(range(11, 21))
    assert controls_of(told) == ["◀ Back", "Next ▶"]
    await world.ann.click(told, label="Next ▶")
    assert ranks(told) == [21, 22, 23]
    assert shown_name(NAMES[22 % len(NAMES)][:32], members[22].id) in told.content
    await world.ann.click(told, label="◀ Back")
    assert ranks(told) == list(range(11, 21))
    assert len(told.content) <= 2000


async def test_the_month_of_an_old_button_stays_that_month(world: World) -> None:
    month = month_of(world.clock())
    await crowd(world, PAGE_SIZE + 1, month)
    told = await board(world, period="this-month")
    world.clock.seconds += 40 * 24 * 60 * 60
    await world.ann.click(told, label="Next ▶")
    assert ranks(told) == [11]
    assert month == "2027-01"
    assert "leaderboard, January 2027" in told.content


async def test_a_page_that_is_no_more_is_the_last_one(world: World) -> None:
    members = await crowd(world, PAGE_SIZE + 1)
    told = await board(world)
    world.guild.remove_member(members[3])
    await world.env.settle()
    await world.ann.click(told, label="Next ▶")
    assert ranks(told) == list(range(1, 11))
    assert controls_of(told) == []


async def test_names_are_shown_as_text_and_break_no_line(world: World) -> None:
    members = await crowd(world, len(NAMES))
    lines = (await board(world)).content.splitlines()
    assert len(lines) == 1 + 2 * len(NAMES)
    for number, (member, name) in enumerate(zip(members, NAMES, strict=True), 1):
        assert lines[2 * number - 1].startswith(f"**{number}. {shown_name(name[:32], member.id)}** · rating")
    assert "@everyone" not in "\n".join(lines).replace("\\@", "")


# --- who left ------------------------------------------------------------------------------------------------


async def test_who_left_is_hidden_and_the_page_filled_and_who_returns_is_back(world: World) -> None:
    members = await crowd(world, PAGE_SIZE + 2)
    for member in members[1:3]:
        world.guild.remove_member(member)
    await world.env.settle()
    told = await board(world)
    assert ranks(told) == list(range(1, PAGE_SIZE + 1))
    assert "**3. " in told.content
    assert controls_of(told) == []
    assert str(members[1].id) not in told.content
    world.guild.add_member(members[1].user, nick="Returned")
    await world.env.settle()
    lines = (await board(world)).content.splitlines()
    assert lines[3].startswith("**2. Returned**")


async def test_many_who_left_at_once_leave_no_hole(world: World) -> None:
    members = await crowd(world, 150)
    for member in members[:140]:
        world.guild.remove_member(member)
    await world.env.settle()
    told = await board(world)
    assert ranks(told) == list(range(1, 11))
    assert f"rating **{9999 - 140}**" in told.content


async def test_when_all_have_left_the_leaderboard_is_empty(world: World) -> None:
    for member in await crowd(world, 3):
        world.guild.remove_member(member)
    await world.env.settle()
    assert "Nobody" in (await board(world)).content


async def test_another_server_sees_nothing_of_this_one(world: World) -> None:
    await crowd(world, PAGE_SIZE + 1)
    for _ in range(3):
        await finish(world, world.ben)
    told = await board(world)
    other = world.env.create_guild(name="Elsewhere")
    channel = other.create_text_channel("games")
    ann, ben = other.add_member(world.ann.user), other.add_member(world.ben.user)
    assert "Nobody" in shown(await ann.slash(channel, "leaderboard")).content
    assert finished_words.NO_SCORES_SELF in shown(await ann.slash(channel, "profile")).content
    assert finished_words.NO_HISTORY_SELF in shown(await ann.slash(channel, "history")).content
    # The same control under a message of the other server shows the other server.
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="page", custom_id=button(told, "Next ▶").custom_id))
    view.add_item(discord.ui.Button(label="file", custom_id="plakoto:export:1"))
    view.add_item(discord.ui.Button(label="replay", custom_id="plakoto:replay-open:1:1:1"))
    view.add_item(discord.ui.Button(label="list", custom_id=f"plakoto:history:{ben.id}:0"))
    target = world.env.bot.get_channel(channel.id)
    assert isinstance(target, discord.TextChannel)
    message = await target.send("old controls", view=view)
    await world.env.settle()
    for label in ("file", "replay"):
        assert "no match #1 in this server" in answer(await ben.click(message, label=label))
    await ben.click(message, label="list")
    assert "#1" not in next(now for now in channel.history() if now.id == message.id).content


# --- names ---------------------------------------------------------------------------------------------------


async def known_as(world: World, who: MemberActor) -> str | None:
    return (await world.services.people.names(world.guild.id, [who.id])).get(who.id)


@pytest.mark.parametrize("act", ["command", "press", "mention"])
async def test_the_name_of_whoever_acts_is_remembered(world: World, act: str) -> None:
    await world.ann.slash(world.channel, "challenge")
    assert await known_as(world, world.ben) is None
    if act == "command":
        await world.ben.slash(world.channel, "help")
    elif act == "press":
        await world.ben.click(world.last, label="Accept")
    else:
        await world.ben.send(world.channel, f"{world.bot.mention} hello")
    assert await known_as(world, world.ben) == "ben"


async def test_who_only_talks_is_not_remembered(world: World) -> None:
    await world.ben.send(world.channel, "good morning")
    assert await known_as(world, world.ben) is None


async def test_a_new_name_replaces_the_old_one(world: World) -> None:
    await world.ben.slash(world.channel, "help")
    world.env.backend.edit_member(world.guild.id, world.ben.id, {"nick": "Benny"})
    await world.env.settle()
    await world.ben.slash(world.channel, "help")
    assert await known_as(world, world.ben) == "Benny"


# --- /profile ------------------------------------------------------------------------------------------------


async def test_a_profile_has_ratings_record_dice_and_a_graph_with_alt_text(world: World) -> None:
    for loser in (world.ben, world.ben, world.ann):
        await finish(world, loser, plies=20)
    await finish(world, world.ben, Proposal(kind="tavli", length=3))
    told = shown(await world.ann.slash(world.channel, "profile"))
    assert "**ann** in this server" in told.content
    assert "**Plakoto** · rating **15" in told.content
    assert "3 matches · 2 won · 4 points · 0 mars · 1 lost in a row" in told.content
    assert "**Tavli** · rating" in told.content
    assert re.search(r"\*\*Dice\*\* \d+ rolled, \d+ of each expected\n1: \d+ · 2: \d+ .* 6: \d+\n", told.content)
    (picture,) = told.message.attachments
    assert picture.description
    assert picture.description.startswith("Line graph of the Plakoto rating over 3 rated matches: from 1500 to 15")
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", (1040, 620))


async def test_a_profile_of_somebody_else_and_against_somebody(world: World) -> None:
    for loser in (world.ben, world.ben, world.ann):
        await finish(world, loser)
    told = shown(await world.cleo.slash(world.channel, "profile", person=world.ben, against=world.ann))
    assert "**ben** in this server" in told.content
    assert "**Against ann** 3 matches: 1 won, 2 lost; points 2-4." in told.content
    told = shown(await world.ann.slash(world.channel, "profile", against=world.cleo))
    assert "**Against cleo** no finished match yet." in told.content


async def test_the_graph_of_another_kind_can_be_asked_for(world: World) -> None:
    await finish(world, world.ben)
    await finish(world, world.ben, Proposal(kind="portes"))
    await finish(world, world.ben, Proposal(kind="portes"))
    (picture,) = shown(await world.ann.slash(world.channel, "profile", game="plakoto")).message.attachments
    assert "Plakoto rating over 1 rated match:" in (picture.description or "")
    told = shown(await world.ann.slash(world.channel, "profile", game="fevga"))
    assert told.message.attachments == []
    assert "No rated match of Fevga" in told.content


async def test_a_profile_without_rated_matches_says_so(world: World) -> None:
    assert finished_words.NO_SCORES_SELF in answer(await world.ann.slash(world.channel, "profile"))
    told = answer(await world.ann.slash(world.channel, "profile", person=world.ben))
    assert told == finished_words.NO_SCORES.format(who="ben")


@pytest.mark.parametrize(
    "text",
    ["leaderboard chess", "leaderboard plakoto never", "profile nobody", "profile {ann} nobody", "history nobody"],
)
async def test_a_typed_word_that_names_nothing_is_told(world: World, text: str) -> None:
    await finish(world, world.ben)
    await world.ann.send(world.channel, f"{world.bot.mention} {text.format(ann=world.ann.mention)}")
    assert "I cannot" in world.last.content
    assert "/help" in world.last.content


async def test_a_profile_can_be_typed(world: World) -> None:
    await finish(world, world.ben)
    await world.ann.send(world.channel, f"{world.bot.mention} profile {world.ben.mention} {world.ann.mention} plakoto")
    assert "**ben** in this server" in world.last.content
    assert "**Against ann** 1 match: 0 won, 1 lost" in world.last.content
    assert len(world.last.attachments) == 1
    await world.ann.send(world.channel, f"{world.bot.mention} profile")
    assert "**ann** in this server" in world.last.content


async def test_nobody_plays_against_themselves(world: World) -> None:
    for options in ({"against": world.ann}, {"person": world.ben, "against": world.ben}):
        assert answer(await world.ann.slash(world.channel, "profile", **options)) == finished_words.AGAINST_ONESELF


@pytest.mark.parametrize("command", ["profile", "history"])
async def test_somebody_of_another_server_is_not_shown(world: World, command: str) -> None:
    outsider = world.env.create_user("outsider")
    told = answer(await world.ann.slash(world.channel, command, person=outsider))
    assert told == finished_words.NOT_IN_SERVER.format(who=f"<@{outsider.id}>")


@pytest.mark.parametrize("number", range(len(NAMES)))
async def test_no_name_breaks_a_profile_or_a_history(world: World, number: int) -> None:
    dan = world.guild.add_member(world.env.create_user("dan"), nick=NAMES[number][:32])
    match = await world.services.challenges.open(world.place, dan.id, world.ann.id)
    game = await world.services.challenges.accept(match.id, world.ann.id, 1)
    await world.services.endings.resign(game.id, dan.id)
    name = shown_name(NAMES[number][:32], dan.id)
    told = shown(await world.ann.slash(world.channel, "profile", against=dan))
    assert f"**Against {name}** 1 match: 1 won" in told.content
    told = shown(await world.ann.slash(world.channel, "history", person=dan))
    assert told.content.startswith(f"**Finished matches of {name}**\n")
    told = shown(await world.ann.slash(world.channel, "history"))
    assert f"against {name} · unrated" in told.content


# --- /history ------------------------------------------------------------------------------------------------


async def history(world: World) -> simcord.ResponseMessage:
    return shown(await world.ann.slash(world.channel, "history"))


async def test_the_history_lists_matches_with_opponent_score_rating_and_date(world: World) -> None:
    await finish(world, world.ben)
    await finish(world, world.ann, Proposal(kind="tavli", length=3, rated=False))
    stopped = await world.services.challenges.open(world.place, world.ann.id, world.ben.id)
    game = await world.services.challenges.accept(stopped.id, world.ben.id, 5)
    await world.services.endings.end(game.id)
    await world.ben.slash(world.channel, "help")
    lines = (await history(world)).content.splitlines()
    when = f"<t:{world.clock()}:d>"
    assert lines[1:4] == [
        f"**#3** Plakoto · stopped against ben · unrated · {when}",
        f"**#2** Tavli to 3 · **lost 0-2** by resignation against ben · unrated · {when}",
        f"**#1** Plakoto · **won 2-0** against ben · rating +10.0 · {when}",
    ]


async def test_without_finished_matches_the_history_says_so(world: World) -> None:
    assert answer(await world.ann.slash(world.channel, "history")) == finished_words.NO_HISTORY_SELF
    told = answer(await world.ann.slash(world.channel, "history", person=world.ben))
    assert told == finished_words.NO_HISTORY.format(who="ben")


async def test_the_history_has_pages_that_outlive_a_restart(world: World) -> None:
    for _ in range(PAGE_SIZE + 1):
        await finish(world, world.ben, plies=0)
    told = await history(world)
    assert "page 1 of 2" in told.content
    assert "**#11**" in told.content
    assert "**#1**" not in told.content
    await world.restart()
    await world.ann.click(told, label="Next ▶")
    assert "**#1**" in told.content
    assert "**#11**" not in told.content
    await world.ann.click(told, label="◀ Back")
    assert "**#11**" in told.content


async def pick(world: World, told: Shown, match_id: int, actor: MemberActor | None = None) -> simcord.ResponseMessage:
    menu = world.menu(told)
    assert str(match_id) in [option.value for option in menu.options]
    return shown(await (actor or world.ann).select(told, values=[str(match_id)]))


async def test_a_picked_match_can_be_exported_and_the_file_is_right(world: World) -> None:
    await finish(world, world.ben)
    await finish(world, world.ann, plies=12)
    card = await pick(world, await history(world), 2)
    assert "**#2 Plakoto**" in card.content
    assert "Game 1, Plakoto: 🏆 ⚫ wins 2 points against ⚪: by resignation." in card.content
    await world.restart()
    told = shown(await world.ann.click(card, label="Export"))
    (file,) = told.message.attachments
    assert file.filename == "plakoto-match-2.json"
    export = parse_export((await file.read()).decode())
    assert export.match == 2
    assert verify_export(export).ok


async def test_a_finished_game_can_be_gone_through_turn_by_turn(world: World) -> None:
    await finish(world, world.ben, plies=6)
    card = await pick(world, await history(world), 1)
    told = shown(await world.ann.click(card, label="Board at any turn"))
    assert controls_of(told) == ["⏮ First", "◀ Back", "Next ▶", "Last ⏭"]
    assert "turn 1 of 8" in told.content
    assert "Opening:" in told.content
    assert [button(told, label).disabled for label in ("⏮ First", "◀ Back")] == [True, True]
    seen = []
    await world.restart()
    for turn in range(2, 9):
        await world.ann.click(told, label="Next ▶")
        assert f"turn {turn} of 8" in told.content
        (picture,) = told.message.attachments
        assert picture.description
        assert picture.description.startswith("Plakoto board from White's side")
        seen.append(picture.description)
    assert f"<@{world.ben.id}> resigned." in told.content
    assert "by resignation" in told.content
    assert button(told, "Last ⏭").disabled
    assert len(set(seen)) == 7
    assert "has won 2 points" in seen[-1]
    await world.ann.click(told, label="⏮ First")
    assert "turn 1 of 8" in told.content
    await world.ann.click(told, label="Last ⏭")
    assert "turn 8 of 8" in told.content
    await world.ann.click(told, label="◀ Back")
    assert "turn 7 of 8" in told.content


async def test_a_player_sees_the_own_side_and_others_see_whites(world: World) -> None:
    await finish(world, world.ben)
    for actor, side in ((world.ann, "White"), (world.ben, "Black"), (world.cleo, "White")):
        told = shown(await actor.slash(world.channel, "history", person=world.ann))
        card = await pick(world, told, 1, actor)
        (picture,) = shown(await actor.click(card, label="Board at any turn")).message.attachments
        assert (picture.description or "").startswith(f"Plakoto board from {side}'s side")


async def test_the_games_of_a_match_are_gone_through_by_buttons(world: World) -> None:
    match = await world.services.challenges.open(
        world.place, world.ann.id, world.ben.id, Proposal(kind="tavli", length=5)
    )
    await world.services.challenges.accept(match.id, world.ben.id, 1)
    for _ in range(3):
        (game,) = await world.services.games.games_here(world.place)
        await world.services.endings.resign(game.id, world.ben.id)
    card = await pick(world, await history(world), 1)
    assert "Game 3, Fevga" in card.content
    told = shown(await world.ann.click(card, label="Board at any turn"))
    assert "game 1: Portes" in told.content
    assert "Game before" not in controls_of(told)
    await world.ann.click(told, label="Next game")
    assert "game 2: Plakoto" in told.content
    assert "Score: White 2, Black 0 in a match to 5" in (told.message.attachments[0].description or "")
    await world.ann.click(told, label="Next game")
    assert "game 3: Fevga" in told.content
    assert "Next game" not in controls_of(told)
    await world.ann.click(told, label="Game before")
    assert "game 2: Plakoto" in told.content


async def test_the_buttons_of_a_typed_history_answer_everybody(world: World) -> None:
    await finish(world, world.ben)
    await world.ann.send(world.channel, f"{world.bot.mention} history")
    assert "**#1**" in world.last.content
    message = world.last
    for actor in (world.ann, world.ben, world.cleo):
        await pick(world, message, 1, actor)
    assert world.again(message).content == message.content


async def test_a_lost_answer_does_no_harm(world: World) -> None:
    await crowd(world, PAGE_SIZE + 1)
    told = await board(world)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await world.ann.click(told, label="Next ▶")
    await world.ann.click(told, label="Next ▶")
    assert ranks(told) == [11]


async def test_no_control_of_an_unfinished_match_shows_anything(world: World) -> None:
    match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id)
    await world.services.challenges.accept(match.id, world.ben.id, 1)
    view = discord.ui.View(timeout=None)
    for label, custom_id in (("file", "plakoto:export:1"), ("replay", "plakoto:replay-open:1:1:1")):
        view.add_item(discord.ui.Button(label=label, custom_id=custom_id))
    target = world.env.bot.get_channel(world.channel.id)
    assert isinstance(target, discord.TextChannel)
    message = await target.send("forged", view=view)
    await world.env.settle()
    for label in ("file", "replay"):
        assert "still goes on" in answer(await world.cleo.click(message, label=label))
