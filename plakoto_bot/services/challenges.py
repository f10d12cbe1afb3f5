"""Challenges: making, answering and taking back one.

Nothing here knows Discord. Times and seeds come in from outside, so tests can fix them.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from plakoto_bot.ai.player import levels_for
from plakoto_bot.domain import challenge as rules
from plakoto_bot.domain.choices import ChallengesFrom
from plakoto_bot.domain.errors import (
    AlreadyPlaying,
    CannotAccept,
    CannotChallenge,
    MatchNotFound,
    NotForYou,
    TooManyBotGames,
    Unwelcome,
    WhyNoChallenge,
    WhyUnwelcome,
)
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.limits import DEFAULT_BOT_GAMES, OFTEN_SECONDS
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.place import Place
from plakoto_bot.domain.terms import CannotPlayTerms, Proposal, WhyNoTerms, settled
from plakoto_bot.engine.kinds import games_of
from plakoto_bot.services.lookup import game_by, match_by
from plakoto_bot.services.progress import begin_match
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.transaction import Transaction

_USUAL = Proposal()


class ChallengeService:
    """Challenges of all servers.

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

    async def open(
        self, place: Place, challenger_id: int, opponent_id: int | None, proposal: Proposal = _USUAL
    ) -> Match:
        """Open a challenge to one person, or to anybody when ``opponent_id`` is None; with a level, to the bot.

        Raises: AlreadyPlaying, BadPosition, CannotChallenge(CROSSED, OFTEN, SAME, TOO_MANY, YOURSELF),
            CannotPlayTerms(LENGTH, LEVEL, PACE), RuleError (a kind of match unknown here), TooManyBotGames,
            UnknownPreset, Unwelcome(BLOCKED, BLOCKED_BY_YOU, DELETED, NOBODY, PLAYED).
        """
        terms = settled(proposal)
        if terms.level is not None and terms.level not in levels_for(*games_of(terms.kind)):
            raise CannotPlayTerms(WhyNoTerms.LEVEL)
        if challenger_id == opponent_id:
            raise CannotChallenge(WhyNoChallenge.YOURSELF)
        async with self._database.write() as transaction:
            await _require_free(transaction, place, challenger_id, None if terms.level else opponent_id)
            if terms.level:
                await self._require_time(transaction, place)
            now = self._now()
            own = await _open_by(transaction, challenger_id, place, now)
            rules.require_new(own, place, opponent_id)
            if opponent_id is not None:
                await _require_consent(transaction, place, challenger_id, opponent_id, now)
            rules.require_room(own)
            match = Match(
                id=0,  # numbered when it is stored
                place=place,
                card_id=None,
                challenger_id=challenger_id,
                opponent_id=opponent_id,
                terms=terms,
                seed=self._new_seed(),
                accepted_by=None,
                status=MatchStatus.OPEN,
                created_at=now,
                expires_at=rules.lasts_until(terms, now),
            )
            return await transaction.matches.add(match)

    async def rematch(self, match_id: int, user_id: int) -> Match:
        """A fresh challenge by one player of a finished match to the other, under the same rules.

        Raises: AlreadyPlaying, CannotChallenge(CROSSED, OFTEN, SAME, TOO_MANY), MatchNotFound, NotForYou,
            TooManyBotGames, Unwelcome(BLOCKED, BLOCKED_BY_YOU, DELETED, NOBODY).
        """
        async with self._database.read() as transaction:
            old = await match_by(transaction, match_id)
        if old.accepted_by is None:
            raise MatchNotFound(match_id)
        if old.side_of(user_id) is None:
            raise NotForYou(old, user_id, None)
        return await self.open(old.place, user_id, old.opponent_of(user_id), old.terms.as_proposal())

    async def note_card(self, match_id: int, message_id: int) -> None:
        """Remember the message that shows the challenge. Raises: MatchNotFound."""
        async with self._database.write() as transaction:
            match = await match_by(transaction, match_id)
            await transaction.matches.save(replace(match, card_id=message_id))

    async def accept(self, match_id: int, user_id: int, interaction_id: int) -> Game:
        """Start the match: the dice are fixed by the seed promised before and by this interaction's id.

        For a match against the bot, which presses nothing, that is the id of the message with the promise.

        Raises: AlreadyPlaying, CannotAccept, ChallengeClosed, MatchNotFound, NotForYou, Unwelcome(BLOCKED_BY_YOU).
        """
        async with self._database.write() as transaction:
            match = await self._open_match(transaction, match_id)
            rules.require_invited(match, user_id)
            await _require_acceptable(transaction, match, user_id)
            # The bot plays any number of games in a channel.
            busy = None if match.terms.level else user_id
            await _require_free(transaction, match.place, busy, match.challenger_id)
            accepted = replace(match, status=MatchStatus.RUNNING, opponent_id=user_id, accepted_by=interaction_id)
            await transaction.matches.save(accepted)
            return await game_by(transaction, await begin_match(transaction, accepted, self._now()))

    async def decline(self, match_id: int, user_id: int) -> Match:
        """The challenged person says no. Raises: ChallengeClosed, MatchNotFound, NotForYou."""
        async with self._database.write() as transaction:
            match = await self._open_match(transaction, match_id)
            rules.require_person(match, user_id, match.opponent_id)
            return await transaction.matches.save(replace(match, status=MatchStatus.DECLINED))

    async def withdraw(self, match_id: int, user_id: int) -> Match:
        """The challenger takes it back. Raises: ChallengeClosed, MatchNotFound, NotForYou."""
        async with self._database.write() as transaction:
            match = await self._open_match(transaction, match_id)
            rules.require_person(match, user_id, match.challenger_id)
            return await transaction.matches.save(replace(match, status=MatchStatus.WITHDRAWN))

    async def cancel(self, match_id: int) -> None:
        """Take back a challenge whose card could not be shown, unless somebody saw and answered it all the same.

        Raises: MatchNotFound.
        """
        async with self._database.write() as transaction:
            match = await match_by(transaction, match_id)
            if match.status is MatchStatus.OPEN:
                await transaction.matches.save(replace(match, status=MatchStatus.WITHDRAWN))

    async def withdraw_others(self, match_id: int) -> list[Match]:
        """Take back the other challenges of those who play a match now where it is played; nobody could accept them.

        Raises: MatchNotFound.
        """
        async with self._database.write() as transaction:
            match = await match_by(transaction, match_id)
            found = await transaction.matches.open_in(match.place.channel_id)
            own = [other for other in found if match.side_of(other.challenger_id) is not None]
            return await _close(transaction, own, MatchStatus.WITHDRAWN)

    async def expire(self) -> list[Match]:
        """Close the challenges whose time is over and return them. Raises nothing."""
        async with self._database.write() as transaction:
            overdue = await transaction.matches.overdue(self._now())
            return await _close(transaction, overdue, MatchStatus.EXPIRED)

    async def cards_deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Messages of a channel are gone: a challenge whose card was among them can no longer be answered.

        Raises nothing.
        """
        async with self._database.read() as transaction:
            challenges = await transaction.matches.open_in(channel_id)
        for match in challenges:
            if match.card_id in message_ids:
                await self.cancel(match.id)

    async def move_to(self, match_id: int, place: Place) -> bool:
        """Let a match go on in another place; False, and nothing happens, once its channel was told of a game.

        Raises: MatchNotFound.
        """
        async with self._database.write() as transaction:
            match = await match_by(transaction, match_id)
            if any(game.shown for game in await transaction.games.of_match(match_id)):
                return False
            await transaction.matches.save(replace(match, place=place))
            return True

    async def _open_match(self, transaction: Transaction, match_id: int) -> Match:
        match = await match_by(transaction, match_id)
        rules.require_open(match, self._now())
        return match

    async def _require_time(self, transaction: Transaction, place: Place) -> None:
        """Refuse a match against the bot in a server that has as many as it may."""
        most = (await transaction.choices.of_server(place.guild_id)).most_bot_games(self._bot_games)
        if await transaction.matches.count_against_bot(place.guild_id) >= most:
            raise TooManyBotGames(most)


async def _open_by(transaction: Transaction, user_id: int, place: Place, now: int) -> list[Match]:
    """One person's challenges in the server that can still be accepted."""
    found = await transaction.matches.open_by(user_id, place.guild_id)
    return [match for match in found if rules.is_open(match, now)]


