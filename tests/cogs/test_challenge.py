"""Challenges: what the card shows, who may answer it, and every reason not to make one."""

from __future__ import annotations

import discord
import pytest
import simcord

from plakoto_bot.domain.challenge import CHALLENGE_SECONDS
from plakoto_bot.domain.errors import MatchNotFound
from plakoto_bot.domain.limits import MOST_OPEN_CHALLENGES
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.engine.dice import commitment
from plakoto_bot.services.services import Services
from plakoto_bot.words import refusals as refusals_words
from tests.cogs.conftest import World, answer, button


def card_text(card: discord.Message) -> str:
    """All words of a card."""
    (embed,) = card.embeds
    return "\n".join([card.content, embed.title or "", *(f"{field.name}: {field.value}" for field in embed.fields)])


# --- the card ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["classic", "end-of-turn", "instant"])
async def test_the_card_says_who_what_which_rules_until_when_and_promises_the_dice(world: World, rules: str) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, rules=rules)
    match = await world.services.games.match(1)
    text = card_text(world.last)
    assert f"<@{world.ann.id}> challenges <@{world.ben.id}>" in text
    assert "Plakoto" in text
    assert "#1" in text
    assert f"{rules}:" in text
    assert f"<t:{match.expires_at}:R>" in text
    assert commitment(match.seed) in text
    assert match.seed.hex() not in text
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]


async def test_the_challenge_pings_the_opponent_and_nobody_else(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    assert [user.id for user in world.last.mentions if user.id != world.ann.id] == [world.ben.id]
    callback = next(r.json for r in reversed(world.env.http_requests) if r.path.endswith("/callback"))
    assert callback is not None
    allowed = callback["data"]["allowed_mentions"]
    assert [int(user) for user in allowed["users"]] == [world.ben.id]
    assert not allowed.get("parse")


async def test_an_open_challenge_pings_nobody_and_has_nothing_to_decline(world: World) -> None:
    await world.ann.slash(world.channel, "challenge")
    callback = next(r.json for r in reversed(world.env.http_requests) if r.path.endswith("/callback"))
    assert callback is not None
    assert not callback["data"]["allowed_mentions"].get("users")
    assert not callback["data"]["allowed_mentions"].get("parse")
    assert world.buttons() == ["Accept", "Withdraw"]


async def test_a_challenge_can_be_typed(world: World) -> None:
    await world.ann.send(world.channel, f"{world.bot.mention} challenge {world.ben.mention} instant")
    assert "instant:" in card_text(world.last)
    await world.ben.click(world.last, label="Accept")
    assert "you rolled" in world.last.content


@pytest.mark.parametrize("rules", ["classic", "end-of-turn", "instant"])
async def test_the_game_is_played_by_the_rules_of_the_challenge(world: World, rules: str) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, rules=rules)
    await world.ben.click(world.last, label="Accept")
    assert (await world.game()).state.rules.preset == rules
    assert f"· {rules} ·" in world.last.content


# --- answers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "label", "words"),
    [("ben", "Accept", "Accepted by"), ("ben", "Decline", "Declined by"), ("ann", "Withdraw", "Withdrawn")],
)
async def test_an_answer_is_written_on_the_card_and_takes_its_buttons(
    world: World, who: str, label: str, words: str
) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    await getattr(world, who).click(card, label=label)
    after = world.again(card)
    assert words in card_text(after)
    assert after.components == []
    games = await world.services.games.games_here(world.place)
    assert len(games) == (label == "Accept")


async def test_an_open_challenge_is_accepted_by_whoever_comes_first(world: World) -> None:
    await world.ann.slash(world.channel, "challenge")
    card = world.last
    await world.cleo.click(card, label="Accept")
    assert f"Accepted by <@{world.cleo.id}>" in card_text(world.again(card))
    assert (await world.game()).match.opponent_id == world.cleo.id


async def test_two_people_accepting_at_once_are_one_game_and_both_are_answered(world: World) -> None:
    await world.ann.slash(world.channel, "challenge")
    card = world.last
    accept = button(card, "Accept")
    await world.at_once(card, (world.ben, accept), (world.cleo, accept), (world.ben, accept))
    game = await world.game()
    assert sum("Opening:" in post["content"] for post in world.posts()) == 1
    loser = world.cleo if game.match.opponent_id == world.ben.id else world.ben
    assert any(
        "closed" in message.content and message.flags.ephemeral for message in world.channel.history(viewer=loser)
    )
    assert world.again(card).components == []


@pytest.mark.parametrize(
    ("who", "label", "words"),
    [
        ("ann", "Accept", "is for <@{ben}> to answer"),
        ("ann", "Decline", "is for <@{ben}> to answer"),
        ("cleo", "Accept", "is for <@{ben}> to answer"),
        ("cleo", "Decline", "is for <@{ben}> to answer"),
        ("ben", "Withdraw", "Only <@{ann}>"),
        ("cleo", "Withdraw", "Only <@{ann}>"),
    ],
)
async def test_who_may_not_answer_reads_who_may(world: World, who: str, label: str, words: str) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    told = answer(await getattr(world, who).click(card, label=label))
    assert words.format(ann=world.ann.id, ben=world.ben.id) in told
    assert len(world.buttons(world.again(card))) == 3


