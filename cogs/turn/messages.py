"""From values to what Discord shows. Nothing here asks the database, decides a rule or sends anything."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import discord

from plakoto_bot import texts
from plakoto_bot.ai.evaluation import Rated
from plakoto_bot.engine.dice import commitment
from plakoto_bot.engine.game import ONE_POINT, UNCLAIMED, WHOLE_MATCH, Event, EventKind, resignation
from plakoto_bot.engine.match import presets_of, rules_of
from plakoto_bot.engine.moves import Play, Step
from plakoto_bot.engine.notation import format_play, parse_dice, parse_position, shorten_play
from plakoto_bot.engine.packed import BAR, OFF
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Reason
from plakoto_bot.errors import AmbiguousPlay, IllegalPlay, NotationError, PlakotoError
from plakoto_bot.export import Export, Verdict, format_export
from plakoto_bot.services import errors
from plakoto_bot.services.clocks import PACES
from plakoto_bot.services.games import MOST_OPEN_CHALLENGES, GameView
from plakoto_bot.services.settings import Preferences, ServerSettings, most_bot_games
from plakoto_bot.storage.records import GameRecord, MatchRecord, MatchStatus
from renderer.view import BoardView

#: News lines shown; a chain of forced turns can be longer.
_MOST_NEWS = 8
_MOST_HINTS = 3
#: Games in a list; each line takes up to 170 characters of the 2,000 a message holds.
_MOST_LISTED = 10
#: The most games named by number and players alone; where the bot plays a channel can well have twenty.
_MOST_NUMBERED = 25
_WOOD = discord.Colour(0x8A5A2B)
#: What the bot needs in a channel, by discord.py's names and by those an admin reads.
NEEDED_PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
#: And to make a thread for each match.
THREAD_PERMISSIONS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
}


# --- turns ---------------------------------------------------------------------------------------------------


def turn_text(view: GameView) -> str:
    """The message of a turn or of the end: what happened, and who is called or who won."""
    game = view.game
    lines = news_lines(game.match, view.news)
    if len(lines) > _MOST_NEWS:
        # The first is what somebody chose to play, and the cause of all the rest.
        lines = [lines[0], texts.turns_between(len(lines) - _MOST_NEWS), *lines[1 - _MOST_NEWS :]]
    if game.state.outcome:
        both = [_player(game.match, side) for side in Side]
        if game.state.outcome.reason is Reason.ENDED:
            lines.append(texts.closed(both[0], both[1], game.match.score if game.match.length > 1 else None))
        else:
            lines.append(texts.result(game.state.outcome, both[0], both[1]))
        lines += _match_lines(view)
    else:
        lines.append(waiting_text(game) if game.bot_to_play else call_text(game))
    return "\n".join(lines)


def _match_lines(view: GameView) -> list[str]:
    """Under a result: how the match stands, or who won it, the ratings and the seed. The seed stays secret before."""
    game, match = view.game, view.game.match
    if match.status is MatchStatus.RUNNING:
        following = rules_of(match.kind, match.preset, game.number + 1).layout.name
        return [texts.match_goes_on(match.score, match.length, following)]
    lines = []
    if match.winner is not None and (match.length > 1 or game.number > 1):
        lines.append(texts.match_won(_player(match, match.winner), match.score))
    changes = [texts.rating_change(r.user_id, r.rating_before, r.rating_after) for r in view.results if r.rated]
    if changes:
        lines.append(texts.ratings(changes))
    elif match.rated and match.winner is not None:
        lines.append(texts.NOT_RATED)
    return [*lines, texts.seed_revealed(match.seed.hex())]


def call_text(game: GameRecord) -> str:
    """The line that calls the player on roll."""
    position = game.state.position
    assert position.dice is not None, "a running game always has a roll to play"
    return texts.to_move(game.match.player(position.turn), position.turn, position.dice)


def waiting_text(game: GameRecord) -> str:
    """The line that tells others who is on roll."""
    position = game.state.position
    assert position.dice is not None, "a running game always has a roll to play"
    says = texts.is_thinking if game.bot_to_play else texts.is_to_move
    return says(game.match.player(position.turn), position.turn, position.dice)


def small_print(game: GameRecord) -> str:
    """Match, rules, tally, pips and clock, in small letters."""
    match, position = game.match, game.state.position
    name = texts.game_of_match(match.kind, game.state.rules.layout.name, game.number, match.length)
    score = match.score if match.length > 1 or game.number > 1 else None
    preset = game.state.rules.preset
    pips = (position.white.pips, position.black.pips)
    return texts.footer(name, match.id, preset, match.level, score, pips, game.deadline)


def with_clock(text: str, game: GameRecord) -> str:
    """The text of a turn's message with the game's small print as it is now, in place of that line as it was."""
    now = small_print(game)
    start, _, _ = now.partition(" · ")
    return "\n".join(now if line.startswith(f"{start} · ") else line for line in text.split("\n"))


def hint_text(game: GameRecord, best: Sequence[Rated]) -> str:
    """The best few of the rated plays of the roll in hand."""
    state = game.state
    assert state.position.dice is not None, "a running game always has a roll to play"
    lines = [texts.HINT_TITLE.format(dice=texts.roll(state.position.dice).strip("*"))]
    for place, rated in enumerate(best[:_MOST_HINTS], 1):
        play = shorten_play(format_play(state.rules, state.position, rated.play))
        lines.append(texts.hint(place, play, rated.equity, *rated.chances))
    return "\n".join((*lines, *([texts.HINT_ONLY] if len(best) == 1 else []), texts.HINT_EXPLAINED))


def stepped_text(before: str, game: GameRecord, taken: Play) -> str:
    """The text of a turn's message while its player tries out steps; ``before`` is what stood there."""
    told = told_before(before)
    if not taken:
        return told
    state = game.state
    done = not state.rules.next_steps(state.position, taken)
    steps = shorten_play(format_play(state.rules, state.position, taken))
    return "\n".join((told, texts.so_far(steps), *([texts.CONFIRM] if done else [])))


