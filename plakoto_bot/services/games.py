"""Challenges and games: every way a person can change one, each in one transaction.

Nothing here knows Discord. Times and seeds come in from outside, so tests can fix them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace

from plakoto_bot.ai.player import LEVELS
from plakoto_bot.engine import game as engine
from plakoto_bot.engine.dice import commitment
from plakoto_bot.engine.events import Event, Played, Stake, StopReason
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.match import LENGTHS, presets_of, rules_of, score_of
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.notation import format_play, parse_play, parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.errors import NotationError, RuleError
from plakoto_bot.export import FORMAT, FORMAT_ANALYSED, Export, ExportedAnalysis, ExportedGame, export_events
from plakoto_bot.services.clocks import PACES, is_overdue
from plakoto_bot.services.consent import require_no_block, require_welcome
from plakoto_bot.services.errors import (
    AlreadyOffered,
    AlreadyPlaying,
    BadPosition,
    CannotAccept,
    CannotChallenge,
    ChallengeClosed,
    GameNotFound,
    GameOver,
    MatchNotFound,
    NoGameHere,
    NotAPlayer,
    NotFinished,
    NotForYou,
    NothingFinished,
    NothingToOffer,
    NotOverdue,
    NotThatBoard,
    NotYourTurn,
    StaleAction,
    TooManyBotGames,
    UnknownPreset,
    Unwelcome,
)
from plakoto_bot.services.flow import begin_match, carried_on, carry_on, roller
from plakoto_bot.services.settings import manual_sides, most_bot_games, quiet_players, server_settings
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import Choices, GameRecord, MatchRecord, MatchStatus, Result
from plakoto_bot.storage.repositories import Transaction
from plakoto_bot.turn_line import note_turn, timed

CHALLENGE_SECONDS = 24 * 60 * 60
#: The bot accepts at once. Should it be stopped before it does, its challenge is closed soon.
BOT_SECONDS = 60
MOST_OPEN_CHALLENGES = 5
#: Challenges by one person to one other that came to nothing, within this time, before a further one is refused.
MOST_OFTEN = 3
OFTEN_SECONDS = 60 * 60
#: Matches against the bot that run in one server at once, where neither the host nor its admins chose.
DEFAULT_BOT_GAMES = 20
#: Two offers and a claim, and some more claims where the clock was set again.
MOST_SIDE_MESSAGES = 8


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is said: a channel (or thread) of a server."""

    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as its channel should see it: the record, what happened since last told, and the last play.

    ``quiet`` are the players who do not want to be pinged, ``results`` what a finished match gave its players,
    ``following`` the id of the match's next game, once this one is over.
    """

    game: GameRecord
    news: tuple[Event, ...]
    last_play: Played | None
    quiet: frozenset[int] = frozenset()
    results: tuple[Result, ...] = ()
    following: int | None = None


#: Is shown, within the transaction that makes a turn, how the game will look if that is committed. It must not raise,
#: and nobody may see anything of it before.
Foresee = Callable[[GameView], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed on before a match: kind and length, house rules, pace, and whether it is rated.

    ``position`` is a position line to start from; such a match is a single game and never rated. With a ``level`` the
    opponent is the bot itself, and the match is not rated either.
    """

    kind: str = "plakoto"
    preset: str | None = None
    length: int = 1
    pace: str = "none"
    rated: bool = True
    position: str | None = None
    level: str | None = None


DEFAULT_TERMS = Terms()


