"""What is asked before a game ends without a play."""

from __future__ import annotations

from plakoto_bot import texts
from plakoto_bot.engine.game import resignation
from plakoto_bot.engine.position import Side
from plakoto_bot.storage.records import GameRecord


def resign_question(game: GameRecord, side: Side) -> str:
    """What resigning now costs."""
    outcome = resignation(game.state, side)
    return texts.RESIGN_QUESTION.format(
        opponent=texts.mention(game.match.player(side.other)), points=texts.points(outcome.points)
    )


def offer_text(game: GameRecord, user_id: int) -> str:
    """The offer that ``user_id`` makes, to their opponent."""
    return texts.OFFER.format(opponent=texts.mention(game.match.opponent_of(user_id)), who=texts.mention(user_id))
