"""What a server's admins choose: one panel of menus and buttons, which shows the present choices.

The choices are in the database and the page is in the buttons' ids, so a panel of any age works. Whether the person
may choose is asked at every press.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord import app_commands
from discord.ext import commands
from discord.ui import Button, ChannelSelect, Item, RoleSelect, Select, View

from cogs.controls import MENU_SIZE, Control, picked
from cogs.presenters import settings_text
from cogs.replies import Refused, answered, redraw, say
from plakoto_bot import texts
from plakoto_bot.engine.match import DEFAULT_LENGTHS, KINDS, LENGTHS, presets_of
from plakoto_bot.services.clocks import PACES
from plakoto_bot.services.settings import ServerSettings, most_bot_games

if TYPE_CHECKING:
    from cogs.client import PlakotoBot
    from cogs.controls import Press

_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]
PLACE, USUAL, BOT = "place", "usual", "bot"


class SettingsCog(commands.Cog):
    """``/settings``."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.hybrid_command(description="Admins: where and how this server plays")
    @commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @answered
    async def settings(self, ctx: commands.Context[PlakotoBot]) -> None:
        """Show the panel."""
        require_admin(ctx.permissions)
        assert ctx.guild is not None, "not offered in direct messages"
        chosen = await ctx.bot.settings.of_server(ctx.guild.id)
        await say(ctx, **panel(ctx.guild, chosen, PLACE, ctx.bot.opponent.allowed))


def require_admin(permissions: discord.Permissions) -> None:
    """Refuse whoever may not manage the server."""
    if not permissions.manage_guild:
        raise Refused(texts.ADMINS_ONLY)


def panel(guild: discord.Guild, chosen: ServerSettings, page: str, allowed: int) -> dict[str, Any]:
    """One page of the panel as the arguments of a message; ``allowed`` matches against the bot the host allows."""
    view = View(timeout=None)
    chosen = _still_there(guild, chosen)
    if page == PLACE:
        items = _place_page(chosen)
    else:
        items = _usual_page(chosen) if page == USUAL else _bot_page(chosen, allowed)
    for item in items:
        view.add_item(item)
    return {"content": settings_text(chosen, allowed), "view": view, "allowed_mentions": discord.AllowedMentions.none()}


def _still_there(guild: discord.Guild, chosen: ServerSettings) -> ServerSettings:
    """The choices without channels and roles that are gone: they do not count, and Discord refuses to show them."""
    channels = tuple(channel for channel in chosen.channels if guild.get_channel(channel))
    role = chosen.moderator_role if chosen.moderator_role and guild.get_role(chosen.moderator_role) else None
    return chosen.model_copy(update={"channels": channels, "moderator_role": role})


def _place_page(chosen: ServerSettings) -> list[Control[Any]]:
    return [
        ServerChannels(list(chosen.channels)),
        ServerRole(chosen.moderator_role),
        ServerButton("threads", "off" if chosen.threads else "on"),
        ServerButton("forced", "off" if chosen.auto_forced else "on"),
        ServerButton("page", USUAL),
    ]


def _usual_page(chosen: ServerSettings) -> list[Control[Any]]:
    menus = [ServerMenu(name, chosen) for name in ServerMenu.NAMES]
    return [*menus, ServerButton("page", PLACE), ServerButton("page", BOT)]


def _bot_page(chosen: ServerSettings, allowed: int) -> list[Control[Any]]:
    pause = ServerButton("pause", "off" if chosen.bot_pause else "on")
    return [ServerBotGames(most_bot_games(chosen, allowed), allowed), pause, ServerButton("page", USUAL)]


async def _change(press: Press, page: str, **changes: object) -> None:
    """Change some choices, if the person may, and show the panel as it is now."""
    require_admin(press.permissions)
    assert press.guild is not None, "the panel stands in a server"
    settings = press.client.settings
    chosen = await settings.change_server(press.guild.id, **changes)
    await redraw(press, **panel(press.guild, chosen, page, press.client.opponent.allowed))