class GameService:
    """Challenges and games of all servers.

    ``now`` gives seconds since 1970, ``new_seed`` 32 secret bytes for one match's dice. In one server ``bot_games``
    matches against the bot may run at once, or fewer where its admins chose so.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], int],
        new_seed: Callable[[], bytes],
        bot_games: int = DEFAULT_BOT_GAMES,
    ) -> None:
        self._database = database
        self._now = now
        self._new_seed = new_seed
        self._bot_games = bot_games

    # --- challenges ------------------------------------------------------------------------------------------

    async def challenge(
        self, place: Place, challenger_id: int, opponent_id: int | None, terms: Terms = DEFAULT_TERMS
    ) -> MatchRecord:
        """Open a challenge to one person, or to anybody when ``opponent_id`` is None; with a level, to the bot."""
        terms = _checked(terms)
        if challenger_id == opponent_id:
            raise CannotChallenge("yourself")
        async with self._database.write() as transaction:
            await _require_free(transaction, place, challenger_id, None if terms.level else opponent_id)
            if terms.level:
                await self._require_time(transaction, place.guild_id)
            now = self._now()
            open_ones = await _still_open(transaction, challenger_id, place.guild_id, now)
            for match in open_ones:
                if match.channel_id == place.channel_id and match.opponent_id == opponent_id:
                    raise CannotChallenge("same", match)
            if opponent_id is not None:
                for match in await _still_open(transaction, opponent_id, place.guild_id, now):
                    if match.channel_id == place.channel_id and match.opponent_id == challenger_id:
                        raise CannotChallenge("crossed", match)
                await require_welcome(transaction, place.guild_id, challenger_id, opponent_id)
                since = now - OFTEN_SECONDS
                if await transaction.unplayed_since(challenger_id, opponent_id, place.guild_id, since) >= MOST_OFTEN:
                    raise CannotChallenge("often")
            if len(open_ones) >= MOST_OPEN_CHALLENGES:
                raise CannotChallenge("too-many", min(open_ones, key=lambda match: match.id))
            return await transaction.add_match(
                {
                    "guild_id": place.guild_id,
                    "channel_id": place.channel_id,
                    "challenger_id": challenger_id,
                    "opponent_id": opponent_id,
                    **asdict(terms),
                    "seed": self._new_seed(),
                    "status": MatchStatus.OPEN,
                    "created_at": now,
                    "expires_at": now + (BOT_SECONDS if terms.level else CHALLENGE_SECONDS),
                }
            )

    async def rematch(self, match_id: int, user_id: int) -> MatchRecord:
        """A fresh challenge by one player of a finished match to the other, under the same rules."""
        async with self._database.read() as transaction:
            old = await _match(transaction, match_id)
        if old.accepted_by is None:
            raise MatchNotFound(match_id)
        side = old.side_of(user_id)
        if side is None:
            raise NotForYou(old, user_id, None)
        place = Place(old.guild_id, old.channel_id)
        terms = Terms(old.kind, old.preset, old.length, old.pace, old.rated, old.position, old.level)
        return await self.challenge(place, user_id, old.player(side.other), terms)

    async def note_card(self, match_id: int, message_id: int) -> None:
        """Remember the message that shows the challenge."""
        async with self._database.write() as transaction:
            await transaction.update_match(match_id, card_id=message_id)

    async def cancel(self, match_id: int) -> None:
        """Take back a challenge whose card could not be shown, unless somebody saw and answered it all the same."""
        async with self._database.write() as transaction:
            if (await _match(transaction, match_id)).status is MatchStatus.OPEN:
                await transaction.update_match(match_id, status=MatchStatus.WITHDRAWN)

    async def accept(self, match_id: int, user_id: int, interaction_id: int) -> GameRecord:
        """Start the match: the dice are fixed by the seed promised before and by this interaction's id.

        For a match against the bot, which presses nothing, that is the id of the message with the promise.
        """
        async with self._database.write() as transaction:
            match = await self._open_match(transaction, match_id)
            if user_id == match.challenger_id:
                raise NotForYou(match, user_id, match.opponent_id)
            if match.opponent_id not in (None, user_id):
                raise NotForYou(match, user_id, match.opponent_id)
            await _require_acceptable(transaction, match, user_id)
            # The bot plays any number of games in a channel.
            busy = None if match.level else user_id
            await _require_free(transaction, Place(match.guild_id, match.channel_id), busy, match.challenger_id)
            match = await transaction.update_match(
                match_id, status=MatchStatus.RUNNING, opponent_id=user_id, accepted_by=interaction_id
            )
            return await _game(transaction, await begin_match(transaction, match, self._now()))

    async def withdraw_others(self, match_id: int) -> list[MatchRecord]:
        """Take back the other challenges of those who play a match now where it is played; nobody could accept them."""
        async with self._database.write() as transaction:
            match = await _match(transaction, match_id)
            found = await transaction.matches_in(match.channel_id, MatchStatus.OPEN)
            own = [other for other in found if other.challenger_id in (match.challenger_id, match.opponent_id)]
            return [await transaction.update_match(other.id, status=MatchStatus.WITHDRAWN) for other in own]

    async def move_to(self, match_id: int, channel_id: int) -> bool:
        """Let a match go on in another channel; False, and nothing happens, once its channel was told of a game."""
        async with self._database.write() as transaction:
            games = await transaction.games_of_match(match_id)
            if any(game.shown for game in games):
                return False
            await transaction.update_match(match_id, channel_id=channel_id)
            return True

    async def decline(self, match_id: int, user_id: int) -> MatchRecord:
        """The challenged person says no."""
        async with self._database.write() as transaction:
            match = await self._open_match(transaction, match_id)
            if user_id != match.opponent_id:
                raise NotForYou(match, user_id, match.opponent_id)
            return await transaction.update_match(match_id, status=MatchStatus.DECLINED)

    async def withdraw(self, match_id: int, user_id: int) -> MatchRecord:
        """The challenger takes it back."""
        async with self._database.write() as transaction:
            match = await self._open_match(transaction, match_id)
            if user_id != match.challenger_id:
                raise NotForYou(match, user_id, match.challenger_id)
            return await transaction.update_match(match_id, status=MatchStatus.WITHDRAWN)

    async def expire_challenges(self) -> list[MatchRecord]:
        """Close the challenges whose time is over and return them."""
        async with self._database.write() as transaction:
            overdue = await transaction.overdue_challenges(self._now())
            return [await transaction.update_match(match.id, status=MatchStatus.EXPIRED) for match in overdue]

    async def _require_time(self, transaction: Transaction, guild_id: int) -> None:
        """Refuse a match against the bot in a server that has as many as it may."""
        most = most_bot_games(await server_settings(transaction, guild_id), self._bot_games)
        if await transaction.count_bot_matches(guild_id) >= most:
            raise TooManyBotGames(most)

    async def _open_match(self, transaction: Transaction, match_id: int) -> MatchRecord:
        match = await _match(transaction, match_id)
        if match.status is MatchStatus.OPEN and match.expires_at <= self._now():
            # Time is up although nobody has swept it yet; the sweep will edit the card.
            raise ChallengeClosed(replace(match, status=MatchStatus.EXPIRED))
        if match.status is not MatchStatus.OPEN:
            raise ChallengeClosed(match)
        return match

    # --- turns -----------------------------------------------------------------------------------------------

    async def play(
        self, game_id: int, ply: int, user_id: int, play: Play, *, foresee: Foresee | None = None
    ) -> GameRecord:
        """Make a play picked from the board of turn ``ply``."""
        with timed("transaction"):
            async with self._database.write() as transaction:
                game, chosen = await _game_with_choices(transaction, game_id)
                _require_turn(game, user_id, ply)
                after = await self._turn(transaction, game, chosen, play, foresee)
        _note(game, play)
        return after

    async def play_text(
        self, place: Place, user_id: int, text: str, *, reply_to: int | None = None, foresee: Foresee | None = None
    ) -> GameRecord:
        """Make a typed play in the game that the person plays in this channel; ``reply_to`` is the message it answers.

        NotThatBoard when that is the board of another game.
        """
        with timed("transaction"):
            async with self._database.write() as transaction:
                here = await _game_here(transaction, place, user_id)
                if reply_to not in (None, here.message_id):
                    for other in await transaction.running_in(place.channel_id):
                        if other.message_id == reply_to:
                            raise NotThatBoard(user_id, other)
                game, chosen = await _game_with_choices(transaction, here.id)
                _require_turn(game, user_id, game.state.ply)
                play = parse_play(game.state.rules, game.state.position, text)
                after = await self._turn(transaction, game, chosen, play, foresee)
        _note(game, play)
        return after

    async def resign(self, game_id: int, user_id: int, *, whole_match: bool = False) -> GameRecord:
        """Give up the game, or the whole match, on turn or not."""
        async with self._database.write() as transaction:
            game, side = await _own_game(transaction, game_id, user_id)
            return await self._carry_on(
                transaction, game, engine.resign(game.state, side, Stake.MATCH if whole_match else Stake.GAME)
            )

    async def may_offer(self, game_id: int, ply: int, user_id: int) -> GameRecord:
        """The game, if this person may offer to lose it for one point: none borne off, and still at this ply (T4).

        That uses up their offer of this turn, unless ``take_offer_back`` says that nobody saw it.
        """
        async with self._database.write() as transaction:
            game, side = await _own_game(transaction, game_id, user_id)
            if game.state.ply != ply:
                raise StaleAction(game, ply)
            if engine.resignation(game.state, side).points == 1:
                raise NothingToOffer(game)
            if game.offered(side):
                raise AlreadyOffered(game)
            await transaction.set_offer(game_id, side, ply)
            return game

    async def take_offer_back(self, game_id: int, ply: int, user_id: int) -> None:
        """The offer made at this ply could not be shown, so it was none."""
        async with self._database.write() as transaction:
            game = await _game(transaction, game_id)
            side = game.match.side_of(user_id)
            if side is not None and game.state.ply == ply:
                await transaction.set_offer(game_id, side, None)

    async def accept_offer(self, game_id: int, ply: int, user_id: int) -> GameRecord:
        """Take the opponent's offer to lose the game for one point, made at this ply."""
        async with self._database.write() as transaction:
            game, side = await _own_game(transaction, game_id, user_id)
            if game.state.ply != ply:
                raise StaleAction(game, ply)
            return await self._carry_on(transaction, game, engine.resign(game.state, side.other, Stake.ONE_POINT))

    async def claim_on_time(self, game_id: int, ply: int, user_id: int) -> GameRecord:
        """Claim the match because the opponent has let the time of turn ``ply`` run out."""
        async with self._database.write() as transaction:
            game, side = await _own_game(transaction, game_id, user_id)
            if game.state.ply != ply:
                raise StaleAction(game, ply)
            if game.state.position.turn is side or not is_overdue(game, self._now()):
                raise NotOverdue(game)
            return await self._carry_on(transaction, game, engine.lose_on_time(game.state))

    async def end(self, game_id: int) -> GameRecord:
        """Stop a game without points. Whether the person may do so is for the caller to check."""
        async with self._database.write() as transaction:
            game = await _running_game(transaction, game_id)
            return await self._carry_on(transaction, game, engine.end_game(game.state))

    async def close_unclaimed(self, game_id: int, ply: int) -> GameRecord:
        """Stop a match whose turn ``ply`` is long overdue and whose win nobody claimed."""
        async with self._database.write() as transaction:
            game = await _running_game(transaction, game_id)
            if game.state.ply != ply or game.overdue_at is None:
                raise GameOver(game)
            return await self._carry_on(transaction, game, engine.end_game(game.state, StopReason.UNCLAIMED))

    async def close_channel(self, channel_id: int) -> None:
        """A channel is gone: withdraw its challenges and stop its games, since nobody can play them any more."""
        async with self._database.write() as transaction:
            for match in await transaction.matches_in(channel_id, MatchStatus.OPEN):
                await transaction.update_match(match.id, status=MatchStatus.WITHDRAWN)
            for game in await transaction.running_in(channel_id):
                ended = await self._carry_on(transaction, game, engine.end_game(game.state))
                await transaction.mark_shown(game.id, ended.events, game.message_id or 0)

    async def cards_deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Messages of a channel are gone: a challenge whose card was among them can no longer be answered."""
        async with self._database.read() as transaction:
            challenges = await transaction.matches_in(channel_id, MatchStatus.OPEN)
        for match in challenges:
            if match.card_id in message_ids:
                await self.cancel(match.id)

    async def _turn(
        self, transaction: Transaction, game: GameRecord, chosen: Choices, play: Play, foresee: Foresee | None
    ) -> GameRecord:
        match, now = game.match, self._now()
        state, happened = engine.play_turn(game.state, play, roller(match, game.number), manual_sides(match, chosen))
        if foresee is not None and state.outcome is None:
            untold = await transaction.events(game.id, after=game.shown) if game.shown < game.events else []
            news = (*untold, *happened)
            after = carried_on(game, state, happened, now)
            foresee(GameView(after, news, _last_play(news), quiet_players(match, chosen)))
        return await carry_on(transaction, game, state, happened, now)

    async def _carry_on(
        self, transaction: Transaction, game: GameRecord, done: tuple[GameState, list[Event]]
    ) -> GameRecord:
        return await carry_on(transaction, game, *done, self._now())

    # --- reading ---------------------------------------------------------------------------------------------

    async def match(self, match_id: int) -> MatchRecord:
        """A match or challenge by its number."""
        async with self._database.read() as transaction:
            return await _match(transaction, match_id)

    async def game(self, game_id: int) -> GameRecord:
        """A game by its id."""
        async with self._database.read() as transaction:
            return await _game(transaction, game_id)

    async def current(self, match_id: int) -> GameRecord:
        """The game that a running match is at."""
        async with self._database.read() as transaction:
            games = await transaction.games_of_match(match_id)
            if not games:
                raise MatchNotFound(match_id)
            return games[-1]

    async def turn_of(self, game_id: int, ply: int, user_id: int) -> GameRecord:
        """The game, if this person is on roll in it at this ply; refuses as ``play`` does."""
        async with self._database.read() as transaction:
            game = await _game(transaction, game_id)
            _require_turn(game, user_id, ply)
            return game

    async def game_here(self, place: Place, user_id: int) -> GameRecord:
        """The running game that a person plays in a channel."""
        async with self._database.read() as transaction:
            return await _game_here(transaction, place, user_id)

    async def games_here(self, place: Place) -> list[GameRecord]:
        """All running games of a channel, oldest first."""
        async with self._database.read() as transaction:
            return await transaction.running_in(place.channel_id)

    async def games_of(self, guild_id: int, user_id: int) -> list[GameRecord]:
        """The running games of a person in a server."""
        async with self._database.read() as transaction:
            return await transaction.running_games(user_id, guild_id=guild_id)

    async def count_running(self) -> int:
        """How many games run, in all servers."""
        async with self._database.read() as transaction:
            return await transaction.count_running()

    async def view(self, game_id: int) -> GameView:
        """The game with what its channel has not been told yet."""
        async with self._database.read() as transaction:
            game, chosen = await _game_with_choices(transaction, game_id)
            news = tuple(await transaction.events(game_id, after=game.shown))
            last_play = _last_play(news) or await transaction.last_play(game_id)
            quiet = quiet_players(game.match, chosen)
            if game.state.outcome is None:
                return GameView(game, news, last_play, quiet)
            results = tuple(await transaction.results_of_match(game.match.id))
            return GameView(game, news, last_play, quiet, results, await transaction.following(game))

    async def as_told(self, view: GameView) -> GameView:
        """The game as its channel saw it before it is told ``view``."""
        async with self._database.read() as transaction:
            events = (await transaction.events(view.game.id))[: view.game.shown]
        match, game = view.game.match, view.game
        if game.state.outcome is not None:
            # The match had not these points yet.
            won = score_of([game.state.outcome])
            match = replace(
                match, white_points=match.white_points - won.white, black_points=match.black_points - won.black
            )
        position = parse_position(match.position) if match.position else None
        state = engine.new_game(game.state.rules, game.starter, position)
        for event in events:
            state = engine.apply_event(state, event)
        return GameView(replace(game, match=match, state=state), (), _last_play(events))

    async def mark_shown(self, view: GameView, message_id: int) -> None:
        """The channel was told all that ``view`` says."""
        async with self._database.write() as transaction:
            await transaction.mark_shown(view.game.id, view.game.events, message_id)

    async def note_side_message(self, game_id: int, message_id: int) -> None:
        """Remember a message about the turn in hand, so that its controls can go with the turn."""
        async with self._database.write() as transaction:
            game = await _game(transaction, game_id)
            newest = (*game.side_messages, message_id)[-MOST_SIDE_MESSAGES:]
            await transaction.set_side_messages(game_id, newest)

    async def unshown(self) -> list[int]:
        """Games whose channel is behind, as a crash between a turn and its message leaves them."""
        async with self._database.read() as transaction:
            return await transaction.unshown()

    async def export(self, place: Place, match_id: int | None) -> Export:
        """A finished match with its seed, and its analysis if there is one; without a number the channel's last."""
        async with self._database.read() as transaction:
            if match_id is None:
                match = await transaction.last_finished(place.channel_id)
                if match is None:
                    raise NothingFinished(place.channel_id)
            else:
                match = await _match(transaction, match_id)
                if match.guild_id != place.guild_id or match.accepted_by is None:
                    raise MatchNotFound(match_id)
            if match.status is not MatchStatus.FINISHED:
                raise NotFinished(match)
            games = [
                ExportedGame(
                    number=game.number,
                    outcome=str(game.state.outcome),
                    events=export_events(await transaction.events(game.id)),
                )
                for game in await transaction.games_of_match(match.id)
            ]
            stored = await transaction.analysis(match.id)
            return Export(
                format=FORMAT_ANALYSED if stored else FORMAT,
                match=match.id,
                game=match.kind,
                rules=match.preset,
                length=match.length,
                position=match.position,
                white=str(match.challenger_id),
                black=str(match.opponent_id),
                commitment=commitment(match.seed),
                seed=match.seed.hex(),
                accepted_by=str(match.accepted_by),
                games=tuple(games),
                analysis=ExportedAnalysis.model_validate_json(stored.document) if stored else None,
            )


