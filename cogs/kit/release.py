"""Letting go of what is over, so that nobody has to look for it.

discord.py ties a press, its answer, its message and its controls into circles. Nothing of a circle goes away until the
interpreter searches all memory for such garbage, and while it searches everybody waits.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.ui import LayoutView, View


def release_press(press: discord.Interaction[Any], view: View | LayoutView | None) -> None:
    """A press has been dealt with: drop the message that it was made under, and that message's controls."""
    press.message = None
    press.extras.clear()
    release_view(view)


def release_view(view: View | LayoutView | None) -> None:
    """Controls have been sent, and are known by their ids from now on."""
    if view is not None:
        view.clear_items()
        # discord.py would look after the controls of a private message for a quarter of an hour.
        view.stop()
