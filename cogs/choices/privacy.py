"""A person's own data: handing it out and deleting it. What is stored is told in docs/privacy.md."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any, ClassVar

import discord
from discord.ext import commands
from discord.ui import Button, View

from cogs.challenge.cards import update_card
from cogs.choices.preferences import require_private
from cogs.kit.app import App, Ctx, Press
from cogs.kit.commands import Feature, answered
from cogs.kit.controls import ActionButton, PersonalControl, controls_of
from cogs.kit.message import Message
from cogs.kit.replies import redraw, tell
from plakoto_bot.services.personal_data import Deletion
from plakoto_bot.words import choices

_FILE = "plakoto-my-data"
#: What Discord takes as one file anywhere is 10 MB; a longer export is packed.
_LONGEST_FILE = 8_000_000


class PrivacyCog(Feature):
    """``/privacy``."""

    @commands.hybrid_command(description="Get everything stored about you as a file, or have it deleted")
    @answered
    async def privacy(self, ctx: Ctx) -> None:
        """Say what is stored, with the ways to get and to delete it."""
        require_private(ctx)
        await tell(ctx, Message(choices.privacy(), controls=privacy_controls(ctx.author.id, "export", "delete")))


def privacy_controls(user_id: int, *actions: str) -> View:
    """Buttons for one person."""
    return controls_of(*(PrivacyButton.of(action, user=user_id) for action in actions))


class PrivacyButton(PersonalControl[Button[View]], ActionButton, form="privacy:{action}:{user}"):
    """*Export*, *Delete me* and the answers to whether that is meant."""

    LOOKS: ClassVar = {
        "export": ("Export my data", discord.ButtonStyle.primary),
        "delete": ("Delete me ...", discord.ButtonStyle.danger),
        "erase": ("Delete everything about me", discord.ButtonStyle.danger),
        "keep": "Keep it",
    }

    async def answer(self, app: App, press: Press) -> None:
        action, personal = self.values["action"], app.services.personal
        if action == "export":
            document = await personal.export(press.user.id)
            await tell(press, Message(choices.EXPORTED, files=[await asyncio.to_thread(as_file, document)]))
        elif action == "delete":
            text = choices.delete_question(await personal.running(press.user.id))
            await redraw(press, Message(text, controls=privacy_controls(press.user.id, "erase", "keep")))
        elif action == "keep":
            await redraw(press, Message(choices.KEPT))
        else:
            farewell = await personal.delete(press.user.id)
            await redraw(press, Message(choices.DELETED))
            await tell_channels(app, farewell)


def as_file(document: dict[str, Any]) -> discord.File:
    """An export as a file that Discord takes."""
    written = json.dumps(document, ensure_ascii=False, indent=1).encode()
    if len(written) <= _LONGEST_FILE:
        return discord.File(io.BytesIO(written), filename=f"{_FILE}.json")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{_FILE}.json", written)
    packed.seek(0)
    return discord.File(packed, filename=f"{_FILE}.zip")


async def tell_channels(app: App, farewell: Deletion) -> None:
    """Show opponents that they have won, and that the challenges are closed."""
    for match in farewell.challenges:
        await update_card(app, match)
    for game_id in farewell.games:
        await app.delivery.refresh(game_id)
