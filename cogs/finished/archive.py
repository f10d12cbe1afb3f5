"""The controls of leaderboard, history and replay, which the bot is to know of; analyses have their own."""

from __future__ import annotations

from typing import Any

from cogs.finished.history import ExportButton, HistoryButton, HistoryMenu
from cogs.finished.leaderboard import LeaderboardButton
from cogs.finished.replay import ReplayButton
from cogs.kit.controls import Control

ARCHIVE_CONTROLS: tuple[type[Control[Any]], ...] = (
    LeaderboardButton,
    HistoryButton,
    HistoryMenu,
    ExportButton,
    ReplayButton,
)
