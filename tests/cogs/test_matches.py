"""Matches on Discord: terms on the card, tally, the next game by itself, resigning, clocks."""

from __future__ import annotations

import asyncio

import pytest
import simcord
from simcord.actors import MemberActor

from tests.cogs.conftest import World, answer
from tests.conftest import Clock

DRAW = "plakoto B1w,3,B13,11,W13,4,W1,1,B1 - 0/0 w 21"
WIN_2 = "plakoto 4,B14,11,W14,4,W1,1,B1 - 0/0 w 21"


async def start(world: World, **terms: object) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, **terms)
    await world.ben.click(world.last, label="Accept")


async def ask_to_resign(world: World) -> simcord.ResponseMessage:
    result = await world.ann.slash(world.channel, "resign")
    assert result.response is not None
    return result.response


async def test_the_card_says_what_is_played(world: World) -> None:
    await world.ann.slash(
        world.channel, "challenge", opponent=world.ben, game="tavli", points=3, pace="blitz", rated=False
    )
    fields = {field.name: field.value for field in world.last.embeds[0].fields}
    assert fields["Game"] == "Tavli, to 3 points"
    assert fields["Pace"] == "blitz, 2 minutes a turn"
    assert fields["Rated"] == "no"


async def test_tavli_is_played_to_five_where_nothing_is_said(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, game="tavli")
    assert world.last.embeds[0].fields[0].value == "Tavli, to 5 points"


async def test_a_match_begins_with_portes_and_shows_tally_and_clock(world: World) -> None:
    await start(world, game="tavli", points=5, pace="live")
    assert "Tavli to 5, game 1: Portes #1" in world.last.content
    assert "tally ⚪ 0 ⚫ 0" in world.last.content
    game = await world.game()
    assert f"<t:{game.clock.deadline}:R>" in world.last.content
    assert (world.last.attachments[0].description or "").startswith("Portes board")


async def test_between_games_the_result_is_told_and_the_next_game_starts(world: World) -> None:
    await start(world, game="plakoto", points=5)
    turn = await world.put(WIN_2)
    await world.ann.slash(world.channel, "move", play="3/1")
    result, following = world.channel.history()[-2:]
    assert f"<@{world.ann.id}> wins 2 points**" in result.content
    assert "Tally ⚪ 2 ⚫ 0, played to 5" in result.content
    assert "seed" not in result.content, "the seed is secret until the match is over"
    assert result.components == world.again(turn).components == []
    assert "tally ⚪ 2 ⚫ 0" in following.content
    assert f"<@{world.ann.id}>, you rolled" in following.content, "T3: the winner opens"
    pings = [post["allowed_mentions"].get("users", []) for post in world.posts()[-2:]]
    assert [len(users) for users in pings] == [0, 1]


async def test_a_drawn_game_scores_nothing_and_the_next_one_follows(world: World) -> None:
    await start(world)
    await world.put(DRAW)
    await world.ann.slash(world.channel, "move", play="3/1")
    result, following = world.channel.history()[-2:]
    assert "both mothers are pinned. Nobody scores" in result.content
    assert "Opening:" in following.content


async def test_the_end_of_a_match_shows_ratings_and_the_seed(world: World) -> None:
    await start(world, points=1)
    await world.put(WIN_2)
    seed = (await world.game()).match.seed.hex()
    await world.ann.slash(world.channel, "move", play="3/1")
    assert f"Ratings: <@{world.ann.id}> 1500 → 1510, <@{world.ben.id}> 1500 → 1490" in world.last.content
    assert seed in world.last.content
    assert world.buttons() == ["Rematch", "Analyse"]


async def test_a_restart_between_two_games_loses_neither(world: World) -> None:
    await start(world, points=5)
    await world.put(WIN_2)
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await world.ann.slash(world.channel, "move", play="3/1")
    await world.restart()
    result, following = world.channel.history()[-2:]
    assert "wins 2 points" in result.content
    assert "you rolled" in following.content


async def test_resigning_the_match_is_a_choice_of_its_own(world: World) -> None:
    await start(world, points=5)
    question = await ask_to_resign(world)
    assert world.buttons(question.message) == ["Resign", "Offer 1 point", "Resign the match", "Play on"]
    await world.ann.click(question, label="Resign the match")
    assert f"<@{world.ann.id}> resigned the match" in world.last.content
    assert f"<@{world.ben.id}> wins the match" in world.last.content


