"""A thread of its own for every match, where a server wishes it."""

from __future__ import annotations

import logging
import unicodedata
from dataclasses import replace
from typing import Final

import discord

from cogs.kit.app import App
from cogs.kit.message import Message
from cogs.kit.replies import LOST
from plakoto_bot.domain.choices import ServerSettings
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.engine.position import Side
from plakoto_bot.words import choices

log = logging.getLogger(__name__)

Person = discord.Member | discord.User

#: Discord's limit on a thread's name, and what of a person's name goes into one.
LONGEST_NAME = 100
_LONGEST_PERSON = 32
#: Minutes without a word until Discord folds a thread away; the next board unfolds it.
_FOLD_AFTER: Final = 10080


def wants_thread(chosen: ServerSettings, channel: object) -> bool:
    """Whether a match accepted in ``channel`` gets a thread: not in one, nor where Discord has none."""
    return chosen.threads and isinstance(channel, discord.TextChannel)


async def move_to_thread(app: App, channel: object, game: Game, card_id: int, person: Person) -> None:
    """Open a thread at the card and let the match go on there; should that fail, it stays and the channel is told.

    ``person`` is the player whose press or command began the match.
    """
    match = game.match
    assert isinstance(channel, discord.TextChannel), "asked for by wants_thread"
    try:
        names = [await _name(channel.guild, match.player(side), person) for side in Side]
        card = channel.get_partial_message(card_id)
        thread = await card.create_thread(name=thread_name(match, *names), auto_archive_duration=_FOLD_AFTER)
    except LOST as error:
        log.warning("match %s: no thread in channel %s: %s", match.id, channel.id, error)
        await app.delivery.announce(game, Message(choices.NO_THREAD))
        return
    if await app.services.challenges.move_to(match.id, replace(match.place, channel_id=thread.id)):
        await _let_in(thread, match)


def thread_name(match: Match, white: str, black: str) -> str:
    """``Eleni - Nikos, Tavli to 5``, whatever people call themselves."""
    people = [_plain(name)[:_LONGEST_PERSON].strip() for name in (white, black)]
    return choices.thread_name(people, match.terms.kind, match.terms.length)[:LONGEST_NAME]


def _plain(name: str) -> str:
    """A name on one line, without characters that are not seen or that turn the writing around."""
    seen = (letter for letter in name if unicodedata.category(letter) not in ("Cf", "Cn", "Co", "Cs"))
    return " ".join("".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in seen).split())


async def _name(guild: discord.Guild, user_id: int, person: Person) -> str:
    if user_id == person.id:
        return person.display_name
    try:
        return (await guild.fetch_member(user_id)).display_name
    except LOST as error:
        log.info("the name of user %s stays unknown: %s", user_id, error)
        return ""


async def _let_in(thread: discord.Thread, match: Match) -> None:
    """Put both players into the thread, so that they find it in their lists."""
    for side in Side:
        try:
            await thread.add_user(discord.Object(match.player(side)))
        except LOST as error:
            log.info("thread %s: could not add a player: %s", thread.id, error)
