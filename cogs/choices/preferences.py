"""What a person chooses for themselves, in every server: a panel like that of ``/settings``."""

from __future__ import annotations

from typing import Any, Self

import discord
from discord.ext import commands
from discord.ui import Button, Select, UserSelect, View

from cogs.choices.messages import preferences_text
from cogs.kit.app import App, Ctx, Press
from cogs.kit.codec import ID, IdForm, choice
from cogs.kit.commands import answered
from cogs.kit.controls import MENU_SIZE, Control, PersonalControl, controls_of, picked
from cogs.kit.message import Message
from cogs.kit.refusals import Refused
from cogs.kit.replies import redraw, say
from plakoto_bot import texts
from plakoto_bot.services.settings import Preferences

#: Values of the menu of forced plays, and what they mean.
_FORCED: dict[str, bool | None] = {"automatic": True, "ask": False, "server": None}


class PreferencesCog(commands.Cog):
    """``/preferences``."""

    def __init__(self, app: App) -> None:
        self._app = app

    @commands.hybrid_command(description="Your reminders, pings, forced plays, who may challenge you, your block list")
    @answered
    async def preferences(self, ctx: Ctx) -> None:
        """Show the caller's panel."""
        require_private(ctx)
        chosen = await self._app.services.settings.of_person(ctx.author.id)
        await say(ctx, panel(ctx.author.id, chosen))


def require_private(ctx: Ctx) -> None:
    """Refuse where everybody would read the answer: typed in a server."""
    if ctx.interaction is None and ctx.guild is not None:
        assert ctx.command is not None, "asked by a command"
        raise Refused(texts.private_matter(ctx.command.name))


def panel(user_id: int, chosen: Preferences) -> Message:
    """A person's panel."""
    controls = controls_of(
        ForcedMenu.of(user_id, chosen),
        ChallengesMenu.of(user_id, chosen),
        BlockMenu.of(user_id),
        OwnButton.of("pings", "off" if chosen.pings else "on", user_id),
        OwnButton.of("reminders", "off" if chosen.reminders else "on", user_id),
    )
    if chosen.blocked:
        controls.add_item(OwnButton.of("blocked", "off", user_id))
    return Message(preferences_text(chosen), controls=controls)


async def _change(app: App, press: Press, **changes: object) -> None:
    chosen = await app.services.settings.change_person(press.user.id, **changes)
    await redraw(press, panel(press.user.id, chosen))


class ForcedMenu(PersonalControl[Select[View]], ids=IdForm("own:forced:{user}", user=ID)):
    """Whether a play that is the only one is made for the person."""

    @classmethod
    def of(cls, user_id: int, chosen: Preferences) -> Self:
        """The menu with the present choice marked."""
        current = next(value for value, meaning in _FORCED.items() if meaning is chosen.auto_forced)
        return cls(_menu("forced", texts.FORCED_CHOICES, current), user=user_id)

    async def answer(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        await _change(app, press, auto_forced=_FORCED[value])


class ChallengesMenu(PersonalControl[Select[View]], ids=IdForm("own:challenges:{user}", user=ID)):
    """Who may challenge the person."""

    @classmethod
    def of(cls, user_id: int, chosen: Preferences) -> Self:
        """The menu with the present choice marked."""
        return cls(_menu("challenges", texts.CHALLENGE_CHOICES, chosen.challenges), user=user_id)

    async def answer(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        await _change(app, press, challenges=value)


def _menu(name: str, labels: dict[str, str], current: str) -> Select[View]:
    options = [
        discord.SelectOption(label=label, value=value, default=value == current) for value, label in labels.items()
    ]
    return Select(placeholder=texts.PREFERENCES[name], options=options)


class BlockMenu(PersonalControl[UserSelect[View]], ids=IdForm("own:block:{user}", user=ID)):
    """Picking people blocks them, or unblocks those who are blocked."""

    @classmethod
    def of(cls, user_id: int) -> Self:
        """The menu of one person, in which nobody is picked yet."""
        return cls(UserSelect(placeholder=texts.PREFERENCES["block"], max_values=MENU_SIZE), user=user_id)

    async def answer(self, app: App, press: Press) -> None:
        people = {int(value) for value in picked(press)}
        if press.user.id in people:
            raise Refused(texts.BLOCK_YOURSELF)
        chosen = await app.services.settings.toggle_blocks(press.user.id, people)
        await redraw(press, panel(press.user.id, chosen))


class OwnButton(
    PersonalControl[Button[View]],
    ids=IdForm(
        "own:{name}-{value}:{user}",
        name=choice("pings", "reminders", "blocked"),
        value=choice("on", "off"),
        user=ID,
    ),
):
    """The yes-or-no choices, each saying what it will do."""

    @classmethod
    def of(cls, name: str, value: str, user_id: int) -> Self:
        """The button that sets ``name`` to ``value``."""
        label = texts.PREFERENCES[f"{name}-{value}"]
        return cls(Button(label=label), name=name, value=value, user=user_id)

    async def answer(self, app: App, press: Press) -> None:
        name = self.values["name"]
        if name == "blocked":
            await _change(app, press, blocked=())
        else:
            await _change(app, press, **{name: self.values["value"] == "on"})


#: To be registered with the bot.
PERSONAL_CONTROLS: tuple[type[Control[Any]], ...] = (ForcedMenu, ChallengesMenu, BlockMenu, OwnButton)
