"""What a channel was told of its games, and what its newest message tells."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import count

import pytest

from plakoto_bot.domain.clock import NO_CLOCK
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.progress import last_play, replayed
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.events import Event
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.services.services import Services

HERE = ServerChannel(1, 2)
ANN, BEN = 10, 20


async def start(services: Services, **terms: object) -> Game:
    match = await services.challenges.open(HERE, ANN, BEN, Proposal(**terms))  # type: ignore[arg-type]
    return await services.challenges.accept(match.id, BEN, 99)


async def play(services: Services, game: Game, chance: random.Random | None = None) -> Game:
    plays = legal_plays(game.state)
    mover = game.match.player(game.on_roll)
    chosen = chance.choice(plays) if chance else plays[0]
    return await services.turns.play(game.id, game.state.ply, mover, chosen)


@dataclass
class Channel:
    """What a channel was told of one game: the events by message."""

    services: Services
    game_id: int
    score: tuple[int, int]
    messages: list[tuple[Event, ...]] = field(default_factory=list)

    async def tell(self) -> None:
        news = await self.services.telling.news(self.game_id)
        self.messages.append(news.events)
        await self.services.telling.mark_told(news, 1000 + len(self.messages))

    async def check(self) -> None:
        """The newest message, if there is one, and what is news are told apart, whatever came after it."""
        told = tuple(event for message in self.messages for event in message)
        newest_message = self.messages[-1] if self.messages else ()
        news = await self.services.telling.news(self.game_id)
        newest = await self.services.telling.newest(self.game_id)
        assert replayed(news.game, (*told, *news.events)) == news.game.state
        assert newest.game == news.game
        if not news.events:
            assert newest.events == newest_message
            assert newest.last_play == last_play(told)
            return
        assert newest == news, "what is not told yet is told by the message that comes next"
        before = await self.services.telling.before(news)
        assert before.events == newest_message
        assert before.last_play == last_play(told)
        assert before.game.state == replayed(news.game, told)
        assert not before.game.is_over
        assert (before.game.clock, before.game.match.score) == (NO_CLOCK, self.score)
        assert before.following is None
        assert before.results == ()


@pytest.mark.parametrize(("kind", "often"), [("plakoto", 1.0), ("portes", 0.4), ("fevga", 0.4)])
async def test_the_newest_message_tells_what_was_told_with_it(services: Services, kind: str, often: float) -> None:
    chance = random.Random(f"{kind} {often}")
    game = await start(services, kind=kind, length=3, pace="blitz")
    while True:
        channel = Channel(services, game.id, game.match.score)
        while not game.is_over:
            if chance.random() < often:
                await channel.tell()
            # Now and then: a check replays the game from its beginning.
            if chance.random() < 0.1:
                await channel.check()
            game = await play(services, game, chance)
        await channel.check()
        await channel.tell()
        await channel.check()
        if game.match.status is MatchStatus.FINISHED:
            break
        following = (await services.telling.news(game.id)).following
        assert following is not None
        game = await services.games.game(following)


@pytest.mark.parametrize("whole_match", [False, True])
async def test_a_resignation_is_news_after_the_message_before_it(services: Services, whole_match: bool) -> None:
    game = await start(services, length=5)
    channel = Channel(services, game.id, (0, 0))
    await channel.tell()
    game = await services.endings.resign(game.id, ANN, whole_match=whole_match)
    await channel.check()
    await channel.tell()
    await channel.check()


async def test_a_message_about_an_older_state_that_comes_late_is_not_the_newest(services: Services) -> None:
    game = await start(services)
    older = await services.telling.news(game.id)
    game = await play(services, game)
    newer = await services.telling.news(game.id)
    await services.telling.mark_told(newer, 2)
    told = await services.games.game(game.id)
    assert (told.message_id, told.shown, told.told_from) == (2, newer.game.events, 0)
    await services.telling.mark_told(older, 1, pictured=False)
    await services.telling.mark_told(newer, 3, pictured=False)
    assert await services.games.game(game.id) == told


async def test_what_is_noted_of_a_message_is_of_the_message_after_the_last(services: Services) -> None:
    game = await start(services)
    numbers = count(1)
    for _ in range(3):
        before = await services.games.game(game.id)
        number = next(numbers)
        await services.telling.note_side_message(game.id, 100 + number)
        await services.telling.mark_told(await services.telling.news(game.id), number, pictured=number == 2)
        after = await services.games.game(game.id)
        assert (after.message_id, after.told_from, after.shown) == (number, before.shown, before.events)
        assert after.pictured is (number == 2)
        assert after.side_messages == ()
        game = await play(services, game)


async def test_a_board_that_comes_later_belongs_to_its_own_message(services: Services) -> None:
    game = await start(services)
    match = await services.challenges.open(ServerChannel(1, 3), ANN, BEN)
    other = await services.challenges.accept(match.id, BEN, 98)
    for one in (game, other):
        await services.telling.mark_told(await services.telling.news(one.id), one.id, pictured=False)
    first = await services.games.game(game.id)
    await play(services, game)
    await services.telling.mark_told(await services.telling.news(game.id), 50, pictured=False)
    second = await services.games.game(game.id)

    await services.telling.mark_pictured(first)
    assert await services.games.game(game.id) == second, "the message that it was for is no longer the newest"
    await services.telling.mark_pictured(second)
    assert (await services.games.game(game.id)).pictured
    assert not (await services.games.game(other.id)).pictured


async def test_a_board_that_comes_after_the_next_play_is_still_of_the_newest_message(services: Services) -> None:
    game = await start(services)
    await services.telling.mark_told(await services.telling.news(game.id), 1, pictured=False)
    told = await services.games.game(game.id)
    after = await play(services, game)
    await services.telling.mark_pictured(told)
    pictured = await services.games.game(game.id)
    assert pictured.pictured
    assert (pictured.state, pictured.events, pictured.shown) == (after.state, after.events, told.shown)
