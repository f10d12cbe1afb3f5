"""Leaderboard, profile, history and replay."""

from plakoto_bot.engine.position import Side
from plakoto_bot.words import answers as answers_words
from plakoto_bot.words import common as common_words

NOT_IN_SERVER = "{who} is not a member of this server. Name somebody who is here."
AGAINST_ONESELF = "Nobody plays against themselves. Name two different people."
NO_HISTORY_SELF = "You have not finished a match in this server yet. Start one with `/challenge`."
NO_HISTORY = "{who} has not finished a match in this server yet."
NO_SCORES_SELF = "You have not finished a rated match in this server yet. Start one with `/challenge`."
NO_SCORES = "{who} has not finished a rated match in this server yet."
HISTORY_HINT = "-# Pick a match below to get its file or its analysis, or to see the board at any turn."
GRAPH_BELOW = "-# The picture shows the rating in {kind}; `game:` chooses another."
NO_GRAPH = "-# No rated match of {kind} has been finished yet, so there is no picture of the rating."
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def leaderboard_title(kind: str, period: str, page: int, pages: int) -> str:
    """Heading of a leaderboard; pages count from 0."""
    number = f" · page {page + 1} of {pages}" if pages > 1 else ""
    return f"🏆 **{kind.capitalize()} leaderboard, {_period(period)}**{number}"


def _period(period: str) -> str:
    """``all time``, ``November 2026``."""
    if period == "all":
        return "all time"
    year, month = map(int, period.split("-"))
    # Not the calendar's own names: those follow the language of the machine.
    return f"{_MONTHS[month - 1]} {year}" if 1 <= month <= len(_MONTHS) else period


def nobody_ranked(kind: str, period: str, least: int) -> str:
    """An empty leaderboard."""
    when = "" if period == "all" else f" in {_period(period)}"
    return (
        f"Nobody is on the {kind.capitalize()} leaderboard{when} yet: it takes {least} finished rated matches"
        f"{when}. Start one with `/challenge`."
    )


def leaderboard_line(rank: int, name: str, rating: float, record: str) -> str:
    """One person on the leaderboard, in two lines that hold for any width of letters."""
    return f"**{rank}. {name}** · rating **{rating:.0f}**\n-# {record}"


def record(matches: int, wins: int, points_won: int, mars: int, mothers: int, streak: int) -> str:
    """Somebody's matches in numbers."""
    count = common_words.counted
    parts = [count(matches, "match", "es"), f"{wins} won", common_words.points(points_won), f"{mars} mars"]
    parts += [count(mothers, "mother")] if mothers else []
    if streak:
        parts.append(f"{abs(streak)} {'won' if streak > 0 else 'lost'} in a row")
    return " · ".join(parts)


def profile_title(name: str) -> str:
    """Heading of a profile."""
    return f"**{name}** in this server"


def profile_line(kind: str, rating: float, numbers: str) -> str:
    """One kind of match in a profile."""
    return f"**{kind.capitalize()}** · rating **{rating:.0f}**\n-# {numbers}"


def head_to_head(name: str, matches: int, wins: int, points_won: int, against: int) -> str:
    """What two people did against each other, for the one whose profile it is."""
    if not matches:
        return f"**Against {name}** no finished match yet."
    return (
        f"**Against {name}** {common_words.counted(matches, 'match', 'es')}: {wins} won, {matches - wins} lost; "
        f"points {points_won}-{against}."
    )


def dice_counts(rolled: tuple[int, ...], verdict: str) -> str:
    """How often each die was rolled, and what is to be thought of it."""
    total = sum(rolled)
    each = " · ".join(f"{die}: {count}" for die, count in enumerate(rolled, 1))
    return f"**Dice** {total} rolled, {total / 6:.0f} of each expected\n{each}\n-# {verdict}"


def dice_too_few(least: int) -> str:
    """Not enough dice to judge."""
    return f"Too few to judge: from {least} dice on I say whether they are usual."


def dice_usual(value: float, usual: float) -> str:
    """Nothing out of the ordinary."""
    return f"That is usual: chi-square {value:.1f}, and fair dice stay below {usual:.1f} in 95 of 100 cases."


def dice_unusual(value: float, usual: float) -> str:
    """What happens to one in twenty."""
    return (
        f"That is unusual, but fair dice do it to 1 person in 20: chi-square {value:.1f}, usual is up to {usual:.1f}. "
        "`/verify` checks every roll of a match."
    )


def dice_rare(value: float, rare: float) -> str:
    """What happens to one in a thousand."""
    return (
        f"That is rare: fair dice stay below a chi-square of {rare:.1f} in 999 of 1000 cases, and this is {value:.1f}. "
        "`/verify` checks every roll of a match."
    )


def history_title(name: str, page: int, pages: int) -> str:
    """Heading of somebody's matches; pages count from 0."""
    number = f" · page {page + 1} of {pages}" if pages > 1 else ""
    return f"**Finished matches of {name}**{number}"


def history_line(number: int, what: str, how: str, opponent: str, change: str, ended_at: int) -> str:
    """One match in a list."""
    return f"**#{number}** {what} · {how} against {opponent} · {change} · <t:{ended_at}:d>"


def against(how: str, opponent: str) -> str:
    """How a match went and against whom, for a menu."""
    return f"{how} against {opponent}"


def match_result(own: int, theirs: int, ended_by: str | None, *, won: bool | None) -> str:
    """How a match went for one of its players; None: nobody won it."""
    if won is None:
        return "drawn" if ended_by == "points" else "stopped"
    how = {"resigned": " by resignation", "time": " on time"}.get(ended_by or "", "")
    return f"**{'won' if won else 'lost'} {own}-{theirs}**{how}"


def rating_gain(before: float | None, after: float | None) -> str:
    """What a match did to a rating."""
    if before is None or after is None:
        return "unrated"
    return f"rating {after - before:+.1f}"


def match_card(number: int, what: str, white: str, black: str, score: tuple[int, int], ended_at: int) -> str:
    """A finished match that was picked from a list."""
    return (
        f"**#{number} {what}** · <t:{ended_at}:d>\n"
        f"{common_words.CHECKER[Side.WHITE]} {white} {score[0]}, {common_words.CHECKER[Side.BLACK]} {black} {score[1]}"
    )


def game_result(number: int, game: str, how: str) -> str:
    """One game of a match."""
    return f"-# Game {number}, {game.capitalize()}: {how}"


def moment(number: int, what: str, turn: int, turns: int) -> str:
    """Where in a finished game a picture belongs."""
    return f"**#{number} {what}** · turn {turn} of {turns}"


def exported(number: int) -> str:
    """With the file of a match."""
    return f"Match #{number} with every roll and play, and its seed. {answers_words.VERIFY_FILE}"