def _last_play(events: Sequence[Event]) -> Played | None:
    """The last play among these, passes included."""
    return next((event for event in reversed(events) if isinstance(event, Played)), None)


def _checked(terms: Terms) -> Terms:
    """Terms that can be played, with every default filled in."""
    if terms.position is not None:
        terms = replace(terms, kind=_game_of_position(terms.position), length=1, rated=False)
    if terms.level is not None:
        assert terms.level in LEVELS, "offered by name"
        terms = replace(terms, rated=False)
    if terms.length not in LENGTHS:
        raise CannotChallenge("length")
    if terms.pace not in PACES:
        raise CannotChallenge("pace")
    presets = presets_of(terms.kind)
    if terms.preset not in (None, *presets):
        raise UnknownPreset(terms.kind, str(terms.preset), presets)
    return replace(terms, preset=terms.preset or presets[0])


def _game_of_position(text: str) -> str:
    """The game of a position line that somebody can play on from."""
    try:
        position = parse_position(text)
        game = position.layout.name
        engine.new_game(rules_of(game, None, 1), position=position)
    except (NotationError, RuleError) as error:
        raise BadPosition(error) from error
    return game


def _note(game: GameRecord, play: Play) -> None:
    """Note a turn for the log; ``game`` is as it was before."""
    state, match = game.state, game.match
    note_turn(
        guild=match.guild_id,
        channel=match.channel_id,
        game=game.id,
        ply=state.ply,
        player=match.player(state.position.turn),
        play=format_play(state.rules, state.position, play),
        dice=str(state.position.dice),
    )


