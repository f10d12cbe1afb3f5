"""What a server's admins choose: one panel of menus and buttons, which shows the present choices.

The choices are in the database and the page is in the buttons' ids, so a panel of any age works. Whether the person
may choose is asked at every press.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import discord
from discord import app_commands
from discord.ext import commands
from discord.ui import Button, ChannelSelect, RoleSelect, Select, View

from cogs.choices.messages import settings_text
from cogs.kit.app import App, Ctx, Press
from cogs.kit.codec import IdForm, choice
from cogs.kit.commands import answered
from cogs.kit.controls import MENU_SIZE, Control, controls_of, picked
from cogs.kit.message import Message
from cogs.kit.places import guild_of
from cogs.kit.refusals import Refused
from cogs.kit.replies import redraw, say
from plakoto_bot import texts
from plakoto_bot.engine.match import DEFAULT_LENGTHS, KINDS, LENGTHS, presets_of
from plakoto_bot.services.clocks import PACES
from plakoto_bot.services.settings import ServerSettings, most_bot_games

_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]
#: The pages of the panel.
PLACE, USUAL, BOT = "place", "usual", "bot"
#: The usual terms of a challenge, each of which has a menu.
_TERMS = ("game", "points", "rules", "pace")


class SettingsCog(commands.Cog):
    """``/settings``."""

    def __init__(self, app: App) -> None:
        self._app = app

    @commands.hybrid_command(description="Admins: where and how this server plays")
    @commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @answered
    async def settings(self, ctx: Ctx) -> None:
        """Show the panel."""
        require_admin(ctx.permissions)
        assert ctx.guild is not None, "not offered in direct messages"
        chosen = await self._app.services.settings.of_server(ctx.guild.id)
        await say(ctx, panel(ctx.guild, chosen, PLACE, self._app.services.opponent.allowed))


def require_admin(permissions: discord.Permissions) -> None:
    """Refuse whoever may not manage the server."""
    if not permissions.manage_guild:
        raise Refused(texts.ADMINS_ONLY)


def panel(guild: discord.Guild, chosen: ServerSettings, page: str, allowed: int) -> Message:
    """One page of the panel; ``allowed`` matches against the bot the host allows."""
    chosen = _still_there(guild, chosen)
    if page == PLACE:
        items = _place_page(chosen)
    else:
        items = _usual_page(chosen) if page == USUAL else _bot_page(chosen, allowed)
    return Message(settings_text(chosen, allowed), controls=controls_of(*items))


def _still_there(guild: discord.Guild, chosen: ServerSettings) -> ServerSettings:
    """The choices without channels and roles that are gone: they do not count, and Discord refuses to show them."""
    channels = tuple(channel for channel in chosen.channels if guild.get_channel(channel))
    role = chosen.moderator_role if chosen.moderator_role and guild.get_role(chosen.moderator_role) else None
    return chosen.model_copy(update={"channels": channels, "moderator_role": role})


def _place_page(chosen: ServerSettings) -> list[Control[Any]]:
    return [
        ServerChannels.of(chosen.channels),
        ServerRole.of(chosen.moderator_role),
        ServerButton.of("threads", "off" if chosen.threads else "on"),
        ServerButton.of("forced", "off" if chosen.auto_forced else "on"),
        ServerButton.of("page", USUAL),
    ]


def _usual_page(chosen: ServerSettings) -> list[Control[Any]]:
    menus = [ServerMenu.of(name, chosen) for name in _TERMS]
    return [*menus, ServerButton.of("page", PLACE), ServerButton.of("page", BOT)]


def _bot_page(chosen: ServerSettings, allowed: int) -> list[Control[Any]]:
    pause = ServerButton.of("pause", "off" if chosen.bot_pause else "on")
    return [ServerBotGames.of(most_bot_games(chosen, allowed), allowed), pause, ServerButton.of("page", USUAL)]


async def _change(app: App, press: Press, page: str, **changes: object) -> None:
    """Change some choices, if the person may, and show the panel as it is now."""
    require_admin(press.permissions)
    guild, services = guild_of(press), app.services
    chosen = await services.settings.change_server(guild.id, **changes)
    await redraw(press, panel(guild, chosen, page, services.opponent.allowed))


class ServerChannels(Control[ChannelSelect[View]], ids=IdForm("server:channels:0")):
    """The channels in which games may be played; none chosen means all."""

    @classmethod
    def of(cls, channels: tuple[int, ...]) -> Self:
        """The menu with these channels as the present choice."""
        menu: ChannelSelect[View] = ChannelSelect(
            placeholder=texts.SETTINGS["channels"],
            channel_types=_CHANNEL_TYPES,
            min_values=0,
            max_values=MENU_SIZE,
            default_values=[discord.SelectDefaultValue.from_channel(discord.Object(channel)) for channel in channels],
        )
        return cls(menu)

    async def act(self, app: App, press: Press) -> None:
        await _change(app, press, PLACE, channels=tuple(int(value) for value in picked(press)))


class ServerRole(Control[RoleSelect[View]], ids=IdForm("server:role:0")):
    """The role whose members may end games."""

    @classmethod
    def of(cls, role: int | None) -> Self:
        """The menu with this role as the present choice."""
        shown = [] if role is None else [discord.SelectDefaultValue.from_role(discord.Object(role))]
        menu: RoleSelect[View] = RoleSelect(
            placeholder=texts.SETTINGS["role"], min_values=0, max_values=1, default_values=shown
        )
        return cls(menu)

    async def act(self, app: App, press: Press) -> None:
        role = next((int(value) for value in picked(press)), None)
        if role == press.guild_id:  # as Discord numbers @everyone
            raise Refused(texts.ROLE_OF_ALL)
        await _change(app, press, PLACE, moderator_role=role)


class ServerMenu(Control[Select[View]], ids=IdForm("server:{name}:0", name=choice(*_TERMS))):
    """The usual terms of a challenge, a menu for each."""

    @classmethod
    def of(cls, name: str, chosen: ServerSettings) -> Self:
        """The menu for one of the terms."""
        return cls(Select(placeholder=texts.SETTINGS[name], options=_options(name, chosen)), name=name)

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


def _options(name: str, chosen: ServerSettings) -> list[discord.SelectOption]:
    """What a menu offers, with the present choice marked."""
    if name == "game":
        return [
            discord.SelectOption(
                label=kind.capitalize(), value=kind, description=texts.KINDS.get(kind), default=kind == chosen.kind
            )
            for kind in KINDS
        ]
    if name == "points":
        return [
            discord.SelectOption(
                label=texts.challenge_game(chosen.kind, length), value=str(length), default=length == chosen.length
            )
            for length in LENGTHS
        ]
    if name == "rules":
        known = presets_of(chosen.kind)
        return [
            discord.SelectOption(
                label=texts.settings_rules(preset, usual=preset == known[0]),
                value=preset,
                default=preset == (chosen.preset or known[0]),
            )
            for preset in known
        ]
    return [
        discord.SelectOption(label=texts.settings_pace(pace, seconds), value=pace, default=pace == chosen.pace)
        for pace, seconds in PACES.items()
    ]


class ServerBotGames(Control[Select[View]], ids=IdForm("server:bot-games:0")):
    """How many matches against the bot may run at once, at most as many as the host allows."""

    _STEPS: ClassVar = (0, 1, 3, 5, 10, 20, 50)

    @classmethod
    def of(cls, most: int, allowed: int) -> Self:
        """The menu with ``most`` as the present choice, where the host allows ``allowed``."""
        offered = sorted({0, most, allowed, *(step for step in cls._STEPS if step < allowed)})
        options = [
            discord.SelectOption(label=texts.bot_games_at_once(number), value=str(number), default=number == most)
            for number in offered
        ]
        return cls(Select(placeholder=texts.SETTINGS["bot-games"], options=options))

    async def act(self, app: App, press: Press) -> None:
        (value,) = picked(press)
        most = int(value)
        # As many as the host allows stays so when the host allows more or fewer.
        await _change(app, press, BOT, bot_games=None if most == app.services.opponent.allowed else most)


class ServerButton(
    Control[Button[View]],
    ids=IdForm(
        "server:{name}:{value}",
        name=choice("threads", "forced", "pause", "page"),
        value=choice("on", "off", PLACE, USUAL, BOT),
    ),
):
    """The yes-or-no choices, each saying what it will do, and the way to the other page."""

    @classmethod
    def of(cls, name: str, value: str) -> Self:
        """The button that sets ``name`` to ``value``."""
        style = discord.ButtonStyle.primary if name == "page" else discord.ButtonStyle.secondary
        return cls(Button(label=texts.SETTINGS[f"{name}-{value}"], style=style), name=name, value=value)

    async def act(self, app: App, press: Press) -> None:
        name, value = self.values["name"], self.values["value"]
        if name == "page":
            await _change(app, press, value)
        elif name == "threads":
            await _change(app, press, PLACE, threads=value == "on")
        elif name == "pause":
            await _change(app, press, BOT, bot_pause=value == "on")
        else:
            await _change(app, press, PLACE, auto_forced=value == "on")


#: To be registered with the bot.
SERVER_CONTROLS: tuple[type[Control[Any]], ...] = (
    ServerChannels,
    ServerRole,
    ServerMenu,
    ServerBotGames,
    ServerButton,
)
