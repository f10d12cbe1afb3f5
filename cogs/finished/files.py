"""A finished match as a file."""

from __future__ import annotations

import io

import discord

from plakoto_bot.export import Export, format_export


def match_file(export: Export) -> discord.File:
    """A finished match as a file."""
    return discord.File(io.BytesIO(format_export(export).encode()), filename=f"plakoto-match-{export.match}.json")