async def _match(transaction: Transaction, match_id: int) -> MatchRecord:
    match = await transaction.match(match_id)
    if match is None:
        raise MatchNotFound(match_id)
    return match


async def _still_open(transaction: Transaction, challenger_id: int, guild_id: int, now: int) -> list[MatchRecord]:
    """One person's challenges that can still be accepted; those whose time is over may not be swept yet."""
    return [match for match in await transaction.open_challenges(challenger_id, guild_id) if match.expires_at > now]


async def _game(transaction: Transaction, game_id: int) -> GameRecord:
    game = await transaction.game(game_id)
    if game is None:
        raise GameNotFound(game_id)
    return game


async def _game_with_choices(transaction: Transaction, game_id: int) -> tuple[GameRecord, Choices]:
    found = await transaction.game_with_choices(game_id)
    if found is None:
        raise GameNotFound(game_id)
    return found


async def _running_game(transaction: Transaction, game_id: int) -> GameRecord:
    game = await _game(transaction, game_id)
    if game.state.outcome:
        raise GameOver(game)
    return game


async def _own_game(transaction: Transaction, game_id: int, user_id: int) -> tuple[GameRecord, Side]:
    """A running game and the side that this person plays in it."""
    game = await _running_game(transaction, game_id)
    side = game.match.side_of(user_id)
    if side is None:
        raise NotAPlayer(user_id, game)
    return game, side