async def test_an_offer_of_one_point_is_answered_by_the_opponent(world: World) -> None:
    await start(world, points=5)
    question = await ask_to_resign(world)
    await world.ann.click(question, label="Offer 1 point")
    offer = world.last
    assert "offers to lose this game for **1 point**" in offer.content
    assert "That question was for" in answer(await world.ann.click(offer, label="Take 1 point"))
    await world.ben.click(offer, label="Take 1 point")
    assert (await world.game()).match.score == (0, 1)
    assert world.again(offer).components == []


async def test_a_refused_offer_leaves_the_game_as_it_is(world: World) -> None:
    await start(world, points=5)
    question = await ask_to_resign(world)
    await world.ann.click(question, label="Offer 1 point")
    offer = world.last
    await world.ben.click(offer, label="Play on")
    assert "plays on" in world.again(offer).content
    assert (await world.game()).state.outcome is None


async def test_one_point_is_offered_once_a_turn(world: World) -> None:
    await start(world, points=5)
    first, second = await ask_to_resign(world), await ask_to_resign(world)
    assert "Your offer is out" in answer(await world.ann.click(first, label="Offer 1 point"))
    said = len(world.channel.history())
    sentence = "You have offered that this turn already. You can offer again after the next move."
    assert sentence in answer(await world.ann.click(second, label="Offer 1 point"))
    assert len(world.channel.history()) == said
    theirs = await world.ben.slash(world.channel, "resign")
    assert theirs.response is not None
    await world.ben.click(theirs.response, label="Offer 1 point")
    assert f"<@{world.ben.id}> offers" in world.last.content


async def test_an_offer_that_could_not_be_posted_was_none(world: World) -> None:
    await start(world, points=5)
    question = await ask_to_resign(world)
    world.env.inject_error("POST", "/channels/*/messages", status=403)
    said = answer(await world.ann.click(question, label="Offer 1 point"))
    assert "Nothing has changed: I could not post your offer. I lack a permission there" in said
    assert "Your offer is out" in answer(await world.ann.click(question, label="Offer 1 point"))
    assert "offers to lose" in world.last.content


@pytest.mark.parametrize("pings", [True, False])
async def test_an_offer_pings_who_wishes_it(world: World, pings: bool) -> None:
    await start(world, points=5)
    await world.client.app.services.choices.change_person(world.ben.id, pings=pings)
    await world.ann.click(await ask_to_resign(world), label="Offer 1 point")
    assert "offers to lose" in world.last.content
    assert [int(user) for user in world.posts()[-1]["allowed_mentions"].get("users", [])] == [world.ben.id] * pings


async def test_one_point_is_not_offered_where_it_loses_the_match_as_two_would(world: World) -> None:
    await start(world, points=3)
    await world.put(WIN_2)
    await world.ann.slash(world.channel, "move", play="3/1")
    mine = await ask_to_resign(world)
    assert "Offer 1 point" in world.buttons(mine), "Ben needs three points"
    theirs = await world.ben.slash(world.channel, "resign")
    assert theirs.response is not None
    assert world.buttons(theirs.response) == ["Resign", "Resign the match", "Play on"]


@pytest.mark.parametrize(
    ("position", "words"),
    [("nonsense", "I cannot read the position"), ("plakoto 23,B15 - 15/0 b 31", "already over"), ("`x`", "'x'")],
)
async def test_a_position_that_cannot_be_used_is_refused_with_a_sentence(
    world: World, position: str, words: str
) -> None:
    result = await world.ann.slash(world.channel, "challenge", opponent=world.ben, position=position)
    assert words in answer(result)


async def test_a_game_from_a_position(world: World) -> None:
    await start(world, position=WIN_2)
    assert "begins from a given position" in world.last.content
    await world.ann.slash(world.channel, "move", play="3/1")
    assert "wins 2 points" in world.last.content
    assert "Ratings" not in world.last.content


async def test_a_position_that_begins_with_a_pass_says_what_was_rolled(world: World) -> None:
    await start(world, position="plakoto 4,W1,4,B2,B2,12,B11 - 14/0 w 65")
    assert "rolled **6-5** and cannot move: pass." in world.last.content


