"""What admins choose for a server, and what follows from it: places, threads, the usual game, who may end games."""

from __future__ import annotations

import discord
import pytest
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from sqlalchemy import insert

from cogs.challenge.threads import LONGEST_NAME, thread_name
from cogs.client import INVITE_PERMISSIONS
from plakoto_bot.domain.choices import ServerSettings
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.terms import UnknownPreset
from plakoto_bot.services.services import Services
from plakoto_bot.storage.tables import guild_settings
from plakoto_bot.words import choices as choices_words
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import Shown, World, answer, controls


def admin(world: World) -> MemberActor:
    role = world.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("boss"), roles=[role])


async def open_panel(world: World, actor: MemberActor) -> simcord.ResponseMessage:
    result = await actor.slash(world.channel, "settings")
    answer(result)
    assert result.response is not None
    return result.response


async def chosen(services: Services, world: World) -> ServerSettings:
    return await services.choices.of_server(world.guild.id)


async def with_threads(services: Services, world: World) -> None:
    await services.choices.change_server(world.guild.id, threads=True)


def labels(message: Shown) -> list[str | None]:
    return [item.label for item in controls(message) if isinstance(item, discord.Button)]


# --- the panel -----------------------------------------------------------------------------------------------


async def test_the_panel_shows_the_present_choices(world: World) -> None:
    shown = (await open_panel(world, admin(world))).content
    assert "in every channel" in shown
    assert "Plakoto, to 1 point; classic; relaxed" in shown
    assert "Games against me: at most 20 at once; I play at once" in shown


async def test_an_admin_chooses_everything_on_two_pages(world: World, services: Services) -> None:
    boss = admin(world)
    panel = await open_panel(world, boss)
    other = world.guild.create_text_channel("tables")
    helpers = world.guild.create_role("helpers")
    await boss.select(panel, [other], custom_id="plakoto:server:channels:0")
    await boss.select(panel, [helpers], custom_id="plakoto:server:role:0")
    await boss.click(panel, label=choices_words.SETTINGS["threads-on"])
    await boss.click(panel, label=choices_words.SETTINGS["forced-off"])
    assert other.mention in panel.content
    assert helpers.mention in panel.content
    assert choices_words.SETTINGS["threads-off"] in labels(panel)
    await boss.click(panel, label=choices_words.SETTINGS["page-usual"])
    await boss.select(panel, ["portes"], custom_id="plakoto:server:game:0")
    await boss.select(panel, ["3"], custom_id="plakoto:server:points:0")
    await boss.select(panel, ["no-hit-and-run"], custom_id="plakoto:server:rules:0")
    await boss.select(panel, ["day"], custom_id="plakoto:server:pace:0")
    assert "Portes, to 3 points; no-hit-and-run; day" in panel.content
    await boss.click(panel, label=choices_words.SETTINGS["page-bot"])
    await boss.select(panel, ["5"], custom_id="plakoto:server:bot-games:0")
    await boss.click(panel, label=choices_words.SETTINGS["pause-on"])
    assert "Games against me: at most 5 at once; I wait a little" in panel.content
    await boss.click(panel, label=choices_words.SETTINGS["page-usual"])
    await boss.click(panel, label=choices_words.SETTINGS["page-place"])
    assert await chosen(services, world) == ServerSettings(
        channels=(other.id,),
        threads=True,
        kind="portes",
        length=3,
        preset="no-hit-and-run",
        pace="day",
        moderator_role=helpers.id,
        auto_forced=False,
        bot_games=5,
        bot_pause=True,
    )
    await boss.select(panel, [], custom_id="plakoto:server:channels:0")
    await boss.select(panel, [], custom_id="plakoto:server:role:0")
    assert (await chosen(services, world)).channels == ()
    assert (await chosen(services, world)).moderator_role is None


async def test_as_many_games_against_the_bot_as_the_host_allows_is_no_number(world: World, services: Services) -> None:
    boss = admin(world)
    panel = await open_panel(world, boss)
    await boss.click(panel, label=choices_words.SETTINGS["page-usual"])
    await boss.click(panel, label=choices_words.SETTINGS["page-bot"])
    assert [option.value for option in world.menu(panel).options] == ["0", "1", "3", "5", "10", "20"]
    await boss.select(panel, ["0"], custom_id="plakoto:server:bot-games:0")
    assert "Games against me: none" in panel.content
    assert (await chosen(services, world)).bot_games == 0
    await boss.select(panel, ["20"], custom_id="plakoto:server:bot-games:0")
    assert (await chosen(services, world)).bot_games is None
    await boss.click(panel, label=choices_words.SETTINGS["pause-on"])
    await boss.click(panel, label=choices_words.SETTINGS["pause-off"])
    assert not (await chosen(services, world)).bot_pause


async def test_the_panel_works_after_a_restart_and_when_what_it_shows_is_gone(world: World, services: Services) -> None:
    boss = admin(world)
    await services.choices.change_server(world.guild.id, channels=(1234,), moderator_role=4321)
    panel = await open_panel(world, boss)
    await world.restart()
    await boss.click(panel, label=choices_words.SETTINGS["threads-on"])
    assert (await chosen(services, world)).threads


