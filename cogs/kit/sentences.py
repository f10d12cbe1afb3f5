"""Sentences about games that several features say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord

from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.engine import events
from plakoto_bot.engine.notation import shorten_play
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.words import common, refusals, turns

#: The colour of embeds.
WOOD = discord.Colour(0x8A5A2B)
#: The most games named by number and players alone; where the bot plays a channel can well have twenty.
_MOST_NUMBERED = 25


def news_lines(match: Match, news: Sequence[events.Event]) -> list[str]:
    """What happened, a line each, oldest first; a roll still to be played is left to whatever calls the player."""
    return list(_lines(match, news))


def _lines(of: Match, news: Sequence[events.Event]) -> Iterator[str]:
    dice: Dice | None = None
    for event in news:
        match event:
            case events.Began(position):
                yield turns.BEGINS_THERE
                dice = position.dice
            case events.Contest(thrown):
                starter = event.starter
                yield turns.contest(thrown, None if starter is None else player(of, starter))
            case events.Rolled(dice=dice):
                pass
            case events.Played(side, forced=forced):
                says = turns.forced if forced else turns.played
                yield says(player(of, side), dice, shorten_play(events.play_text(event)))
            case events.Resigned(side, stake):
                whole, one = stake is events.Stake.MATCH, stake is events.Stake.ONE_POINT
                yield turns.resigned(player(of, side), whole_match=whole, one_point=one)
            case events.TimedOut(side):
                yield turns.lost_on_time(player(of, side))
            case events.Stopped(reason):
                yield turns.UNCLAIMED if reason is events.StopReason.UNCLAIMED else turns.STOPPED


def player(match: Match, side: Side) -> str:
    """The person who plays ``side``, with its checker."""
    return common.player(side, match.player(side))


def games_by_number(games: list[Game]) -> str:
    """The games of a channel with their players, as many as fit, for whoever has to name one."""
    shown = games[:_MOST_NUMBERED]
    text = ", ".join(
        refusals.game_by_number(game.match.id, *(game.match.player(side) for side in Side)) for game in shown
    )
    return text if len(shown) == len(games) else f"{text}\n{refusals.more_games(len(games) - len(shown))}"


def link_to(game: Game) -> str:
    """The address of a game's newest message."""
    return common.link(game.match.place, game.message_id)
