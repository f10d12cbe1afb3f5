"""Ending a game or a match without a play: giving up, offers, wins on time, and games that are stopped."""

from collections.abc import Sequence
from dataclasses import replace

from plakoto_bot.domain.errors import GameOver
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.turns import require_offer, require_overdue, require_player, require_ply, require_running
from plakoto_bot.engine import game as engine
from plakoto_bot.engine.events import Event, Stake, StopReason
from plakoto_bot.engine.game import GameState
from plakoto_bot.services.lookup import game_by
from plakoto_bot.services.progress import carry_on
from plakoto_bot.services.service import TimedService
from plakoto_bot.storage.transaction import Transaction


class EndingService(TimedService):
    """Endings of all games. ``now`` gives seconds since 1970."""

    async def resign(self, game_id: int, user_id: int, *, whole_match: bool = False) -> Game:
        """Give up the game, or the whole match, on turn or not. Raises: GameNotFound, GameOver, NotAPlayer."""
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            side = require_player(game, user_id)
            stake = Stake.MATCH if whole_match else Stake.GAME
            return await self._carry_on(transaction, game, engine.resign(game.state, side, stake))

    async def offer(self, game_id: int, ply: int, user_id: int) -> Game:
        """Offer to lose the game for one point, at this ply and with no checker borne off (T4).

        That uses up the person's offer of this turn, unless ``take_offer_back`` says that nobody saw it.

        Raises: AlreadyOffered, GameNotFound, GameOver, NotAPlayer, NothingToOffer, StaleAction.
        """
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            side = require_player(game, user_id)
            require_ply(game, ply)
            require_offer(game, side)
            await transaction.games.set_offer(game_id, side, ply)
            return game

    async def take_offer_back(self, game_id: int, ply: int, user_id: int) -> None:
        """The offer made at this ply could not be shown, so it was none. Raises: GameNotFound."""
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            side = game.match.side_of(user_id)
            if side is not None and game.state.ply == ply:
                await transaction.games.set_offer(game_id, side, None)

    async def accept_offer(self, game_id: int, ply: int, user_id: int) -> Game:
        """Take the opponent's offer to lose the game for one point, made at this ply.

        Raises: GameNotFound, GameOver, NotAPlayer, StaleAction.
        """
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            side = require_player(game, user_id)
            require_ply(game, ply)
            return await self._carry_on(transaction, game, engine.resign(game.state, side.other, Stake.ONE_POINT))

    async def claim_on_time(self, game_id: int, ply: int, user_id: int) -> Game:
        """Claim the match because the opponent has let the time of turn ``ply`` run out.

        Raises: GameNotFound, GameOver, NotAPlayer, NotOverdue, StaleAction.
        """
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            side = require_player(game, user_id)
            require_ply(game, ply)
            require_overdue(game, side, self._now())
            return await self._carry_on(transaction, game, engine.lose_on_time(game.state))

    async def end(self, game_id: int) -> Game:
        """Stop a game without points. Whether the person may do so is for the caller to check.

        Raises: GameNotFound, GameOver.
        """
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            require_running(game)
            return await self._carry_on(transaction, game, engine.end_game(game.state))

    async def close_unclaimed(self, game_id: int, ply: int) -> Game:
        """Stop a match whose turn ``ply`` is long overdue and whose win nobody claimed.

        Raises: GameNotFound, GameOver (also where somebody went on with it).
        """
        async with self._database.write() as transaction:
            game = await game_by(transaction, game_id)
            require_running(game)
            if game.state.ply != ply or game.clock.overdue_at is None:
                raise GameOver(game)
            return await self._carry_on(transaction, game, engine.end_game(game.state, StopReason.UNCLAIMED))

    async def close_channel(self, channel_id: int) -> None:
        """A channel is gone: withdraw its challenges and stop its games, since nobody can play them any more.

        Raises nothing.
        """
        async with self._database.write() as transaction:
            for match in await transaction.matches.open_in(channel_id):
                await transaction.matches.save(replace(match, status=MatchStatus.WITHDRAWN))
            for game in await transaction.games.running_in(channel_id):
                ended = await self._carry_on(transaction, game, engine.end_game(game.state))
                # There is nobody to tell.
                await transaction.games.mark_shown(ended, game.message_id or 0)

    async def _carry_on(self, transaction: Transaction, game: Game, done: tuple[GameState, Sequence[Event]]) -> Game:
        return await carry_on(transaction, game, *done, self._now())
