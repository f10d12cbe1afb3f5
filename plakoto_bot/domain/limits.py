"""Limits that hold where nobody chose others. Nothing is imported here, so that settings are read at once."""

from __future__ import annotations

#: Matches against the bot that run in one server at once, where neither the host nor its admins chose.
DEFAULT_BOT_GAMES = 20
