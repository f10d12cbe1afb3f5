"""Why something is refused, in the words that a person reads."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from cogs.kit.sentences import link_to
from cogs.kit.work import Stopping
from plakoto_bot.domain import errors, terms
from plakoto_bot.domain.errors import WhyNoChallenge
from plakoto_bot.domain.limits import MOST_OPEN_CHALLENGES
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.errors import AmbiguousPlay, NotationError, PlakotoError
from plakoto_bot.words import analyses, challenges, choices, common, illegal_plays, refusals

log = logging.getLogger(__name__)

#: What says the same whatever the case.
_SAME: Mapping[type[PlakotoError], str] = {
    errors.CannotAccept: choices.CANNOT_ACCEPT,
    errors.NoHints: refusals.NO_HINTS,
    errors.GameNotFound: refusals.GAME_GONE,
    errors.GameOver: refusals.GAME_OVER,
    errors.NothingToOffer: refusals.NOTHING_TO_OFFER,
    errors.AlreadyOffered: refusals.OFFERED_ALREADY,
    errors.NothingFinished: refusals.NOTHING_FINISHED,
    errors.NothingPlayed: analyses.NOTHING_TO_ANALYSE,
}


class Refused(Exception):
    """A refusal that is Discord's affair and not the game's; ``sentence`` is what the person reads."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def sentence_for(error: BaseException, reader: int | None = None) -> str:
    """What a person reads for any error; one that nobody foresaw is logged under an incident number.

    ``reader`` is that person, whom some sentences address otherwise than somebody else.
    """
    original = error
    while isinstance(
        original, commands.HybridCommandError | commands.CommandInvokeError | app_commands.CommandInvokeError
    ):
        original = original.original
    match original:
        case Refused():
            return original.sentence
        case Stopping():
            return refusals.STOPPING
        case PlakotoError() if sentence := refusal(original, reader):
            return sentence
        case commands.NoPrivateMessage() | app_commands.NoPrivateMessage():
            return refusals.SERVERS_ONLY
        case commands.MissingRequiredArgument() if original.param.name == "play":
            return refusals.EMPTY_MOVE
        case commands.MissingRequiredArgument():
            return refusals.MISSING_ARGUMENT.format(name=original.param.name, hint=refusals.SEE_HELP)
        case commands.UserInputError() | app_commands.TransformerError():
            return refusals.bad_argument(str(getattr(original, "argument", "") or getattr(original, "value", "")))
    incident = secrets.token_hex(4)
    log.error("incident %s", incident, exc_info=original)
    return refusals.UNEXPECTED.format(incident=incident)


def refusal(error: PlakotoError, reader: int | None = None) -> str | None:
    """The sentence a player reads for a refusal: what was wrong and what to do. None: no player brings that about."""
    match error:
        case errors.CannotChallenge():
            return _no_challenge(error.reason, error.match)
        case terms.CannotPlayTerms(reason=terms.WhyNoTerms.LEVEL):
            return refusals.CHALLENGE_LEVEL
        case terms.CannotPlayTerms():
            return refusals.CHALLENGE_TERMS
        case errors.Unwelcome():
            return choices.UNWELCOME[error.reason].format(who=common.mention(error.person_id))
        case errors.TooManyBlocked():
            return choices.TOO_MANY_BLOCKED.format(most=error.most)
        case errors.TooManyBotGames(most=0):
            return refusals.NO_BOT_GAMES
        case errors.TooManyBotGames():
            return refusals.TOO_MANY_BOT_GAMES.format(most=error.most)
        case errors.NotJudged():
            return refusals.NOT_JUDGED.format(game=error.game.capitalize())
        case terms.UnknownPreset():
            return refusals.UNKNOWN_PRESET.format(kind=error.kind.capitalize(), presets=", ".join(error.presets))
        case terms.BadPosition(error=NotationError() as fault):
            return refusals.bad_position(fault.text, fault.field, fault.expected)
        case terms.BadPosition():
            return refusals.POSITION_OVER
        case errors.AlreadyPlaying():
            if error.user_id == reader:
                return refusals.you_already_play(link_to(error.game))
            return refusals.already_playing(error.user_id, link_to(error.game))
        case errors.MatchNotFound():
            return refusals.MATCH_GONE.format(number=error.match_id)
        case errors.ChallengeClosed(match=Match(status=MatchStatus.RUNNING) as begun) if (
            reader is not None and begun.side_of(reader) is not None
        ):
            return refusals.CHALLENGE_BEGUN.format(link=common.link(begun.place, None))
        case errors.ChallengeClosed():
            return refusals.CHALLENGE_IS_CLOSED.format(
                status=challenges.challenge_closed(error.match.status, error.match.opponent_id)
            )
        case errors.NotForYou():
            return refusals.not_for_you(error.match.challenger_id, error.match.opponent_id, error.allowed)
        case errors.NoGameHere():
            if error.elsewhere:
                return refusals.NO_GAME_HERE_BUT.format(links=" ".join(map(link_to, error.elsewhere[:5])))
            return refusals.NO_GAME_HERE
        case errors.NotAPlayer() | errors.NotThatBoard():
            white, black = (common.mention(error.game.match.player(side)) for side in Side)
            sentence = refusals.NOT_A_PLAYER if isinstance(error, errors.NotAPlayer) else refusals.NOT_THAT_BOARD
            return sentence.format(white=white, black=black)
        case errors.NotYourTurn():
            return refusals.NOT_YOUR_TURN.format(who=common.mention(error.game.match.player(error.game.on_roll)))
        case errors.StaleAction():
            return refusals.STALE.format(link=link_to(error.game))
        case errors.NotOverdue():
            late = error.game.match.player(error.game.on_roll)
            if error.game.clock.deadline is None or reader == late:
                return refusals.NOT_OVERDUE
            return refusals.not_overdue_yet(error.game.clock.deadline)
        case errors.NotFinished():
            return refusals.NOT_FINISHED.format(number=error.match.id)
        case errors.AnalysisRunning():
            return analyses.ANALYSIS_RUNNING.format(number=error.match.id)
        case IllegalPlay():
            return refusals.illegal(illegal_plays.refusal(error), error.rule)
        case AmbiguousPlay(readings=(first, second)):
            return refusals.AMBIGUOUS.format(first=first, second=second)
        case NotationError():
            return refusals.unreadable(error.text, error.expected)
        case _:
            return _SAME.get(type(error))


def _no_challenge(reason: WhyNoChallenge, match: Match | None) -> str:
    """Why a challenge cannot be made; ``match`` is the one in the way, if one is."""
    link = "" if match is None else common.link(match.place, match.card_id)
    match reason:
        case WhyNoChallenge.YOURSELF:
            return refusals.CHALLENGE_YOURSELF
        case WhyNoChallenge.SAME if match is not None and match.terms.level is not None:
            return refusals.CHALLENGE_BEGINS
        case WhyNoChallenge.SAME:
            return refusals.CHALLENGE_SAME.format(link=link)
        case WhyNoChallenge.CROSSED:
            return refusals.CHALLENGE_CROSSED.format(link=link)
        case WhyNoChallenge.OFTEN:
            return refusals.CHALLENGE_OFTEN
        case WhyNoChallenge.TOO_MANY:
            return refusals.CHALLENGE_TOO_MANY.format(most=MOST_OPEN_CHALLENGES, link=link)
