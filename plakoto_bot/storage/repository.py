"""What every repository is made of."""

from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from plakoto_bot.domain.game import Game
from plakoto_bot.storage.rows import AnyRow, read_game


class Repository:
    """Statements within one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _one(self, statement: Select[Any], **parameters: int) -> AnyRow | None:
        row: AnyRow | None = (await self._connection.execute(statement, parameters)).one_or_none()
        return row

    async def _games(self, statement: Select[Any]) -> list[Game]:
        return [read_game(row) for row in await self._connection.execute(statement)]

    async def _count(self, statement: Select[Any]) -> int:
        return int((await self._connection.execute(statement)).scalar_one())

    async def _upsert(self, table: Table, values: dict[str, Any]) -> None:
        """Insert a row, or replace the one with the same primary key."""
        key: ColumnElement[bool] = and_(*(column == values[column.name] for column in table.primary_key))
        rest = {name: value for name, value in values.items() if name not in table.primary_key}
        if (await self._connection.execute(update(table).where(key).values(**rest))).rowcount == 0:
            await self._connection.execute(insert(table).values(**values))
