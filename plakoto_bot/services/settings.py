"""What an admin chose for a server and a person for themselves, and what follows where nothing was chosen."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from pydantic import BaseModel, ConfigDict

from plakoto_bot.engine.match import presets_of
from plakoto_bot.engine.position import Side
from plakoto_bot.services.clocks import DEFAULT_PACE
from plakoto_bot.services.errors import TooManyBlocked, UnknownPreset
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import Choices, MatchRecord
from plakoto_bot.storage.repositories import Transaction

#: What fits into the column that keeps a person's choices, many times over.
MOST_BLOCKED = 100


class _Choices(BaseModel):
    # Unknown names are choices of a later version; they are left aside, not fatal.
    model_config = ConfigDict(frozen=True, extra="ignore")


class ServerSettings(_Choices):
    """A server's choices. No ``channels`` means: everywhere.

    ``bot_games`` is how many matches against the bot may run at once, None for as many as the host allows;
    ``bot_pause`` lets the bot wait before it plays, so that people can follow.
    """

    channels: tuple[int, ...] = ()
    threads: bool = False
    kind: str = "plakoto"
    length: int = 1
    preset: str | None = None
    pace: str = DEFAULT_PACE
    moderator_role: int | None = None
    auto_forced: bool = True
    bot_games: int | None = None
    bot_pause: bool = False


class Preferences(_Choices):
    """A person's choices, in every server. ``auto_forced`` None leaves it to the server."""

    reminders: bool = True
    pings: bool = True
    auto_forced: bool | None = None
    challenges: Literal["everyone", "played", "nobody"] = "everyone"
    blocked: tuple[int, ...] = ()


class SettingsService:
    """Reads and changes choices."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_server(self, guild_id: int) -> ServerSettings:
        """The choices of a server."""
        async with self._database.read() as transaction:
            return await server_settings(transaction, guild_id)

    async def of_person(self, user_id: int) -> Preferences:
        """The choices of a person."""
        async with self._database.read() as transaction:
            return await preferences_of(transaction, user_id)

    async def change_server(self, guild_id: int, **changes: object) -> ServerSettings:
        """Change some choices of a server; UnknownPreset for rules that the game does not know."""
        async with self._database.write() as transaction:
            old = await server_settings(transaction, guild_id)
            new = ServerSettings.model_validate(old.model_dump() | changes)
            if new.preset is not None and new.preset not in presets_of(new.kind):
                raise UnknownPreset(new.kind, new.preset, presets_of(new.kind))
            await transaction.save_settings(guild_id, new.model_dump_json())
            return new

    async def change_person(self, user_id: int, **changes: object) -> Preferences:
        """Change some choices of a person."""
        async with self._database.write() as transaction:
            old = await preferences_of(transaction, user_id)
            new = Preferences.model_validate(old.model_dump() | changes)
            await transaction.save_preferences(user_id, new.model_dump_json())
            return new

    async def toggle_blocks(self, user_id: int, people: Collection[int]) -> Preferences:
        """Block those of ``people`` who are not blocked and unblock the others."""
        async with self._database.write() as transaction:
            old = await preferences_of(transaction, user_id)
            kept = tuple(blocked for blocked in old.blocked if blocked not in people)
            added = tuple(sorted(set(people) - set(old.blocked)))
            if added and len(kept + added) > MOST_BLOCKED:
                raise TooManyBlocked(MOST_BLOCKED)
            new = old.model_copy(update={"blocked": kept + added})
            await transaction.save_preferences(user_id, new.model_dump_json())
            return new


async def server_settings(transaction: Transaction, guild_id: int) -> ServerSettings:
    """The choices of a server, inside a transaction."""
    return _read_settings(await transaction.settings(guild_id))


def most_bot_games(chosen: ServerSettings, allowed: int) -> int:
    """How many matches against the bot may run at once in a server, where the host allows so many."""
    return allowed if chosen.bot_games is None else min(chosen.bot_games, allowed)


async def preferences_of(transaction: Transaction, user_id: int) -> Preferences:
    """The choices of a person, inside a transaction."""
    return _read_preferences(await transaction.preferences(user_id))


def manual_sides(match: MatchRecord, chosen: Choices) -> frozenset[Side]:
    """The sides whose players make even their only play themselves; never the bot's own."""
    server = _read_settings(chosen.server)
    automatic = {side: own.auto_forced for side, own in _of_players(chosen).items() if side is not match.bot_side}
    return frozenset(side for side, own in automatic.items() if not (server.auto_forced if own is None else own))


def quiet_players(match: MatchRecord, chosen: Choices) -> frozenset[int]:
    """The players who do not want to be pinged; the bot itself is one."""
    quiet = {side for side, own in _of_players(chosen).items() if not own.pings or side is match.bot_side}
    return frozenset(match.player(side) for side in quiet)


def _of_players(chosen: Choices) -> dict[Side, Preferences]:
    return {Side.WHITE: _read_preferences(chosen.white), Side.BLACK: _read_preferences(chosen.black)}


def _read_settings(stored: str | None) -> ServerSettings:
    return ServerSettings.model_validate_json(stored) if stored else ServerSettings()


def _read_preferences(stored: str | None) -> Preferences:
    return Preferences.model_validate_json(stored) if stored else Preferences()
