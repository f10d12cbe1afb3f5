"""Every sentence a player reads, in one place. Numbers of points are in the reader's own numbering.

Names are written as mentions (``<@id>``): Discord draws them itself, so no name can break a message, and
whether anybody is pinged is decided by the message's allowed mentions alone.
"""

from __future__ import annotations

from plakoto_bot import names
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.rules import Outcome, Reason

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
    return names.DELETED_NAME if user_id == names.DELETED_ID else f"<@{user_id}>"


def player(side: Side, user_id: int) -> str:
    """A player with the colour they play."""
    return f"{CHECKER[side]} {mention(user_id)}"


def link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """The address of a message, or of its channel while there is none."""
    address = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{address}/{message_id}" if message_id else address


def roll(dice: Dice) -> str:
    """``5-1``."""
    return f"**{dice.first}-{dice.second}**"


# --- what happened -------------------------------------------------------------------------------------------


def contest(dice: Dice, starter: str | None) -> str:
    """One throw of the opening contest, White's die first; no starter after a tie."""
    thrown = f"Opening: {CHECKER[Side.WHITE]} {dice.first}, {CHECKER[Side.BLACK]} {dice.second}"
    return f"{thrown}: {starter} starts, with two fresh dice." if starter else f"{thrown}: a tie, again."


def played(who: str, dice: Dice | None, play: str) -> str:
    """A play somebody chose; its dice are None when they were told before."""
    thrown = f" rolled {roll(dice)} and" if dice else ""
    if play == "pass":
        return f"{who}{thrown} cannot move: pass."
    return f"{who}{thrown} played **{escape(play)}**."


def forced(who: str, dice: Dice | None, play: str) -> str:
    """A roll that left no choice; its dice are None when they were told before."""
    thrown = f"rolled {roll(dice)}" if dice else "made the roll"
    if play == "pass":
        return f"{who} {thrown} and cannot move: pass."
    return f"{who} {thrown}, and **{escape(play)}** is the only play."


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
    return f"{player(side, user_id)}, you rolled {roll(dice)}. Choose below or type `/move`."


def is_to_move(user_id: int, side: Side, dice: Dice) -> str:
    """Whose turn it is, for those who have to wait."""
    return f"{player(side, user_id)} rolled {roll(dice)} and is to move."


def is_thinking(user_id: int, side: Side, dice: Dice) -> str:
    """The bot itself is on roll."""
    return f"{player(side, user_id)} rolled {roll(dice)} and is thinking."


SO_FAR = "So far: "


def so_far(play: str) -> str:
    """The steps of an unfinished play."""
    return f"{SO_FAR}**{escape(play)}**"


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
        parts.append(f"tally {_both(score)}")
    parts.append(f"pips {_both(pips)}")
    if deadline:
        parts.append(f"time is up <t:{deadline}:R>")
    return f"-# {' · '.join(parts)}"


def _both(numbers: tuple[int, int]) -> str:
    """Two numbers with the checkers they belong to, White's first."""
    return f"{CHECKER[Side.WHITE]} {numbers[0]} {CHECKER[Side.BLACK]} {numbers[1]}"


def game_of_match(kind: str, game: str, number: int, length: int) -> str:
    """What is being played: ``Plakoto``, or ``Tavli to 5, game 2: Plakoto``."""
    if length == 1 and number == 1:
        return game.capitalize()
    return f"{kind.capitalize()} to {length}, game {number}: {game.capitalize()}"


def match_goes_on(score: tuple[int, int], length: int, following: str) -> str:
    """Between two games of a match."""
    return f"Tally {_both(score)}, played to {length}. Next: **{following.capitalize()}**."


def match_won(winner: str, score: tuple[int, int]) -> str:
    """The end of a match."""
    return f"🏁 **{winner} wins the match**, {max(score)}-{min(score)}."


def rating_change(user_id: int, before: float | None, after: float | None) -> str:
    """One player's rating before and after."""
    return f"{mention(user_id)} {before or 0:.0f} → {after or 0:.0f}"


def ratings(changes: list[str]) -> str:
    """What a match did to the ratings."""
    return f"Ratings: {', '.join(changes)}"


