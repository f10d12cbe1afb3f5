"""Getting and deleting one's data: the file, the question before, and what others see after."""

from __future__ import annotations

import io
import json
import zipfile

import simcord
from simcord.actors import MemberActor

from cogs.choices.privacy import as_file
from plakoto_bot.domain.choices import Preferences
from plakoto_bot.domain.errors import WhyUnwelcome
from plakoto_bot.services.services import Services
from plakoto_bot.words import choices as choices_words
from tests.cogs.conftest import World, answer


async def ask(world: World, actor: MemberActor) -> simcord.ResponseMessage:
    result = await actor.slash(world.channel, "privacy")
    answer(result)
    assert result.response is not None
    return result.response


async def delete(world: World, actor: MemberActor) -> None:
    question = await ask(world, actor)
    await actor.click(question, label="Delete me ...")
    await actor.click(question, label="Delete everything about me")
    assert question.content == choices_words.DELETED


# --- export --------------------------------------------------------------------------------------------------


async def test_the_export_is_a_file_for_the_one_who_asked(world: World) -> None:
    await world.start_game()
    await world.pick()
    question = await ask(world, world.ann)
    result = await world.ann.click(question, label="Export my data")
    assert choices_words.EXPORTED in answer(result)
    shown = [result.response, *result.followups]
    (file,) = (file for message in shown if message for file in message.attachments)
    document = json.loads(await file.read())
    assert document["user"] == str(world.ann.id)
    assert document["matches"][0]["opponent"] == str(world.ben.id)
    assert file.filename == "plakoto-my-data.json"


async def test_export_and_deletion_work_in_a_direct_message(world: World, services: Services) -> None:
    await services.choices.change_person(world.ann.id, pings=False)
    result = await world.ann.user.slash("privacy")
    assert result.response is not None
    exported = await world.ann.user.click(result.response, label="Export my data")
    assert [result.response, *exported.followups]
    await world.ann.user.click(result.response, label="Delete me ...")
    await world.ann.user.click(result.response, label="Delete everything about me")
    assert result.response.content == choices_words.DELETED
    assert await services.choices.of_person(world.ann.id) == Preferences()


def test_an_export_that_is_too_long_for_discord_is_packed() -> None:
    document = {"did": ["play 24/18 24/23"] * 500_000}
    file = as_file(document)
    assert file.filename == "plakoto-my-data.zip"
    packed = file.fp.read()
    assert len(packed) < 10_000_000
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert json.loads(archive.read("plakoto-my-data.json")) == document


# --- deletion ------------------------------------------------------------------------------------------------


async def test_deleting_asks_first_and_says_how_many_games_it_costs(world: World, services: Services) -> None:
    await world.start_game()
    question = await ask(world, world.ann)
    await world.ann.click(question, label="Delete me ...")
    assert "Your 1 running game will be **lost**" in question.content
    await world.ann.click(question, label="Keep it")
    assert question.content == choices_words.KEPT
    assert question.components == []
    assert (await world.game()).match.challenger_id == world.ann.id


async def test_the_opponent_wins_and_the_channel_is_told_without_the_name(world: World) -> None:
    await world.start_game()
    turn = world.last
    await delete(world, world.ann)
    assert "deleted player resigned the match" in world.last.content
    assert f"{world.ben.mention} wins" in world.last.content
    assert str(world.ann.id) not in world.last.content
    assert [int(user) for user in world.posts()[-1]["allowed_mentions"]["users"]] == [world.ben.id]
    assert world.again(turn).components == []
    told = answer(await world.ben.click(world.last, label="Rematch"))
    assert told == choices_words.UNWELCOME[WhyUnwelcome.DELETED]
    assert world.ben.mention in answer(await world.ann.click(world.last, label="Rematch"))


async def test_challenges_by_and_to_the_person_are_closed_on_their_cards(world: World) -> None:
    await world.ann.slash(world.channel, "challenge")
    own = world.last
    await world.cleo.slash(world.channel, "challenge", opponent=world.ann)
    theirs = world.last
    await world.ben.slash(world.channel, "challenge", opponent=world.cleo)
    other = world.last
    await delete(world, world.ann)
    assert "Withdrawn" in world.again(own).content
    assert "Declined" in world.again(theirs).content
    for card in (own, theirs):
        assert world.again(card).components == []
        assert str(world.ann.id) not in world.again(card).content
    assert world.buttons(world.again(other)) == ["Accept", "Decline", "Withdraw"]


async def test_the_dice_of_a_match_with_a_deleted_player_can_still_be_verified(world: World) -> None:
    await world.start_game()
    await world.pick()
    await delete(world, world.ann)
    await delete(world, world.ben)
    assert answer(await world.cleo.slash(world.channel, "verify")).startswith("✅")


async def test_after_deletion_nothing_in_the_database_names_the_person(world: World) -> None:
    await world.start_game()
    await world.pick()
    await world.ann.slash(world.guild.create_text_channel("tables"), "challenge")
    await delete(world, world.ann)
    async with world.database.read() as transaction:
        rows = await transaction.people.rows_about(world.ann.id)
    assert {name: found for name, found in rows.items() if found} == {}


async def test_a_result_that_was_told_late_pings_no_deleted_player(world: World) -> None:
    await world.start_game()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500)
    await delete(world, world.ann)
    assert "you rolled" in world.last.content
    await delete(world, world.ben)
    await world.restart()
    assert "deleted player wins" in world.last.content
    assert not world.posts()[-1]["allowed_mentions"]["users"]


async def test_after_deletion_one_can_start_afresh(world: World) -> None:
    await world.start_game()
    await delete(world, world.ann)
    await world.start_game()
    assert (await world.game()).match.challenger_id == world.ann.id


async def test_a_deletion_pressed_twice_is_answered(world: World) -> None:
    first, second = await ask(world, world.ann), await ask(world, world.ann)
    for question in (first, second):
        await world.ann.click(question, label="Delete me ...")
    for question in (first, second):
        await world.ann.click(question, label="Delete everything about me")
        assert question.content == choices_words.DELETED