def _require_turn(game: GameRecord, user_id: int, ply: int) -> None:
    """Raise who or what is in the way if this person is not on roll in the game at this ply."""
    side = game.match.side_of(user_id)
    if side is None:
        raise NotAPlayer(user_id, game)
    if game.state.outcome:
        raise GameOver(game)
    if game.state.ply != ply:
        raise StaleAction(game, ply)
    if side is not game.state.position.turn:
        raise NotYourTurn(user_id, game)


async def _game_here(transaction: Transaction, place: Place, user_id: int) -> GameRecord:
    games = await transaction.running_games(user_id, channel_id=place.channel_id)
    if not games:
        elsewhere = await transaction.running_games(user_id, guild_id=place.guild_id)
        raise NoGameHere(user_id, tuple(elsewhere))
    return games[0]


async def _require_acceptable(transaction: Transaction, match: MatchRecord, user_id: int) -> None:
    """Nobody begins a game with somebody they have blocked, or who has blocked them."""
    try:
        await require_no_block(transaction, user_id, match.challenger_id)
    except Unwelcome as error:
        if error.reason == "blocked":
            raise CannotAccept(match, user_id) from error
        raise


async def _require_free(transaction: Transaction, place: Place, *user_ids: int | None) -> None:
    """One person plays at most one game in a channel."""
    for user_id in user_ids:
        if user_id is not None:
            games = await transaction.running_games(user_id, channel_id=place.channel_id)
            if games:
                raise AlreadyPlaying(user_id, games[0])
