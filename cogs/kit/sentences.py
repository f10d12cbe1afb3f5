"""Sentences about games that several features say."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from plakoto_bot import texts
from plakoto_bot.engine.game import ONE_POINT, UNCLAIMED, WHOLE_MATCH, Event, EventKind
from plakoto_bot.engine.notation import parse_dice, parse_position, shorten_play
from plakoto_bot.engine.position import Side
from plakoto_bot.storage.records import GameRecord, MatchRecord

#: The colour of embeds.
WOOD = discord.Colour(0x8A5A2B)
#: The most games named by number and players alone; where the bot plays a channel can well have twenty.
_MOST_NUMBERED = 25


def news_lines(match: MatchRecord, news: tuple[Event, ...]) -> list[str]:
    """What happened, a line each, oldest first; a roll still to be played is left to whatever calls the player."""
    return list(_lines(match, news))


def _lines(match: MatchRecord, news: tuple[Event, ...]) -> Iterator[str]:
    dice = None
    for event in news:
        who = "" if event.side is None else player(match, event.side)
        if event.kind is EventKind.BEGIN:
            yield texts.BEGINS_THERE
            dice = parse_position(event.text).dice
        elif event.kind is EventKind.CONTEST:
            thrown = parse_dice(event.text)
            starter = Side.WHITE if thrown.first > thrown.second else Side.BLACK
            yield texts.contest(thrown, None if thrown.is_double else player(match, starter))
        elif event.kind is EventKind.ROLL:
            dice = parse_dice(event.text)
        elif event.kind is EventKind.FORCED:
            yield texts.forced(who, dice, shorten_play(event.text))
        elif event.kind is EventKind.PLAY:
            yield texts.played(who, dice, shorten_play(event.text))
        elif event.kind is EventKind.RESIGN:
            yield texts.resigned(who, whole_match=event.text == WHOLE_MATCH, one_point=event.text == ONE_POINT)
        elif event.kind is EventKind.TIME:
            yield texts.lost_on_time(who)
        else:
            yield texts.UNCLAIMED if event.text == UNCLAIMED else texts.STOPPED


def player(match: MatchRecord, side: Side) -> str:
    """The person who plays ``side``, with its checker."""
    return texts.player(side, match.player(side))


def games_by_number(games: list[GameRecord]) -> str:
    """The games of a channel with their players, as many as fit, for whoever has to name one."""
    shown = games[:_MOST_NUMBERED]
    text = ", ".join(texts.game_by_number(game.match.id, *(game.match.player(side) for side in Side)) for game in shown)
    return text if len(shown) == len(games) else f"{text}\n{texts.more_games(len(games) - len(shown))}"


def link_to(game: GameRecord) -> str:
    """The address of a game's newest message."""
    return texts.link(game.match.guild_id, game.match.channel_id, game.message_id)
