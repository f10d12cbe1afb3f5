"""Analyses."""

from plakoto_bot.engine.position import Dice
from plakoto_bot.words import common as common_words

NOTHING_TO_ANALYSE = "You have not finished a match in this server yet. Name one by its number: `/analyse match:12`."
ANALYSIS_RUNNING = "I am still at the analysis of match #{number} that you wait for. Ask again when it is done."
ANALYSIS_GONE = "There is no analysis of that match: a player has had their data deleted. Press *Show* to make one."
#: How bad a play was, in the sentence of ``worst_play``.
MARKS = {"fine": "a small loss", "error": "an **error**", "blunder": "a **blunder**"}
NO_WORST = "-# Every play was the best one, or as good."
ANALYSIS_HINT = (
    "-# Error rate: thousandths of a point lost a decision. Luck: points that the rolls gave. In the picture bars show "
    "what plays lost, with a knob for a blunder."
)


def analysing(number: int, done: int, total: int, *, waiting: bool) -> str:
    """While an analysis is being made; ``waiting`` for another one to be done first."""
    if waiting:
        return f"🔎 Match #{number} is analysed as soon as another one of this server is done."
    how = f" {done} of {total} turns are done." if total else ""
    return f"🔎 Analysing match #{number} ...{how}"


def analysis_title(number: int, what: str) -> str:
    """Heading of an analysis."""
    return f"🔎 **Analysis of #{number} {what}**"


def analysis_line(who: str, rate: float | None, grade: str, errors: int, blunders: int, luck: float) -> str:
    """How one player did."""
    if rate is None:
        return f"{who} · nothing to decide · luck {luck:+.2f}"
    return (
        f"{who} · error rate **{rate:.1f}**, {grade} · {common_words.counted(errors, 'error')} · "
        f"{common_words.counted(blunders, 'blunder')} · luck {luck:+.2f}"
    )


def analysed_game(number: int, games: int, game: str, how: str) -> str:
    """The game that the picture shows, and how it ended."""
    which = f"Game {number} of {games}, {game.capitalize()}" if games > 1 else game.capitalize()
    return f"**{which}** · {how}"


def worst_title(number: int, what: str, place: int, places: int) -> str:
    """Heading of one of the worst plays of a match."""
    return f"🔎 **Worst plays of #{number} {what}** · {place} of {places}"


def worst_play(who: str, dice: Dice, where: str, lost: float, mark: str) -> str:
    """Whose play, of which roll, and what it lost."""
    return f"{who} rolled {common_words.roll(dice)} in {where} and lost **{lost:.3f}** points: {MARKS[mark]}."


def turn_of_game(turn: int, number: int, games: int) -> str:
    """Where in a match something was."""
    return f"turn {turn} of game {number}" if games > 1 else f"turn {turn}"


def played_and_best(played: str, best: str) -> str:
    """Two ways to play one roll."""
    return f"Played: **{common_words.escape(played)}** · best: **{common_words.escape(best)}**"


def judged(best: str, lost: float, mark: str) -> str:
    """What an analysis says of a play, under it."""
    if not lost:
        return "-# That was the best play, or as good."
    return f"-# Best was **{common_words.escape(best)}**; this lost {lost:.3f} points: {MARKS[mark]}."