async def test_only_who_may_manage_the_server_sees_or_changes_its_settings(world: World, services: Services) -> None:
    with pytest.raises(simcord.SetupError, match="not visible"):
        await world.cleo.slash(world.channel, "settings")
    await world.cleo.send(world.channel, f"{world.bot.mention} settings")
    assert world.last.content == choices_words.ADMINS_ONLY
    boss = admin(world)
    await boss.send(world.channel, f"{world.bot.mention} settings")
    assert (
        answer(await world.cleo.click(world.last, label=choices_words.SETTINGS["threads-on"]))
        == choices_words.ADMINS_ONLY
    )
    told = await world.cleo.select(world.last, [], custom_id="plakoto:server:channels:0")
    assert answer(told) == choices_words.ADMINS_ONLY
    assert await chosen(services, world) == ServerSettings()


async def test_the_role_that_everybody_has_is_no_moderators_role(world: World, services: Services) -> None:
    boss = admin(world)
    panel = await open_panel(world, boss)
    told = await boss.select(panel, [world.guild.default_role], custom_id="plakoto:server:role:0")
    assert answer(told) == choices_words.ROLE_OF_ALL
    assert await chosen(services, world) == ServerSettings()


async def test_a_position_is_of_its_own_game_whatever_the_usual_rules(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, preset="instant")
    line = "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w -"
    await world.ann.slash(world.channel, "challenge", position=line)
    assert (await world.services.games.match(1)).terms.preset == "classic"


async def test_another_game_comes_with_its_own_rules_and_points(world: World, services: Services) -> None:
    boss = admin(world)
    await services.choices.change_server(world.guild.id, preset="instant")
    panel = await open_panel(world, boss)
    await boss.click(panel, label=choices_words.SETTINGS["page-usual"])
    await boss.select(panel, ["tavli"], custom_id="plakoto:server:game:0")
    now = await chosen(services, world)
    assert (now.kind, now.preset, now.length) == ("tavli", None, 5)


async def test_rules_that_the_game_does_not_know_are_refused(world: World, services: Services) -> None:
    boss = admin(world)
    panel = await open_panel(world, boss)
    await boss.click(panel, label=choices_words.SETTINGS["page-usual"])
    # Meanwhile another admin chooses another game.
    await services.choices.change_server(world.guild.id, kind="fevga", preset=None)
    told = answer(await boss.select(panel, ["instant"], custom_id="plakoto:server:rules:0"))
    assert told == refusals_words.UNKNOWN_PRESET.format(kind="Fevga", presets="classic")
    with pytest.raises(UnknownPreset):
        await services.choices.change_server(world.guild.id, preset="instant")
    assert (await chosen(services, world)).preset is None


async def test_a_challenge_takes_the_usual_terms_and_keeps_to_the_channels(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, kind="tavli", length=7, pace="live")
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    match = await world.services.games.match(1)
    assert (match.terms.kind, match.terms.length, match.terms.pace) == ("tavli", 7, "live")
    other = world.guild.create_text_channel("tables")
    await services.choices.change_server(world.guild.id, channels=(other.id,))
    assert other.mention in answer(await world.ann.slash(world.channel, "challenge"))


async def test_what_nobody_chose_is_as_before_and_choices_of_a_later_version_are_left_aside(
    world: World, services: Services
) -> None:
    async with world.database.write() as transaction:
        row = {"guild_id": world.guild.id, "settings": '{"threads": true, "board_theme": "walnut"}'}
        await transaction.matches._connection.execute(insert(guild_settings).values(row))
    assert await chosen(services, world) == ServerSettings(threads=True)


# --- a thread per match --------------------------------------------------------------------------------------


async def start_in_thread(world: World) -> ChannelHandle:
    """Ann challenges, Ben accepts; the thread that their match got."""
    before = {thread.id for thread in world.channel.threads}
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = next(message for message in reversed(world.channel.history()) if message.embeds)
    await world.ben.click(card, label="Accept")
    (thread,) = (thread for thread in world.channel.threads if thread.id not in before)
    return thread


async def test_an_accepted_match_goes_on_in_a_thread_of_its_card(world: World, services: Services) -> None:
    await with_threads(services, world)
    thread = await start_in_thread(world)
    assert thread.name == "ann - ben, Plakoto"
    boards = [message for message in thread.history() if "you rolled" in message.content]
    assert len(boards) == 1
    assert not any("you rolled" in message.content for message in world.channel.history())
    (card,) = (message for message in world.channel.history() if message.embeds)
    assert card.id == thread.id
    assert card.components == []
    assert (await services.games.match(1)).place.channel_id == thread.id


