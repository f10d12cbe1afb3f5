"""The card of a challenge: what it says, and showing on it what became of the challenge."""

from __future__ import annotations

import discord

from cogs.kit.app import App
from cogs.kit.message import Message
from cogs.kit.sentences import WOOD
from plakoto_bot import texts
from plakoto_bot.engine.dice import commitment
from plakoto_bot.services.clocks import PACES
from plakoto_bot.storage.records import MatchRecord, MatchStatus


def card(match: MatchRecord, note: str = "") -> Message:
    """The card as it is where nothing can be pressed, and nobody is called; with ``note`` behind its words."""
    return Message(f"{_text(match)} {note}".strip(), _embed(match))


def _text(match: MatchRecord) -> str:
    """The words above the card. Mentions stand here and not in the embed, where not every client resolves them."""
    text = texts.challenge_text(match.challenger_id, match.opponent_id, match.level)
    if match.status is not MatchStatus.OPEN:
        text = f"{text} {texts.challenge_closed(match.status, match.opponent_id)}"
    return text


def _embed(match: MatchRecord) -> discord.Embed:
    embed = discord.Embed(title=texts.challenge_title(match.kind, match.id), colour=WOOD)
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


async def update_card(app: App, match: MatchRecord, channel_id: int | None = None, *, note: str = "") -> None:
    """Show on a challenge's card what became of it, and why, and take its buttons away.

    ``channel_id`` says where the card is, if not where the match is.
    """
    if match.card_id is None:
        return
    await app.delivery.change(match, match.card_id, card(match, note), channel_id)


async def close_others(app: App, match: MatchRecord) -> None:
    """Close the other challenges of those who have begun a match, and say why on their cards."""
    for other in await app.services.games.withdraw_others(match.id):
        await update_card(app, other, note=texts.PLAYS_ANOTHER.format(who=texts.mention(other.challenger_id)))
