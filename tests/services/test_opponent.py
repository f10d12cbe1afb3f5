"""The bot as a player: every kind of match to the end, limits, clocks, restarts, and who gets hints."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from plakoto_bot.ai.player import LEVELS
from plakoto_bot.domain.challenge import BOT_SECONDS
from plakoto_bot.domain.errors import (
    AlreadyPlaying,
    ChallengeClosed,
    GameOver,
    NoHints,
    NotAPlayer,
    NotYourTurn,
    StaleAction,
    TooManyBotGames,
    Unwelcome,
    WhyUnwelcome,
)
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.events import Played
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.kinds import KINDS
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rulesets import RULESETS
from plakoto_bot.export import verify_export
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from tests.conftest import Clock
from tests.thinking import PipCounting

ANN, BEN, CLEO, BOT = 10, 20, 30, 99
HERE, THERE, ABROAD = ServerChannel(1, 2), ServerChannel(1, 3), ServerChannel(2, 4)
CARD = 777


async def start(services: Services, terms: Proposal | None = None, place: ServerChannel = HERE, who: int = ANN) -> Game:
    """A match against the bot, whose first turn is a person's."""
    terms = replace(terms or Proposal(), level=(terms and terms.level) or "strong")
    match = await services.challenges.open(place, who, BOT, terms)
    game = await services.challenges.accept(match.id, BOT, CARD)
    await services.opponent.play(game.id)
    return await services.games.game(game.id)


async def answer(services: Services, game: Game, chance: random.Random) -> Game:
    """The person makes a play, and the bot answers."""
    play = chance.choice(legal_plays(game.state))
    game = await services.turns.play(game.id, game.state.ply, game.match.challenger_id, play)
    await services.opponent.play(game.id)
    return await services.games.game(game.id)


async def play_out(services: Services, game: Game, seed: int = 1) -> Game:
    """The last game of a match that is played to its end."""
    chance = random.Random(seed)
    while True:
        while game.state.outcome is None:
            assert not game.bot_to_play
            game = await answer(services, game, chance)
        following = (await services.telling.news(game.id)).following
        if following is None:
            return game
        await services.opponent.play(following)
        game = await services.games.game(following)


PLAYED: list[tuple[str, str | None, int]] = [(kind, None, 1) for kind in KINDS if kind != "tavli"]
PLAYED += [("tavli", None, 5), ("plakoto", None, 3)]
PLAYED += [(game, preset, 1) for game, presets in RULESETS.items() for preset in presets if preset != "classic"]


@pytest.mark.parametrize(("kind", "preset", "length"), PLAYED)
async def test_every_kind_of_match_is_played_to_its_end(
    services: Services, kind: str, preset: str | None, length: int
) -> None:
    game = await play_out(services, await start(services, Proposal(kind, preset, length)))
    match = game.match
    assert match.status is MatchStatus.FINISHED
    assert match.ended_by == "points"
    assert verify_export(await services.exports.export(HERE, match.id)).ok
    assert match.accepted_by == CARD


@pytest.mark.parametrize("level", list(LEVELS))
async def test_every_level_plays(services: Services, level: str) -> None:
    game = await start(services, Proposal(kind="portes", level=level, position="portes 21,W1,W1,B5 - 13/10 b 11"))
    assert game.match.terms.level == level
    assert game.state.ply > 0
    assert not game.bot_to_play


async def test_a_match_against_the_bot_is_never_rated(services: Services, database: Database) -> None:
    game = await play_out(services, await start(services, Proposal(rated=True)))
    assert game.match.terms.rated is False
    async with database.read() as transaction:
        assert await transaction.standings.get(HERE.guild_id, "plakoto", "all", ANN) is None
        assert await transaction.standings.get(HERE.guild_id, "plakoto", "all", BOT) is None
        results = await transaction.standings.results_of(game.match.id)
    assert [result.user_id for result in results] == [ANN, BOT]
    assert not any(result.rated for result in results)
    assert (await services.standings.leaderboard(HERE.guild_id, "plakoto", "all")).lines == ()
    duel = (await services.standings.profile(HERE.guild_id, ANN, BOT)).against
    assert duel
    assert duel.matches == 1


# --- who may play it -----------------------------------------------------------------------------------------


async def test_it_plays_many_in_one_channel_and_each_person_once(services: Services) -> None:
    for person in (ANN, BEN, CLEO):
        await start(services, who=person)
    with pytest.raises(AlreadyPlaying):
        await start(services)
    await start(services, place=THERE)
    assert len(await services.games.games_here(HERE)) == 3