def told_before(text: str) -> str:
    """The text of a turn's message without the steps that its player has tried out."""
    told, _, _ = text.partition(texts.SO_FAR)
    return told.rstrip("\n")


def news_lines(match: MatchRecord, news: tuple[Event, ...]) -> list[str]:
    """What happened, a line each, oldest first; a roll still to be played is left to ``call_text``."""
    lines: list[str] = []
    dice = None
    for event in news:
        who = "" if event.side is None else _player(match, event.side)
        if event.kind is EventKind.BEGIN:
            lines.append(texts.BEGINS_THERE)
            dice = parse_position(event.text).dice
        elif event.kind is EventKind.CONTEST:
            thrown = parse_dice(event.text)
            starter = Side.WHITE if thrown.first > thrown.second else Side.BLACK
            lines.append(texts.contest(thrown, None if thrown.is_double else _player(match, starter)))
        elif event.kind is EventKind.ROLL:
            dice = parse_dice(event.text)
        elif event.kind is EventKind.FORCED:
            lines.append(texts.forced(who, dice, shorten_play(event.text)))
        elif event.kind is EventKind.PLAY:
            lines.append(texts.played(who, dice, shorten_play(event.text)))
        else:
            lines += _ending(event, who)
    return lines


def _ending(event: Event, who: str) -> list[str]:
    """An end that no play brought about."""
    if event.kind is EventKind.RESIGN:
        return [texts.resigned(who, whole_match=event.text == WHOLE_MATCH, one_point=event.text == ONE_POINT)]
    if event.kind is EventKind.TIME:
        return [texts.lost_on_time(who)]
    return [texts.UNCLAIMED if event.text == UNCLAIMED else texts.STOPPED]


def _player(match: MatchRecord, side: Side) -> str:
    return texts.player(side, match.player(side))


def called_player(game: GameRecord) -> int:
    """The one person a new message pings: who is to move; at the end, who did not bring it about."""
    outcome = game.state.outcome
    if outcome and outcome.winner is not None and outcome.reason in (Reason.RESIGNED, Reason.TIME):
        return game.match.player(outcome.winner)
    # After a last play the side that did not make it is on roll.
    return game.match.player(game.state.position.turn)


