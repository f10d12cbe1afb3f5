"""What people choose for themselves: the panel, and who may play whom."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import simcord
from simcord.actors import MemberActor

from plakoto_bot.domain.choices import ChallengesFrom, Preferences
from plakoto_bot.domain.errors import WhyUnwelcome
from plakoto_bot.domain.limits import MOST_BLOCKED
from plakoto_bot.services.services import Services
from plakoto_bot.words import choices as choices_words
from tests.cogs.conftest import World, answer


async def open_panel(world: World, actor: MemberActor) -> simcord.ResponseMessage:
    result = await actor.slash(world.channel, "preferences")
    answer(result)
    assert result.response is not None
    return result.response


async def block(world: World, actor: MemberActor, people: Sequence[MemberActor]) -> simcord.ResponseMessage:
    """Pick people in the menu that blocks those who are not blocked and unblocks the others."""
    panel = await open_panel(world, actor)
    await actor.select(panel, people, custom_id=f"plakoto:own:block:{actor.id}")
    return panel


# --- the panel -----------------------------------------------------------------------------------------------


async def test_every_choice_is_made_on_one_panel_that_shows_them(world: World, services: Services) -> None:
    ann = world.ann
    panel = await open_panel(world, ann)
    await ann.select(panel, ["ask"], custom_id=f"plakoto:own:forced:{ann.id}")
    await ann.select(panel, ["played"], custom_id=f"plakoto:own:challenges:{ann.id}")
    await ann.select(panel, [world.cleo], custom_id=f"plakoto:own:block:{ann.id}")
    await ann.click(panel, label=choices_words.PREFERENCES["pings-off"])
    await world.restart()
    await ann.click(panel, label=choices_words.PREFERENCES["reminders-off"])
    assert await services.choices.of_person(ann.id) == Preferences(
        reminders=False, pings=False, auto_forced=False, challenges=ChallengesFrom.PLAYED, blocked=(world.cleo.id,)
    )
    for shown in (
        choices_words.FORCED_CHOICES["ask"],
        choices_words.CHALLENGE_CHOICES["played"],
        world.cleo.mention,
        "no ping",
    ):
        assert shown in panel.content
    await ann.click(panel, label=choices_words.PREFERENCES["pings-on"])
    await ann.click(panel, label=choices_words.PREFERENCES["reminders-on"])
    await ann.click(panel, label=choices_words.PREFERENCES["blocked-off"])
    await ann.select(panel, ["server"], custom_id=f"plakoto:own:forced:{ann.id}")
    await ann.select(panel, ["everyone"], custom_id=f"plakoto:own:challenges:{ann.id}")
    assert await services.choices.of_person(ann.id) == Preferences()


async def test_choices_are_not_shown_to_everybody(world: World) -> None:
    for command in ("preferences", "privacy"):
        await world.ann.send(world.channel, f"{world.bot.mention} {command}")
        assert world.last.content == choices_words.private_matter(command)
        await world.ann.send_dm(f"{world.bot.mention} {command}")
        said = world.ann.user.dm_channel.last_message
        assert said is not None
        assert said.components


async def test_the_panel_works_in_a_direct_message(world: World, services: Services) -> None:
    result = await world.ann.user.slash("preferences")
    assert result.response is not None
    await world.ann.user.click(result.response, label=choices_words.PREFERENCES["pings-off"])
    assert not (await services.choices.of_person(world.ann.id)).pings


async def test_picking_somebody_who_is_blocked_unblocks_them(world: World, services: Services) -> None:
    await block(world, world.ann, [world.ben])
    panel = await block(world, world.ann, [world.ben, world.cleo])
    assert (await services.choices.of_person(world.ann.id)).blocked == (world.cleo.id,)
    assert world.cleo.mention in panel.content
    assert world.ben.mention not in panel.content


async def test_nobody_blocks_themselves_or_too_many(world: World, services: Services) -> None:
    panel = await open_panel(world, world.ann)
    told = await world.ann.select(panel, [world.ann, world.ben], custom_id=f"plakoto:own:block:{world.ann.id}")
    assert answer(told) == choices_words.BLOCK_YOURSELF
    await services.choices.toggle_blocks(world.ann.id, range(1, MOST_BLOCKED + 1))
    panel = await open_panel(world, world.ann)
    assert len(panel.content) <= 2000
    told = await world.ann.select(panel, [world.ben], custom_id=f"plakoto:own:block:{world.ann.id}")
    assert answer(told) == choices_words.TOO_MANY_BLOCKED.format(most=MOST_BLOCKED)


# --- who may play whom ---------------------------------------------------------------------------------------


async def test_who_takes_no_challenges_gets_none_but_may_make_them(world: World, services: Services) -> None:
    await services.choices.change_person(world.ben.id, challenges=ChallengesFrom.NOBODY)
    told = answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben))
    assert told == choices_words.UNWELCOME[WhyUnwelcome.NOBODY].format(who=world.ben.mention)
    await world.ben.slash(world.channel, "challenge", opponent=world.ann)
    await world.ann.click(world.last, label="Accept")
    assert "you rolled" in world.last.content


async def test_who_takes_challenges_only_from_people_played_here_gets_those(world: World, services: Services) -> None:
    await services.choices.change_person(world.ben.id, challenges=ChallengesFrom.PLAYED)
    told = answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben))
    assert told == choices_words.UNWELCOME[WhyUnwelcome.PLAYED].format(who=world.ben.mention)
    await world.ann.slash(world.channel, "challenge")
    await world.ben.click(world.last, label="Accept")
    await world.services.endings.resign((await world.game()).id, world.ann.id)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]
    elsewhere = world.env.create_guild(name="Elsewhere")
    channel = elsewhere.create_text_channel("games")
    ann, ben = (elsewhere.add_member(person.user) for person in (world.ann, world.ben))
    assert world.ben.mention in answer(await ann.slash(channel, "challenge", opponent=ben))


async def test_who_is_blocked_can_neither_challenge_nor_accept_and_is_not_told_why(world: World) -> None:
    await block(world, world.ben, [world.ann])
    told = answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben))
    assert told == choices_words.UNWELCOME[WhyUnwelcome.NOBODY].format(who=world.ben.mention)
    await world.ben.slash(world.channel, "challenge")
    card = world.last
    told = answer(await world.ann.click(card, label="Accept"))
    assert told == choices_words.CANNOT_ACCEPT
    assert "block" not in told.lower()
    await world.cleo.click(card, label="Accept")
    assert "you rolled" in world.last.content


async def test_who_has_blocked_somebody_is_reminded_of_it(world: World) -> None:
    await world.ben.slash(world.channel, "challenge")
    card = world.last
    await block(world, world.ann, [world.ben])
    expected = choices_words.UNWELCOME[WhyUnwelcome.BLOCKED_BY_YOU].format(who=world.ben.mention)
    assert answer(await world.ann.click(card, label="Accept")) == expected
    assert answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben)) == expected
    await block(world, world.ann, [world.ben])
    await world.ann.click(card, label="Accept")
    assert "you rolled" in world.last.content


@pytest.mark.parametrize("wish", ["nobody", "blocked"])
async def test_a_rematch_asks_as_a_challenge_does(world: World, services: Services, wish: str) -> None:
    await world.start_game()
    question = (await world.ann.slash(world.channel, "resign")).response
    assert question is not None
    await world.ann.click(question, label="Resign")
    result = world.last
    if wish == "nobody":
        await services.choices.change_person(world.ann.id, challenges=ChallengesFrom.NOBODY)
    else:
        await block(world, world.ann, [world.ben])
    told = answer(await world.ben.click(result, label="Rematch"))
    assert told == choices_words.UNWELCOME[WhyUnwelcome.NOBODY].format(who=world.ann.mention)


async def test_blocking_lets_running_games_go_on(world: World) -> None:
    await world.start_game()
    await block(world, world.ann, [world.ben])
    await world.pick()
    assert "played" in world.last.content


async def test_who_wishes_no_pings_gets_none(world: World, services: Services) -> None:
    for person in (world.ann, world.ben):
        await services.choices.change_person(person.id, pings=False)
    await world.start_game()
    assert all(not post["allowed_mentions"]["users"] for post in world.posts())
