"""Statements about what servers and people chose."""

from sqlalchemy import bindparam, select

from plakoto_bot.domain.choices import MatchChoices, Preferences, ServerSettings
from plakoto_bot.domain.match import Match
from plakoto_bot.engine.position import Side
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.rows import read_preferences, read_settings, write_preferences, write_settings
from plakoto_bot.storage.tables import guild_settings, preferences

_SETTINGS = select(guild_settings.c.settings).where(guild_settings.c.guild_id == bindparam("guild"))
_PREFERENCES = select(preferences.c.preferences).where(preferences.c.user_id == bindparam("person"))


class ChoiceRepository(Repository):
    """Choices within one transaction; who chose nothing has the usual ones."""

    async def of_server(self, guild_id: int) -> ServerSettings:
        """A server's choices."""
        return read_settings((await self._connection.execute(_SETTINGS, {"guild": guild_id})).scalar_one_or_none())

    async def save_server(self, guild_id: int, settings: ServerSettings) -> None:
        """Store a server's choices."""
        values = {"guild_id": guild_id, "settings": write_settings(settings)}
        await self._upsert(guild_settings, values)

    async def of_person(self, user_id: int) -> Preferences:
        """A person's choices."""
        stored = await self._connection.execute(_PREFERENCES, {"person": user_id})
        return read_preferences(stored.scalar_one_or_none())

    async def save_person(self, user_id: int, chosen: Preferences) -> None:
        """Store a person's choices."""
        values = {"user_id": user_id, "preferences": write_preferences(chosen)}
        await self._upsert(preferences, values)

    async def of_match(self, match: Match) -> MatchChoices:
        """All that was chosen for a match."""
        white, black = [await self.of_person(match.player(side)) for side in Side]
        return MatchChoices(await self.of_server(match.guild_id), (white, black))
