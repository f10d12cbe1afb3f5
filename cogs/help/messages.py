"""What the help says."""

from __future__ import annotations

import discord

from cogs.kit.sentences import WOOD
from plakoto_bot import texts
from plakoto_bot.export import Export, Verdict


def rules_embed(game: str) -> discord.Embed:
    """The rules of a game in short."""
    embed = discord.Embed(title=texts.RULES_TITLES[game], description=texts.RULES[game], colour=WOOD)
    if game in texts.RULES_PRESETS:
        embed.add_field(name="House rules", value=texts.RULES_PRESETS[game], inline=False)
    return embed


def help_embed() -> discord.Embed:
    """Every command with examples."""
    embed = discord.Embed(title=texts.HELP_TITLE, colour=WOOD)
    for name, text in texts.HELP:
        embed.add_field(name=name, value=text, inline=False)
    return embed.add_field(name="Writing moves", value=texts.HELP_NOTATION, inline=False)


def verdict_text(export: Export, verdict: Verdict) -> str:
    """What checking the dice of a match found."""
    heading = texts.VERIFY_GOOD if verdict.ok else texts.VERIFY_BAD
    lines = [heading.format(number=export.match), *(f"- {line}" for line in verdict.lines[:10])]
    lines += [f"-# seed `{export.seed}`", f"-# {texts.VERIFY_FILE}"]
    return "\n".join(lines)