async def test_commands_presses_and_rematches_in_the_thread_are_about_its_match(
    world: World, services: Services
) -> None:
    await with_threads(services, world)
    thread = await start_in_thread(world)
    turn = thread.last_message
    assert turn is not None
    mover = world.ann if f"<@{world.ann.id}>, you rolled" in turn.content else world.ben
    menu = next(item for item in controls(turn) if isinstance(item, discord.SelectMenu))
    await mover.select(turn, [menu.options[0].value])
    assert thread.last_message is not None
    assert "played" in thread.last_message.content
    answer(await world.ann.slash(thread, "board"))
    assert "no game in this channel" in answer(await world.ann.slash(world.channel, "resign"))
    question = (await world.ann.slash(thread, "resign")).response
    assert question is not None
    await world.ann.click(question, label="Resign")
    await world.ben.click(thread.last_message, label="Rematch")
    await world.ann.click(thread.last_message, label="Accept")
    assert "you rolled" in thread.last_message.content
    assert len(world.channel.threads) == 1
    assert (await services.games.match(2)).place.channel_id == thread.id


async def test_with_threads_two_people_can_play_several_matches_at_once(world: World, services: Services) -> None:
    await with_threads(services, world)
    first, second = await start_in_thread(world), await start_in_thread(world)
    for thread in (first, second):
        assert thread.last_message is not None
        assert "you rolled" in thread.last_message.content


@pytest.mark.parametrize(
    ("permission", "name"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_what_threads_need_is_named_before_anything_starts(
    world: World, services: Services, permission: str, name: str
) -> None:
    await with_threads(services, world)
    await world.permit(world.channel, **{permission: False})
    assert f"**{name}**" in answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben))
    await world.permit(world.channel)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    await world.permit(world.channel, **{permission: False})
    assert f"**{name}**" in answer(await world.ben.click(card, label="Accept"))
    assert await world.services.games.games_of(world.guild.id, world.ann.id) == []
    assert getattr(INVITE_PERMISSIONS, permission)


async def test_without_its_thread_the_match_goes_on_in_the_channel_and_says_so(
    world: World, services: Services
) -> None:
    await with_threads(services, world)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=500)
    await world.ben.click(world.last, label="Accept")
    said = [message.content for message in world.channel.history()]
    assert choices_words.NO_THREAD in said
    assert "you rolled" in said[-1]
    await world.pick()
    assert "played" in world.last.content


async def test_a_card_that_kept_its_buttons_loses_them_although_its_match_is_in_a_thread(
    world: World, services: Services
) -> None:
    await with_threads(services, world)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    await world.ben.click(card, label="Accept")
    assert world.again(card).components
    assert "Accepted" in answer(await world.cleo.click(card, label="Accept"))
    assert world.again(card).components == []


async def test_when_the_thread_is_deleted_its_match_is_over(world: World, services: Services) -> None:
    await with_threads(services, world)
    thread = await start_in_thread(world)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert await world.services.games.games_of(world.guild.id, world.ann.id) == []


@pytest.mark.parametrize("name", ["\u202egnirts\u202c", "\u200b\u200d\u2060", "a\nb\x00c", "龍" * 200, "@everyone", ""])
async def test_no_name_can_break_the_name_of_a_thread(world: World, name: str) -> None:
    match: Match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id)
    made = thread_name(match, name, name)
    assert 0 < len(made) <= LONGEST_NAME
    assert made.isprintable()
    assert made.endswith(", Plakoto")
    assert not made.startswith(" ")


# --- who may end games ---------------------------------------------------------------------------------------


async def test_the_chosen_role_may_end_games_chosen_or_typed(world: World, services: Services) -> None:
    helpers = world.guild.create_role("helpers")
    helper = world.guild.add_member(world.env.create_user("helper"), roles=[helpers])
    await world.start_game()
    refused = answer(await helper.slash(world.channel, "end"))
    assert "Only moderators" in refused
    await services.choices.change_server(world.guild.id, moderator_role=helpers.id)
    assert helpers.mention in answer(await world.cleo.slash(world.channel, "end"))
    await helper.send(world.channel, f"{world.bot.mention} end")
    assert await world.services.games.games_here(world.place) == []
    await world.start_game()
    assert "#2" in answer(await helper.slash(world.channel, "end"))


async def test_a_role_that_was_chosen_no_more_may_not(world: World, services: Services) -> None:
    helpers = world.guild.create_role("helpers")
    helper = world.guild.add_member(world.env.create_user("helper"), roles=[helpers])
    await services.choices.change_server(world.guild.id, moderator_role=helpers.id)
    await services.choices.change_server(world.guild.id, moderator_role=None)
    await world.start_game()
    assert "Only moderators" in answer(await helper.slash(world.channel, "end"))
    assert await world.services.games.games_here(world.place)


async def test_the_panel_names_no_channel_or_role_that_is_gone(world: World, services: Services) -> None:
    boss = admin(world)
    other = world.guild.create_text_channel("other")
    await services.choices.change_server(world.guild.id, channels=(other.id, 1234), moderator_role=4321)
    panel = await open_panel(world, boss)
    assert f"Games: <#{other.id}>\n" in panel.content
    assert "1234" not in panel.content
    assert "4321" not in panel.content
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    assert "Games: in every channel" in (await open_panel(world, boss)).content
