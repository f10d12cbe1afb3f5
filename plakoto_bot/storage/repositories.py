"""Every statement the bot runs, as methods of one open transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, and_, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from plakoto_bot.engine.game import Event, EventKind, GameState
from plakoto_bot.engine.games import ruleset
from plakoto_bot.engine.notation import format_position, parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.storage.records import GameRecord, MatchRecord, MatchStatus
from plakoto_bot.storage.tables import events, games, matches

_Row = Row[*tuple[Any, ...]]

_GAMES = select(games, *(column.label(f"match_{column.name}") for column in matches.c if column.name != "id")).join(
    matches, games.c.match_id == matches.c.id
)


class Transaction:
    """Reads and writes of one transaction; the methods never commit."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    # --- matches ---------------------------------------------------------------------------------------------

    async def add_match(self, values: dict[str, Any]) -> MatchRecord:
        """Insert a match and return it with its number."""
        result = await self._connection.execute(insert(matches).values(**values).returning(*matches.c))
        return _match(result.one())

    async def match(self, match_id: int) -> MatchRecord | None:
        """The match with this number."""
        row = (await self._connection.execute(select(matches).where(matches.c.id == match_id))).one_or_none()
        return _match(row) if row else None

    async def update_match(self, match_id: int, **values: Any) -> MatchRecord:
        """Change columns of a match and return it."""
        statement = update(matches).where(matches.c.id == match_id).values(**values).returning(*matches.c)
        return _match((await self._connection.execute(statement)).one())

    async def open_challenges(self, challenger_id: int, guild_id: int) -> list[MatchRecord]:
        """Open challenges by one person in one server."""
        statement = select(matches).where(
            matches.c.status == MatchStatus.OPEN,
            matches.c.challenger_id == challenger_id,
            matches.c.guild_id == guild_id,
        )
        return [_match(row) for row in await self._connection.execute(statement)]

    async def overdue_challenges(self, now: int) -> list[MatchRecord]:
        """Open challenges whose time is over."""
        statement = select(matches).where(matches.c.status == MatchStatus.OPEN, matches.c.expires_at <= now)
        return [_match(row) for row in await self._connection.execute(statement)]

    async def last_finished(self, channel_id: int) -> MatchRecord | None:
        """The match that ended last in a channel."""
        statement = (
            select(matches)
            .where(matches.c.channel_id == channel_id, matches.c.status == MatchStatus.FINISHED)
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(1)
        )
        row = (await self._connection.execute(statement)).one_or_none()
        return _match(row) if row else None

    async def matches_in(self, channel_id: int, *statuses: MatchStatus) -> list[MatchRecord]:
        """Matches of a channel in one of these stages."""
        statement = select(matches).where(matches.c.channel_id == channel_id, matches.c.status.in_(statuses))
        return [_match(row) for row in await self._connection.execute(statement)]

    # --- games -----------------------------------------------------------------------------------------------

    async def add_game(self, match: MatchRecord, number: int, state: GameState, now: int) -> int:
        """Insert a game without events and return its id."""
        statement = insert(games).values(
            match_id=match.id, number=number, events=0, shown=0, started_at=now, **_snapshot(state)
        )
        result = await self._connection.execute(statement.returning(games.c.id))
        return int(result.scalar_one())

    async def append(self, game_id: int, first: int, happened: Sequence[Event], state: GameState, now: int) -> None:
        """Append events, the first of which gets number ``first``, and store the state they lead to."""
        rows = [
            {
                "game_id": game_id,
                "number": number,
                "kind": event.kind.value,
                "side": None if event.side is None else event.side.letter,
                "text": event.text,
                "at": now,
            }
            for number, event in enumerate(happened, first)
        ]
        await self._connection.execute(insert(events), rows)
        ended = {"ended_at": now} if state.outcome else {}
        changes = {"events": first + len(rows) - 1, **_snapshot(state), **ended}
        await self._connection.execute(update(games).where(games.c.id == game_id).values(**changes))

    async def game(self, game_id: int) -> GameRecord | None:
        """The game with this id, with its match."""
        row = (await self._connection.execute(_GAMES.where(games.c.id == game_id))).one_or_none()
        return _game(row) if row else None

    async def running_games(
        self, user_id: int, *, guild_id: int | None = None, channel_id: int | None = None
    ) -> list[GameRecord]:
        """Running games of one person, in one server or one channel, oldest first."""
        conditions = [
            matches.c.status == MatchStatus.RUNNING,
            games.c.outcome.is_(None),
            or_(matches.c.challenger_id == user_id, matches.c.opponent_id == user_id),
        ]
        if guild_id is not None:
            conditions.append(matches.c.guild_id == guild_id)
        if channel_id is not None:
            conditions.append(matches.c.channel_id == channel_id)
        statement = _GAMES.where(and_(*conditions)).order_by(games.c.id)
        return [_game(row) for row in await self._connection.execute(statement)]

    async def games_of_match(self, match_id: int) -> list[GameRecord]:
        """All games of a match in order."""
        statement = _GAMES.where(games.c.match_id == match_id).order_by(games.c.number)
        return [_game(row) for row in await self._connection.execute(statement)]

    async def running_in(self, channel_id: int) -> list[GameRecord]:
        """Running games of a channel, oldest first."""
        statement = _GAMES.where(
            matches.c.channel_id == channel_id, matches.c.status == MatchStatus.RUNNING, games.c.outcome.is_(None)
        ).order_by(games.c.id)
        return [_game(row) for row in await self._connection.execute(statement)]

    async def unshown(self) -> list[int]:
        """Ids of the games of which the channel has not been told everything."""
        statement = select(games.c.id).where(games.c.shown < games.c.events).order_by(games.c.id)
        return list((await self._connection.execute(statement)).scalars())

    async def mark_shown(self, game_id: int, shown: int, message_id: int) -> None:
        """Note that ``message_id`` told the channel everything up to event ``shown``."""
        statement = update(games).where(games.c.id == game_id, games.c.shown < shown)
        await self._connection.execute(statement.values(shown=shown, message_id=message_id))

    async def events(self, game_id: int, after: int = 0) -> list[Event]:
        """The events of a game in order, those numbered up to ``after`` left out."""
        statement = (
            select(events.c.kind, events.c.side, events.c.text)
            .where(events.c.game_id == game_id, events.c.number > after)
            .order_by(events.c.number)
        )
        return [_event(row) for row in await self._connection.execute(statement)]

    async def last_play(self, game_id: int) -> Event | None:
        """The last play made, passes included."""
        statement = (
            select(events.c.kind, events.c.side, events.c.text)
            .where(events.c.game_id == game_id, events.c.kind.in_((EventKind.PLAY, EventKind.FORCED)))
            .order_by(events.c.number.desc())
            .limit(1)
        )
        row = (await self._connection.execute(statement)).one_or_none()
        return _event(row) if row else None

    async def count_running(self) -> int:
        """Running matches everywhere."""
        statement = select(func.count()).select_from(matches).where(matches.c.status == MatchStatus.RUNNING)
        return int((await self._connection.execute(statement)).scalar_one())


