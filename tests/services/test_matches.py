"""Matches of several games: the cycle, the tally, who opens, and every way they end."""

from __future__ import annotations

import pytest

from plakoto_bot.engine.events import Rolled
from plakoto_bot.engine.game import legal_plays, replay
from plakoto_bot.engine.position import Side
from plakoto_bot.export import verify_export
from plakoto_bot.services.errors import (
    AlreadyOffered,
    BadPosition,
    CannotChallenge,
    GameOver,
    NotAPlayer,
    NothingToOffer,
    StaleAction,
    UnknownPreset,
)
from plakoto_bot.services.games import GameService, Place, Terms
from plakoto_bot.storage.records import GameRecord, MatchStatus

HERE = Place(1, 2)
ANN, BEN, CLEO = 10, 20, 30
RACE = "plakoto W1,11,B1,11 - 14/14 w 65"


async def start(games: GameService, terms: Terms) -> GameRecord:
    match = await games.challenge(HERE, ANN, BEN, terms)
    return await games.accept(match.id, BEN, 99)


async def play_on(games: GameService, game: GameRecord) -> GameRecord:
    """Play a game to its end, always the first play."""
    while game.state.outcome is None:
        mover = game.match.player(game.state.position.turn)
        game = await games.play(game.id, game.state.ply, mover, legal_plays(game.state)[0])
    return game


async def next_game(games: GameService, game: GameRecord) -> GameRecord:
    following = (await games.view(game.id)).following
    assert following is not None
    return await games.game(following)


async def test_a_tavli_match_is_played_through_to_its_length(games: GameService) -> None:
    game = await start(games, Terms(kind="tavli", length=5))
    played, score = [], [0, 0]
    while True:
        played.append(game.state.rules.layout.name)
        game = await play_on(games, game)
        outcome = game.state.outcome
        assert outcome
        if outcome.winner is not None:
            score[outcome.winner] += outcome.points
        assert list(game.match.score) == score
        if game.match.status is MatchStatus.FINISHED:
            break
        before, game = game, await next_game(games, game)
        assert game.number == before.number + 1
        assert game.starter is (before.state.outcome.winner if before.state.outcome else None)
    assert played == (["portes", "plakoto", "fevga"] * 9)[: len(played)]
    assert max(score) >= 5
    assert game.match.winner is (Side.WHITE if score[0] >= 5 else Side.BLACK)
    assert game.match.ended_by == "points"


async def test_the_export_of_a_whole_match_verifies(games: GameService) -> None:
    game = await start(games, Terms(kind="tavli", length=3))
    game = await play_on(games, game)
    while game.match.status is MatchStatus.RUNNING:
        game = await play_on(games, await next_game(games, game))
    verdict = verify_export(await games.export(HERE, game.match.id))
    assert verdict.ok, verdict.lines
    assert len(verdict.lines) == game.number + 1


async def test_t3_the_winner_opens_the_next_game_without_a_contest(games: GameService) -> None:
    first = await play_on(games, await start(games, Terms(length=7)))
    winner = first.state.outcome.winner if first.state.outcome else None
    second = await next_game(games, first)
    news = (await games.view(second.id)).news
    assert isinstance(news[0], Rolled)
    assert news[0].side is winner


async def test_events_of_a_later_game_replay_to_its_state(games: GameService) -> None:
    first = await play_on(games, await start(games, Terms(kind="tavli", length=7)))
    second = await next_game(games, first)
    events = (await games.view(second.id)).news
    assert replay(second.state.rules, events, second.starter) == second.state


@pytest.mark.parametrize(("length", "fields"), [(2, {}), (0, {}), (1, {"pace": "hourly"})])
async def test_terms_that_nobody_can_play_are_refused(games: GameService, length: int, fields: dict[str, str]) -> None:
    with pytest.raises(CannotChallenge):
        await games.challenge(HERE, ANN, BEN, Terms(length=length, **fields))  # type: ignore[arg-type]


async def test_a_preset_of_another_game_is_refused(games: GameService) -> None:
    with pytest.raises(UnknownPreset):
        await games.challenge(HERE, ANN, BEN, Terms(kind="fevga", preset="instant"))