async def test_rules_of_another_game_are_refused(world: World) -> None:
    result = await world.ann.slash(world.channel, "challenge", opponent=world.ben, game="fevga", rules="instant")
    assert "Fevga knows these rules: classic" in answer(result)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("portes", "classic: the usual rules"),
        ("fevga", "classic: the usual rules"),
        ("plakoto", "classic: pin the mother"),
    ],
)
async def test_the_card_says_the_rules_of_the_game_that_is_played(world: World, game: str, words: str) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, game=game)
    fields = {field.name: field.value for field in world.last.embeds[0].fields}
    assert (fields["Rules"] or "").startswith(words)


async def test_an_old_button_in_a_running_match_leads_to_its_present_game(world: World) -> None:
    await start(world, points=5)
    old, question = await ask_to_resign(world), await ask_to_resign(world)
    await world.ann.click(question, label="Resign")
    await world.ann.click(old, label="Resign")
    assert "the match goes on with game 2" in old.content
    assert "game 2: Plakoto" in old.content
    assert (await world.game()).number == 2


async def test_a_match_that_a_moderator_ends_is_told_as_a_match(world: World) -> None:
    await start(world, points=5)
    await world.put(WIN_2)
    await world.ann.slash(world.channel, "move", play="3/1")
    game = (await world.services.games.games_here(world.place))[0]
    await world.services.endings.end(game.id)
    await world.client.app.delivery.refresh(game.id)
    assert "is closed at 2-0, without a winner" in world.last.content


async def test_a_match_resigned_before_it_began_says_that_it_is_not_rated(world: World) -> None:
    await start(world)
    await world.ann.click(await ask_to_resign(world), label="Resign")
    assert "Not rated: it was resigned before both had made two plays" in world.last.content


async def test_a_fourth_challenge_within_an_hour_is_refused(world: World, clock: Clock) -> None:
    for _ in range(3):
        await world.ann.slash(world.channel, "challenge", opponent=world.ben)
        await world.ann.click(world.last, label="Withdraw")
    assert "three times within an hour" in answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben))
    clock.seconds += 3601
    await world.ann.slash(world.channel, "challenge", opponent=world.ben)
    assert world.buttons() == ["Accept", "Decline", "Withdraw"]


async def test_the_challenge_of_somebody_who_left_cannot_be_accepted(world: World) -> None:
    await world.ann.slash(world.channel, "challenge")
    card = world.last
    world.guild.remove_member(world.ann)
    assert "no longer in this server" in answer(await world.ben.click(card, label="Accept"))
    assert world.again(card).components == []
    assert await world.services.games.games_here(world.place) == []


async def test_a_rematch_needs_the_other_to_be_here(world: World) -> None:
    await start(world)
    await world.ann.click(await ask_to_resign(world), label="Resign")
    result = world.last
    world.guild.remove_member(world.ann)
    assert "is not a member of this server" in answer(await world.ben.click(result, label="Rematch"))


async def test_a_rematch_is_refused_where_games_are_no_longer_played(world: World) -> None:
    await start(world)
    await world.ann.click(await ask_to_resign(world), label="Resign")
    elsewhere = world.guild.create_text_channel("tables")
    await world.client.app.services.choices.change_server(world.guild.id, channels=(elsewhere.id,))
    assert "not played in this channel" in answer(await world.ben.click(world.last, label="Rematch"))


async def test_a_server_whose_only_channel_for_games_is_gone_is_not_shut(world: World) -> None:
    await world.client.app.services.choices.change_server(world.guild.id, channels=(1,))
    await start(world)
    assert "you rolled" in world.last.content


# --- clocks --------------------------------------------------------------------------------------------------


async def dispatch(world: World, event: str, *arguments: object) -> None:
    """Let an event of the gateway reach the bot, and wait until it has been dealt with."""
    world.client.dispatch(event, *arguments)
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == f"discord.py: on_{event}"))


async def look(world: World) -> None:
    """The clocks are looked at every ten seconds."""
    await world.env.advance_time(11)