def _event(row: _Row) -> Event:
    return Event(EventKind(row.kind), None if row.side is None else Side("wb".index(row.side)), row.text)


def _match(row: _Row, prefix: str = "", **given: Any) -> MatchRecord:
    values = {name: getattr(row, prefix + name) for name in MatchRecord.__slots__ if name not in given}
    return MatchRecord(**(values | given | {"status": MatchStatus(values["status"])}))


def _game(row: _Row) -> GameRecord:
    match = _match(row, "match_", id=row.match_id)
    position = parse_position(row.position)
    outcome = None
    if row.outcome:
        winner = None if row.outcome == "draw" else Side("wb".index(row.outcome[0]))
        points = 0 if winner is None else int(row.outcome[1])
        outcome = Outcome(winner, points, Reason(row.reason))
    state = GameState(ruleset(match.game, match.preset), position, row.ply, row.rolls, opened=True, outcome=outcome)
    return GameRecord(
        row.id, match, row.number, state, row.events, row.shown, row.message_id, row.started_at, row.ended_at
    )


def _snapshot(state: GameState) -> dict[str, Any]:
    return {
        "position": format_position(state.position),
        "ply": state.ply,
        "rolls": state.rolls,
        "outcome": str(state.outcome) if state.outcome else None,
        "reason": state.outcome.reason.value if state.outcome else None,
    }
