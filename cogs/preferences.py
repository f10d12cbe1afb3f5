"""What a person chooses for themselves, in every server: a panel like that of ``/settings``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import discord
from discord.ext import commands
from discord.ui import Button, Item, Select, UserSelect, View

from cogs.controls import MENU_SIZE, Control, picked
from cogs.presenters import preferences_text
from cogs.replies import Refused, answered, redraw, say, tell
from plakoto_bot import texts
from plakoto_bot.services.settings import Preferences

if TYPE_CHECKING:
    from cogs.client import PlakotoBot
    from cogs.controls import Press

ItemT = TypeVar("ItemT", bound=Item[Any])

#: Values of the menu of forced plays, and what they mean.
_FORCED: dict[str, bool | None] = {"automatic": True, "ask": False, "server": None}


class PreferencesCog(commands.Cog):
    """``/preferences``."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.hybrid_command(description="Your reminders, pings, forced plays, who may challenge you, your block list")
    @answered
    async def preferences(self, ctx: commands.Context[PlakotoBot]) -> None:
        """Show the caller's panel."""
        require_private(ctx)
        chosen = await ctx.bot.settings.of_person(ctx.author.id)
        await say(ctx, **panel(ctx.author.id, chosen))


def require_private(ctx: commands.Context[PlakotoBot]) -> None:
    """Refuse where everybody would read the answer: typed in a server."""
    if ctx.interaction is None and ctx.guild is not None:
        assert ctx.command is not None, "asked by a command"
        raise Refused(texts.private_matter(ctx.command.name))


def panel(user_id: int, chosen: Preferences) -> dict[str, Any]:
    """A person's panel as the arguments of a message."""
    view = View(timeout=None)
    for name in OwnMenu.NAMES:
        view.add_item(OwnMenu(name, user_id, chosen))
    view.add_item(BlockMenu(user_id))
    view.add_item(OwnButton("pings", "off" if chosen.pings else "on", user_id))
    view.add_item(OwnButton("reminders", "off" if chosen.reminders else "on", user_id))
    if chosen.blocked:
        view.add_item(OwnButton("blocked", "off", user_id))
    return {"content": preferences_text(chosen), "view": view, "allowed_mentions": discord.AllowedMentions.none()}


class OwnControl(Control[ItemT], template="$^"):
    """A control that serves one person, whose id stands in its own."""

    user_id: int

    async def act(self, press: Press) -> None:
        if press.user.id == self.user_id:
            await self.answer(press)
        else:
            await tell(press, texts.NOT_YOUR_PANEL)

    async def answer(self, press: Press) -> None:
        """Do what the control is for."""
        raise NotImplementedError


async def _change(press: Press, **changes: object) -> None:
    chosen = await press.client.settings.change_person(press.user.id, **changes)
    await redraw(press, **panel(press.user.id, chosen))


class OwnMenu(OwnControl[Select[View]], template=r"plakoto:own:(?P<name>forced|challenges):(?P<user>\d+)"):
    """The choices between three."""

    NAMES: ClassVar = ("forced", "challenges")

    def __init__(self, name: str, user_id: int, chosen: Preferences) -> None:
        if name == "forced":
            current = next(value for value, meaning in _FORCED.items() if meaning is chosen.auto_forced)
            labels = texts.FORCED_CHOICES
        else:
            current, labels = chosen.challenges, texts.CHALLENGE_CHOICES
        options = [
            discord.SelectOption(label=label, value=value, default=value == current) for value, label in labels.items()
        ]
        super().__init__(
            Select(
                custom_id=f"plakoto:own:{name}:{user_id}",
                placeholder=texts.PREFERENCES[name],
                options=options,
            )
        )
        self.name = name
        self.user_id = user_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(match["name"], int(match["user"]), Preferences())

    async def answer(self, press: Press) -> None:
        (value,) = picked(press)
        if self.name == "forced":
            await _change(press, auto_forced=_FORCED[value])
        else:
            await _change(press, challenges=value)


class BlockMenu(OwnControl[UserSelect[View]], template=r"plakoto:own:block:(?P<user>\d+)"):
    """Picking people blocks them, or unblocks those who are blocked."""

    def __init__(self, user_id: int) -> None:
        menu: UserSelect[View] = UserSelect(
            custom_id=f"plakoto:own:block:{user_id}",
            placeholder=texts.PREFERENCES["block"],
            max_values=MENU_SIZE,
        )
        super().__init__(menu)
        self.user_id = user_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(int(match["user"]))

    async def answer(self, press: Press) -> None:
        people = {int(value) for value in picked(press)}
        if press.user.id in people:
            raise Refused(texts.BLOCK_YOURSELF)
        chosen = await press.client.settings.toggle_blocks(press.user.id, people)
        await redraw(press, **panel(press.user.id, chosen))


class OwnButton(
    OwnControl[Button[View]],
    template=r"plakoto:own:(?P<name>pings|reminders|blocked)-(?P<value>on|off):(?P<user>\d+)",
):
    """The yes-or-no choices, each saying what it will do."""

    def __init__(self, name: str, value: str, user_id: int) -> None:
        super().__init__(
            Button(label=texts.PREFERENCES[f"{name}-{value}"], custom_id=f"plakoto:own:{name}-{value}:{user_id}")
        )
        self.name = name
        self.value = value
        self.user_id = user_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["name"], match["value"], int(match["user"]))

    async def answer(self, press: Press) -> None:
        if self.name == "blocked":
            await _change(press, blocked=())
        else:
            await _change(press, **{self.name: self.value == "on"})


#: To be registered with the bot.
PERSONAL_CONTROLS: tuple[type[Control[Any]], ...] = (OwnMenu, BlockMenu, OwnButton)
