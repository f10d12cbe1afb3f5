"""Statements about everything that is stored of one person: reading it out, and taking it away."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, Table, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from plakoto_bot.names import DELETED_ID
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

Rows = list[dict[str, Any]]

#: What belongs to one person alone and goes with them.
_OWN: dict[str, Table] = {
    "people": people,
    "standings": standings,
    "results": results,
    "die_counts": die_counts,
    "preferences": preferences,
}


def takes_part(user_id: int) -> ColumnElement[bool]:
    """Matches and challenges by or to a person."""
    return or_(matches.c.challenger_id == user_id, matches.c.opponent_id == user_id)


async def rows_about(connection: AsyncConnection, user_id: int) -> dict[str, Rows]:
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
    found = {
        name: await _rows(connection, select(table).where(table.c.user_id == user_id).order_by(*table.primary_key))
        for name, table in _OWN.items()
    }
    found["matches"] = await _rows(connection, select(*visible).where(mine).order_by(matches.c.id))
    found["games"] = await _rows(connection, played.order_by(games.c.id))
    judged = select(analyses).join(matches, analyses.c.match_id == matches.c.id).where(mine)
    found["analyses"] = await _rows(connection, judged.order_by(analyses.c.match_id))
    found["events"] = await _rows(connection, did.order_by(events.c.game_id, events.c.number))
    return found


async def forget(connection: AsyncConnection, user_id: int) -> None:
    """Delete what belongs to a person alone, and put ``DELETED_ID`` in their place where others share it.

    Judgements of how they played go too: an opponent may ask for one again, as long as the rolls and plays are there.
    """
    played = select(matches.c.id).where(takes_part(user_id))
    await connection.execute(delete(analyses).where(analyses.c.match_id.in_(played)))
    for table in _OWN.values():
        await connection.execute(delete(table).where(table.c.user_id == user_id))
    for column in (results.c.opponent_id, matches.c.challenger_id, matches.c.opponent_id):
        statement = update(column.table).where(column == user_id).values({column.name: DELETED_ID})
        await connection.execute(statement)


async def _rows(connection: AsyncConnection, statement: Select[Any]) -> Rows:
    return [row._asdict() for row in await connection.execute(statement)]
