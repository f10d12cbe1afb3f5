"""Refusals and trouble."""

from plakoto_bot.engine.position import Side
from plakoto_bot.words import challenges as challenges_words
from plakoto_bot.words import common as common_words

CHALLENGE_YOURSELF = "You cannot challenge yourself. Name somebody else, or nobody: then anyone here may accept."
CHALLENGE_BOT = "Other bots do not play here. Challenge a person, or me, or leave the opponent out: anyone may accept."
LEVEL_OF_PERSON = "A level is for games against me: people play as well as they can. Leave it out, or challenge me."
TOO_MANY_BOT_GAMES = (
    "I play at most {most} games at once in this server, and they are all taken. Try again when one is over, or "
    "challenge a person. A forgotten one can be ended by a moderator with `/end`."
)
NO_BOT_GAMES = "I do not play in this server: whoever runs it or hosts me has chosen so. Challenge a person."
NO_HINTS = "This match is rated, and nobody gets hints in those. `rated:False` makes a challenge with hints."
HINT_TYPED = "Your opponent would read that too. Choose `/hint` from the menu of commands: then only you see it."
CHALLENGE_NOT_MEMBER = "{opponent} is not a member of this server. Challenge somebody who is here."
CHALLENGE_CANNOT_SEE = "{opponent} cannot see this channel. Challenge them in one that you both see."
CHALLENGE_SAME = "You already have that challenge open: {link}. Withdraw it there, or wait for the answer."
CHALLENGE_BEGINS = "That game against me is just beginning. If no board comes within a minute, challenge me again."
CHALLENGE_TOO_MANY = "You have {most} challenges open in this server. Withdraw one first; the oldest is here: {link}"
CHALLENGE_BEGUN = "That challenge has been accepted, and the game is on: {link}"
CHALLENGER_LEFT = "{who} is no longer in this server, so the challenge is withdrawn. Make your own with `/challenge`."
CHALLENGE_OFTEN = "You have challenged them three times within an hour. Give them some time, or leave the opponent out."
NOT_RATED = "-# Not rated: it was resigned before both had made two plays."
CHALLENGE_IS_CLOSED = "That challenge is closed. {status} Make a new one with `/challenge`."
NOT_A_PLAYER = "This is the game of {white} and {black}; only they can move in it. Start your own with `/challenge`."
NOT_THAT_BOARD = (
    "You answered the board of another game, which {white} and {black} play. "
    "Answer your own board instead, or use `/move`."
)
NOT_YOUR_TURN = "It is {who}'s turn. Your board comes in this channel when it is yours."
STALE = "That board is from an earlier turn. The game stands like this now: {link}"
GAME_OVER = "That game is over. Start a new one with `/challenge`, or press *Rematch* under the result."
GAME_GONE = "That game does not exist any more. Start a new one with `/challenge`."
NO_GAME_HERE = "You have no game in this channel. Start one with `/challenge`."
NO_GAME_HERE_BUT = "You have no game in this channel. Yours are here: {links}"
AMBIGUOUS = "That can be read in two ways: `{first}` or `{second}`. Type the one you mean. It is still your turn."
UNKNOWN_PRESET = "{kind} knows these rules: {presets}. Choose one of them, or leave the rules out."
NOT_JUDGED = "I do not know {game} well enough to say which plays are good."
CHALLENGE_LEVEL = "I do not play that game at that level. Challenge a person, or choose another game or level."
CHALLENGE_TERMS = "A match is played to 1, 3, 5 or 7 points, at the pace blitz, live, day, relaxed or none."
POSITION_OVER = "In that position the game is already over. Give one in which there is something left to play."
NOTHING_TO_OFFER = "You have borne off a checker, so resigning costs one point anyway. `/resign` does it."
OFFERED_ALREADY = "You have offered that this turn already. You can offer again after the next move."
NOT_OVERDUE = "There is nothing to claim: the time of your opponent's turn is not over."
NOTHING_FINISHED = "No match has been finished in this channel yet. Name one by its number: `/verify match:12`."
NOT_FINISHED = "Match #{number} still goes on. Its dice can be checked and its plays analysed as soon as it is over."
MATCH_GONE = "There is no match #{number} in this server. The number stands on the challenge and on every turn."
CANNOT_POST_PERMISSION = "I lack a permission there (View Channel, Send Messages, Embed Links or Attach Files)."
CHANNEL_GONE = "That channel is gone, and its games with it: they are ended without points."
CANNOT_POST_DISCORD = "Discord did not take the message."
SERVERS_ONLY = "Games live in servers: use me in a channel of a server. `/help` tells more."
WHICH_GAME = "Several games run in this channel. Name one by its number: {choices}"
WHICH_BOARD = "Name one of this channel's games by its number, such as `/board number:{number}`: {choices}"
NOTHING_TO_END = "No game with that number runs in this channel."
UNEXPECTED = (
    "Something went wrong on my side. No game is lost: `/board` shows where yours stands. "
    "If it happens again, tell whoever hosts me: incident `{incident}`."
)
NO_PICTURE = "-# The picture could not be drawn. `/board` tries it again."
ONE_MOMENT = "One moment, please."
STOPPING = "I am being restarted, and nothing was changed. Press or type it again in a minute."
TOO_FAST = "That was a lot at once. Nothing was changed; wait a second or two and press again."
NOT_ASKED = "That question was for {who}."
CHALLENGE_CROSSED = "They have already challenged you here: {link}. Accept that one."
EMPTY_MOVE = "Type the move behind it, such as `move 24/18 24/23`. `/board` shows the board."
MISSING_ARGUMENT = "Something is missing: `{name}`. {hint}"
SEE_HELP = "`/help` shows every command with examples."
MENTION_HINT = (
    "Hello! `/challenge` starts a game, a move is typed like `24/18 24/23`, and `/help` shows everything else."
)


