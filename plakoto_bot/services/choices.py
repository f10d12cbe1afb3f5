"""What an admin chooses for a server and a person for themselves."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from plakoto_bot.domain.choices import Preferences, ServerSettings
from plakoto_bot.domain.errors import TooManyBlocked
from plakoto_bot.domain.limits import MOST_BLOCKED
from plakoto_bot.domain.terms import UnknownPreset
from plakoto_bot.engine.kinds import presets_of
from plakoto_bot.services.service import Service


class ChoiceService(Service):
    """Reads and changes choices."""

    async def of_server(self, guild_id: int) -> ServerSettings:
        """The choices of a server. Raises nothing."""
        async with self._database.read() as transaction:
            return await transaction.choices.of_server(guild_id)

    async def of_person(self, user_id: int) -> Preferences:
        """The choices of a person. Raises nothing."""
        async with self._database.read() as transaction:
            return await transaction.choices.of_person(user_id)

    async def change_server(self, guild_id: int, **changes: Any) -> ServerSettings:
        """Change some choices of a server, by the names of their fields.

        Raises: RuleError (a kind of match unknown here), UnknownPreset.
        """
        async with self._database.write() as transaction:
            new = replace(await transaction.choices.of_server(guild_id), **changes)
            presets = presets_of(new.kind)
            if new.preset is not None and new.preset not in presets:
                raise UnknownPreset(new.kind, new.preset, presets)
            await transaction.choices.save_server(guild_id, new)
            return new

    async def change_person(self, user_id: int, **changes: Any) -> Preferences:
        """Change some choices of a person, by the names of their fields. Raises nothing."""
        async with self._database.write() as transaction:
            new = replace(await transaction.choices.of_person(user_id), **changes)
            await transaction.choices.save_person(user_id, new)
            return new

    async def toggle_blocks(self, user_id: int, people: Collection[int]) -> Preferences:
        """Block those of ``people`` who are not blocked and unblock the others. Raises: TooManyBlocked."""
        async with self._database.write() as transaction:
            old = await transaction.choices.of_person(user_id)
            kept = tuple(blocked for blocked in old.blocked if blocked not in people)
            added = tuple(sorted(set(people) - set(old.blocked)))
            if added and len(kept + added) > MOST_BLOCKED:
                raise TooManyBlocked(MOST_BLOCKED)
            new = replace(old, blocked=kept + added)
            await transaction.choices.save_person(user_id, new)
            return new
