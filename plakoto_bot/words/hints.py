"""Hints."""

from plakoto_bot.words import common as common_words

HINT_TITLE = "**The best plays of {dice}**"
HINT_EXPLAINED = "-# Equity: the points that a play brings you on average. The board is the one after the first play."
HINT_ONLY = "There is no other play."


def hint(place: int, play: str, equity: float, wins: float, wins_two: float, loses_two: float) -> str:
    """One of the best plays; chances from 0 to 1."""
    return (
        f"{place}. **{common_words.escape(play)}** · equity {equity:+.3f} · you win {wins:.1%} "
        f"(2 points {wins_two:.1%}), lose 2 points {loses_two:.1%}"
    )