async def test_a_position_begins_there_as_one_unrated_game(games: GameService) -> None:
    line = "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 b 31"
    game = await start(games, Terms(kind="tavli", length=5, position=line))
    assert (game.match.kind, game.match.length, game.match.rated) == ("portes", 1, False)
    assert str(game.state.position) == line
    game = await play_on(games, game)
    assert game.match.status is MatchStatus.FINISHED
    assert verify_export(await games.export(HERE, game.match.id)).ok


async def test_a_position_that_leaves_no_choice_is_played_through_at_once(games: GameService) -> None:
    game = await start(games, Terms(position=RACE.replace("W1,11,B1,11", "22,W1,B1")))
    assert game.state.outcome is not None
    assert game.match.status is MatchStatus.FINISHED


async def test_a_position_in_which_the_game_is_over_is_refused(games: GameService) -> None:
    with pytest.raises(BadPosition):
        await games.challenge(HERE, ANN, BEN, Terms(position="plakoto 23,B15 - 15/0 b 31"))


async def test_resigning_a_game_costs_two_points_and_the_match_goes_on(games: GameService) -> None:
    game = await start(games, Terms(length=5))
    game = await games.resign(game.id, ANN)
    assert game.match.score == (0, 2)
    assert game.match.status is MatchStatus.RUNNING
    assert (await next_game(games, game)).starter is Side.BLACK


async def test_resigning_the_match_ends_it_whatever_the_tally(games: GameService) -> None:
    game = await start(games, Terms(length=7))
    game = await games.resign(game.id, ANN, whole_match=True)
    assert (game.match.status, game.match.winner, game.match.ended_by) == (MatchStatus.FINISHED, Side.BLACK, "resigned")
    assert verify_export(await games.export(HERE, game.match.id)).ok


async def test_an_offer_of_one_point_that_is_taken(games: GameService) -> None:
    game = await start(games, Terms(length=5))
    await games.may_offer(game.id, 0, ANN)
    game = await games.accept_offer(game.id, 0, BEN)
    assert game.match.score == (0, 1)


async def test_an_offer_stands_only_until_the_next_move(games: GameService) -> None:
    game = await start(games, Terms(length=5))
    mover = game.match.player(game.state.position.turn)
    await games.play(game.id, 0, mover, legal_plays(game.state)[0])
    for late in (games.may_offer(game.id, 0, ANN), games.accept_offer(game.id, 0, BEN)):
        with pytest.raises(StaleAction):
            await late
    with pytest.raises(NotAPlayer):
        await games.accept_offer(game.id, 0, CLEO)


async def test_with_a_checker_off_there_is_nothing_to_offer(games: GameService) -> None:
    game = await start(games, Terms(position="plakoto 12,B13,9,W5,W9 - 1/2 w 31"))
    with pytest.raises(NothingToOffer):
        await games.may_offer(game.id, 0, ANN)


async def test_a_moderator_ends_the_whole_match(games: GameService) -> None:
    game = await start(games, Terms(length=5))
    game = await games.end(game.id)
    assert (game.match.status, game.match.winner, game.match.ended_by) == (MatchStatus.FINISHED, None, "stopped")
    with pytest.raises(GameOver):
        await games.resign(game.id, ANN)


async def test_a_rematch_has_the_same_terms(games: GameService) -> None:
    terms = Terms("tavli", "instant", 3, "blitz", rated=False)
    game = await start(games, terms)
    await games.resign(game.id, ANN, whole_match=True)
    again = await games.rematch(game.match.id, BEN)
    assert Terms(again.kind, again.preset, again.length, again.pace, again.rated, again.position) == terms


async def test_an_offer_nobody_saw_can_be_made_again(games: GameService) -> None:
    game = await start(games, Terms(length=5))
    await games.may_offer(game.id, 0, ANN)
    with pytest.raises(AlreadyOffered):
        await games.may_offer(game.id, 0, ANN)
    await games.take_offer_back(game.id, 0, ANN)
    assert (await games.may_offer(game.id, 0, ANN)).id == game.id
