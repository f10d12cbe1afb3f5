"""What a game's newest message told its channel.

The game does not note from which event on its newest message told. Of what an earlier process has posted, that is found
by how turns are told: from the last play that a person chose.
"""

from __future__ import annotations

from dataclasses import replace

from plakoto_bot.engine.game import EventKind
from plakoto_bot.services.games import GameService, GameView


class Told:
    """Knows what the newest messages told."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        # By game, the message and how many events had been told before it.
        self._before: dict[int, tuple[int, int]] = {}

    def note(self, view: GameView, message_id: int) -> None:
        """A message has told ``view``."""
        self._before[view.game.id] = (message_id, view.game.shown)

    async def as_told(self, view: GameView) -> GameView:
        """The game as its channel saw it before it is told ``view``, with what its newest message told as the news.

        A turn that is over since then has no time limit any more.
        """
        game = view.game
        async with self._games._database.read() as transaction:  # noqa: SLF001
            events = (await transaction.events(game.id))[: game.shown]
        message_id, first = self._before.get(game.id, (None, 0))
        if message_id is None or message_id != game.message_id:
            chosen = [
                number
                for number, event in enumerate(events)
                if event.kind is EventKind.PLAY and event.side is not game.match.bot_side
            ]
            first = chosen[-1] if chosen else 0
        news = tuple(events[first:])
        if not view.news:
            return replace(view, news=news)
        before = await self._games.as_told(view)
        return replace(before, game=replace(before.game, deadline=None), news=news)