async def test_a_reminder_pings_the_player_once(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    mover = world.on_roll
    clock.seconds += 451
    await look(world)
    assert f"<@{mover.id}>, it is your turn" in world.last.content
    said = len(world.channel.history())
    await look(world)
    assert len(world.channel.history()) == said


async def test_the_waiting_player_claims_the_win(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    mover, waiting = world.on_roll, world.waiting
    clock.seconds += 601
    await look(world)
    claim = world.last
    assert f"<@{waiting.id}>, the time of <@{mover.id}> is over" in claim.content
    assert "That question was for" in answer(await mover.click(claim, label="Claim the win"))
    await world.restart()
    clock.seconds += 601
    await waiting.click(claim, label="Claim the win")
    assert f"<@{mover.id}> let the time run out" in world.last.content
    assert f"<@{waiting.id}> wins" in world.last.content


async def test_a_win_nobody_claims_is_closed(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    clock.seconds += 601
    await look(world)
    clock.seconds += 601
    await look(world)
    assert "nobody claimed the win" in world.last.content


async def test_after_a_restart_every_clock_has_ten_minutes(world: World, clock: Clock) -> None:
    await start(world, pace="blitz")
    clock.seconds += 10_000
    await world.restart()
    await look(world)
    assert "is over" not in world.last.content
    assert (await world.game()).clock.deadline == clock.seconds + 600


async def test_no_clock_runs_out_while_the_connection_is_lost(world: World, clock: Clock) -> None:
    await start(world, pace="blitz")
    await dispatch(world, "disconnect")
    clock.seconds += 3600
    await look(world)
    assert "is over" not in world.last.content
    await dispatch(world, "resumed")
    assert (await world.game()).clock.deadline == clock.seconds + 600


async def test_games_pause_while_the_bot_is_not_in_the_server(world: World, clock: Clock) -> None:
    await start(world, pace="day")
    deadline = (await world.game()).clock.deadline
    assert deadline is not None
    guild = world.client.get_guild(world.guild.id)
    await dispatch(world, "guild_remove", guild)
    clock.seconds += 10**6
    await look(world)
    assert "is over" not in world.last.content
    await dispatch(world, "guild_join", guild)
    assert (await world.game()).clock.deadline == deadline + 10**6


async def test_a_claim_message_that_got_lost_is_said_again(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    waiting = world.waiting
    clock.seconds += 601
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await look(world)
    assert (await world.game()).clock.overdue_at is None
    posted = len(world.posts())
    await look(world)
    assert len(world.posts()) == posted, "a channel that has just refused is left alone for a minute"
    clock.seconds += 61
    await look(world)
    assert f"<@{waiting.id}>, the time of" in world.last.content
    assert world.buttons() == ["Claim the win"]


async def test_a_reminder_that_got_lost_is_said_again(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    mover = world.on_roll
    clock.seconds += 451
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await look(world)
    clock.seconds += 61
    await look(world)
    assert f"<@{mover.id}>, it is your turn" in world.last.content


async def test_the_win_can_be_claimed_under_the_board_too(world: World, clock: Clock) -> None:
    await start(world, pace="live", points=3)
    mover, waiting = world.on_roll, world.waiting
    early = (await waiting.slash(world.channel, "board")).response
    assert early is not None
    assert world.buttons(early) == []
    clock.seconds += 601
    board = (await waiting.slash(world.channel, "board")).response
    assert board is not None
    assert "You may claim the match, or wait" in board.content
    late = (await mover.slash(world.channel, "board")).response
    assert late is not None
    assert "Claim the win" not in world.buttons(late)
    await waiting.click(board, label="Claim the win")
    assert f"<@{mover.id}> let the time run out" in world.last.content


async def test_whoever_moves_out_of_turn_reads_whose_it_is(world: World) -> None:
    await start(world)
    mover = world.on_roll
    result = await world.waiting.slash(world.channel, "move", play="24/23")
    assert answer(result) == f"It is <@{mover.id}>'s turn. Your board comes in this channel when it is yours."


async def test_what_may_be_claimed_is_the_match_or_the_win(world: World, clock: Clock) -> None:
    await start(world, pace="live", points=3)
    clock.seconds += 601
    await look(world)
    assert "You may claim the match, or wait for the move." in world.last.content


async def test_an_old_claim_says_until_when_the_opponent_has_time(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    waiting = world.waiting
    clock.seconds += 601
    await look(world)
    claim = world.last
    await world.restart()
    deadline = (await world.game()).clock.deadline
    said = answer(await waiting.click(claim, label="Claim the win"))
    assert said == f"Your opponent has until <t:{deadline}:R>. Then you may claim."
    assert world.buttons(world.again(claim)) == ["Claim the win"]


async def test_the_turn_shows_its_new_time_after_a_restart(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    turn = world.last
    old, controls = (await world.game()).clock.deadline, turn.components
    clock.seconds += 300
    await world.restart()
    now = world.again(turn)
    assert now.content == turn.content.replace(f"<t:{old}:R>", f"<t:{clock.seconds + 600}:R>") != turn.content
    assert len(now.components) == len(controls)
    assert len(now.attachments) == 1


async def test_the_turn_shows_its_new_time_after_a_return_to_the_server(world: World, clock: Clock) -> None:
    await start(world, pace="day")
    turn = world.last
    guild = world.client.get_guild(world.guild.id)
    await dispatch(world, "guild_remove", guild)
    clock.seconds += 10**6
    await dispatch(world, "guild_join", guild)
    assert f"<t:{(await world.game()).clock.deadline}:R>" in world.again(turn).content


async def test_a_clock_with_time_enough_is_not_shown_anew(world: World) -> None:
    await start(world, pace="day")
    before = len(world.env.http_requests)
    await world.restart()
    assert not [request for request in world.env.http_requests[before:] if request.method == "PATCH"]


async def test_a_time_that_cannot_be_shown_anew_hinders_nothing(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    clock.seconds += 300
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=403)
    await world.restart()
    assert (await world.game()).clock.deadline == clock.seconds + 600
    await world.pick()
    assert "played" in world.last.content


async def test_claims_and_offers_lose_their_controls_with_the_turn(world: World, clock: Clock) -> None:
    await start(world, pace="live", points=5)
    mover, turn = world.on_roll, world.last
    value = world.menu().options[0].value
    await world.ann.click(await ask_to_resign(world), label="Offer 1 point")
    offer = world.last
    clock.seconds += 601
    await look(world)
    claim = world.last
    assert world.buttons(offer)
    assert world.buttons(claim)
    await mover.select(turn, values=[value])
    assert [world.again(message).components for message in (turn, offer, claim)] == [[], [], []]
    assert world.again(offer).content == offer.content
    assert (await world.game()).side_messages == ()


async def test_a_claim_message_that_was_deleted_hinders_no_turn(world: World, clock: Clock) -> None:
    await start(world, pace="live")
    mover, turn = world.on_roll, world.last
    value = world.menu().options[0].value
    clock.seconds += 601
    await look(world)
    await world.last.delete()
    await mover.select(turn, values=[value])
    assert "played" in world.last.content


@pytest.mark.parametrize("typed", [False, True])
async def test_a_clock_starts_for_who_has_left(world: World, clock: Clock, typed: bool) -> None:
    await start(world, points=3, pace="none")
    mover, waiting, turn = world.on_roll, world.waiting, world.last
    await waiting.slash(world.channel, "board")
    assert (await world.game()).clock.deadline is None
    world.guild.remove_member(mover)
    deadline = clock.seconds + 259_200
    sentence = (
        f"<@{mover.id}> is no longer in this server. If they do not move by <t:{deadline}:R> you may claim the match."
    )
    if typed:
        await waiting.send(world.channel, f"<@{world.bot.id}> board")
        assert sentence in world.last.content
    else:
        assert sentence in answer(await waiting.slash(world.channel, "board"))
    assert (await world.game()).clock.deadline == deadline
    assert f"<t:{deadline}:R>" in world.again(turn).content
    clock.seconds += 60
    again = answer(await waiting.slash(world.channel, "board"))
    assert "no longer" not in again
    assert f"<t:{deadline}:R>" in again
    clock.seconds = deadline
    await waiting.click(await board_of(waiting, world), label="Claim the win")
    assert f"<@{mover.id}> let the time run out" in world.last.content


async def board_of(actor: MemberActor, world: World) -> simcord.ResponseMessage:
    result = await actor.slash(world.channel, "board")
    assert result.response is not None
    return result.response


async def test_no_clock_starts_for_whoever_is_here_or_at_the_word_of_others(world: World) -> None:
    await start(world, pace="none")
    await world.waiting.slash(world.channel, "board")
    world.guild.remove_member(world.on_roll)
    await world.cleo.slash(world.channel, "board")
    assert (await world.game()).clock.deadline is None
