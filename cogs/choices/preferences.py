"""What a person chooses for themselves, in every server: a panel like that of ``/settings``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from discord.ext import commands
from discord.ui import Button, Select, UserSelect, View

from cogs.kit.app import App, Ctx, Press
from cogs.kit.codec import choice
from cogs.kit.commands import Feature, answered
from cogs.kit.controls import MENU_SIZE, PersonalControl, controls_of, menu_of, picked
from cogs.kit.message import Message
from cogs.kit.refusals import Refused
from cogs.kit.replies import redraw, tell
from plakoto_bot.domain.choices import ChallengesFrom, Preferences
from plakoto_bot.words import choices

#: Values of the menu of forced plays, and what they mean.
_FORCED: dict[str, bool | None] = {"automatic": True, "ask": False, "server": None}


class PreferencesCog(Feature):
    """``/preferences``."""

    @commands.hybrid_command(description="Your reminders, pings, forced plays, who may challenge you, your block list")
    @answered
    async def preferences(self, ctx: Ctx) -> None:
        """Show the caller's panel."""
        require_private(ctx)
        chosen = await self.app.services.choices.of_person(ctx.author.id)
        await tell(ctx, panel(ctx.author.id, chosen))


def require_private(ctx: Ctx) -> None:
    """Refuse where everybody would read the answer: typed in a server."""
    if ctx.interaction is None and ctx.guild is not None:
        assert ctx.command is not None, "asked by a command"
        raise Refused(choices.private_matter(ctx.command.name))


def panel(user_id: int, chosen: Preferences) -> Message:
    """A person's panel."""
    forced = next(value for value, meaning in _FORCED.items() if meaning is chosen.auto_forced)
    controls = controls_of(
        OwnMenu.of("forced", choices.FORCED_CHOICES, forced, user_id),
        OwnMenu.of("challenges", choices.CHALLENGE_CHOICES, chosen.challenges, user_id),
        BlockMenu(UserSelect(placeholder=choices.PREFERENCES["block"], max_values=MENU_SIZE), user=user_id),
        OwnButton.of("pings", "off" if chosen.pings else "on", user_id),
        OwnButton.of("reminders", "off" if chosen.reminders else "on", user_id),
    )
    if chosen.blocked:
        controls.add_item(OwnButton.of("blocked", "off", user_id))
    text = choices.preferences(
        forced=choices.FORCED_CHOICES[forced],
        challenges=choices.CHALLENGE_CHOICES[chosen.challenges],
        pings=chosen.pings,
        reminders=chosen.reminders,
        blocked=chosen.blocked,
    )
    return Message(text, controls=controls)


async def _change(app: App, press: Press, **changes: object) -> None:
    chosen = await app.services.choices.change_person(press.user.id, **changes)
    await redraw(press, panel(press.user.id, chosen))


class OwnMenu(PersonalControl[Select[View]], form="own:{name}:{user}", name=choice("forced", "challenges")):
    """Whether a play that is the only one is made for the person, and who may challenge them."""

    @classmethod
    def of(cls, name: str, labels: Mapping[str, str], current: str, user_id: int) -> Self:
        """The menu with the present choice marked."""
        return cls(menu_of(choices.PREFERENCES[name], labels, current), name=name, user=user_id)

    async def answer(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        if self.values["name"] == "forced":
            await _change(app, press, auto_forced=_FORCED[value])
        else:
            await _change(app, press, challenges=ChallengesFrom(value))


class BlockMenu(PersonalControl[UserSelect[View]], form="own:block:{user}"):
    """Picking people blocks them, or unblocks those who are blocked."""

    async def answer(self, app: App, press: Press) -> None:
        people = {int(value) for value in picked(press)}
        if press.user.id in people:
            raise Refused(choices.BLOCK_YOURSELF)
        chosen = await app.services.choices.toggle_blocks(press.user.id, people)
        await redraw(press, panel(press.user.id, chosen))


class OwnButton(
    PersonalControl[Button[View]],
    form="own:{name}-{value}:{user}",
    name=choice("pings", "reminders", "blocked"),
    value=choice("on", "off"),
):
    """The yes-or-no choices, each saying what it will do."""

    @classmethod
    def of(cls, name: str, value: str, user_id: int) -> Self:
        """The button that sets ``name`` to ``value``."""
        label = choices.PREFERENCES[f"{name}-{value}"]
        return cls(Button(label=label), name=name, value=value, user=user_id)

    async def answer(self, app: App, press: Press) -> None:
        name = self.values["name"]
        await _change(app, press, **{name: () if name == "blocked" else self.values["value"] == "on"})