def reminder(user_id: int, deadline: int, where: str) -> str:
    """When a quarter of the time is left."""
    return f"{mention(user_id)}, it is your turn and your time is up <t:{deadline}:R>: {where}"


def overdue(late: int, waiting: int, length: int) -> str:
    """When the time is over."""
    return (
        f"{mention(waiting)}, the time of {mention(late)} is over. "
        f"You may claim {_to_claim(length)}, or wait for the move."
    )


def absent(late: int, deadline: int, length: int) -> str:
    """The player on roll has left, and a clock was started for the one who waits."""
    return (
        f"{mention(late)} is no longer in this server. "
        f"If they do not move by <t:{deadline}:R> you may claim {_to_claim(length)}."
    )


def _to_claim(length: int) -> str:
    """What is won on time."""
    return "the win" if length == 1 else "the match"


def pace(name: str, seconds: int | None) -> str:
    """How long a turn may take."""
    if seconds is None:
        return "no clock"
    units = ((86400, "day"), (3600, "hour"), (60, "minute"))
    size, unit = next((size, unit) for size, unit in units if seconds >= size)
    long = f"{seconds // size} {unit}{'s' if seconds // size != 1 else ''}"
    return f"{name}, {long} a turn"


def result(outcome: Outcome, white: str, black: str) -> str:
    """Who won, how and for how many points. Both are named, so that either can be pinged."""
    if outcome.winner is None:
        draws = {
            Reason.BOTH_MOTHERS: "both mothers are pinned",
            Reason.DEAD: "neither side can ever move again",
        }
        if outcome.reason not in draws:
            return f"⏹️ The game of {white} and {black} is over."
        return f"🤝 **A draw** between {white} and {black}: {draws[outcome.reason]}. Nobody scores."
    winner, loser = (white, black) if outcome.winner is Side.WHITE else (black, white)
    how = {
        Reason.BORNE_OFF: "all fifteen checkers are off",
        Reason.MARS: "all fifteen are off before the opponent bore off one: mars",
        Reason.MOTHER: "the mother is pinned",
        Reason.RESIGNED: "by resignation",
        Reason.TIME: "on time",
    }[outcome.reason]
    return f"🏆 **{winner} wins {points(outcome.points)}** against {loser}: {how}."


def closed(white: str, black: str, score: tuple[int, int] | None) -> str:
    """The end of a match that somebody or something stopped."""
    if score is None:
        return f"⏹️ The game of {white} and {black} is closed."
    return f"⏹️ The match of {white} and {black} is closed at {score[0]}-{score[1]}, without a winner."


def match_goes_on_there(number: int, where: str) -> str:
    """Somebody pressed a button of a finished game of a match that is running."""
    return f"That game is over; the match goes on with game {number}: {where}"


def points(count: int) -> str:
    """``1 point``, ``2 points``."""
    return f"{count} point{'s' if count != 1 else ''}"


def seed_revealed(seed: str) -> str:
    """The promise kept."""
    return f"-# Dice seed `{seed}` · anybody can check every roll: `/verify`"


def escape(play: str) -> str:
    """A play with its pin marks, safe inside bold text."""
    return play.replace("*", "\\*")


# --- challenges ----------------------------------------------------------------------------------------------


def challenge_title(game: str, number: int) -> str:
    """Heading of the card."""
    return f"{game.capitalize()} challenge #{number}"


def challenge_text(challenger: int, opponent: int | None, level: str | None) -> str:
    """Who wants to play whom; with a level it is the bot, which accepts at once."""
    if opponent is not None and level is not None:
        return f"{mention(challenger)} plays {mention(opponent)}."
    if opponent is None:
        return f"{mention(challenger)} looks for an opponent. Who wants to play?"
    return f"{mention(challenger)} challenges {mention(opponent)}."


def challenge_game(kind: str, length: int) -> str:
    """What is played, and how long."""
    return f"{kind.capitalize()}, {'to 1 point' if length == 1 else f'to {points(length)}'}"


def challenge_promise(commitment: str) -> str:
    """The promise of fair dice on the card."""
    return f"SHA-256 of the secret seed:\n`{commitment}`"


