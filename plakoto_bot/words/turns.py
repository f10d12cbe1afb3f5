"""What happened in a game, and whose turn it is."""

from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.words import common as common_words


def contest(dice: Dice, starter: str | None) -> str:
    """One throw of the opening contest, White's die first; no starter after a tie."""
    white, black = common_words.CHECKER[Side.WHITE], common_words.CHECKER[Side.BLACK]
    thrown = f"Opening: {white} {dice.first}, {black} {dice.second}"
    return f"{thrown}: {starter} starts, with two fresh dice." if starter else f"{thrown}: a tie, again."


def played(who: str, dice: Dice | None, play: str) -> str:
    """A play somebody chose; its dice are None when they were told before."""
    thrown = f" rolled {common_words.roll(dice)} and" if dice else ""
    if play == "pass":
        return f"{who}{thrown} cannot move: pass."
    return f"{who}{thrown} played **{common_words.escape(play)}**."


def forced(who: str, dice: Dice | None, play: str) -> str:
    """A roll that left no choice; its dice are None when they were told before."""
    thrown = f"rolled {common_words.roll(dice)}" if dice else "made the roll"
    if play == "pass":
        return f"{who} {thrown} and cannot move: pass."
    return f"{who} {thrown}, and **{common_words.escape(play)}** is the only play."


def resigned(who: str, *, whole_match: bool = False, one_point: bool = False) -> str:
    """A resignation."""
    if whole_match:
        return f"{who} resigned the match."
    return f"{who} resigned, for the one point they offered." if one_point else f"{who} resigned."


def lost_on_time(who: str) -> str:
    """The time ran out and the opponent claimed it."""
    return f"{who} let the time run out."


BEGINS_THERE = "The game begins from a given position."
STOPPED = "A moderator ended it. Nobody scores."
UNCLAIMED = "The time ran out long ago and nobody claimed the win, so the match is closed. Nobody scores."


def turns_between(count: int) -> str:
    """In place of the middle of the news when there is too much of it."""
    return f"-# … then {count} more turn{'s' if count != 1 else ''}, and after that:"


def to_move(user_id: int, side: Side, dice: Dice) -> str:
    """The line that calls the next player."""
    return f"{common_words.player(side, user_id)}, you rolled {common_words.roll(dice)}. Choose below or type `/move`."


def is_to_move(user_id: int, side: Side, dice: Dice) -> str:
    """Whose turn it is, for those who have to wait."""
    return f"{common_words.player(side, user_id)} rolled {common_words.roll(dice)} and is to move."


def is_thinking(user_id: int, side: Side, dice: Dice) -> str:
    """The bot itself is on roll."""
    return f"{common_words.player(side, user_id)} rolled {common_words.roll(dice)} and is thinking."


_DRAWN = {Reason.BOTH_MOTHERS: "both mothers are pinned", Reason.DEAD: "neither side can ever move again"}
_WON = {
    Reason.BORNE_OFF: "all fifteen checkers are off",
    Reason.MARS: "all fifteen are off before the opponent bore off one: mars",
    Reason.MOTHER: "the mother is pinned",
    Reason.RESIGNED: "by resignation",
    Reason.TIME: "on time",
}
SO_FAR = "So far: "


def so_far(play: str) -> str:
    """The steps of an unfinished play."""
    return f"{SO_FAR}**{common_words.escape(play)}**"


CONFIRM = "Press *Confirm* to play it or *Undo* to take a step back."


def footer(
    name: str,
    number: int,
    preset: str,
    level: str | None,
    score: tuple[int, int] | None,
    pips: tuple[int, int],
    deadline: int | None,
) -> str:
    """Small print: what is played, its number and rules, the bot's level, the tally, the pips to go and the clock."""
    parts = [f"{name} #{number}", preset]
    if level:
        parts.append(f"level {level}")
    if score:
        parts.append(f"tally {common_words.both_numbers(score)}")
    parts.append(f"pips {common_words.both_numbers(pips)}")
    if deadline:
        parts.append(f"time is up <t:{deadline}:R>")
    return f"-# {' · '.join(parts)}"


def game_of_match(kind: str, game: str, number: int, length: int) -> str:
    """What is being played: ``Plakoto``, or ``Tavli to 5, game 2: Plakoto``."""
    if length == 1 and number == 1:
        return game.capitalize()
    return f"{kind.capitalize()} to {length}, game {number}: {game.capitalize()}"


def match_goes_on(score: tuple[int, int], length: int, following: str) -> str:
    """Between two games of a match."""
    return f"Tally {common_words.both_numbers(score)}, played to {length}. Next: **{following.capitalize()}**."


def match_won(winner: str, score: tuple[int, int]) -> str:
    """The end of a match."""
    return f"🏁 **{winner} wins the match**, {max(score)}-{min(score)}."


def rating_change(user_id: int, before: float | None, after: float | None) -> str:
    """One player's rating before and after."""
    return f"{common_words.mention(user_id)} {before or 0:.0f} → {after or 0:.0f}"


def ratings(changes: list[str]) -> str:
    """What a match did to the ratings."""
    return f"Ratings: {', '.join(changes)}"


def reminder(user_id: int, deadline: int, where: str) -> str:
    """When a quarter of the time is left."""
    return f"{common_words.mention(user_id)}, it is your turn and your time is up <t:{deadline}:R>: {where}"


def overdue(late: int, waiting: int, length: int) -> str:
    """When the time is over."""
    return (
        f"{common_words.mention(waiting)}, the time of {common_words.mention(late)} is over. "
        f"You may claim {_to_claim(length)}, or wait for the move."
    )


def absent(late: int, deadline: int, length: int) -> str:
    """The player on roll has left, and a clock was started for the one who waits."""
    return (
        f"{common_words.mention(late)} is no longer in this server. "
        f"If they do not move by <t:{deadline}:R> you may claim {_to_claim(length)}."
    )


def _to_claim(length: int) -> str:
    """What is won on time."""
    return "the win" if length == 1 else "the match"


def result(outcome: Outcome, white: str, black: str) -> str:
    """Who won, how and for how many points. Both are named, so that either can be pinged."""
    if outcome.winner is None:
        if outcome.reason not in _DRAWN:
            return f"⏹️ The game of {white} and {black} is over."
        return f"🤝 **A draw** between {white} and {black}: {_DRAWN[outcome.reason]}. Nobody scores."
    winner, loser = (white, black) if outcome.winner is Side.WHITE else (black, white)
    points = common_words.points(outcome.points)
    return f"🏆 **{winner} wins {points}** against {loser}: {_WON[outcome.reason]}."


def closed(white: str, black: str, score: tuple[int, int] | None) -> str:
    """The end of a match that somebody or something stopped."""
    if score is None:
        return f"⏹️ The game of {white} and {black} is closed."
    return f"⏹️ The match of {white} and {black} is closed at {score[0]}-{score[1]}, without a winner."


def match_goes_on_there(number: int, where: str) -> str:
    """Somebody pressed a button of a finished game of a match that is running."""
    return f"That game is over; the match goes on with game {number}: {where}"


def seed_revealed(seed: str) -> str:
    """The promise kept."""
    return f"-# Dice seed `{seed}` · anybody can check every roll: `/verify`"
