"""Statements about what happened in games."""

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select

from plakoto_bot.engine.events import Event, Played
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.tables import events
from plakoto_bot.written_events import PLAY_KINDS, read_event, write_event

_EVENTS = select(events.c.kind, events.c.side, events.c.text).where(events.c.game_id == bindparam("game"))
_NEWS = _EVENTS.where(events.c.number > bindparam("after")).order_by(events.c.number)
_LAST_PLAY = _EVENTS.where(events.c.kind.in_(PLAY_KINDS)).order_by(events.c.number.desc()).limit(1)
_APPEND = insert(events)


class EventRepository(Repository):
    """What happened, within one transaction."""

    async def append(self, game_id: int, before: int, happened: Sequence[Event], now: int) -> None:
        """Append what happened in a game after ``before`` events."""
        rows = [
            {"game_id": game_id, "number": number, "at": now, **write_event(event)._asdict()}
            for number, event in enumerate(happened, before + 1)
        ]
        await self._connection.execute(_APPEND, rows)

    async def of_game(self, game_id: int, after: int = 0) -> list[Event]:
        """The events of a game in order, those numbered up to ``after`` left out."""
        rows = await self._connection.execute(_NEWS, {"game": game_id, "after": after})
        return [read_event(row.kind, row.side, row.text) for row in rows]

    async def last_play(self, game_id: int) -> Played | None:
        """The last play made, passes included."""
        row = await self._one(_LAST_PLAY, game=game_id)
        if row is None:
            return None
        event = read_event(row.kind, row.side, row.text)
        assert isinstance(event, Played), "found by its kind"
        return event