async def test_the_challenger_cannot_accept_the_own_open_challenge(world: World) -> None:
    await world.ann.slash(world.channel, "challenge")
    assert "your own challenge" in answer(await world.ann.click(world.last, label="Accept"))


async def test_an_expired_challenge_is_swept_and_its_card_closed(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    world.clock.seconds += CHALLENGE_SECONDS
    await world.env.advance_time(61)
    after = world.again(card)
    assert "Expired" in card_text(after)
    assert after.components == []
    assert (await world.services.games.match(1)).status is MatchStatus.EXPIRED


async def test_the_sweep_goes_on_after_a_card_that_is_gone_and_a_failing_database(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    await world.ann.slash(world.channel, "challenge", opponent=world.cleo)
    first, second = world.channel.history()[-2:]
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}", status=404, code=10008)
    world.clock.seconds += CHALLENGE_SECONDS
    async with world.database.write() as transaction:
        await transaction.matches._connection.exec_driver_sql("ALTER TABLE matches RENAME TO hidden")
    await world.env.advance_time(61)
    async with world.database.write() as transaction:
        await transaction.matches._connection.exec_driver_sql("ALTER TABLE hidden RENAME TO matches")
    await world.env.advance_time(61)
    assert world.again(second).components == []


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_a_press_after_the_time_but_before_the_sweep_is_told_and_closes_the_card(
    world: World, label: str
) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    world.clock.seconds += CHALLENGE_SECONDS
    told = answer(await world.ben.click(card, label=label))
    assert "Expired" in told
    assert "/challenge" in told
    assert world.again(card).components == []


@pytest.mark.parametrize(
    ("before", "words"), [("Withdraw", "Withdrawn"), ("Decline", "Declined"), ("Accept", "Accepted")]
)
async def test_a_card_whose_edit_was_lost_answers_the_next_press_and_closes(
    world: World, before: str, words: str
) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await (world.ann if before == "Withdraw" else world.ben).click(card, label=before)
    assert world.buttons(world.again(card)) == ["Accept", "Decline", "Withdraw"]
    told = answer(await world.ben.click(card, label="Accept"))
    assert words.lower() in told.lower()
    assert world.again(card).components == []


# --- refusals ------------------------------------------------------------------------------------------------


async def refused(world: World, **options: object) -> str:
    """What Ann is told when her challenge is refused; the channel must see nothing of it."""
    before = len(world.channel.history())
    told = answer(await world.ann.slash(world.channel, "challenge", **options))
    assert len(world.channel.history()) == before
    return told


async def test_a_challenge_to_oneself_is_refused(world: World) -> None:
    assert "yourself" in await refused(world, opponent=world.ann)


async def test_a_challenge_to_another_bot_is_refused(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert await refused(world, opponent=robot) == refusals_words.CHALLENGE_BOT


async def test_a_challenge_to_somebody_not_in_the_server_is_refused(world: World) -> None:
    outsider = world.env.create_user("outsider")
    assert "not a member of this server" in await refused(world, opponent=outsider)
    await world.ann.send(world.channel, f"{world.bot.mention} challenge {outsider.id}")
    assert "not a member of this server" in world.last.content


async def test_a_challenge_to_somebody_who_cannot_see_the_channel_is_refused(world: World) -> None:
    await world.permit(world.channel, world.ben, view_channel=False)
    assert "cannot see this channel" in await refused(world, opponent=world.ben)
    await world.ann.send(world.channel, f"{world.bot.mention} challenge {world.ben.mention}")
    assert "cannot see this channel" in world.last.content


async def test_a_challenge_to_a_name_that_is_nobody_is_refused(world: World) -> None:
    await world.ann.send(world.channel, f"{world.bot.mention} challenge 123456789012345678")
    assert "cannot" in world.last.content
    assert "/help" in world.last.content


async def test_the_same_challenge_twice_is_refused_with_a_link_to_the_first(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    told = await refused(world, opponent=world.ben)
    assert f"/{world.guild.id}/{world.channel.id}/{world.last.id}" in told


async def test_a_crossed_challenge_is_refused_with_a_link_to_accept_the_other(world: World) -> None:
    await world.ben.slash(world.channel, "challenge", opponent=world.ann)
    told = await refused(world, opponent=world.ben)
    assert "already challenged you" in told
    assert str(world.last.id) in told


async def test_more_than_five_open_challenges_are_refused(world: World) -> None:
    people = [world.guild.add_member(world.env.create_user(f"p{n}")) for n in range(MOST_OPEN_CHALLENGES)]
    for person in people:
        await world.ann.slash(world.channel, "challenge", opponent=person)
    oldest = world.channel.history()[0]
    told = await refused(world, opponent=world.ben)
    assert "5 challenges open" in told
    assert f"/{world.channel.id}/{oldest.id}" in told


@pytest.mark.parametrize("opponent", ["ben", "cleo", None])
async def test_who_plays_here_cannot_challenge_here(world: World, opponent: str | None) -> None:
    await world.start_game()
    told = await refused(world, **({"opponent": getattr(world, opponent)} if opponent else {}))
    assert "You already play in this channel" in told
    assert str(world.last.id) in told


async def test_who_plays_here_cannot_be_challenged_here(world: World) -> None:
    await world.start_game()
    told = answer(await world.cleo.slash(world.channel, "challenge", opponent=world.ben))
    assert f"<@{world.ben.id}> already plays" in told


async def test_who_plays_here_cannot_accept_here(world: World) -> None:
    await world.cleo.slash(world.channel, "challenge")
    card = world.last
    await world.start_game()
    assert "You already play in this channel" in answer(await world.ann.click(card, label="Accept"))
    assert world.buttons(world.again(card)) == ["Accept", "Withdraw"]


async def test_a_challenge_whose_card_cannot_be_shown_is_taken_back(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=None)
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    world.env.backend.faults.clear()
    assert (await world.services.games.match(1)).status is MatchStatus.WITHDRAWN
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]


# --- permissions ---------------------------------------------------------------------------------------------

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}


@pytest.mark.parametrize(("permission", "name"), NEEDED.items())
async def test_a_missing_permission_is_named_before_a_challenge(world: World, permission: str, name: str) -> None:
    await world.permit(world.channel, **{permission: False})
    told = await refused(world, opponent=world.ben)
    assert f"**{name}" in told or f", {name}" in told
    assert f"<#{world.channel.id}>" in told
    with pytest.raises(MatchNotFound):
        await world.services.games.match(1)


@pytest.mark.parametrize(("permission", "name"), NEEDED.items())
async def test_a_missing_permission_is_named_before_a_game_starts(world: World, permission: str, name: str) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    card = world.last
    await world.permit(world.channel, **{permission: False})
    told = answer(await world.ben.click(card, label="Accept"))
    assert name in told
    assert (await world.services.games.match(1)).status is MatchStatus.OPEN
    await world.permit(world.channel)
    await world.ben.click(card, label="Accept")
    assert "you rolled" in world.last.content


async def test_all_missing_permissions_are_named_at_once(world: World) -> None:
    await world.permit(world.channel, embed_links=False, attach_files=False)
    assert "**Embed Links, Attach Files**" in await refused(world, opponent=world.ben)


async def test_a_thread_needs_its_own_permission_and_is_a_place_of_its_own(world: World) -> None:
    thread = simcord.ChannelHandle(
        world.env, world.guild, world.env.backend.create_thread(world.channel.id, "table 2", world.ann.id)
    )
    await world.env.settle()
    await world.permit(world.channel, send_messages_in_threads=False)
    told = answer(await world.ann.slash(thread, "challenge", opponent=world.ben))
    assert "Send Messages in Threads" in told
    await world.permit(world.channel)
    await world.start_game()
    await world.ann.slash(thread, "challenge", opponent=world.ben)
    assert thread.last_message is not None
    await world.ben.click(thread.last_message, label="Accept")
    assert "you rolled" in thread.last_message.content
    assert len(await world.services.games.games_of(world.guild.id, world.ann.id)) == 2


# --- challenges of those who have begun another game ---------------------------------------------------------


async def test_who_begins_a_game_has_their_other_challenges_there_withdrawn_and_everybody_reads_why(
    world: World,
) -> None:
    other = world.guild.create_text_channel("other")
    await world.ann.slash(other, "challenge")
    elsewhere = other.last_message
    await world.ann.slash(world.channel, "challenge")
    anybody = world.last
    await world.cleo.slash(world.channel, "challenge")
    cleos = world.last
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    await world.ben.click(world.last, label="Accept")
    closed = world.again(anybody)
    assert "Withdrawn" in closed.content
    assert f"<@{world.ann.id}> has begun another game here" in closed.content
    assert closed.components == []
    assert world.buttons(world.again(cleos)) == ["Accept", "Withdraw"], "that of somebody else stays"
    assert elsewhere is not None
    now = other.last_message
    assert now is not None
    assert world.buttons(now) == ["Accept", "Withdraw"], "in another channel they can still play"


async def test_where_the_match_has_a_thread_of_its_own_other_challenges_stay(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, threads=True)
    await world.ann.slash(world.channel, "challenge")
    anybody = world.last
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    await world.ben.click(world.last, label="Accept")
    assert world.buttons(world.again(anybody)) == ["Accept", "Withdraw"]
    await world.cleo.click(world.again(anybody), label="Accept")
    assert (await world.services.games.match(1)).status is MatchStatus.RUNNING
