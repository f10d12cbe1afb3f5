"""Moves that are typed: what of a message is one, making it, and what may still be meant by half of one."""

from __future__ import annotations

import re

import discord
from discord.ext import commands

from cogs.kit.app import Ctx
from cogs.kit.commands import answered
from cogs.kit.controls import tell_channel
from cogs.kit.places import place_of
from cogs.kit.replies import tell
from plakoto_bot.domain.game import Game
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.notation import format_play, shorten_play
from plakoto_bot.turn_log import turn_line
from plakoto_bot.words import answers, refusals

#: Discord's limit on suggestions and on the length of one.
_MOST_SUGGESTIONS = 25
_LONGEST_SUGGESTION = 100

#: What begins like a move, so that a friendly word to the bot is not read as one.
_MOVE = re.compile(r"[\s`]*(\d|bar\b|b/|pass\b|off\b)", re.IGNORECASE)

#: A typed command whose name runs into the move.
_GLUED = re.compile(r"!(?:move|play|m)((?:\d|bar\b|b/).*)", re.IGNORECASE | re.DOTALL)


def addressed_text(message: discord.Message, bot_id: int) -> str | None:
    """What a message that is no command says to the bot; None when it is not meant for it."""
    # Words that do not mention the bot come only where it may read them.
    if glued := _GLUED.match(message.content):
        return glued[1]
    own_mentions = (f"<@{bot_id}>", f"<@!{bot_id}>")
    text = message.content
    for own in own_mentions:
        text = text.replace(own, " ")
    # «@bot, 24/18» and «@bot: 24/18» are how people speak to somebody.
    text = text.strip().lstrip(",:; ")
    if message.guild is None or any(own in message.content for own in own_mentions):
        return text
    replied = message.reference.resolved if message.reference else None
    if isinstance(replied, discord.Message) and replied.author.id == bot_id and _MOVE.match(text):
        return text
    return None


@answered
async def answer_words(ctx: Ctx, text: str) -> None:
    """Make the move that somebody has written to the bot."""
    if ctx.guild is None:
        raise commands.NoPrivateMessage
    if not _MOVE.match(text):
        await tell(ctx, refusals.MENTION_HINT)
    else:
        await make_typed_play(ctx, text)


async def make_typed_play(ctx: Ctx, text: str) -> None:
    """Make a play given as text, in whatever way it came."""
    reply_to = ctx.message.reference.message_id if ctx.message.reference else None
    app = ctx.bot.app
    with turn_line(), app.delivery.early_draft() as early:
        game = await app.services.turns.play_text(
            place_of(ctx), ctx.author.id, text, reply_to=reply_to, preview=early.preview
        )
        if ctx.interaction:
            await tell(ctx, answers.PLAYED)
        await tell_channel(app, ctx, game, early)


def suggestions(game: Game, current: str) -> list[str]:
    """The legal plays that have every step typed so far, the last one perhaps unfinished."""
    typed = current.lower().replace("-", "/").replace(">", "/").replace(",", " ").split()
    state = game.state
    found = []
    for play in sorted(legal_plays(state), reverse=True):
        text = format_play(state.rules, state.position, play)
        short = shorten_play(text)
        if len(short) <= _LONGEST_SUGGESTION and any(_matches(way.split(), typed) for way in _ways(text, short)):
            found.append(short)
    return found[:_MOST_SUGGESTIONS]


def _ways(text: str, short: str) -> tuple[str, ...]:
    """How people may write one play: step by step, one checker's points in a row, or only its first and last point."""
    ends = " ".join(re.sub(r"^(\w+)/.*/(\w+)$", r"\1/\2", part) for part in short.replace("*", "").split())
    return text.replace("*", ""), short.replace("*", ""), ends


def _matches(steps: list[str], typed: list[str]) -> bool:
    left = list(steps)
    for part in typed:
        match = next((step for step in left if step.startswith(part.replace("*", ""))), None)
        if match is None:
            return False
        left.remove(match)
    return True
