"""The card of a challenge: what it says, and showing on it what became of the challenge."""

from __future__ import annotations

import discord

from cogs.kit.app import App
from cogs.kit.message import Message
from cogs.kit.sentences import WOOD
from plakoto_bot.domain.clock import PACES
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.engine.dice import commitment
from plakoto_bot.words import challenges, common


def card(match: Match, note: str = "") -> Message:
    """The card as it is where nothing can be pressed, and nobody is called; with ``note`` behind its words."""
    return Message(f"{_text(match)} {note}".strip(), _embed(match))


def _text(match: Match) -> str:
    """The words above the card. Mentions stand here and not in the embed, where not every client resolves them."""
    text = challenges.challenge_text(match.challenger_id, match.opponent_id, match.terms.level)
    if match.status is not MatchStatus.OPEN:
        text = f"{text} {challenges.challenge_closed(match.status, match.opponent_id)}"
    return text


def _embed(match: Match) -> discord.Embed:
    embed = discord.Embed(title=challenges.challenge_title(match.terms.kind, match.id), colour=WOOD)
    embed.add_field(name="Game", value=challenges.challenge_game(match.terms.kind, match.terms.length))
    embed.add_field(name="Rules", value=common.rules_of_challenge(match.terms.kind, match.terms.preset))
    embed.add_field(name="Pace", value=common.pace(match.terms.pace, PACES[match.terms.pace]))
    if match.terms.level is not None:
        embed.add_field(name="Level", value=common.LEVELS[match.terms.level])
        embed.add_field(name="Rated", value=challenges.BOT_UNRATED)
    else:
        embed.add_field(name="Rated", value="yes" if match.terms.rated else "no")
    if match.terms.position is not None:
        embed.add_field(name="From this position", value=f"`{match.terms.position}`", inline=False)
    if match.status is MatchStatus.OPEN and match.terms.level is None:
        embed.add_field(name="Closes", value=f"<t:{match.expires_at}:R>")
    embed.add_field(name="Fair dice", value=challenges.challenge_promise(commitment(match.seed)), inline=False)
    return embed


async def update_card(app: App, match: Match, channel_id: int | None = None, *, note: str = "") -> None:
    """Show on a challenge's card what became of it, and why, and take its buttons away.

    ``channel_id`` says where the card is, if not where the match is.
    """
    if match.card_id is None:
        return
    await app.delivery.change(match, match.card_id, card(match, note), channel_id)


async def close_others(app: App, match: Match) -> None:
    """Close the other challenges of those who have begun a match, and say why on their cards."""
    for other in await app.services.challenges.withdraw_others(match.id):
        await update_card(app, other, note=challenges.PLAYS_ANOTHER.format(who=common.mention(other.challenger_id)))