def board_view(game: GameRecord, viewer: Side, last: Event | None, taken: Play = ()) -> BoardView:
    """The picture of a game, with ``taken`` as the steps of a play not yet confirmed."""
    state = game.state
    if taken:
        position = state.rules.after(state.position, taken)
        hits = position.other.bar - state.position.other.bar
        dice = tuple(step.die for step in taken)
        return BoardView(position, viewer, dice, taken, state.position.turn, *_score(game), hits=hits)
    last_play = written_steps(last.text) if last else ()
    mover = last.side if last else None
    hits = last.text.count("*") if last and state.rules.layout.has_bar else 0
    return BoardView(state.position, viewer, (), last_play, mover, *_score(game), hits=hits, outcome=state.outcome)


def _score(game: GameRecord) -> tuple[tuple[int, int] | None, int | None]:
    """The tally for the picture; a single game has none."""
    return (game.match.score, game.match.length) if game.match.length > 1 else (None, None)


def viewer_of(game: GameRecord, user_id: int | None = None) -> Side:
    """From whose side the board is drawn: a player's own; for others the player on roll's, or the winner's.

    A game against the bot is always seen from the person's side, unless the bot's is asked for.
    """
    side = game.match.side_of(user_id) if user_id is not None else None
    if side is not None:
        return side
    if game.match.bot_side is not None:
        return game.match.bot_side.other
    outcome = game.state.outcome
    if outcome and outcome.winner is not None:
        return outcome.winner
    return game.state.position.turn


def written_steps(text: str) -> Play:
    """The steps of a play in the form that events hold, for drawing it."""
    names = {"bar": BAR, "off": OFF}
    steps: list[Step] = []
    for source, target, times in re.findall(r"(\w+)/(\w+)\*?(?:\((\d)\))?", text):
        first, last = (names[place] if place in names else int(place) for place in (source, target))
        steps += [Step(first, last, first - last)] * int(times or 1)
    return tuple(steps)


# --- challenges ----------------------------------------------------------------------------------------------


def challenge_text(match: MatchRecord) -> str:
    """The words above the card. Mentions stand here and not in the embed, where not every client resolves them."""
    text = texts.challenge_text(match.challenger_id, match.opponent_id, match.level)
    if match.status is not MatchStatus.OPEN:
        text = f"{text} {texts.challenge_closed(match.status, match.opponent_id)}"
    return text


def challenge_embed(match: MatchRecord) -> discord.Embed:
    """The card of a challenge, in whatever stage it is."""
    embed = discord.Embed(title=texts.challenge_title(match.kind, match.id), colour=_WOOD)
    embed.add_field(name="Game", value=texts.challenge_game(match.kind, match.length))
    embed.add_field(name="Rules", value=texts.rules_of_challenge(match.kind, match.preset))
    embed.add_field(name="Pace", value=texts.pace(match.pace, PACES[match.pace]))
    if match.level is not None:
        embed.add_field(name="Level", value=texts.LEVELS[match.level])
        embed.add_field(name="Rated", value=texts.BOT_UNRATED)
    else:
        embed.add_field(name="Rated", value="yes" if match.rated else "no")
    if match.position is not None:
        embed.add_field(name="From this position", value=f"`{match.position}`", inline=False)
    if match.status is MatchStatus.OPEN and match.level is None:
        embed.add_field(name="Closes", value=f"<t:{match.expires_at}:R>")
    embed.add_field(name="Fair dice", value=texts.challenge_promise(commitment(match.seed)), inline=False)
    return embed


# --- lists and reports ---------------------------------------------------------------------------------------


def games_by_number(games: list[GameRecord]) -> str:
    """The games of a channel with their players, as many as fit, for whoever has to name one."""
    shown = games[:_MOST_NUMBERED]
    text = ", ".join(texts.game_by_number(game.match.id, *(game.match.player(side) for side in Side)) for game in shown)
    return text if len(shown) == len(games) else f"{text}\n{texts.more_games(len(games) - len(shown))}"


def games_text(games: list[GameRecord], user_id: int) -> str:
    """The games of one person with links, as many as fit."""
    lines = [texts.GAMES_TITLE]
    for game in games[:_MOST_LISTED]:
        side = game.match.side_of(user_id)
        assert side is not None, "only the person's own games are listed"
        lines.append(
            texts.game_line(
                link_to(game), game.match.id, side, game.match.player(side.other), mine=game.state.position.turn is side
            )
        )
    if len(games) > _MOST_LISTED:
        lines.append(texts.more_games(len(games) - _MOST_LISTED))
    return "\n".join(lines)