async def _close(transaction: Transaction, matches: Iterable[Match], status: MatchStatus) -> list[Match]:
    return [await transaction.matches.save(replace(match, status=status)) for match in matches]


async def _require_consent(
    transaction: Transaction, place: Place, challenger_id: int, opponent_id: int, now: int
) -> None:
    """Refuse a challenge that the opponent need not be asked about, or does not want to be."""
    theirs = await _open_by(transaction, opponent_id, place, now)
    rules.require_not_asked(theirs, place, challenger_id)
    rules.require_known(opponent_id)
    wishes = await transaction.choices.of_person(opponent_id)
    own = await transaction.choices.of_person(challenger_id)
    rules.require_no_block(challenger_id, own, opponent_id, wishes)
    have_played = wishes.challenges is not ChallengesFrom.PLAYED or await transaction.matches.have_played(
        place.guild_id, challenger_id, opponent_id
    )
    rules.require_welcome(opponent_id, wishes, have_played=have_played)
    since = now - OFTEN_SECONDS
    unplayed = await transaction.matches.count_unplayed(challenger_id, opponent_id, place.guild_id, since)
    rules.require_patience(unplayed)


async def _require_acceptable(transaction: Transaction, match: Match, user_id: int) -> None:
    """Nobody begins a game with somebody they have blocked, or who has blocked them."""
    own = await transaction.choices.of_person(user_id)
    theirs = await transaction.choices.of_person(match.challenger_id)
    try:
        rules.require_no_block(user_id, own, match.challenger_id, theirs)
    except Unwelcome as error:
        if error.reason is WhyUnwelcome.BLOCKED:
            raise CannotAccept(match) from error
        raise


async def _require_free(transaction: Transaction, place: Place, *user_ids: int | None) -> None:
    """One person plays at most one game in a channel."""
    for user_id in user_ids:
        if user_id is not None:
            games = await transaction.games.running_of(user_id, channel_id=place.channel_id)
            if games:
                raise AlreadyPlaying(user_id, games[0])
