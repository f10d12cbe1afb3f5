"""What people are called in a server and who has left it, as far as the bot came to know.

Without the privileged members intent Discord tells a bot neither. So names are noted when somebody acts, and who has
left is asked for when a leaderboard is shown.
"""

from collections.abc import Collection, Mapping

from plakoto_bot.domain.people import LONGEST_STORED, Person
from plakoto_bot.services.service import Service


class PeopleService(Service):
    """Remembers people of all servers; each server has its own names."""

    async def saw(self, guild_id: int, user_id: int, name: str) -> None:
        """Somebody acted in a server: they are there, and this is their name. Raises nothing."""
        await self.looked_for(guild_id, {user_id: name}, ())

    async def looked_for(self, guild_id: int, found: Mapping[int, str], missing: Collection[int]) -> bool:
        """Note who was found in a server, by name, and who was not; whether anything was new. Raises nothing."""
        async with self._database.read() as transaction:
            known = await transaction.people.known(guild_id, {*found, *missing})
        changed = {user_id: Person(name[:LONGEST_STORED], gone=False) for user_id, name in found.items()}
        for user_id in missing:
            before = known.get(user_id)
            changed[user_id] = Person(before.name if before else "", gone=True)
        changed = {user_id: person for user_id, person in changed.items() if known.get(user_id) != person}
        if changed:
            async with self._database.write() as transaction:
                for user_id, person in changed.items():
                    await transaction.people.save(guild_id, user_id, person)
        return bool(changed)

    async def names(self, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
        """The last seen names of these people, those never seen left out. Raises nothing."""
        async with self._database.read() as transaction:
            known = await transaction.people.known(guild_id, user_ids)
        return {user_id: person.name for user_id, person in known.items()}