def rules_embed(game: str) -> discord.Embed:
    """The rules of a game in short."""
    embed = discord.Embed(title=texts.RULES_TITLES[game], description=texts.RULES[game], colour=_WOOD)
    if game in texts.RULES_PRESETS:
        embed.add_field(name="House rules", value=texts.RULES_PRESETS[game], inline=False)
    return embed


def help_embed() -> discord.Embed:
    """Every command with examples."""
    embed = discord.Embed(title=texts.HELP_TITLE, colour=_WOOD)
    for name, text in texts.HELP:
        embed.add_field(name=name, value=text, inline=False)
    return embed.add_field(name="Writing moves", value=texts.HELP_NOTATION, inline=False)


def verdict_text(export: Export, verdict: Verdict) -> str:
    """What checking the dice of a match found."""
    heading = texts.VERIFY_GOOD if verdict.ok else texts.VERIFY_BAD
    lines = [heading.format(number=export.match), *(f"- {line}" for line in verdict.lines[:10])]
    lines += [f"-# seed `{export.seed}`", f"-# {texts.VERIFY_FILE}"]
    return "\n".join(lines)


def settings_text(chosen: ServerSettings, allowed: int) -> str:
    """The present choices of a server whose host allows so many matches against the bot at once."""
    preset = chosen.preset or presets_of(chosen.kind)[0]
    pace = texts.pace(chosen.pace, PACES[chosen.pace])
    return texts.settings(
        chosen.channels,
        threads=chosen.threads,
        usual=f"{texts.challenge_game(chosen.kind, chosen.length)}; {preset}; {pace}",
        role=chosen.moderator_role,
        auto_forced=chosen.auto_forced,
        bot_games=most_bot_games(chosen, allowed),
        bot_pause=chosen.bot_pause,
    )


def preferences_text(chosen: Preferences) -> str:
    """The present choices of a person."""
    forced = {True: "automatic", False: "ask", None: "server"}[chosen.auto_forced]
    return texts.preferences(
        forced=texts.FORCED_CHOICES[forced],
        challenges=texts.CHALLENGE_CHOICES[chosen.challenges],
        pings=chosen.pings,
        reminders=chosen.reminders,
        blocked=chosen.blocked,
    )


def match_file(export: Export) -> discord.File:
    """A finished match as a file."""
    return discord.File(io.BytesIO(format_export(export).encode()), filename=f"plakoto-match-{export.match}.json")


def resign_question(game: GameRecord, side: Side) -> str:
    """What resigning now costs."""
    outcome = resignation(game.state, side)
    return texts.RESIGN_QUESTION.format(
        opponent=texts.mention(game.match.player(side.other)), points=texts.points(outcome.points)
    )


def offer_text(game: GameRecord, user_id: int) -> str:
    """The offer that ``user_id`` makes, to their opponent."""
    return texts.OFFER.format(opponent=texts.mention(game.match.opponent_of(user_id)), who=texts.mention(user_id))


# --- refusals ------------------------------------------------------------------------------------------------


