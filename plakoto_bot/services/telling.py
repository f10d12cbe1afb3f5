"""What the channels of games have been told, and what they are still to be told."""

from dataclasses import replace

from plakoto_bot.domain.choices import MatchChoices
from plakoto_bot.domain.clock import NO_CLOCK
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.domain.limits import MOST_SIDE_MESSAGES
from plakoto_bot.domain.progress import last_play, replayed
from plakoto_bot.domain.results import before_game
from plakoto_bot.services.lookup import game_by, game_with_choices
from plakoto_bot.services.service import Service
from plakoto_bot.storage.transaction import Transaction


class TellingService(Service):
    """Keeps account of what channels know of their games."""

    async def news(self, game_id: int) -> GameNews:
        """The game with what its channel has not been told yet. Raises: GameNotFound."""
        async with self._database.read() as transaction:
            game, choices = await game_with_choices(transaction, game_id)
            return await _news(transaction, game, choices, game.shown)

    async def newest(self, game_id: int) -> GameNews:
        """The game with what its newest message tells, which may be posted and not be noted yet.

        Raises: GameNotFound.
        """
        async with self._database.read() as transaction:
            game, choices = await game_with_choices(transaction, game_id)
            since = game.told_from if game.shown == game.events else game.shown
            return await _news(transaction, game, choices, since)

    async def before(self, news: GameNews) -> GameNews:
        """The game as its channel saw it before it is told ``news``, with what its message then told as the news.

        A turn that is over since then has no time limit any more. Raises nothing.
        """
        game = news.game
        async with self._database.read() as transaction:
            events = (await transaction.events.of_game(game.id))[: game.shown]
        match = game.match if game.state.outcome is None else before_game(game.match, game.state.outcome)
        before = replace(game, match=match, clock=NO_CLOCK, state=replayed(game, events))
        return GameNews(before, tuple(events[game.told_from :]), last_play(events), news.quiet)

    async def mark_told(self, news: GameNews, message_id: int, *, pictured: bool = True) -> None:
        """A message, ``pictured`` if with the board, has told the channel all that ``news`` says. Raises nothing."""
        async with self._database.write() as transaction:
            await transaction.games.mark_shown(news.game, message_id, pictured=pictured)

    async def mark_pictured(self, game: Game) -> None:
        """The newest message of ``game`` shows the board now, which it did not before. Raises nothing."""
        async with self._database.write() as transaction:
            await transaction.games.mark_pictured(game)

    async def note_side_message(self, game_id: int, message_id: int) -> None:
        """Remember a message about the turn in hand, so that its controls can go with the turn.

        Raises: GameNotFound.
        """
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            newest = (*game.side_messages, message_id)[-MOST_SIDE_MESSAGES:]
            await transaction.games.set_side_messages(game_id, newest)

    async def untold(self) -> list[int]:
        """Games whose channel is behind, as a crash between a turn and its message leaves them. Raises nothing."""
        async with self._database.read() as transaction:
            return await transaction.games.untold()


async def _news(transaction: Transaction, game: Game, choices: MatchChoices, since: int) -> GameNews:
    """The game with what happened after the first ``since`` events."""
    events = tuple(await transaction.events.of_game(game.id, since))
    last = last_play(events) or await transaction.events.last_play(game.id)
    quiet = choices.quiet_players(game.match)
    if not game.is_over:
        return GameNews(game, events, last, quiet)
    results = tuple(await transaction.standings.results_of(game.match.id))
    return GameNews(game, events, last, quiet, results, await transaction.games.following(game))
