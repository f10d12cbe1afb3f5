"""Playing the bot itself, through real commands and presses."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

import discord
import pytest
import simcord
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from cogs.challenge.cog import Level
from cogs.kit.board_views import viewer_of
from plakoto_bot.ai.player import DEFAULT_LEVEL, LEVELS
from plakoto_bot.domain.errors import WhyUnwelcome
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.dice import commitment
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.position import Side
from plakoto_bot.export import verify_export
from plakoto_bot.services.opponent import PAUSE_SECONDS
from plakoto_bot.services.services import Services
from plakoto_bot.words import challenges as challenges_words
from plakoto_bot.words import choices as choices_words
from plakoto_bot.words import common as common_words
from plakoto_bot.words import refusals as refusals_words
from plakoto_bot.words import turns as turns_words
from tests.cogs.conftest import Shown, World, answer, controls
from tests.thinking import PipCounting


async def play_bot(world: World, who: MemberActor | None = None, /, **terms: object) -> discord.Message:
    """Ann, or somebody else, plays the bot; the message of the first turn of theirs."""
    await (who or world.ann).slash(world.channel, "challenge", **({"level": "strong"} | terms))
    return world.last


def the_bot(world: World) -> UserHandle:
    """The bot as somebody whom a command can name."""
    return UserHandle(world.env, world.env.backend.bot_user)


async def move(world: World, chance: random.Random) -> None:
    """Ann makes a play at random in the newest message."""
    turn = world.last
    while world.last.id == turn.id:
        menu = next((item for item in controls(world.last) if isinstance(item, discord.SelectMenu)), None)
        if menu is None:
            await world.ann.click(world.last, label="Confirm")
        else:
            await world.ann.select(world.last, values=[chance.choice(menu.options).value])


@asynccontextmanager
async def thinking_long(world: World, thinking: PipCounting) -> AsyncIterator[None]:
    """The bot has no answer meanwhile."""
    thinking.held = held = asyncio.Event()
    thinking.wait = lambda waiting: world.env.external_wait(waiting, reason="the bot thinks")
    yield
    thinking.held = None
    held.set()
    await world.env.settle()


def test_the_levels_are_those_that_can_be_chosen() -> None:
    assert tuple(LEVELS) == get_args(Level) == tuple(common_words.LEVELS)
    assert DEFAULT_LEVEL in LEVELS


# --- the challenge -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", list(LEVELS))
async def test_the_card_says_who_plays_at_which_level_and_promises_the_dice(world: World, level: str) -> None:
    await play_bot(world, level=level, game="fevga")
    card = world.channel.history()[0]
    fields = {field.name: field.value or "" for field in card.embeds[0].fields}
    match = await world.services.games.match(1)
    assert card.content == f"<@{world.ann.id}> plays <@{world.bot.id}>."
    assert fields["Level"] == common_words.LEVELS[level]
    assert fields["Rated"] == challenges_words.BOT_UNRATED
    assert commitment(match.seed) in fields["Fair dice"]
    assert card.components == []
    assert (match.status, match.terms.level, match.terms.kind) == (MatchStatus.RUNNING, level, "fevga")


async def test_the_game_begins_at_once_with_dice_fixed_by_the_card(world: World) -> None:
    turn = await play_bot(world)
    assert f"<@{world.ann.id}>, you rolled" in turn.content
    assert "Opening:" in turn.content
    assert "level strong" in turn.content
    match = await world.services.games.match(1)
    # Discord gave the card its id when the promise on it was out.
    assert match.accepted_by == match.card_id == world.channel.history()[0].id


@pytest.mark.parametrize("typed", [True, False])
async def test_named_as_the_opponent_it_plays_at_the_usual_level(world: World, typed: bool) -> None:
    if typed:
        await world.ann.send(world.channel, f"{world.bot.mention} challenge {world.bot.mention}")
    else:
        await world.ann.slash(world.channel, "challenge", opponent=the_bot(world))
    assert "you rolled" in world.last.content
    assert (await world.services.games.match(1)).terms.level == "casual"


async def test_a_level_can_be_typed(world: World) -> None:
    await world.ann.send(world.channel, f"{world.bot.mention} challenge {world.bot.mention} portes expert")
    match = await world.services.games.match(1)
    assert (match.terms.level, match.terms.kind) == ("expert", "portes")


async def test_people_have_no_level(world: World) -> None:
    told = answer(await world.ann.slash(world.channel, "challenge", opponent=world.ben, level="strong"))
    assert told == refusals_words.LEVEL_OF_PERSON
    assert world.channel.history() == []


async def test_several_people_play_it_in_one_channel_and_each_once(world: World) -> None:
    for person in (world.ann, world.ben):
        await play_bot(world, person)
    assert "already play" in answer(await world.ann.slash(world.channel, "challenge", level="strong"))
    assert len(await world.services.games.games_here(world.place)) == 2


async def test_when_all_its_games_are_taken_it_says_so(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, bot_games=1)
    await play_bot(world)
    told = answer(await world.ben.slash(world.channel, "challenge", level="strong"))
    assert told == refusals_words.TOO_MANY_BOT_GAMES.format(most=1)
    await services.choices.change_server(world.guild.id, bot_games=0)
    told = answer(await world.ben.slash(world.channel, "challenge", level="strong"))
    assert told == refusals_words.NO_BOT_GAMES


async def test_who_has_blocked_the_bot_is_told(world: World, services: Services) -> None:
    await services.choices.toggle_blocks(world.ann.id, {world.bot.id})
    told = answer(await world.ann.slash(world.channel, "challenge", level="strong"))
    assert told == choices_words.UNWELCOME[WhyUnwelcome.BLOCKED_BY_YOU].format(who=world.bot.mention)


async def test_a_card_that_cannot_be_shown_begins_nothing(world: World) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500)
    world.foresees_errors = True
    await world.ann.slash(world.channel, "challenge", level="strong")
    assert (await world.services.games.match(1)).status is MatchStatus.WITHDRAWN
    await play_bot(world)
    assert (await world.game()).match.id == 2


async def test_a_match_gets_its_thread(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, threads=True)
    await world.ann.slash(world.channel, "challenge", level="strong")
    match = await world.services.games.match(1)
    assert match.place.channel_id != world.channel.id
    thread = world.env.bot.get_channel(match.place.channel_id)
    assert isinstance(thread, discord.Thread)
    assert "ann" in thread.name


# --- turns ---------------------------------------------------------------------------------------------------


async def test_a_play_and_its_answer_are_one_message_with_one_ping(world: World) -> None:
    turn = await play_bot(world)
    before = len(world.posts())
    await world.pick(world.ann)
    assert len(world.posts()) == before + 1
    assert world.again(turn).components == []
    own, theirs, call = world.last.content.splitlines()[:3]
    assert own.startswith(f"⚪ <@{world.ann.id}> played")
    assert theirs.startswith(f"⚫ <@{world.bot.id}> rolled")
    assert "played" in theirs
    assert f"<@{world.ann.id}>, you rolled" in call
    assert [int(user) for user in world.posts()[-1]["allowed_mentions"]["users"]] == [world.ann.id]
    assert world.buttons()[-2:] == ["My board", "Hint"]


async def test_the_board_is_always_seen_from_the_persons_side(world: World) -> None:
    await play_bot(world)
    await world.pick(world.ann)
    assert viewer_of(await world.game()) is Side.WHITE
    game = await world.services.endings.resign((await world.game()).id, world.ann.id)
    assert viewer_of(game) is Side.WHITE


async def test_while_it_thinks_long_the_channel_sees_the_play_and_nobody_is_asked(
    world: World, thinking: PipCounting
) -> None:
    await play_bot(world)
    async with thinking_long(world, thinking):
        await world.pick(world.ann)
        await world.env.advance_time(2)
        waiting = world.last
        assert f"<@{world.bot.id}> rolled" in waiting.content
        assert "is thinking." in waiting.content
        assert world.buttons() == ["My board"]
        assert not world.posts()[-1]["allowed_mentions"].get("users")
        assert "turn" in answer(await world.ann.slash(world.channel, "hint"))
        assert "is thinking." in answer(await world.ann.slash(world.channel, "board"))
    assert world.last.id != waiting.id
    assert "you rolled" in world.last.content
    assert world.again(waiting).components == []


async def test_a_server_that_wants_to_follow_sees_each_play_for_a_while(world: World, services: Services) -> None:
    await services.choices.change_server(world.guild.id, bot_pause=True)
    await play_bot(world)
    await world.env.advance_time(PAUSE_SECONDS)
    before = len(world.posts())
    await world.pick(world.ann)
    await world.env.advance_time(PAUSE_SECONDS)
    first, second = world.posts()[before:]
    assert "is thinking." in first["content"]
    assert "played" in second["content"]
    assert "you rolled" in second["content"]


async def test_a_restart_while_it_thinks_loses_nothing(world: World, thinking: PipCounting) -> None:
    await play_bot(world)
    async with thinking_long(world, thinking):
        await world.pick(world.ann)
        assert "is thinking." in world.last.content
        thinking.held = None
        await world.restart()
    assert f"⚫ <@{world.bot.id}> played" in world.last.content
    assert "you rolled" in world.last.content
    assert sum("is thinking." in post["content"] for post in world.posts()) == 1
    game = await world.game()
    assert not game.bot_to_play
    assert game.shown == game.events


async def test_after_a_crash_the_play_and_the_answer_are_one_message(world: World) -> None:
    await play_bot(world)
    game = await world.game()
    # The play stood in the database, and then the bot was gone before it could think or tell anybody.
    await world.services.turns.play(game.id, game.state.ply, world.ann.id, legal_plays(game.state)[0])
    before = len(world.posts())
    await world.restart()
    (post,) = world.posts()[before:]
    assert f"⚪ <@{world.ann.id}> played" in post["content"]
    assert f"⚫ <@{world.bot.id}> rolled" in post["content"]
    assert "you rolled" in post["content"]


async def test_a_thought_that_fails_is_tried_again(world: World, thinking: PipCounting) -> None:
    await play_bot(world)
    world.foresees_errors = True
    thinking.fails = True
    await world.pick(world.ann)
    assert "is thinking." in world.last.content
    thinking.fails = False
    await world.env.advance_time(61)
    assert "you rolled" in world.last.content


@pytest.mark.parametrize(("game", "seed"), [("plakoto", 1), ("portes", 2), ("fevga", 3)])
async def test_a_whole_game_with_a_restart_in_the_middle(world: World, game: str, seed: int) -> None:
    await play_bot(world, game=game, level="casual")
    chance, turns = random.Random(seed), 0
    while "you rolled" in world.last.content:
        if turns == 12:
            await world.restart()
        await move(world, chance)
        turns += 1
        assert turns < 500
    assert turns > 12
    assert world.buttons() == ["Rematch", "Analyse"]
    assert "Dice seed" in world.last.content
    assert "Ratings" not in world.last.content
    assert refusals_words.NOT_RATED not in world.last.content
    export = await world.services.exports.export(world.place, 1)
    assert verify_export(export).ok
    kinds = {event.kind for played in export.games for event in played.events}
    assert "play" in kinds
    # One message a turn: the card, each turn of Ann's, and the result.
    assert len(world.channel.history()) == turns + 2


# --- around it -----------------------------------------------------------------------------------------------


async def resign(world: World, label: str = "Resign") -> simcord.ResponseMessage:
    result = await world.ann.slash(world.channel, "resign")
    assert result.response is not None
    await world.ann.click(result.response, label=label)
    return result.response


async def test_resigning_has_no_offer_and_a_rematch_begins_at_once(world: World) -> None:
    await play_bot(world, level="beginner", points=3)
    result = await world.ann.slash(world.channel, "resign")
    assert result.response is not None
    assert world.buttons(result.response) == ["Resign", "Resign the match", "Play on"]
    await world.ann.click(result.response, label="Resign the match")
    assert f"<@{world.bot.id}> wins" in world.last.content
    assert not world.posts()[-1]["allowed_mentions"].get("users")
    over = world.last
    assert answer(await world.ann.click(over, label="Rematch")) == challenges_words.ACCEPTED
    assert world.buttons(world.again(over)) == ["Rematch", "Analyse"]
    game = await world.game()
    assert (game.match.id, game.match.terms.level, game.match.terms.length) == (2, "beginner", 3)
    assert game.match.accepted_by == game.match.card_id
    assert "you rolled" in world.last.content
    assert "already play" in answer(await world.ann.click(over, label="Rematch"))


async def test_whoever_asks_again_before_the_game_has_begun_has_nothing_to_withdraw(world: World) -> None:
    await world.services.challenges.open(world.place, world.ann.id, world.bot.id, Proposal(level="casual"))
    told = answer(await world.ann.slash(world.channel, "challenge", level="casual"))
    assert told == refusals_words.CHALLENGE_BEGINS
    assert world.channel.history() == []


async def test_only_the_person_asks_for_a_rematch(world: World) -> None:
    await play_bot(world)
    await resign(world)
    assert "can play that again" in answer(await world.ben.click(world.last, label="Rematch"))


async def test_the_next_game_of_a_match_begins_with_the_bot_if_it_won(world: World) -> None:
    await play_bot(world, game="plakoto", points=5)
    await resign(world)
    assert "Plakoto to 5, game 2" in world.last.content
    assert f"⚫ <@{world.bot.id}> rolled" in world.last.content
    assert "you rolled" in world.last.content


async def test_lists_and_profiles_know_it_and_the_leaderboard_does_not(world: World) -> None:
    await play_bot(world, game="portes")
    assert f"against <@{world.bot.id}>" in answer(await world.ann.slash(world.channel, "games"))
    await resign(world)
    assert world.bot.name in answer(await world.ann.slash(world.channel, "history"))
    assert "1 match" in answer(await world.ann.slash(world.channel, "profile", against=the_bot(world)))
    assert "Nobody is on" in answer(await world.ann.slash(world.channel, "leaderboard", game="portes"))


async def test_whoever_lets_the_time_run_out_hears_of_no_claim(world: World) -> None:
    await play_bot(world, pace="blitz")
    turn = world.last
    world.clock.seconds += 125
    await world.env.advance_time(11)
    assert world.last.id == turn.id
    world.clock.seconds += 125
    await world.env.advance_time(11)
    assert "closed" in world.last.content


async def test_a_moderator_ends_it(world: World) -> None:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    mod = world.guild.add_member(world.env.create_user("mod"), roles=[role])
    await play_bot(world)
    await mod.slash(world.channel, "end")
    assert turns_words.STOPPED in world.last.content


# --- hints ---------------------------------------------------------------------------------------------------


def hinted(result: simcord.InteractionResult) -> Shown:
    """The one message with a hint, which only the asker sees."""
    answer(result)
    (message,) = [*([result.response] if result.response else []), *result.followups][-1:]
    return message


@pytest.mark.parametrize("pressed", [True, False])
async def test_a_hint_shows_three_plays_and_the_board_after_the_best(world: World, pressed: bool) -> None:
    turn = await play_bot(world, game="portes")
    if pressed:
        hint = hinted(await world.ann.click(turn, label="Hint"))
    else:
        hint = hinted(await world.ann.slash(world.channel, "hint"))
    lines = hint.content.splitlines()
    assert [line[:3] for line in lines[1:4]] == ["1. ", "2. ", "3. "]
    assert all("equity" in line and "you win" in line for line in lines[1:4])
    assert len(hint.attachments) == 1
    assert world.last.id == turn.id


async def test_a_hint_is_only_for_the_player_on_roll(world: World) -> None:
    turn = await play_bot(world)
    assert "only they can move" in answer(await world.ben.click(turn, label="Hint"))
    assert "no game in this channel" in answer(await world.ben.slash(world.channel, "hint"))


async def test_in_a_rated_match_there_are_no_hints(world: World) -> None:
    await world.start_game()
    assert answer(await world.on_roll.slash(world.channel, "hint")) == refusals_words.NO_HINTS
    assert "Hint" not in world.buttons()


async def test_in_an_unrated_match_between_people_hints_are_whispered(world: World) -> None:
    await world.ann.slash(world.channel, "challenge", opponent=world.ben, rated=False)
    await world.ben.click(world.last, label="Accept")
    assert "equity" in answer(await world.on_roll.slash(world.channel, "hint"))
    assert "turn" in answer(await world.waiting.slash(world.channel, "hint"))
    await world.on_roll.send(world.channel, f"{world.bot.mention} hint")
    assert world.last.content == refusals_words.HINT_TYPED


async def test_against_the_bot_a_hint_can_be_typed(world: World) -> None:
    await play_bot(world)
    await world.ann.send(world.channel, f"{world.bot.mention} hint")
    assert "equity" in world.last.content
