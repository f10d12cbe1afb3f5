"""The base of buttons and menus. They keep no state: all they need is in their ids, so they outlive restarts."""

from __future__ import annotations

import asyncio
import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeVar

import discord
from discord.ui import Button, DynamicItem, Item, Select, View

from cogs.kit.app import App, Press
from cogs.kit.codec import Field, IdForm, choice
from cogs.kit.draft import EarlyDraft
from cogs.kit.message import Message, release_view
from cogs.kit.refusals import sentence_for
from cogs.kit.replies import Asked, deferred_if_slow, redraw, tell
from plakoto_bot.domain.game import Game
from plakoto_bot.words import choices

#: Discord's limit on the options of one menu.
MENU_SIZE = 25

#: What stands on the buttons to the pages beside the one that is shown.
BACK, NEXT = "◀ Back", "Next ▶"

_NOTHING = re.compile("$^")

ItemT = TypeVar("ItemT", bound=Item[Any])

#: Every control there is, to be registered with the bot so that those under messages of any age are answered.
CONTROLS: list[type[Control[Any]]] = []


class Control(DynamicItem[ItemT], template=_NOTHING):
    """Base of every control: whatever goes wrong in ``act``, the person who pressed reads a sentence.

    ``form`` and ``fields`` say how its id is written (``IdForm``); a class without them is a base of others. The values
    in the id are ``values``.
    """

    ids: ClassVar[IdForm]

    def __init_subclass__(cls, *, form: str | None = None, **fields: Field[Any]) -> None:
        if form is None:
            super().__init_subclass__(template=_NOTHING)
            return
        cls.ids = IdForm(form, **fields)
        super().__init_subclass__(template=cls.ids.pattern)
        CONTROLS.append(cls)

    def __init__(self, item: ItemT, **values: Any) -> None:
        item.custom_id = self.ids.write(values)  # type: ignore[attr-defined]
        super().__init__(item)
        self.values = values

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], item: Item[Any], match: re.Match[str], /) -> Self:
        """The control that was pressed."""
        return cls(item, **cls.ids.read(match))  # type: ignore[arg-type]

    @abstractmethod
    async def act(self, app: App, press: Press) -> None:
        """Do what the control is for; may raise anything."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press, in time. discord.py would only log an exception from here."""
        app: App = interaction.client.app
        try:
            async with deferred_if_slow(interaction):
                try:
                    with app.work.begun():
                        await self._answer(app, interaction)
                except Exception as fault:
                    await tell(interaction, sentence_for(fault))
        finally:
            # What ``release_view`` says of circles goes for the message that was pressed as well.
            interaction.message = None
            interaction.extras.clear()
            release_view(self.view)

    async def _answer(self, app: App, press: Press) -> None:
        try:
            await self.act(app, press)
        except Exception as error:
            for kind, refuse in app.refusals.items():
                if isinstance(error, kind):
                    await refuse(press, error)
                    return
            await tell(press, sentence_for(error, press.user.id))


class ActionButton(Control[Button[View]]):
    """A button that does one of several things; its id says which, under the name ``action``."""

    #: The label for each action, and the style where it is not the usual one.
    LOOKS: ClassVar[Mapping[str, str | tuple[str, discord.ButtonStyle]]]

    def __init_subclass__(cls, *, form: str | None = None, **fields: Field[Any]) -> None:
        if form is not None:
            fields["action"] = choice(*cls.LOOKS)
        super().__init_subclass__(form=form, **fields)

    @classmethod
    def of(cls, action: str, *, row: int | None = None, off: bool = False, **values: Any) -> Self:
        """The button for ``action``; ``off``: it stands there but cannot be pressed."""
        look = cls.LOOKS[action]
        label, style = (look, discord.ButtonStyle.secondary) if isinstance(look, str) else look
        return cls(Button(label=label, style=style, row=row, disabled=off), action=action, **values)


class PersonalControl(Control[ItemT]):
    """A control that serves one person, whose id stands in its own as ``user``."""

    async def act(self, app: App, press: Press) -> None:
        if press.user.id == self.values["user"]:
            await self.answer(app, press)
        else:
            await tell(press, self.not_yours())

    def not_yours(self) -> str:
        """What anybody else reads."""
        return choices.NOT_YOUR_PANEL

    @abstractmethod
    async def answer(self, app: App, press: Press) -> None:
        """Do what the control is for."""


class PageButton(Control[Button[View]]):
    """Another page of a list, whose number, counted from 0, stands in the id as ``page``."""

    @classmethod
    def beside(cls, page: int, pages: int, **values: Any) -> list[Self]:
        """The buttons to the page before and to the one after, where there is one."""
        ways = ((BACK, page - 1), (NEXT, page + 1))
        return [cls(Button(label=label), page=goal, **values) for label, goal in ways if 0 <= goal < pages]


def controls_of(*items: Item[Any]) -> View:
    """What stands under a message."""
    view = View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def menu_of(
    placeholder: str, labels: Mapping[str, str], current: str = "", descriptions: Mapping[str, str] | None = None
) -> Select[View]:
    """A menu of labels by the values that picking them gives, with the present choice marked if there is one."""
    says = descriptions or {}
    options = [
        discord.SelectOption(label=label, value=value, description=says.get(value), default=value == current)
        for value, label in labels.items()
    ]
    return Select(placeholder=placeholder, options=options)


def picked(press: Press) -> list[str]:
    """What was chosen in the menu, as Discord sends it: values, or the ids of people and places."""
    assert press.data is not None
    return [str(value) for value in press.data["values"]]  # type: ignore[typeddict-item]


async def redraw_and_tell(app: App, press: Press, game: Game, change: Message, early: EarlyDraft | None = None) -> None:
    """Change the message that was pressed and show the channel where the game stands, both at once."""
    clearing = asyncio.create_task(_clear(press, change))
    # The press is answered first: Discord waits three seconds for that, and for a message as long as it takes.
    await asyncio.sleep(0)
    try:
        trouble = await app.delivery.refresh(game.id, early=early, clearing=clearing)
    finally:
        await clearing
    if trouble:
        await tell(press, trouble)


async def _clear(press: Press, change: Message) -> int | None:
    """Change the message that was pressed; its id, if Discord took that."""
    return press.message.id if await redraw(press, change) and press.message else None


async def tell_channel(app: App, asked: Asked, game: Game, early: EarlyDraft | None = None) -> None:
    """Show the channel where the game stands; whoever brought that about reads why, if it cannot be shown."""
    if trouble := await app.delivery.refresh(game.id, early=early):
        await tell(asked, trouble)
