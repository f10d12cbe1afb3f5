"""What a game's newest message told its channel.

The game does not note from which event on its newest message told, so that is found by how turns are told: from the
last play that a person chose.
"""

from __future__ import annotations

from dataclasses import replace

from plakoto_bot.engine.game import EventKind
from plakoto_bot.services.games import GameService, GameView


async def as_told(games: GameService, view: GameView) -> GameView:
    """The game as its channel saw it before it is told ``view``, with what its newest message told as the news.

    A turn that is over since then has no time limit any more.
    """
    async with games._database.read() as transaction:  # noqa: SLF001
        events = (await transaction.events(view.game.id))[: view.game.shown]
    chosen = [
        number
        for number, event in enumerate(events)
        if event.kind is EventKind.PLAY and event.side is not view.game.match.bot_side
    ]
    news = tuple(events[chosen[-1] if chosen else 0 :])
    if not view.news:
        return replace(view, news=news)
    before = await games.as_told(view)
    return replace(before, game=replace(before.game, deadline=None), news=news)
