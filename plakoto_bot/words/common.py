"""Words that every other module of words is made with."""

from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.domain.place import Place
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.words import names

CHECKER = {Side.WHITE: "⚪", Side.BLACK: "⚫"}
#: House rules in a line; each belongs to one game.
PRESETS = {
    "plakoto classic": "classic: pin the mother with your own start cleared and you win at once",
    "no-hit-and-run": "no-hit-and-run: in Portes a checker that hits in its own home board stays there for the turn",
    "end-of-turn": "end-of-turn: in Plakoto mothers are judged when the turn is over",
    "instant": "instant: in Plakoto pinning the mother wins at once, whatever stands on your start",
}


def rules_of_challenge(kind: str, preset: str) -> str:
    """What a preset means in a kind of match."""
    return PRESETS.get(f"{kind} {preset}") or PRESETS.get(preset) or f"{preset}: the usual rules"


def mention(user_id: int) -> str:
    """A person, drawn by Discord; 0 stands for those who had their data deleted."""
    return names.DELETED_NAME if user_id == DELETED_ID else f"<@{user_id}>"


def player(side: Side, user_id: int) -> str:
    """A player with the colour they play."""
    return f"{CHECKER[side]} {mention(user_id)}"


def link(place: Place, message_id: int | None) -> str:
    """The address of a message, or of its channel while there is none."""
    address = f"https://discord.com/channels/{place.guild_id}/{place.channel_id}"
    return f"{address}/{message_id}" if message_id else address


def roll(dice: Dice) -> str:
    """``5-1``."""
    return f"**{dice.first}-{dice.second}**"


def both_numbers(numbers: tuple[int, int]) -> str:
    """Two numbers with the checkers they belong to, White's first."""
    return f"{CHECKER[Side.WHITE]} {numbers[0]} {CHECKER[Side.BLACK]} {numbers[1]}"


def pace(name: str, seconds: int | None) -> str:
    """How long a turn may take."""
    if seconds is None:
        return "no clock"
    units = ((86400, "day"), (3600, "hour"), (60, "minute"))
    size, unit = next((size, unit) for size, unit in units if seconds >= size)
    long = f"{seconds // size} {unit}{'s' if seconds // size != 1 else ''}"
    return f"{name}, {long} a turn"


def points(count: int) -> str:
    """``1 point``, ``2 points``."""
    return f"{count} point{'s' if count != 1 else ''}"


def escape(play: str) -> str:
    """A play with its pin marks, safe inside bold text."""
    return play.replace("*", "\\*")


#: How well the bot plays.
LEVELS = {
    "beginner": "beginner: I know the rules, and not much more",
    "casual": "casual: I play for fun, and overlook things",
    "strong": "strong: I take the best play I see",
    "expert": "expert: I think about your answers too",
}
KINDS = {"tavli": "Portes, Plakoto and Fevga in turn"}


def counted(number: int, word: str, plural: str = "s") -> str:
    """``1 match``, ``2 matches``: ``plural`` is what the word ends in then."""
    return f"{number} {word}{plural if number != 1 else ''}"


def match_name(kind: str, length: int) -> str:
    """``Plakoto``, ``Tavli to 5``."""
    return kind.capitalize() if length == 1 else f"{kind.capitalize()} to {length}"
