"""Why something is refused, in the words that a person reads."""

from __future__ import annotations

import logging
import secrets

from discord import app_commands
from discord.ext import commands

from cogs.kit.sentences import link_to
from cogs.kit.work import Stopping
from plakoto_bot import texts
from plakoto_bot.engine.position import Side
from plakoto_bot.errors import AmbiguousPlay, IllegalPlay, NotationError, PlakotoError
from plakoto_bot.services import errors
from plakoto_bot.services.games import MOST_OPEN_CHALLENGES
from plakoto_bot.storage.records import MatchRecord, MatchStatus

log = logging.getLogger(__name__)


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
            return texts.STOPPING
        case PlakotoError() if sentence := refusal(original, reader):
            return sentence
        case commands.NoPrivateMessage() | app_commands.NoPrivateMessage():
            return texts.SERVERS_ONLY
        case commands.MissingRequiredArgument() if original.param.name == "play":
            return texts.EMPTY_MOVE
        case commands.MissingRequiredArgument():
            return texts.MISSING_ARGUMENT.format(name=original.param.name, hint=texts.SEE_HELP)
        case commands.UserInputError() | app_commands.TransformerError():
            return texts.bad_argument(str(getattr(original, "argument", "") or getattr(original, "value", "")))
    incident = secrets.token_hex(4)
    log.error("incident %s", incident, exc_info=original)
    return texts.UNEXPECTED.format(incident=incident)


def refusal(error: PlakotoError, reader: int | None = None) -> str | None:
    """The sentence a player reads for a refusal: what was wrong and what to do. None: no player brings that about."""
    match error:
        case errors.CannotChallenge(reason="yourself"):
            return texts.CHALLENGE_YOURSELF
        case errors.CannotChallenge(reason="same", match=MatchRecord(level=str())):
            return texts.CHALLENGE_BEGINS
        case errors.CannotChallenge(reason="same", match=MatchRecord() as same):
            return texts.CHALLENGE_SAME.format(link=texts.link(same.guild_id, same.channel_id, same.card_id))
        case errors.CannotChallenge(reason="often"):
            return texts.CHALLENGE_OFTEN
        case errors.CannotChallenge(reason="length" | "pace"):
            return texts.CHALLENGE_TERMS
        case errors.CannotChallenge(reason="crossed", match=MatchRecord() as theirs):
            return texts.CHALLENGE_CROSSED.format(link=texts.link(theirs.guild_id, theirs.channel_id, theirs.card_id))
        case errors.CannotChallenge(reason="too-many", match=MatchRecord() as oldest):
            link = texts.link(oldest.guild_id, oldest.channel_id, oldest.card_id)
            return texts.CHALLENGE_TOO_MANY.format(most=MOST_OPEN_CHALLENGES, link=link)
        case errors.Unwelcome():
            return texts.UNWELCOME[error.reason].format(who=texts.mention(error.person_id))
        case errors.CannotAccept():
            return texts.CANNOT_ACCEPT
        case errors.TooManyBlocked():
            return texts.TOO_MANY_BLOCKED.format(most=error.most)
        case errors.TooManyBotGames(most=0):
            return texts.NO_BOT_GAMES
        case errors.TooManyBotGames():
            return texts.TOO_MANY_BOT_GAMES.format(most=error.most)
        case errors.NoHints():
            return texts.NO_HINTS
        case errors.UnknownPreset():
            return texts.UNKNOWN_PRESET.format(kind=error.kind.capitalize(), presets=", ".join(error.presets))
        case errors.BadPosition(error=NotationError() as fault):
            return texts.bad_position(fault.text, fault.field, fault.expected)
        case errors.BadPosition():
            return texts.POSITION_OVER
        case errors.AlreadyPlaying():
            if error.user_id == reader:
                return texts.you_already_play(link_to(error.game))
            return texts.already_playing(error.user_id, link_to(error.game))
        case errors.MatchNotFound():
            return texts.MATCH_GONE.format(number=error.match_id)
        case errors.ChallengeClosed(match=MatchRecord(status=MatchStatus.RUNNING) as begun) if (
            reader is not None and begun.side_of(reader) is not None
        ):
            return texts.CHALLENGE_BEGUN.format(link=texts.link(begun.guild_id, begun.channel_id, None))
        case errors.ChallengeClosed():
            return texts.CHALLENGE_IS_CLOSED.format(
                status=texts.challenge_closed(error.match.status, error.match.opponent_id)
            )
        case errors.NotForYou():
            return texts.not_for_you(error.match.challenger_id, error.match.opponent_id, error.allowed)
        case errors.GameNotFound():
            return texts.GAME_GONE
        case errors.NoGameHere():
            if error.elsewhere:
                return texts.NO_GAME_HERE_BUT.format(links=" ".join(map(link_to, error.elsewhere[:5])))
            return texts.NO_GAME_HERE
        case errors.NotAPlayer() | errors.NotThatBoard():
            white, black = (texts.mention(error.game.match.player(side)) for side in Side)
            sentence = texts.NOT_A_PLAYER if isinstance(error, errors.NotAPlayer) else texts.NOT_THAT_BOARD
            return sentence.format(white=white, black=black)
        case errors.NotYourTurn():
            return texts.NOT_YOUR_TURN.format(
                who=texts.mention(error.game.match.player(error.game.state.position.turn))
            )
        case errors.StaleAction():
            return texts.STALE.format(link=link_to(error.game))
        case errors.GameOver():
            return texts.GAME_OVER
        case errors.NothingToOffer():
            return texts.NOTHING_TO_OFFER
        case errors.AlreadyOffered():
            return texts.OFFERED_ALREADY
        case errors.NotOverdue():
            late = error.game.match.player(error.game.state.position.turn)
            if error.game.deadline is None or reader == late:
                return texts.NOT_OVERDUE
            return texts.not_overdue_yet(error.game.deadline)
        case errors.NothingFinished():
            return texts.NOTHING_FINISHED
        case errors.NotFinished():
            return texts.NOT_FINISHED.format(number=error.match.id)
        case errors.NothingPlayed():
            return texts.NOTHING_TO_ANALYSE
        case errors.AnalysisRunning():
            return texts.ANALYSIS_RUNNING.format(number=error.match.id)
        case IllegalPlay():
            return texts.illegal(error.reason, error.rule)
        case AmbiguousPlay(readings=(first, second)):
            return texts.AMBIGUOUS.format(first=first, second=second)
        case NotationError():
            return texts.unreadable(error.text, error.expected)
        case _:
            return None
