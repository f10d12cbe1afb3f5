"""What somebody has won and lost, as a line says it."""

from __future__ import annotations

from plakoto_bot import texts
from plakoto_bot.storage.records import Standing


def record_of(standing: Standing) -> str:
    """The matches, wins and points of one person in one kind of match, and how the last ones went."""
    numbers = (standing.matches, standing.wins, standing.points, standing.mars, standing.mothers, standing.streak)
    return texts.record(*numbers)
