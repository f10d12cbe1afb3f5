"""Matches of several games: the cycle, the tally, who opens, and every way they end."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.errors import AlreadyOffered, GameOver, NotAPlayer, NothingToOffer, StaleAction
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import BadPosition, CannotPlayTerms, Proposal, UnknownPreset
from plakoto_bot.engine.events import Rolled
from plakoto_bot.engine.game import legal_plays, replay
from plakoto_bot.engine.position import Side
from plakoto_bot.export import verify_export
from plakoto_bot.services.services import Services

HERE = ServerChannel(1, 2)
ANN, BEN, CLEO = 10, 20, 30
RACE = "plakoto W1,11,B1,11 - 14/14 w 65"


async def start(services: Services, terms: Proposal) -> Game:
    match = await services.challenges.open(HERE, ANN, BEN, terms)
    return await services.challenges.accept(match.id, BEN, 99)


async def play_on(services: Services, game: Game) -> Game:
    """Play a game to its end, always the first play."""
    while game.state.outcome is None:
        mover = game.match.player(game.on_roll)
        game = await services.turns.play(game.id, game.state.ply, mover, legal_plays(game.state)[0])
    return game


async def next_game(services: Services, game: Game) -> Game:
    following = (await services.telling.news(game.id)).following
    assert following is not None
    return await services.games.game(following)


async def test_a_tavli_match_is_played_through_to_its_length(services: Services) -> None:
    game = await start(services, Proposal(kind="tavli", length=5))
    played, score = [], [0, 0]
    while True:
        played.append(game.state.rules.layout.name)
        game = await play_on(services, game)
        outcome = game.state.outcome
        assert outcome
        if outcome.winner is not None:
            score[outcome.winner] += outcome.points
        assert list(game.match.score) == score
        if game.match.status is MatchStatus.FINISHED:
            break
        before, game = game, await next_game(services, game)
        assert game.number == before.number + 1
        assert game.starter is (before.state.outcome.winner if before.state.outcome else None)
    assert played == (["portes", "plakoto", "fevga"] * 9)[: len(played)]
    assert max(score) >= 5
    assert game.match.winner is (Side.WHITE if score[0] >= 5 else Side.BLACK)
    assert game.match.ended_by == "points"


async def test_the_export_of_a_whole_match_verifies(services: Services) -> None:
    game = await start(services, Proposal(kind="tavli", length=3))
    game = await play_on(services, game)
    while game.match.status is MatchStatus.RUNNING:
        game = await play_on(services, await next_game(services, game))
    verdict = verify_export(await services.exports.export(HERE, game.match.id))
    assert verdict.ok, verdict.lines
    assert len(verdict.lines) == game.number + 1


async def test_t3_the_winner_opens_the_next_game_without_a_contest(services: Services) -> None:
    first = await play_on(services, await start(services, Proposal(length=7)))
    winner = first.state.outcome.winner if first.state.outcome else None
    second = await next_game(services, first)
    news = (await services.telling.news(second.id)).events
    assert isinstance(news[0], Rolled)
    assert news[0].side is winner


async def test_events_of_a_later_game_replay_to_its_state(services: Services) -> None:
    first = await play_on(services, await start(services, Proposal(kind="tavli", length=7)))
    second = await next_game(services, first)
    events = (await services.telling.news(second.id)).events
    assert replay(second.state.rules, events, second.starter) == second.state


@pytest.mark.parametrize(("length", "fields"), [(2, {}), (0, {}), (1, {"pace": "hourly"})])
async def test_terms_that_nobody_can_play_are_refused(services: Services, length: int, fields: dict[str, str]) -> None:
    with pytest.raises(CannotPlayTerms):
        await services.challenges.open(HERE, ANN, BEN, Proposal(length=length, **fields))  # type: ignore[arg-type]


async def test_a_preset_of_another_game_is_refused(services: Services) -> None:
    with pytest.raises(UnknownPreset):
        await services.challenges.open(HERE, ANN, BEN, Proposal(kind="fevga", preset="instant"))


async def test_a_position_begins_there_as_one_unrated_game(services: Services) -> None:
    line = "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 b 31"
    game = await start(services, Proposal(kind="tavli", length=5, position=line))
    assert (game.match.terms.kind, game.match.terms.length, game.match.terms.rated) == ("portes", 1, False)
    assert str(game.state.position) == line
    game = await play_on(services, game)
    assert game.match.status is MatchStatus.FINISHED
    assert verify_export(await services.exports.export(HERE, game.match.id)).ok


async def test_a_position_that_leaves_no_choice_is_played_through_at_once(services: Services) -> None:
    game = await start(services, Proposal(position=RACE.replace("W1,11,B1,11", "22,W1,B1")))
    assert game.state.outcome is not None
    assert game.match.status is MatchStatus.FINISHED


async def test_a_position_in_which_the_game_is_over_is_refused(services: Services) -> None:
    with pytest.raises(BadPosition):
        await services.challenges.open(HERE, ANN, BEN, Proposal(position="plakoto 23,B15 - 15/0 b 31"))


async def test_resigning_a_game_costs_two_points_and_the_match_goes_on(services: Services) -> None:
    game = await start(services, Proposal(length=5))
    game = await services.endings.resign(game.id, ANN)
    assert game.match.score == (0, 2)
    assert game.match.status is MatchStatus.RUNNING
    assert (await next_game(services, game)).starter is Side.BLACK


async def test_resigning_the_match_ends_it_whatever_the_tally(services: Services) -> None:
    game = await start(services, Proposal(length=7))
    game = await services.endings.resign(game.id, ANN, whole_match=True)
    assert (game.match.status, game.match.winner, game.match.ended_by) == (MatchStatus.FINISHED, Side.BLACK, "resigned")
    assert verify_export(await services.exports.export(HERE, game.match.id)).ok


async def test_an_offer_of_one_point_that_is_taken(services: Services) -> None:
    game = await start(services, Proposal(length=5))
    await services.endings.offer(game.id, 0, ANN)
    game = await services.endings.accept_offer(game.id, 0, BEN)
    assert game.match.score == (0, 1)


async def test_an_offer_stands_only_until_the_next_move(services: Services) -> None:
    game = await start(services, Proposal(length=5))
    mover = game.match.player(game.on_roll)
    await services.turns.play(game.id, 0, mover, legal_plays(game.state)[0])
    for late in (services.endings.offer(game.id, 0, ANN), services.endings.accept_offer(game.id, 0, BEN)):
        with pytest.raises(StaleAction):
            await late
    with pytest.raises(NotAPlayer):
        await services.endings.accept_offer(game.id, 0, CLEO)


async def test_with_a_checker_off_there_is_nothing_to_offer(services: Services) -> None:
    game = await start(services, Proposal(position="plakoto 12,B13,9,W5,W9 - 1/2 w 31"))
    with pytest.raises(NothingToOffer):
        await services.endings.offer(game.id, 0, ANN)


async def test_a_moderator_ends_the_whole_match(services: Services) -> None:
    game = await start(services, Proposal(length=5))
    game = await services.endings.end(game.id)
    assert (game.match.status, game.match.winner, game.match.ended_by) == (MatchStatus.FINISHED, None, "stopped")
    with pytest.raises(GameOver):
        await services.endings.resign(game.id, ANN)


async def test_a_rematch_has_the_same_terms(services: Services) -> None:
    terms = Proposal("tavli", "instant", 3, "blitz", rated=False)
    game = await start(services, terms)
    await services.endings.resign(game.id, ANN, whole_match=True)
    again = await services.challenges.rematch(game.match.id, BEN)
    assert again.terms.as_proposal() == terms


async def test_an_offer_nobody_saw_can_be_made_again(services: Services) -> None:
    game = await start(services, Proposal(length=5))
    await services.endings.offer(game.id, 0, ANN)
    with pytest.raises(AlreadyOffered):
        await services.endings.offer(game.id, 0, ANN)
    await services.endings.take_offer_back(game.id, 0, ANN)
    assert (await services.endings.offer(game.id, 0, ANN)).id == game.id