def refusal(error: PlakotoError, reader: int | None = None) -> str | None:
    """The sentence a player reads for a refusal: what was wrong and what to do. None: no player brings that about."""
    match error:
        case errors.CannotChallenge(reason="yourself"):
            return texts.CHALLENGE_YOURSELF
        case errors.CannotChallenge(reason="same", match=MatchRecord(level=str())):
            return texts.CHALLENGE_BEGINS
        case errors.CannotChallenge(reason="same", match=MatchRecord() as same):
            return texts.CHALLENGE_SAME.format(link=texts.link(same.guild_id, same.channel_id, same.card_id))
        case errors.CannotChallenge(reason="often"):
            return texts.CHALLENGE_OFTEN
        case errors.CannotChallenge(reason="length" | "pace"):
            return texts.CHALLENGE_TERMS
        case errors.CannotChallenge(reason="crossed", match=MatchRecord() as theirs):
            return texts.CHALLENGE_CROSSED.format(link=texts.link(theirs.guild_id, theirs.channel_id, theirs.card_id))
        case errors.CannotChallenge(reason="too-many", match=MatchRecord() as oldest):
            link = texts.link(oldest.guild_id, oldest.channel_id, oldest.card_id)
            return texts.CHALLENGE_TOO_MANY.format(most=MOST_OPEN_CHALLENGES, link=link)
        case errors.Unwelcome():
            return texts.UNWELCOME[error.reason].format(who=texts.mention(error.person_id))
        case errors.CannotAccept():
            return texts.CANNOT_ACCEPT
        case errors.TooManyBlocked():
            return texts.TOO_MANY_BLOCKED.format(most=error.most)
        case errors.TooManyBotGames(most=0):
            return texts.NO_BOT_GAMES
        case errors.TooManyBotGames():
            return texts.TOO_MANY_BOT_GAMES.format(most=error.most)
        case errors.NoHints():
            return texts.NO_HINTS
        case errors.UnknownPreset():
            return texts.UNKNOWN_PRESET.format(kind=error.kind.capitalize(), presets=", ".join(error.presets))
        case errors.BadPosition(error=NotationError() as fault):
            return texts.bad_position(fault.text, fault.field, fault.expected)
        case errors.BadPosition():
            return texts.POSITION_OVER
        case errors.AlreadyPlaying():
            if error.user_id == reader:
                return texts.you_already_play(link_to(error.game))
            return texts.already_playing(error.user_id, link_to(error.game))
        case errors.MatchNotFound():
            return texts.MATCH_GONE.format(number=error.match_id)
        case errors.ChallengeClosed(match=MatchRecord(status=MatchStatus.RUNNING) as begun) if (
            reader is not None and begun.side_of(reader) is not None
        ):
            return texts.CHALLENGE_BEGUN.format(link=texts.link(begun.guild_id, begun.channel_id, None))
        case errors.ChallengeClosed():
            return texts.CHALLENGE_IS_CLOSED.format(
                status=texts.challenge_closed(error.match.status, error.match.opponent_id)
            )
        case errors.NotForYou():
            return texts.not_for_you(error.match.challenger_id, error.match.opponent_id, error.allowed)
        case errors.GameNotFound():
            return texts.GAME_GONE
        case errors.NoGameHere():
            if error.elsewhere:
                return texts.NO_GAME_HERE_BUT.format(links=" ".join(map(link_to, error.elsewhere[:5])))
            return texts.NO_GAME_HERE
        case errors.NotAPlayer() | errors.NotThatBoard():
            white, black = (texts.mention(error.game.match.player(side)) for side in Side)
            sentence = texts.NOT_A_PLAYER if isinstance(error, errors.NotAPlayer) else texts.NOT_THAT_BOARD
            return sentence.format(white=white, black=black)
        case errors.NotYourTurn():
            return texts.NOT_YOUR_TURN.format(
                who=texts.mention(error.game.match.player(error.game.state.position.turn))
            )
        case errors.StaleAction():
            return texts.STALE.format(link=link_to(error.game))
        case errors.GameOver():
            return texts.GAME_OVER
        case errors.NothingToOffer():
            return texts.NOTHING_TO_OFFER
        case errors.AlreadyOffered():
            return texts.OFFERED_ALREADY
        case errors.NotOverdue():
            late = error.game.match.player(error.game.state.position.turn)
            if error.game.deadline is None or reader == late:
                return texts.NOT_OVERDUE
            return texts.not_overdue_yet(error.game.deadline)
        case errors.NothingFinished():
            return texts.NOTHING_FINISHED
        case errors.NotFinished():
            return texts.NOT_FINISHED.format(number=error.match.id)
        case errors.NothingPlayed():
            return texts.NOTHING_TO_ANALYSE
        case errors.AnalysisRunning():
            return texts.ANALYSIS_RUNNING.format(number=error.match.id)
        case IllegalPlay():
            return texts.illegal(error.reason, error.rule)
        case AmbiguousPlay(readings=(first, second)):
            return texts.AMBIGUOUS.format(first=first, second=second)
        case NotationError():
            return texts.unreadable(error.text, error.expected)
        case _:
            return None


def link_to(game: GameRecord) -> str:
    """The address of a game's newest message."""
    return texts.link(game.match.guild_id, game.match.channel_id, game.message_id)


def attachment(picture: bytes, alt: str, name: str = "board") -> discord.File:
    """A picture with what it shows in words for screen readers."""
    return discord.File(io.BytesIO(picture), filename=f"{name}.png", description=alt)