@pytest.mark.parametrize("chosen", [None, 2, 5])
async def test_a_server_has_as_many_games_as_its_host_and_its_admins_allow(
    database: Database, clock: Clock, chosen: int | None
) -> None:
    services = Services.over(database, now=clock, new_seed=lambda: bytes(32), bot_games=3, thinking=PipCounting())
    await services.choices.change_server(HERE.guild_id, bot_games=chosen)
    most = min(3, chosen or 3)
    games = [await start(services, who=person) for person in range(1, most + 1)]
    with pytest.raises(TooManyBotGames) as caught:
        await start(services, who=ANN)
    assert caught.value.most == most
    await start(services, place=ABROAD)
    await services.endings.resign(games[0].id, 1)
    await start(services, who=ANN)


async def test_challenges_about_to_be_accepted_count_too(services: Services) -> None:
    await services.choices.change_server(HERE.guild_id, bot_games=1)
    await services.challenges.open(HERE, ANN, BOT, Proposal(level="casual"))
    with pytest.raises(TooManyBotGames):
        await services.challenges.open(HERE, BEN, BOT, Proposal(level="casual"))


async def test_where_it_may_play_no_games_it_plays_none(services: Services) -> None:
    await services.choices.change_server(HERE.guild_id, bot_games=0)
    with pytest.raises(TooManyBotGames) as caught:
        await start(services)
    assert caught.value.most == 0


async def test_who_has_blocked_it_does_not_play_it(services: Services) -> None:
    await services.choices.toggle_blocks(ANN, {BOT})
    with pytest.raises(Unwelcome) as caught:
        await start(services)
    assert caught.value.reason is WhyUnwelcome.BLOCKED_BY_YOU


async def test_a_challenge_it_was_stopped_before_accepting_is_closed_soon(services: Services, clock: Clock) -> None:
    match = await services.challenges.open(HERE, ANN, BOT, Proposal(level="casual"))
    clock.seconds += BOT_SECONDS
    with pytest.raises(ChallengeClosed):
        await services.challenges.accept(match.id, BOT, CARD)
    assert [closed.id for closed in await services.challenges.expire()] == [match.id]


async def test_a_rematch_is_at_the_same_level(services: Services) -> None:
    game = await start(services, Proposal(kind="fevga", level="beginner"))
    await services.endings.resign(game.id, ANN)
    match = await services.challenges.rematch(game.match.id, ANN)
    assert (match.opponent_id, match.terms.level, match.terms.kind, match.terms.rated) == (
        BOT,
        "beginner",
        "fevga",
        False,
    )


# --- turns ---------------------------------------------------------------------------------------------------


async def test_no_clock_runs_for_its_turns(services: Services, thinking: PipCounting) -> None:
    game = await start(services, Proposal(pace="blitz"))
    assert game.clock.deadline is not None
    game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    assert game.bot_to_play
    assert (game.clock.remind_at, game.clock.deadline) == (None, None)
    await services.opponent.play(game.id)
    assert (await services.games.game(game.id)).clock.deadline is not None


async def test_its_forced_plays_are_made_at_once_whatever_the_server_chose(services: Services) -> None:
    await services.choices.change_server(HERE.guild_id, auto_forced=False)
    line = "plakoto B1,10,W1,12 - 14/14 w 11"
    match = await services.challenges.open(HERE, ANN, BOT, Proposal(position=line, level="strong"))
    game = await services.challenges.accept(match.id, BOT, CARD)
    assert not game.bot_to_play
    game = await services.turns.play(game.id, 0, ANN, legal_plays(game.state)[0])
    news = (await services.telling.news(game.id)).events
    assert any(isinstance(event, Played) and event.forced for event in news)


async def test_a_restart_in_the_middle_of_a_thought_changes_no_play(tmp_path: Path, clock: Clock) -> None:
    plays = []
    for restarts in (False, True):
        database = await open_database(f"sqlite+aiosqlite:///{tmp_path / f'{restarts}.db'}")
        thinking = PipCounting()
        services = Services.over(database, now=clock, new_seed=lambda: bytes(32), thinking=thinking)
        game = await start(services, Proposal(level="beginner"))
        chance = random.Random(3)
        for _ in range(12):
            play = chance.choice(legal_plays(game.state))
            game = await services.turns.play(game.id, game.state.ply, ANN, play)
            if restarts:
                thinking.held = asyncio.Event()
                stopped = asyncio.create_task(services.opponent.play(game.id))
                await thinking.is_asked()
                stopped.cancel()
                await asyncio.gather(stopped, return_exceptions=True)
                thinking.held = None
                services = Services.over(database, now=clock, new_seed=lambda: bytes(32), thinking=thinking)
                assert await services.opponent.waiting() == [game.id]
            await services.opponent.play(game.id)
            game = await services.games.game(game.id)
        async with database.read() as transaction:
            plays.append(await transaction.events.of_game(game.id))
        await database.close()
    assert plays[0] == plays[1]


