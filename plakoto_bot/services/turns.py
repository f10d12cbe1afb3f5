"""Making a play: the one way in which a game goes on."""

from collections.abc import Callable

from plakoto_bot.domain.choices import MatchChoices
from plakoto_bot.domain.errors import NotThatBoard
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.domain.place import Place
from plakoto_bot.domain.progress import carried_on, last_play
from plakoto_bot.domain.turns import require_turn
from plakoto_bot.engine.game import play_turn
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.notation import format_play, parse_play
from plakoto_bot.services.lookup import game_with_choices, own_game_in
from plakoto_bot.services.progress import carry_on
from plakoto_bot.services.service import TimedService
from plakoto_bot.storage.transaction import Transaction
from plakoto_bot.turn_log import note_turn, timed

#: Is shown, within the transaction that makes a turn, how the game will look if that is committed. It must not raise,
#: and nobody may see anything of it before.
Preview = Callable[[GameNews], None]


class TurnService(TimedService):
    """Turns of all games. ``now`` gives seconds since 1970."""

    async def play(self, game_id: int, ply: int, user_id: int, play: Play, *, preview: Preview | None = None) -> Game:
        """Make a play picked from the board of turn ``ply``.

        Raises: GameNotFound, GameOver, IllegalPlay, NotAPlayer, NotYourTurn, StaleAction.
        """
        with timed("transaction"):
            async with self._database.write() as transaction:
                game, choices = await game_with_choices(transaction, game_id)
                require_turn(game, user_id, ply)
                after = await self._turn(transaction, game, choices, play, preview)
        _note(game, play)
        return after

    async def play_text(
        self, place: Place, user_id: int, text: str, *, reply_to: int | None = None, preview: Preview | None = None
    ) -> Game:
        """Make a typed play in the game that the person plays here; ``reply_to`` is the message it answers.

        Raises: AmbiguousPlay, IllegalPlay, NoGameHere, NotationError, NotThatBoard (it answers another game's),
            NotYourTurn.
        """
        with timed("transaction"):
            async with self._database.write() as transaction:
                here = await own_game_in(transaction, place, user_id)
                if reply_to not in (None, here.message_id):
                    for other in await transaction.games.running_in(place.channel_id):
                        if other.message_id == reply_to:
                            raise NotThatBoard(user_id, other)
                game, choices = await game_with_choices(transaction, here.id)
                require_turn(game, user_id, game.state.ply)
                play = parse_play(game.state.rules, game.state.position, text)
                after = await self._turn(transaction, game, choices, play, preview)
        _note(game, play)
        return after

    async def _turn(
        self, transaction: Transaction, game: Game, choices: MatchChoices, play: Play, preview: Preview | None
    ) -> Game:
        match, now = game.match, self._now()
        state, happened = play_turn(game.state, play, match.roller(game.number), choices.manual_sides(match))
        if preview is not None and state.outcome is None:
            untold = await transaction.events.of_game(game.id, game.shown) if game.shown < game.events else []
            news = (*untold, *happened)
            after = carried_on(game, state, happened, now)
            preview(GameNews(after, news, last_play(news), choices.quiet_players(match)))
        return await carry_on(transaction, game, state, happened, now)


def _note(game: Game, play: Play) -> None:
    """Note a turn for the log; ``game`` is as it was before."""
    state, match = game.state, game.match
    note_turn(
        guild=match.guild_id,
        channel=match.place.channel_id,
        game=game.id,
        ply=state.ply,
        player=match.player(game.on_roll),
        play=format_play(state.rules, state.position, play),
        dice=str(state.position.dice),
    )