def not_overdue_yet(deadline: int) -> str:
    """The time of a turn was prolonged after the win could be claimed."""
    return f"Your opponent has until <t:{deadline}:R>. Then you may claim."


def you_already_play(where: str) -> str:
    """The person who asks is in a game in this channel."""
    return f"You already play in this channel: {where}. Finish that game first, or use another channel."


def already_playing(user_id: int, where: str) -> str:
    """The other person is in a game in this channel."""
    return (
        f"{common_words.mention(user_id)} already plays in this channel: {where}. Try again when that game is over, "
        "or challenge them in another channel."
    )


def not_for_you(challenger: int, opponent: int | None, allowed: int | None) -> str:
    """Somebody answered or took back a challenge that is not theirs to answer."""
    if allowed == challenger:
        who = common_words.mention(challenger)
        return f"Only {who} can do that. You can make a challenge of your own with `/challenge`."
    if opponent is None:
        return "That is your own challenge: somebody else has to accept it. You can withdraw it."
    if allowed is None:
        who = f"{common_words.mention(challenger)} and {common_words.mention(opponent)}"
        return f"Only {who} can play that again. Start your own: `/challenge`."
    return f"That challenge is for {common_words.mention(opponent)} to answer. You can make your own with `/challenge`."


def illegal(reason: str, rule: str) -> str:
    """A play the rules refuse, with the rule's name where it has a short one."""
    name = challenges_words.RULE_NAMES.get(rule)
    named = f"rule {rule}: {name}" if name else f"rule {rule}"
    return f"{common_words.escape(reason[:1].upper() + reason[1:])} ({named}). It is still your turn."


def unreadable(text: str, expected: str) -> str:
    """Text that is no play; shown in a code span that it cannot leave."""
    shown = " ".join(text.replace("`", "'").split()) or " "
    return f"I cannot read `{shown}` as a move. Type {expected}. It is still your turn."


def bad_argument(text: str) -> str:
    """A typed command with something in it that cannot be used."""
    shown = " ".join(text.replace("`", "'").split())[:80]
    return f"I cannot use `{shown}` there. {SEE_HELP}" if shown else f"I cannot read that command. {SEE_HELP}"


def missing_permissions(channel_id: int, names: list[str]) -> str:
    """What the bot lacks, found before anything starts."""
    some = "permissions" if len(names) > 1 else "permission"
    return f"I cannot run a game in <#{channel_id}>: I need the {some} **{', '.join(names)}** there. Ask an admin."


def cannot_post(channel_id: int, why: str) -> str:
    """The turn stands, the picture does not."""
    return (
        f"That is saved, but I cannot show the board in <#{channel_id}>: {why} Once that is mended, `/board` shows it."
    )


def moderators_only(role: int | None) -> str:
    """Who may end other people's games."""
    who = f"moderators (Manage Messages) and <@&{role}>" if role else "moderators (Manage Messages)"
    return f"Only {who} can end other people's games. To give up your own: `/resign`."


def not_in_this_channel(channels: tuple[int, ...]) -> str:
    """Games are for other channels of the server."""
    return f"Games are not played in this channel, but in {' '.join(f'<#{channel}>' for channel in channels[:10])}."


def game_by_number(number: int, white: int, black: int) -> str:
    """One of the games of a channel, of which one has to be named."""
    return f"#{number} ({common_words.mention(white)} and {common_words.mention(black)})"


def bad_position(text: str, field: str, expected: str) -> str:
    """A position line that cannot be read; shown in a code span that it cannot leave."""
    shown = " ".join(text.replace("`", "'").split())
    example = "plakoto W15,22,B15 - 0/0 w -"
    return f"I cannot read the position `{shown}` ({field}: expected {expected}). One looks like `{example}`."


def game_line(where: str, number: int, side: Side, opponent: int, *, mine: bool) -> str:
    """One game in a list."""
    turn = "**your turn**" if mine else "their turn"
    return (
        f"#{number} · you are {common_words.CHECKER[side]} against {common_words.mention(opponent)} · {turn} · {where}"
    )


def more_games(count: int) -> str:
    """When a list is cut."""
    return f"-# and {count} more"
