"""What a server's admins choose: one panel of menus and buttons, which shows the present choices.

The choices are in the database and the page is in the buttons' ids, so a panel of any age works. Whether the person
may choose is asked at every press.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

import discord
from discord import app_commands
from discord.ext import commands
from discord.ui import Button, ChannelSelect, RoleSelect, Select, View

from cogs.kit.app import App, Ctx, Press
from cogs.kit.codec import choice
from cogs.kit.commands import Feature, answered
from cogs.kit.controls import MENU_SIZE, Control, controls_of, menu_of, picked
from cogs.kit.message import Message
from cogs.kit.places import guild_of
from cogs.kit.refusals import Refused
from cogs.kit.replies import redraw, tell
from plakoto_bot.domain.choices import ServerSettings
from plakoto_bot.domain.clock import PACES
from plakoto_bot.engine.kinds import DEFAULT_LENGTHS, KINDS, LENGTHS, presets_of
from plakoto_bot.words import challenges, choices, common

_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]
#: The pages of the panel.
PLACE, USUAL, BOT = "place", "usual", "bot"
#: The usual terms of a challenge, each of which has a menu.
_TERMS = ("game", "points", "rules", "pace")


class SettingsCog(Feature):
    """``/settings``."""

    @commands.hybrid_command(description="Admins: where and how this server plays")
    @commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @answered
    async def settings(self, ctx: Ctx) -> None:
        """Show the panel."""
        require_admin(ctx.permissions)
        assert ctx.guild is not None, "not offered in direct messages"
        chosen = await self.app.services.choices.of_server(ctx.guild.id)
        await tell(ctx, panel(ctx.guild, chosen, PLACE, self.app.services.opponent.allowed))


def require_admin(permissions: discord.Permissions) -> None:
    """Refuse whoever may not manage the server."""
    if not permissions.manage_guild:
        raise Refused(choices.ADMINS_ONLY)


def panel(guild: discord.Guild, chosen: ServerSettings, page: str, allowed: int) -> Message:
    """One page of the panel; ``allowed`` matches against the bot the host allows."""
    chosen = _still_there(guild, chosen)
    most = chosen.most_bot_games(allowed)
    items: list[Control[Any]]
    if page == PLACE:
        items = [
            ServerChannels.of(chosen.channels),
            ServerRole.of(chosen.moderator_role),
            ServerButton.of("threads", "off" if chosen.threads else "on"),
            ServerButton.of("forced", "off" if chosen.auto_forced else "on"),
            ServerButton.of("page", USUAL),
        ]
    elif page == USUAL:
        menus = [ServerMenu.of(name, chosen) for name in _TERMS]
        items = [*menus, ServerButton.of("page", PLACE), ServerButton.of("page", BOT)]
    else:
        pause = ServerButton.of("pause", "off" if chosen.bot_pause else "on")
        items = [ServerBotGames.of(most, allowed), pause, ServerButton.of("page", USUAL)]
    preset, pace = chosen.preset or presets_of(chosen.kind)[0], common.pace(chosen.pace, PACES[chosen.pace])
    text = choices.settings(
        chosen.channels,
        threads=chosen.threads,
        usual=f"{challenges.challenge_game(chosen.kind, chosen.length)}; {preset}; {pace}",
        role=chosen.moderator_role,
        auto_forced=chosen.auto_forced,
        bot_games=most,
        bot_pause=chosen.bot_pause,
    )
    return Message(text, controls=controls_of(*items))


def _still_there(guild: discord.Guild, chosen: ServerSettings) -> ServerSettings:
    """The choices without channels and roles that are gone: they do not count, and Discord refuses to show them."""
    channels = tuple(channel for channel in chosen.channels if guild.get_channel(channel))
    role = chosen.moderator_role if chosen.moderator_role and guild.get_role(chosen.moderator_role) else None
    return replace(chosen, channels=channels, moderator_role=role)


async def _change(app: App, press: Press, page: str, **changes: object) -> None:
    """Change some choices, if the person may, and show the panel as it is now."""
    require_admin(press.permissions)
    guild, services = guild_of(press), app.services
    chosen = await services.choices.change_server(guild.id, **changes)
    await redraw(press, panel(guild, chosen, page, services.opponent.allowed))


class ServerChannels(Control[ChannelSelect[View]], form="server:channels:0"):
    """The channels in which games may be played; none chosen means all."""

    @classmethod
    def of(cls, channels: tuple[int, ...]) -> Self:
        """The menu with these channels as the present choice."""
        menu: ChannelSelect[View] = ChannelSelect(
            placeholder=choices.SETTINGS["channels"],
            channel_types=_CHANNEL_TYPES,
            min_values=0,
            max_values=MENU_SIZE,
            default_values=[discord.SelectDefaultValue.from_channel(discord.Object(channel)) for channel in channels],
        )
        return cls(menu)

    async def act(self, app: App, press: Press) -> None:
        await _change(app, press, PLACE, channels=tuple(int(value) for value in picked(press)))


class ServerRole(Control[RoleSelect[View]], form="server:role:0"):
    """The role whose members may end games."""

    @classmethod
    def of(cls, role: int | None) -> Self:
        """The menu with this role as the present choice."""
        shown = [] if role is None else [discord.SelectDefaultValue.from_role(discord.Object(role))]
        menu: RoleSelect[View] = RoleSelect(
            placeholder=choices.SETTINGS["role"], min_values=0, max_values=1, default_values=shown
        )
        return cls(menu)

    async def act(self, app: App, press: Press) -> None:
        role = next((int(value) for value in picked(press)), None)
        if role == press.guild_id:  # as Discord numbers @everyone
            raise Refused(choices.ROLE_OF_ALL)
        await _change(app, press, PLACE, moderator_role=role)


class ServerMenu(Control[Select[View]], form="server:{name}:0", name=choice(*_TERMS)):
    """The usual terms of a challenge, a menu for each."""

    @classmethod
    def of(cls, name: str, chosen: ServerSettings) -> Self:
        """The menu for one of the terms."""
        labels, current = _offered(name, chosen)
        menu = menu_of(choices.SETTINGS[name], labels, current, common.KINDS if name == "game" else {})
        return cls(menu, name=name)

    async def act(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        await _change(app, press, USUAL, **_changed_terms(self.values["name"], value))


def _changed_terms(name: str, value: str) -> dict[str, object]:
    """What picking ``value`` in a menu changes."""
    match name:
        case "game":
            # Another game has other rules and is played to other points, so its own come with it.
            return {"kind": value, "preset": None, "length": DEFAULT_LENGTHS.get(value, 1)}
        case "points":
            return {"length": int(value)}
        case "rules":
            return {"preset": value}
        case _:
            return {"pace": value}


def _offered(name: str, chosen: ServerSettings) -> tuple[dict[str, str], str]:
    """What a menu offers, as labels by value, and the value of the present choice."""
    match name:
        case "game":
            return {kind: kind.capitalize() for kind in KINDS}, chosen.kind
        case "points":
            labels = {str(length): challenges.challenge_game(chosen.kind, length) for length in LENGTHS}
            return labels, str(chosen.length)
        case "rules":
            known = presets_of(chosen.kind)
            labels = {preset: choices.settings_rules(preset, usual=preset == known[0]) for preset in known}
            return labels, chosen.preset or known[0]
        case _:
            return {pace: choices.settings_pace(pace, seconds) for pace, seconds in PACES.items()}, chosen.pace


class ServerBotGames(Control[Select[View]], form="server:bot-games:0"):
    """How many matches against the bot may run at once, at most as many as the host allows."""

    _STEPS: ClassVar = (0, 1, 3, 5, 10, 20, 50)

    @classmethod
    def of(cls, most: int, allowed: int) -> Self:
        """The menu with ``most`` as the present choice, where the host allows ``allowed``."""
        offered = sorted({0, most, allowed, *(step for step in cls._STEPS if step < allowed)})
        labels = {str(number): choices.bot_games_at_once(number) for number in offered}
        return cls(menu_of(choices.SETTINGS["bot-games"], labels, str(most)))

    async def act(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        most = int(value)
        # As many as the host allows stays so when the host allows more or fewer.
        await _change(app, press, BOT, bot_games=None if most == app.services.opponent.allowed else most)


class ServerButton(
    Control[Button[View]],
    form="server:{name}:{value}",
    name=choice("threads", "forced", "pause", "page"),
    value=choice("on", "off", PLACE, USUAL, BOT),
):
    """The yes-or-no choices, each saying what it will do, and the way to the other page."""

    #: On which page each choice is, and as what it is stored.
    _TOGGLES: ClassVar = {"threads": (PLACE, "threads"), "forced": (PLACE, "auto_forced"), "pause": (BOT, "bot_pause")}

    @classmethod
    def of(cls, name: str, value: str) -> Self:
        """The button that sets ``name`` to ``value``."""
        style = discord.ButtonStyle.primary if name == "page" else discord.ButtonStyle.secondary
        return cls(Button(label=choices.SETTINGS[f"{name}-{value}"], style=style), name=name, value=value)

    async def act(self, app: App, press: Press) -> None:
        name, value = self.values["name"], self.values["value"]
        if name == "page":
            await _change(app, press, value)
        else:
            page, field = self._TOGGLES[name]
            await _change(app, press, page, **{field: value == "on"})
