"""Settings, preferences and privacy."""

from plakoto_bot.domain.errors import WhyUnwelcome
from plakoto_bot.words import common as common_words


def thread_name(people: list[str], kind: str, length: int) -> str:
    """``Eleni - Nikos, Tavli to 5``; a name may be empty."""
    match = kind.capitalize() if length == 1 else f"{kind.capitalize()} to {length}"
    return f"{' - '.join(name or 'somebody' for name in people)}, {match}"


ADMINS_ONLY = "Only admins (Manage Server) can change what this server plays. Your own choices: `/preferences`."
#: What stands on the menus and buttons of the panel; what a button says is what it does.
SETTINGS = {
    "channels": "Channels for games (none chosen: all)",
    "role": "Role that may end stuck games",
    "game": "The usual game",
    "points": "The usual points",
    "rules": "The usual rules",
    "pace": "The usual pace",
    "threads-on": "A thread per match",
    "threads-off": "No threads",
    "forced-on": "Make forced plays for people",
    "forced-off": "Let people make forced plays",
    "page-usual": "The usual game",
    "bot-games": "Games against me at once",
    "pause-on": "Let me wait before I play",
    "pause-off": "Let me play at once",
    "page-place": "◀ Places and people",
    "page-bot": "Games against me ▶",
}
ROLE_OF_ALL = "Everybody has that role, so anybody could end anybody's game. Choose another one."
NO_THREAD = "I could not open a thread for this match, so it is played here."


def bot_games_at_once(most: int) -> str:
    """How many games against the bot a server has at once."""
    return f"Games against me: at most {most} at once" if most else "Games against me: none"


def settings(
    channels: tuple[int, ...],
    *,
    threads: bool,
    usual: str,
    role: int | None,
    auto_forced: bool,
    bot_games: int,
    bot_pause: bool,
) -> str:
    """The choices of a server, a line each."""
    where = " ".join(f"<#{channel}>" for channel in channels) or "in every channel"
    return "\n".join(
        (
            "**How this server plays**",
            f"Games: {where}",
            f"A match: {'in a thread of its own' if threads else 'in the channel where it is accepted'}",
            f"Forced plays: {'made by me' if auto_forced else 'made by the players'}, unless a player chose otherwise",
            f"Who may end stuck games: who may manage messages{f', and <@&{role}>' if role else ''}",
            f"The usual game: {usual}",
            f"{bot_games_at_once(bot_games)}; {'I wait a little before I play' if bot_pause else 'I play at once'}",
            "-# Matches that have begun keep their place, rules and pace.",
        )
    )


def settings_rules(preset: str, *, usual: bool) -> str:
    """One of the rules that a game can be played under."""
    return f"Rules: {preset} (the game's own)" if usual else f"Rules: {preset}"


def settings_pace(name: str, seconds: int | None) -> str:
    """One of the paces; a closed menu shows nothing but this."""
    return f"Pace: {common_words.pace(name, seconds)}"


PREFERENCES = {
    "forced": "Plays that leave no choice",
    "challenges": "Who may challenge you",
    "block": "Block people, or unblock them",
    "pings-on": "Ping me on my turn",
    "pings-off": "Do not ping me",
    "reminders-on": "Remind me",
    "reminders-off": "No reminders",
    "blocked-off": "Unblock everybody",
}
FORCED_CHOICES = {
    "automatic": "Forced plays: make them for me",
    "ask": "Forced plays: let me make them",
    "server": "Forced plays: as the server says",
}
CHALLENGE_CHOICES = {
    "everyone": "Challenges: from everyone",
    "played": "Challenges: from people I have played there",
    "nobody": "Challenges: from nobody",
}
NOT_YOUR_PANEL = "Those are somebody else's choices. Yours: `/preferences` and `/privacy`."
BLOCK_YOURSELF = "You cannot block yourself. Nobody was blocked or unblocked; pick others."
TOO_MANY_BLOCKED = (
    "A block list holds {most} people, and nobody was added. Unblock somebody, or take challenges only from people "
    "you have played."
)


def preferences(*, forced: str, challenges: str, pings: bool, reminders: bool, blocked: tuple[int, ...]) -> str:
    """The choices of a person, a line each."""
    shown = " ".join(common_words.mention(user_id) for user_id in blocked[:20]) or "nobody"
    more = f" and {len(blocked) - 20} more" if len(blocked) > 20 else ""
    return "\n".join(
        (
            "**Your choices, in every server**",
            forced,
            challenges,
            f"When it is your turn: {'you are pinged' if pings else 'no ping'}",
            f"Before your time is up: {'you are reminded' if reminders else 'no reminder'}",
            f"Blocked: {shown}{more}",
            "-# Who is blocked cannot challenge you or accept your challenges, and is not told why.",
        )
    )


_NOT_NOW = (
    "{who} is not taking this challenge. Challenge somebody else, or leave the opponent out: then anyone may accept."
)
UNWELCOME = {
    WhyUnwelcome.NOBODY: _NOT_NOW,
    # The same words, so that nobody learns from them that they were blocked.
    WhyUnwelcome.BLOCKED: _NOT_NOW,
    WhyUnwelcome.BLOCKED_BY_YOU: "You have blocked {who}. To play them, unblock them in `/preferences`.",
    WhyUnwelcome.PLAYED: (
        "{who} takes challenges only from people they have played in this server. Leave the opponent out: "
        "they may accept that."
    ),
    WhyUnwelcome.DELETED: (
        "They have had their data deleted, so that match cannot be played again. Start one with `/challenge`."
    ),
}
CANNOT_ACCEPT = "This challenge is not open to you. Make your own with `/challenge`: anyone may accept it."


def private_matter(command: str) -> str:
    """A command whose answer is nobody else's business."""
    return f"That is between you and me: choose `/{command}` from the menu of commands, or write to me directly."


def privacy() -> str:
    """What is stored, before one gets or deletes it."""
    return (
        "**Your data**\nI keep your id, what you are called in a server, your matches with every roll and play, "
        "ratings and standings, how often you rolled each die, and your `/preferences`. You can have all of it as a "
        "file, or have it deleted. It is the same in every server where I am."
    )


EXPORTED = "Everything I keep about you. What the names in it mean stands in docs/privacy.md of my source."


def delete_question(running: int) -> str:
    """What deleting does, before it is done."""
    games = f" Your {running} running game{'s' if running != 1 else ''} will be **lost**." if running else ""
    return (
        "Delete your ratings, standings, results, dice counts, names and preferences in **all** servers? "
        f"It cannot be undone.{games} Your open challenges are closed. Opponents keep the matches they played against "
        "you, with a deleted player in your place."
    )


KEPT = "Nothing was deleted."
DELETED = "All of it is deleted. You are welcome to start afresh at any time."