def challenge_closed(status: str, opponent: int | None) -> str:
    """What became of a challenge, for its card."""
    who = mention(opponent) if opponent else "nobody"
    return {
        "running": f"Accepted by {who}.",
        "finished": f"Accepted by {who}, and played.",
        "declined": f"Declined by {who}.",
        "withdrawn": "Withdrawn.",
        "expired": "Expired: nobody answered in time.",
    }[status]


PLAYS_ANOTHER = "{who} has begun another game here."
ACCEPTED = "The game is on."

#: How well the bot plays.
LEVELS = {
    "beginner": "beginner: I know the rules, and not much more",
    "casual": "casual: I play for fun, and overlook things",
    "strong": "strong: I take the best play I see",
    "expert": "expert: I think about your answers too",
}
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

# --- refusals ------------------------------------------------------------------------------------------------

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
        f"{mention(user_id)} already plays in this channel: {where}. Try again when that game is over, or challenge "
        "them in another channel."
    )


def not_for_you(challenger: int, opponent: int | None, allowed: int | None) -> str:
    """Somebody answered or took back a challenge that is not theirs to answer."""
    if allowed == challenger:
        return f"Only {mention(challenger)} can do that. You can make a challenge of your own with `/challenge`."
    if opponent is None:
        return "That is your own challenge: somebody else has to accept it. You can withdraw it."
    if allowed is None:
        return f"Only {mention(challenger)} and {mention(opponent)} can play that again. Start your own: `/challenge`."
    return f"That challenge is for {mention(opponent)} to answer. You can make your own with `/challenge`."


def illegal(reason: str, rule: str) -> str:
    """A play the rules refuse, with the rule's name where it has a short one."""
    name = RULE_NAMES.get(rule)
    named = f"rule {rule}: {name}" if name else f"rule {rule}"
    return f"{escape(reason[:1].upper() + reason[1:])} ({named}). It is still your turn."


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
    return f"#{number} ({mention(white)} and {mention(black)})"


def bad_position(text: str, field: str, expected: str) -> str:
    """A position line that cannot be read; shown in a code span that it cannot leave."""
    shown = " ".join(text.replace("`", "'").split())
    example = "plakoto W15,22,B15 - 0/0 w -"
    return f"I cannot read the position `{shown}` ({field}: expected {expected}). One looks like `{example}`."


def game_line(where: str, number: int, side: Side, opponent: int, *, mine: bool) -> str:
    """One game in a list."""
    turn = "**your turn**" if mine else "their turn"
    return f"#{number} · you are {CHECKER[side]} against {mention(opponent)} · {turn} · {where}"


def more_games(count: int) -> str:
    """When a list is cut."""
    return f"-# and {count} more"


# --- hints ---------------------------------------------------------------------------------------------------

HINT_TITLE = "**The best plays of {dice}**"
HINT_EXPLAINED = "-# Equity: the points that a play brings you on average. The board is the one after the first play."
HINT_ONLY = "There is no other play."


def hint(place: int, play: str, equity: float, wins: float, wins_two: float, loses_two: float) -> str:
    """One of the best plays; chances from 0 to 1."""
    return (
        f"{place}. **{escape(play)}** · equity {equity:+.3f} · you win {wins:.1%} "
        f"(2 points {wins_two:.1%}), lose 2 points {loses_two:.1%}"
    )


# --- answers -------------------------------------------------------------------------------------------------

PLAYED = "Played."
RESIGN_QUESTION = "Resign this game? {opponent} will win {points}."
OFFER = "{opponent}, {who} offers to lose this game for **1 point**. It stands until the next move."
OFFER_MADE = "Your offer is out. You can play on meanwhile."
OFFER_NOT_MADE = "Nothing has changed: I could not post your offer. {why}"
OFFER_TAKEN = "{who} took the point."
OFFER_REFUSED = "{who} plays on."
RESIGN_DONE = "You resigned."
RESIGN_KEPT = "Good: play on."
ENDED = "Match #{number} is ended. Nobody scores."
NO_GAMES_HERE = "No game runs in this channel."
NO_GAMES = "You have no games in this server. Start one with `/challenge`."
GAMES_TITLE = "**Your games**"
VERIFY_GOOD = "✅ The dice of match #{number} are what was promised."
VERIFY_BAD = "❌ The dice of match #{number} are **not** what was promised."
VERIFY_FILE = "The file holds every roll and play, so that anybody can check it elsewhere too."

