"""Challenges and what becomes of them."""

from plakoto_bot.words import common as common_words


def challenge_title(game: str, number: int) -> str:
    """Heading of the card."""
    return f"{game.capitalize()} challenge #{number}"


def challenge_text(challenger: int, opponent: int | None, level: str | None) -> str:
    """Who wants to play whom; with a level it is the bot, which accepts at once."""
    if opponent is not None and level is not None:
        return f"{common_words.mention(challenger)} plays {common_words.mention(opponent)}."
    if opponent is None:
        return f"{common_words.mention(challenger)} looks for an opponent. Who wants to play?"
    return f"{common_words.mention(challenger)} challenges {common_words.mention(opponent)}."


def challenge_game(kind: str, length: int) -> str:
    """What is played, and how long."""
    return f"{kind.capitalize()}, {'to 1 point' if length == 1 else f'to {common_words.points(length)}'}"


def challenge_promise(commitment: str) -> str:
    """The promise of fair dice on the card."""
    return f"SHA-256 of the secret seed:\n`{commitment}`"


def challenge_closed(status: str, opponent: int | None) -> str:
    """What became of a challenge, for its card."""
    who = common_words.mention(opponent) if opponent else "nobody"
    return {
        "running": f"Accepted by {who}.",
        "finished": f"Accepted by {who}, and played.",
        "declined": f"Declined by {who}.",
        "withdrawn": "Withdrawn.",
        "expired": "Expired: nobody answered in time.",
    }[status]


PLAYS_ANOTHER = "{who} has begun another game here."
ACCEPTED = "The game is on."
BOT_UNRATED = "no: games against me never are."
#: Short names of the rules that plays break most, by their paragraphs in docs/rules.md.
RULE_NAMES = {
    "P4": "closed points",
    "P5": "pinned checkers",
    "P7": "play as many dice as you can",
    "P9": "bearing off",
    "O3": "closed points",
    "O4": "the bar comes first",
    "F3": "closed points",
    "F4": "the runner goes first",
    "F5": "not all of your own quarter",
    "F6": "open the block",
}