class ServerChannels(Control[ChannelSelect[View]], template=r"plakoto:server:channels:0"):
    """The channels in which games may be played; none chosen means all."""

    def __init__(self, channels: list[int]) -> None:
        menu: ChannelSelect[View] = ChannelSelect(
            custom_id="plakoto:server:channels:0",
            placeholder=texts.SETTINGS["channels"],
            channel_types=_CHANNEL_TYPES,
            min_values=0,
            max_values=MENU_SIZE,
            default_values=[discord.SelectDefaultValue.from_channel(discord.Object(channel)) for channel in channels],
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], _match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls([])

    async def act(self, press: Press) -> None:
        await _change(press, PLACE, channels=tuple(int(value) for value in picked(press)))


class ServerRole(Control[RoleSelect[View]], template=r"plakoto:server:role:0"):
    """The role whose members may end games."""

    def __init__(self, role: int | None) -> None:
        shown = [] if role is None else [discord.SelectDefaultValue.from_role(discord.Object(role))]
        menu: RoleSelect[View] = RoleSelect(
            custom_id="plakoto:server:role:0",
            placeholder=texts.SETTINGS["role"],
            min_values=0,
            max_values=1,
            default_values=shown,
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], _match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(None)

    async def act(self, press: Press) -> None:
        role = next((int(value) for value in picked(press)), None)
        if role == press.guild_id:  # as Discord numbers @everyone
            raise Refused(texts.ROLE_OF_ALL)
        await _change(press, PLACE, moderator_role=role)


class ServerMenu(Control[Select[View]], template=r"plakoto:server:(?P<name>game|points|rules|pace):0"):
    """The usual terms of a challenge, a menu for each."""

    NAMES: ClassVar = ("game", "points", "rules", "pace")

    def __init__(self, name: str, chosen: ServerSettings) -> None:
        super().__init__(
            Select(
                custom_id=f"plakoto:server:{name}:0",
                placeholder=texts.SETTINGS[name],
                options=_options(name, chosen),
            )
        )
        self.name = name

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(match["name"], ServerSettings())

    async def act(self, press: Press) -> None:
        (value,) = picked(press)
        changes: dict[str, dict[str, object]] = {
            # Another game has other rules and is played to other points, so its own come with it.
            "game": {"kind": value, "preset": None, "length": DEFAULT_LENGTHS.get(value, 1)},
            "points": {"length": value},
            "rules": {"preset": value},
            "pace": {"pace": value},
        }
        await _change(press, USUAL, **changes[self.name])


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


class ServerBotGames(Control[Select[View]], template=r"plakoto:server:bot-games:0"):
    """How many matches against the bot may run at once, at most as many as the host allows."""

    _STEPS: ClassVar = (0, 1, 3, 5, 10, 20, 50)

    def __init__(self, most: int, allowed: int) -> None:
        offered = sorted({0, most, allowed, *(step for step in self._STEPS if step < allowed)})
        super().__init__(
            Select(
                custom_id="plakoto:server:bot-games:0",
                placeholder=texts.SETTINGS["bot-games"],
                options=[
                    discord.SelectOption(
                        label=texts.bot_games_at_once(number), value=str(number), default=number == most
                    )
                    for number in offered
                ],
            )
        )

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], _match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(0, 0)

    async def act(self, press: Press) -> None:
        (value,) = picked(press)
        most = int(value)
        # As many as the host allows stays so when the host allows more or fewer.
        await _change(press, BOT, bot_games=None if most == press.client.opponent.allowed else most)


class ServerButton(
    Control[Button[View]],
    template=r"plakoto:server:(?P<name>threads|forced|pause|page):(?P<value>on|off|place|usual|bot)",
):
    """The yes-or-no choices, each saying what it will do, and the way to the other page."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(
            Button(
                label=texts.SETTINGS[f"{name}-{value}"],
                style=discord.ButtonStyle.primary if name == "page" else discord.ButtonStyle.secondary,
                custom_id=f"plakoto:server:{name}:{value}",
            )
        )
        self.name = name
        self.value = value

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["name"], match["value"])

    async def act(self, press: Press) -> None:
        if self.name == "page":
            await _change(press, self.value)
        elif self.name == "threads":
            await _change(press, PLACE, threads=self.value == "on")
        elif self.name == "pause":
            await _change(press, BOT, bot_pause=self.value == "on")
        else:
            await _change(press, PLACE, auto_forced=self.value == "on")


#: To be registered with the bot.
SERVER_CONTROLS: tuple[type[Control[Any]], ...] = (
    ServerChannels,
    ServerRole,
    ServerMenu,
    ServerBotGames,
    ServerButton,
)