RULES_TITLES = {
    "plakoto": "Plakoto in two minutes",
    "portes": "Portes in two minutes",
    "fevga": "Fevga in two minutes",
    "tavli": "A Tavli match",
}
RULES = {
    "plakoto": """\
**Goal** Bring your fifteen checkers from your 24 point home to your points 6-1, then bear them all off. Your opponent \
comes the other way.
**Moving** Each die is a step of its own; a double gives four. Play as many dice as you can; if only one of two can be \
played, the larger. You may land on empty points, your own checkers, or **one** opposing checker.
**Pinning** Landing on a lone checker pins it: it cannot move until your last cover leaves. Two checkers, or one on a \
pin, close a point.
**The mother** is the last checker on its starting point. Pin the other mother when your own start is empty (or clear \
it while the pin holds) and you win **2 points**. Both mothers pinned: a draw.
**Bearing off** when all you have left is home: the exact die, or a larger one from your farthest checker. A pinned \
checker counts where it stands.
**Score** 1 point, or 2 (mars) if the loser bore off none.
""",
    "portes": """\
**Goal** Bring your fifteen checkers home to your points 6-1, then bear them all off. Your opponent comes the other way.
**Moving** Each die is a step of its own; a double gives four. Play as many dice as you can; if only one of two can be \
played, the larger. You may land on empty points, your own checkers, or **one** opposing checker.
**Hitting** Landing on a lone checker sends it to the bar. Whoever has a checker on the bar must bring it in first: \
a die of 4 enters on the 21 point. Two checkers close a point.
**Bearing off** when all you have left is home: the exact die, or a larger one from your farthest checker.
**Score** 1 point, or 2 (mars) if the loser bore off none. No cube, no triple.
""",
    "fevga": """\
**Goal** Bring your fifteen checkers from your 24 point round the board to your points 6-1, then bear them all off. \
Both move the **same way**, from opposite corners; nothing is hit or pinned.
**Moving** Each die is a step of its own; a double gives four. Play as many dice as you can; if only one of two can be \
played, the larger. **One** checker closes a point.
**The runner** Until your first checker has passed your opponent's start (stands on your 11 point or lower), no other \
may leave your start.
**Your own quarter** You may never hold all six points 19-24. Six in a row elsewhere is fine, but if your opponent is \
shut in right behind it with everything left, you must open it when you can.
**Bearing off and score** as in the other games: 1 point, or 2 if the loser bore off none.
""",
    "tavli": """\
Portes, Plakoto and Fevga in turn, round and round, until somebody has the points agreed on: 1, 3, 5 or 7.
Every game scores 1 point, or 2. The winner of a game opens the next one; after a drawn game nobody scores and a fresh \
opening contest decides.
""",
}
RULES_PRESETS = {
    "plakoto": """\
`classic` mothers are judged after every step (the usual rule)
`end-of-turn` mothers are judged when the turn is over
`instant` pinning the mother wins at once, even with checkers on your own start; no draw""",
    "portes": """\
`classic` the usual rule
`no-hit-and-run` a checker that hits in its own home board stays there for the turn""",
}