async def test_two_that_play_one_turn_make_one_play(services: Services, database: Database) -> None:
    game = await start(services)
    game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    await asyncio.gather(*(services.opponent.play(game.id) for _ in range(5)))
    after = await services.games.game(game.id)
    async with database.read() as transaction:
        happened = (await transaction.events.of_game(game.id))[game.events :]
    assert [event.side for event in happened if isinstance(event, Played) and not event.forced] == [Side.BLACK]
    assert not after.bot_to_play


async def test_a_game_ended_during_a_thought_stays_ended(services: Services, thinking: PipCounting) -> None:
    game = await start(services)
    game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    thinking.held = asyncio.Event()
    turn = asyncio.create_task(services.opponent.play(game.id))
    await thinking.is_asked()
    await services.endings.resign(game.id, ANN)
    thinking.held.set()
    await turn
    after = await services.games.game(game.id)
    assert after.state.outcome
    assert after.state.outcome.winner is Side.BLACK
    assert after.state.ply == game.state.ply
    assert await services.opponent.waiting() == []


async def test_it_does_not_play_in_a_server_it_was_removed_from(services: Services) -> None:
    game = await start(services)
    game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    assert await services.opponent.waiting() == [game.id]
    await services.clocks.pause(HERE.guild_id)
    assert await services.opponent.waiting() == []
    await services.clocks.resume(HERE.guild_id)
    assert await services.opponent.waiting() == [game.id]


async def test_a_person_who_is_late_loses_nothing_to_it_and_the_match_is_closed(
    services: Services, clock: Clock
) -> None:
    game = await start(services, Proposal(pace="blitz"))
    clock.seconds += 121
    (late,) = await services.clocks.take_overdue()
    assert late.id == game.id
    clock.seconds += 121
    (unclaimed,) = await services.clocks.unclaimed()
    game = await services.endings.close_unclaimed(unclaimed.id, unclaimed.state.ply)
    assert game.match.winner is None


async def test_deleting_ones_data_ends_the_match(services: Services) -> None:
    game = await start(services)
    assert (await services.personal.export(ANN))["matches"][0]["level"] == "strong"
    farewell = await services.personal.delete(ANN)
    assert farewell.games == (game.id,)
    assert (await services.games.match(game.match.id)).status is MatchStatus.FINISHED


# --- hints ---------------------------------------------------------------------------------------------------


async def test_hints_are_the_best_plays_in_order(services: Services) -> None:
    game = await start(services)
    game = await services.opponent.to_advise(game.id, game.state.ply, ANN)
    best = await services.opponent.advise(game)
    assert [one.equity for one in best] == sorted((one.equity for one in best), reverse=True)
    assert all(one.play in legal_plays(game.state) for one in best)


async def test_people_get_hints_in_unrated_matches_only(services: Services) -> None:
    for rated in (True, False):
        match = await services.challenges.open(ServerChannel(1, 50 + rated), ANN, BEN, Proposal(rated=rated))
        game = await services.challenges.accept(match.id, BEN, 5)
        mover = game.match.player(game.on_roll)
        if rated:
            with pytest.raises(NoHints):
                await services.opponent.to_advise(game.id, 0, mover)
        else:
            assert (await services.opponent.to_advise(game.id, 0, mover)).id == game.id


async def test_only_who_is_to_play_now_gets_a_hint(services: Services) -> None:
    game = await start(services)
    with pytest.raises(NotAPlayer):
        await services.opponent.to_advise(game.id, game.state.ply, BEN)
    with pytest.raises(StaleAction):
        await services.opponent.to_advise(game.id, game.state.ply + 1, ANN)
    game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    with pytest.raises(NotYourTurn):
        await services.opponent.to_advise(game.id, game.state.ply, ANN)
    await services.endings.resign(game.id, ANN)
    with pytest.raises(GameOver):
        await services.opponent.to_advise(game.id, game.state.ply, ANN)
