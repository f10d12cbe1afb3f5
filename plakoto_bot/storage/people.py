"""Statements about people: what they are called in a server, and all that is stored of one of them."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlalchemy import Select, Table, delete, or_, select, update

from plakoto_bot.domain.people import DELETED_ID, Person
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.shared_statements import takes_part
from plakoto_bot.storage.tables import (
    analyses,
    die_counts,
    events,
    games,
    matches,
    people,
    preferences,
    results,
    standings,
)

#: Rows as they are stored, for people to whom they belong.
Rows = list[dict[str, Any]]

#: What belongs to one person alone and goes with them.
_OWN: dict[str, Table] = {
    "people": people,
    "standings": standings,
    "results": results,
    "die_counts": die_counts,
    "preferences": preferences,
}


class PeopleRepository(Repository):
    """People within one transaction."""

    async def known(self, guild_id: int, user_ids: Collection[int]) -> dict[int, Person]:
        """What is known of these people in a server."""
        statement = select(people).where(people.c.guild_id == guild_id, people.c.user_id.in_(user_ids))
        return {row.user_id: Person(row.name, row.gone) for row in await self._connection.execute(statement)}

    async def save(self, guild_id: int, user_id: int, person: Person) -> None:
        """Store what is known of somebody."""
        await self._upsert(people, {"guild_id": guild_id, "user_id": user_id, **asdict(person)})

    async def rows_about(self, user_id: int) -> dict[str, Rows]:
        """All rows about a person by table; of ``matches`` without the seed, of ``events`` only what this person did.

        ``analyses`` are of whole matches; what they say about the opponent is for the caller to leave out.
        """
        mine = takes_part(user_id)
        visible = [column for column in matches.c if column.name != "seed"]
        played = select(games).join(matches, games.c.match_id == matches.c.id).where(mine)
        side = or_(
            (matches.c.challenger_id == user_id) & (events.c.side == "w"),
            (matches.c.opponent_id == user_id) & (events.c.side == "b"),
        )
        did = (
            select(events)
            .join(games, events.c.game_id == games.c.id)
            .join(matches, games.c.match_id == matches.c.id)
            .where(side)
        )
        judged = select(analyses).join(matches, analyses.c.match_id == matches.c.id).where(mine)
        found = {
            name: await self._rows(select(table).where(table.c.user_id == user_id).order_by(*table.primary_key))
            for name, table in _OWN.items()
        }
        found["matches"] = await self._rows(select(*visible).where(mine).order_by(matches.c.id))
        found["games"] = await self._rows(played.order_by(games.c.id))
        found["analyses"] = await self._rows(judged.order_by(analyses.c.match_id))
        found["events"] = await self._rows(did.order_by(events.c.game_id, events.c.number))
        return found

    async def forget(self, user_id: int) -> None:
        """Delete what belongs to a person alone, and put ``DELETED_ID`` in their place where others share it.

        Judgements of how they played go too: an opponent may ask for one again, as long as rolls and plays are there.
        """
        played = select(matches.c.id).where(takes_part(user_id))
        await self._connection.execute(delete(analyses).where(analyses.c.match_id.in_(played)))
        for table in _OWN.values():
            await self._connection.execute(delete(table).where(table.c.user_id == user_id))
        for column in (results.c.opponent_id, matches.c.challenger_id, matches.c.opponent_id):
            statement = update(column.table).where(column == user_id).values({column.name: DELETED_ID})
            await self._connection.execute(statement)

    async def _rows(self, statement: Select[Any]) -> Rows:
        return [row._asdict() for row in await self._connection.execute(statement)]