HELP_TITLE = "How to play"
HELP = (
    (
        "/challenge",
        "`/challenge opponent:@Ben`, `/challenge` to anybody, `/challenge level:casual` to me; `game:tavli`, ...",
    ),
    ("/move", "`/move 24/18 24/23` · or mention me and write `24/18 24/23` · or reply to the board with that"),
    ("/hint", "the three best plays, when it is your turn in an unrated game; only you see them"),
    ("/board", "your board, for your eyes only, with the controls on your turn; to watch another: `/board number:12`"),
    ("/games", "your games in this server, with links"),
    ("/resign", "give up the game, the game for one point, or the match (asks first)"),
    ("/leaderboard", "the best of this server: `/leaderboard game:tavli period:this-month`"),
    ("/profile", "ratings, record and dice: `/profile`, `/profile person:@Ben`, `/profile against:@Ben`"),
    ("/history", "finished matches, their files and boards: `/history`, `/history person:@Ben`"),
    ("/analyse", "errors, luck and chances in a finished match: `/analyse`, `/analyse match:12`"),
    ("/verify", "check every roll of a finished match: `/verify`, `/verify match:12`"),
    ("/rules", "a game in two minutes, and its house rules: `/rules`, `/rules game:fevga`"),
    ("/preferences", "yours: reminders, pings, forced plays, who may challenge you, whom you block"),
    ("/privacy", "everything stored about you as a file, or have it deleted"),
    ("/settings", "admins: channels, threads, the usual game, the moderators' role"),
    ("/end", "moderators: end a stuck game without points; `/end number:12` where several run"),
    ("/help", "this list"),
)
HELP_NOTATION = (
    "Points are numbered from **your** side: you start on 24 and home is 6-1. `24/18` one checker with both dice, "
    "`6/2(2)` the same step twice, `5/off` borne off. Spaces or commas between steps, any order, `/` or `-`."
)

# --- choices -------------------------------------------------------------------------------------------------

KINDS = {"tavli": "Portes, Plakoto and Fevga in turn"}


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
    return f"Pace: {pace(name, seconds)}"


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
    shown = " ".join(mention(user_id) for user_id in blocked[:20]) or "nobody"
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
    "nobody": _NOT_NOW,
    # The same words, so that nobody learns from them that they were blocked.
    "blocked": _NOT_NOW,
    "blocked-by-you": "You have blocked {who}. To play them, unblock them in `/preferences`.",
    "played": (
        "{who} takes challenges only from people they have played in this server. Leave the opponent out: "
        "they may accept that."
    ),
    "deleted": "They have had their data deleted, so that match cannot be played again. Start one with `/challenge`.",
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

# --- standings -----------------------------------------------------------------------------------------------

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
    parts = [_count(matches, "match", "es"), f"{wins} won", points(points_won), f"{mars} mars"]
    parts += [_count(mothers, "mother")] if mothers else []
    if streak:
        parts.append(f"{abs(streak)} {'won' if streak > 0 else 'lost'} in a row")
    return " · ".join(parts)


def _count(number: int, word: str, plural: str = "s") -> str:
    return f"{number} {word}{plural if number != 1 else ''}"


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
        f"**Against {name}** {_count(matches, 'match', 'es')}: {wins} won, {matches - wins} lost; "
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


def match_name(kind: str, length: int) -> str:
    """``Plakoto``, ``Tavli to 5``."""
    return kind.capitalize() if length == 1 else f"{kind.capitalize()} to {length}"


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
        f"{CHECKER[Side.WHITE]} {white} {score[0]}, {CHECKER[Side.BLACK]} {black} {score[1]}"
    )


def game_result(number: int, game: str, how: str) -> str:
    """One game of a match."""
    return f"-# Game {number}, {game.capitalize()}: {how}"


def moment(number: int, what: str, turn: int, turns: int) -> str:
    """Where in a finished game a picture belongs."""
    return f"**#{number} {what}** · turn {turn} of {turns}"


def exported(number: int) -> str:
    """With the file of a match."""
    return f"Match #{number} with every roll and play, and its seed. {VERIFY_FILE}"


# --- analyses ------------------------------------------------------------------------------------------------

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
        f"{who} · error rate **{rate:.1f}**, {grade} · {_count(errors, 'error')} · {_count(blunders, 'blunder')} · "
        f"luck {luck:+.2f}"
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
    return f"{who} rolled {roll(dice)} in {where} and lost **{lost:.3f}** points: {MARKS[mark]}."


def turn_of_game(turn: int, number: int, games: int) -> str:
    """Where in a match something was."""
    return f"turn {turn} of game {number}" if games > 1 else f"turn {turn}"


def played_and_best(played: str, best: str) -> str:
    """Two ways to play one roll."""
    return f"Played: **{escape(played)}** · best: **{escape(best)}**"


def judged(best: str, lost: float, mark: str) -> str:
    """What an analysis says of a play, under it."""
    if not lost:
        return "-# That was the best play, or as good."
    return f"-# Best was **{escape(best)}**; this lost {lost:.3f} points: {MARKS[mark]}."
