"""A person's own data: handing it out and deleting it. What is stored is told in docs/privacy.md."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord.ext import commands
from discord.ui import Button, Item, View

from cogs.preferences import OwnControl, require_private
from cogs.replies import answered, redraw, say, tell
from plakoto_bot import texts
from plakoto_bot.services.personal import Farewell

if TYPE_CHECKING:
    from cogs.client import PlakotoBot
    from cogs.controls import Control, Press

_FILE = "plakoto-my-data"
#: What Discord takes as one file anywhere is 10 MB; a longer export is packed.
_LONGEST_FILE = 8_000_000


class PrivacyCog(commands.Cog):
    """``/privacy``."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.hybrid_command(description="Get everything stored about you as a file, or have it deleted")
    @answered
    async def privacy(self, ctx: commands.Context[PlakotoBot]) -> None:
        """Say what is stored, with the ways to get and to delete it."""
        require_private(ctx)
        await say(ctx, texts.privacy(), view=privacy_controls(ctx.author.id, "export", "delete"))


def privacy_controls(user_id: int, *actions: str) -> View:
    """Buttons for one person."""
    view = View(timeout=None)
    for action in actions:
        view.add_item(PrivacyButton(action, user_id))
    return view


class PrivacyButton(
    OwnControl[Button[View]], template=r"plakoto:privacy:(?P<action>export|delete|erase|keep):(?P<user>\d+)"
):
    """*Export*, *Delete me* and the answers to whether that is meant."""

    LOOKS: ClassVar = {
        "export": ("Export my data", discord.ButtonStyle.primary),
        "delete": ("Delete me ...", discord.ButtonStyle.danger),
        "erase": ("Delete everything about me", discord.ButtonStyle.danger),
        "keep": ("Keep it", discord.ButtonStyle.secondary),
    }

    def __init__(self, action: str, user_id: int) -> None:
        label, style = self.LOOKS[action]
        super().__init__(Button(label=label, style=style, custom_id=f"plakoto:privacy:{action}:{user_id}"))
        self.action = action
        self.user_id = user_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["user"]))

    async def answer(self, press: Press) -> None:
        personal = press.client.personal
        if self.action == "export":
            document = await personal.export(press.user.id)
            await tell(press, texts.EXPORTED, file=await asyncio.to_thread(as_file, document))
        elif self.action == "delete":
            text = texts.delete_question(await personal.running(press.user.id))
            await redraw(press, content=text, view=privacy_controls(press.user.id, "erase", "keep"))
        elif self.action == "keep":
            await redraw(press, content=texts.KEPT, view=None)
        else:
            farewell = await personal.delete(press.user.id)
            await redraw(press, content=texts.DELETED, view=None)
            await tell_channels(press.client, farewell)


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


async def tell_channels(client: PlakotoBot, farewell: Farewell) -> None:
    """Show opponents that they have won, and that the challenges are closed."""
    for match in farewell.challenges:
        await client.table.update_card(match)
    for game_id in farewell.games:
        await client.table.refresh(game_id)


#: To be registered with the bot.
PRIVACY_CONTROLS: tuple[type[Control[Any]], ...] = (PrivacyButton,)
