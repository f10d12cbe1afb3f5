"""Every statement the bot runs, as methods of one open transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    case,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from plakoto_bot.engine.events import Event
from plakoto_bot.engine.events import Played as PlayedTurn
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.match import rules_of
from plakoto_bot.engine.notation import format_position, parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.storage import personal
from plakoto_bot.storage.records import (
    NO_CLOCK,
    Choices,
    Clock,
    GameRecord,
    HeadToHead,
    MatchRecord,
    MatchStatus,
    Person,
    Played,
    Ranked,
    Result,
    Standing,
    StoredAnalysis,
)
from plakoto_bot.storage.tables import (
    analyses,
    die_counts,
    events,
    games,
    guild_settings,
    matches,
    people,
    preferences,
    results,
    standings,
)
from plakoto_bot.written_events import read_event, write_event

#: Games handled in one sweep of the clocks; the next sweep takes the rest.
_BATCH = 200

_Row = Row[*tuple[Any, ...]]

_GAMES = select(games, *(column.label(f"match_{column.name}") for column in matches.c if column.name != "id")).join(
    matches, games.c.match_id == matches.c.id
)

# What every turn runs is put together once: that takes as long as running it.
_GAME = _GAMES.where(games.c.id == bindparam("game"))
_WHITE, _BLACK = preferences.alias("white"), preferences.alias("black")
_GAME_WITH_CHOICES = (
    _GAME.add_columns(
        guild_settings.c.settings, _WHITE.c.preferences.label("white"), _BLACK.c.preferences.label("black")
    )
    .outerjoin(guild_settings, guild_settings.c.guild_id == matches.c.guild_id)
    .outerjoin(_WHITE, _WHITE.c.user_id == matches.c.challenger_id)
    .outerjoin(_BLACK, _BLACK.c.user_id == matches.c.opponent_id)
)
_SETTINGS = select(guild_settings.c.settings).where(guild_settings.c.guild_id == bindparam("guild"))
_PREFERENCES = select(preferences.c.preferences).where(preferences.c.user_id == bindparam("person"))
_EVENTS = select(events.c.kind, events.c.side, events.c.text).where(events.c.game_id == bindparam("game"))
_NEWS = _EVENTS.where(events.c.number > bindparam("after")).order_by(events.c.number)
_LAST_PLAY = _EVENTS.where(events.c.kind.in_(("play", "forced"))).order_by(events.c.number.desc()).limit(1)
_APPEND = insert(events)
_CHANGE_GAME = update(games).where(games.c.id == bindparam("game_id"))
_SHOWN = update(games).where(games.c.id == bindparam("game_id"), games.c.shown < bindparam("told"))


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

    async def open_challenges_with(self, user_id: int) -> list[MatchRecord]:
        """Open challenges by or to one person, in all servers."""
        statement = select(matches).where(matches.c.status == MatchStatus.OPEN, personal.takes_part(user_id))
        return [_match(row) for row in await self._connection.execute(statement.order_by(matches.c.id))]

    async def have_played(self, guild_id: int, one: int, other: int) -> bool:
        """Whether two people have begun a match with each other in a server."""
        statement = (
            select(matches.c.id)
            .where(
                matches.c.guild_id == guild_id,
                matches.c.status.in_((MatchStatus.RUNNING, MatchStatus.FINISHED)),
                matches.c.challenger_id.in_((one, other)),
                matches.c.opponent_id.in_((one, other)),
            )
            .limit(1)
        )
        return (await self._connection.execute(statement)).one_or_none() is not None

    async def unplayed_since(self, challenger_id: int, opponent_id: int, guild_id: int, since: int) -> int:
        """How many challenges by one person to another, made after ``since``, came to nothing."""
        statement = (
            select(func.count())
            .select_from(matches)
            .where(
                matches.c.challenger_id == challenger_id,
                matches.c.opponent_id == opponent_id,
                matches.c.guild_id == guild_id,
                matches.c.created_at > since,
                matches.c.status.in_((MatchStatus.DECLINED, MatchStatus.WITHDRAWN, MatchStatus.EXPIRED)),
            )
        )
        return int((await self._connection.execute(statement)).scalar_one())

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

    async def count_bot_matches(self, guild_id: int) -> int:
        """How many matches against the bot run in a server, those about to begin included."""
        statement = (
            select(func.count())
            .select_from(matches)
            .where(
                matches.c.level.is_not(None),
                matches.c.guild_id == guild_id,
                matches.c.status.in_((MatchStatus.OPEN, MatchStatus.RUNNING)),
            )
        )
        return int((await self._connection.execute(statement)).scalar_one())

    # --- games -----------------------------------------------------------------------------------------------

    async def add_game(
        self, match: MatchRecord, number: int, state: GameState, now: int, starter: Side | None = None
    ) -> int:
        """Insert a game without events and return its id."""
        statement = insert(games).values(
            match_id=match.id,
            number=number,
            game=state.rules.layout.name,
            starter=None if starter is None else starter.letter,
            events=0,
            shown=0,
            started_at=now,
            **_snapshot(state),
        )
        result = await self._connection.execute(statement.returning(games.c.id))
        return int(result.scalar_one())

    async def append(
        self, game_id: int, first: int, happened: Sequence[Event], state: GameState, now: int, clock: Clock = NO_CLOCK
    ) -> None:
        """Append events, the first of which gets number ``first``, and store the state and the clock they lead to."""
        rows = [
            {"game_id": game_id, "number": number, **write_event(event)._asdict(), "at": now}
            for number, event in enumerate(happened, first)
        ]
        await self._connection.execute(_APPEND, rows)
        ended = {"ended_at": now} if state.outcome else {}
        changes = {"events": first + len(rows) - 1, **_snapshot(state), **ended, **asdict(clock)}
        await self._connection.execute(_CHANGE_GAME, {"game_id": game_id, **changes})

    async def game(self, game_id: int) -> GameRecord | None:
        """The game with this id, with its match."""
        row = (await self._connection.execute(_GAME, {"game": game_id})).one_or_none()
        return _game(row) if row else None

    async def game_with_choices(self, game_id: int) -> tuple[GameRecord, Choices] | None:
        """The game with this id, and all that was chosen for it."""
        row = (await self._connection.execute(_GAME_WITH_CHOICES, {"game": game_id})).one_or_none()
        return (_game(row), Choices(row.settings, row.white, row.black)) if row else None

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

    async def bot_games(self) -> list[GameRecord]:
        """Running games against the bot in all servers, oldest first; paused ones are left out."""
        statement = _GAMES.where(
            matches.c.level.is_not(None),
            matches.c.status == MatchStatus.RUNNING,
            matches.c.paused_at.is_(None),
            games.c.outcome.is_(None),
        ).order_by(games.c.id)
        return [_game(row) for row in await self._connection.execute(statement)]

    async def count_running(self) -> int:
        """How many games run, in all servers."""
        statement = (
            select(func.count())
            .select_from(games.join(matches, games.c.match_id == matches.c.id))
            .where(matches.c.status == MatchStatus.RUNNING, games.c.outcome.is_(None))
        )
        return int((await self._connection.execute(statement)).scalar_one())

    async def unshown(self) -> list[int]:
        """Ids of the games of which the channel has not been told everything."""
        statement = select(games.c.id).where(games.c.shown < games.c.events).order_by(games.c.id)
        return list((await self._connection.execute(statement)).scalars())

    async def mark_shown(self, game_id: int, shown: int, message_id: int) -> None:
        """Note that ``message_id`` told the channel everything up to event ``shown``; no other has controls now."""
        values = {"game_id": game_id, "told": shown, "shown": shown, "message_id": message_id, "side_messages": ""}
        await self._connection.execute(_SHOWN, values)

    async def set_side_messages(self, game_id: int, message_ids: Collection[int]) -> None:
        """Note the messages beside that of the turn that have controls."""
        text = " ".join(map(str, message_ids))
        await self._connection.execute(update(games).where(games.c.id == game_id).values(side_messages=text))

    async def set_offer(self, game_id: int, side: Side, ply: int | None) -> None:
        """Note at which ply ``side`` has offered to lose the game for one point."""
        values = {"white_offer" if side is Side.WHITE else "black_offer": ply}
        await self._connection.execute(update(games).where(games.c.id == game_id).values(**values))

    async def events(self, game_id: int, after: int = 0) -> list[Event]:
        """The events of a game in order, those numbered up to ``after`` left out."""
        rows = await self._connection.execute(_NEWS, {"game": game_id, "after": after})
        return [_event(row) for row in rows]

    async def last_play(self, game_id: int) -> PlayedTurn | None:
        """The last play made, passes included."""
        row = (await self._connection.execute(_LAST_PLAY, {"game": game_id})).one_or_none()
        event = _event(row) if row else None
        return event if isinstance(event, PlayedTurn) else None

    async def following(self, game: GameRecord) -> int | None:
        """Id of the game of the match that came after this one."""
        statement = select(games.c.id).where(games.c.match_id == game.match.id, games.c.number == game.number + 1)
        return (await self._connection.execute(statement)).scalar_one_or_none()

    # --- clocks ----------------------------------------------------------------------------------------------

    async def games_to_remind(self, now: int) -> list[GameRecord]:
        """Running games whose player is to be reminded."""
        return await self._on_the_clock(games.c.remind_at <= now, games.c.deadline > now)

    async def games_overdue(self, now: int) -> list[GameRecord]:
        """Running games whose time is over and where that has not been announced."""
        return await self._on_the_clock(games.c.deadline <= now, games.c.overdue_at.is_(None))

    async def games_unclaimed(self) -> list[GameRecord]:
        """Running games whose time is over, as announced."""
        return await self._on_the_clock(games.c.overdue_at.is_not(None))

    async def _on_the_clock(self, *conditions: ColumnElement[bool]) -> list[GameRecord]:
        running = (games.c.outcome.is_(None), games.c.deadline.is_not(None), matches.c.paused_at.is_(None))
        statement = _GAMES.where(*conditions, *running).order_by(games.c.id).limit(_BATCH)
        return [_game(row) for row in await self._connection.execute(statement)]

    async def set_clock(self, game_id: int, **times: int | None) -> None:
        """Change some of a game's ``remind_at``, ``deadline`` and ``overdue_at``."""
        await self._connection.execute(update(games).where(games.c.id == game_id).values(**times))

    async def games_ending_before(self, until: int) -> list[GameRecord]:
        """Running games whose clock ends before ``until``; paused ones are left out."""
        statement = _GAMES.where(
            matches.c.status == MatchStatus.RUNNING,
            matches.c.paused_at.is_(None),
            games.c.outcome.is_(None),
            games.c.deadline < until,
        )
        return [_game(row) for row in await self._connection.execute(statement.order_by(games.c.id))]

    async def guilds_with_running_matches(self) -> list[int]:
        """Servers in which a match runs and is not paused."""
        statement = select(matches.c.guild_id).where(
            matches.c.status == MatchStatus.RUNNING, matches.c.paused_at.is_(None)
        )
        return list((await self._connection.execute(statement.distinct())).scalars())

    async def pause(self, guild_id: int, now: int) -> None:
        """Pause the running matches of a server."""
        statement = update(matches).where(
            matches.c.guild_id == guild_id, matches.c.status == MatchStatus.RUNNING, matches.c.paused_at.is_(None)
        )
        await self._connection.execute(statement.values(paused_at=now))

    async def paused_games(self, guild_id: int) -> list[GameRecord]:
        """Games with a clock whose matches are paused in a server."""
        statement = _GAMES.where(
            matches.c.guild_id == guild_id,
            matches.c.paused_at.is_not(None),
            games.c.outcome.is_(None),
            games.c.deadline.is_not(None),
        )
        return [_game(row) for row in await self._connection.execute(statement.order_by(games.c.id))]

    async def resume(self, guild_id: int) -> None:
        """Let the paused matches of a server go on."""
        statement = update(matches).where(matches.c.guild_id == guild_id, matches.c.paused_at.is_not(None))
        await self._connection.execute(statement.values(paused_at=None))

    # --- standings -------------------------------------------------------------------------------------------

    async def add_result(self, result: Result) -> None:
        """Insert the result of a match for one player."""
        await self._connection.execute(insert(results).values(**asdict(result)))

    async def results_of_match(self, match_id: int) -> list[Result]:
        """The results of a match, none while it runs."""
        statement = select(results).where(results.c.match_id == match_id).order_by(results.c.user_id)
        return [Result(**row._asdict()) for row in await self._connection.execute(statement)]

    async def standing(self, guild_id: int, kind: str, period: str, user_id: int) -> Standing | None:
        """One person's standing."""
        statement = select(standings).where(
            standings.c.guild_id == guild_id,
            standings.c.kind == kind,
            standings.c.period == period,
            standings.c.user_id == user_id,
        )
        row = (await self._connection.execute(statement)).one_or_none()
        return Standing(**row._asdict()) if row else None

    async def save_standing(self, standing: Standing) -> None:
        """Insert or replace one person's standing."""
        await self._upsert(standings, asdict(standing))

    async def count_die(self, guild_id: int, user_id: int, die: int, rolled: int) -> None:
        """Add to how often a person rolled a die."""
        key = {"guild_id": guild_id, "user_id": user_id, "die": die}
        same = and_(*(die_counts.c[name] == value for name, value in key.items()))
        before = (await self._connection.execute(select(die_counts.c.rolled).where(same))).scalar_one_or_none()
        await self._upsert(die_counts, {**key, "rolled": (before or 0) + rolled})

    async def leaderboard(
        self, guild_id: int, kind: str, period: str, *, least: int, offset: int, limit: int
    ) -> list[Ranked]:
        """Standings with at least ``least`` matches, best rating first, those who left passed over."""
        statement = _ranked(guild_id, kind, period, least).where(people.c.gone.is_not(true()))
        return [_rank(row) for row in await self._connection.execute(statement.offset(offset).limit(limit))]

    async def hidden(self, guild_id: int, kind: str, period: str, *, least: int, limit: int) -> list[Ranked]:
        """Standings of people who had left, best first."""
        statement = _ranked(guild_id, kind, period, least).where(people.c.gone)
        return [_rank(row) for row in await self._connection.execute(statement.limit(limit))]

    async def count_ranked(self, guild_id: int, kind: str, period: str, *, least: int) -> int:
        """How many lines the leaderboard has."""
        ranked = _ranked(guild_id, kind, period, least).where(people.c.gone.is_not(true()))
        statement = ranked.with_only_columns(func.count()).order_by(None)
        return int((await self._connection.execute(statement)).scalar_one())

    async def standings_of(self, guild_id: int, user_id: int, kinds: Collection[str], period: str) -> list[Standing]:
        """One person's standings in these kinds of match."""
        statement = select(standings).where(
            standings.c.guild_id == guild_id,
            standings.c.kind.in_(kinds),
            standings.c.period == period,
            standings.c.user_id == user_id,
        )
        return [Standing(**row._asdict()) for row in await self._connection.execute(statement)]

    async def ratings_of(self, guild_id: int, user_id: int, kind: str, limit: int) -> list[tuple[float, float]]:
        """One person's rating before and after each of the last ``limit`` rated matches of a kind, oldest first."""
        statement = (
            select(results.c.rating_before, results.c.rating_after)
            .where(
                results.c.user_id == user_id, results.c.guild_id == guild_id, results.c.kind == kind, results.c.rated
            )
            .order_by(results.c.ended_at.desc(), results.c.match_id.desc())
            .limit(limit)
        )
        rows = (await self._connection.execute(statement)).all()
        return [(row.rating_before, row.rating_after) for row in reversed(rows)]

    async def head_to_head(self, guild_id: int, user_id: int, opponent_id: int) -> HeadToHead:
        """What one person did against another in a server."""
        statement = select(
            func.count().label("matches"),
            func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0).label("wins"),
            func.coalesce(func.sum(results.c.points), 0).label("points"),
            func.coalesce(func.sum(results.c.against), 0).label("against"),
        ).where(results.c.user_id == user_id, results.c.guild_id == guild_id, results.c.opponent_id == opponent_id)
        return HeadToHead(**(await self._connection.execute(statement)).one()._asdict())

    async def dice_of(self, guild_id: int, user_id: int) -> tuple[int, ...]:
        """How often a person rolled each die in a server, from 1 to 6."""
        statement = select(die_counts.c.die, die_counts.c.rolled).where(
            die_counts.c.guild_id == guild_id, die_counts.c.user_id == user_id
        )
        rolled = {row.die: row.rolled for row in await self._connection.execute(statement)}
        return tuple(rolled.get(die, 0) for die in range(1, 7))

    async def history(self, guild_id: int, user_id: int, *, offset: int, limit: int) -> list[Played]:
        """One person's finished matches in a server, newest first."""
        opponent = case((matches.c.challenger_id == user_id, matches.c.opponent_id), else_=matches.c.challenger_id)
        columns = (
            *(column.label(f"match_{column.name}") for column in matches.c),
            *(column.label(f"result_{column.name}") for column in results.c),
            people.c.name,
        )
        statement = (
            select(*columns)
            .select_from(matches)
            .outerjoin(results, and_(results.c.match_id == matches.c.id, results.c.user_id == user_id))
            .outerjoin(people, and_(people.c.guild_id == matches.c.guild_id, people.c.user_id == opponent))
            .where(_finished_by(guild_id, user_id))
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
        )
        return [_played(row) for row in await self._connection.execute(statement.offset(offset).limit(limit))]

    async def count_history(self, guild_id: int, user_id: int) -> int:
        """How many matches a person has finished in a server."""
        statement = select(func.count()).select_from(matches).where(_finished_by(guild_id, user_id))
        return int((await self._connection.execute(statement)).scalar_one())

    async def last_finished_of(self, guild_id: int, user_id: int) -> MatchRecord | None:
        """The match that a person finished last in a server."""
        played = await self.history(guild_id, user_id, offset=0, limit=1)
        return played[0].match if played else None

    # --- analyses --------------------------------------------------------------------------------------------

    async def analysis(self, match_id: int) -> StoredAnalysis | None:
        """What was found out about a match."""
        statement = select(analyses.c.version, analyses.c.document, analyses.c.made_at)
        row = (await self._connection.execute(statement.where(analyses.c.match_id == match_id))).one_or_none()
        return StoredAnalysis(**row._asdict()) if row else None

    async def save_analysis(self, match_id: int, analysis: StoredAnalysis) -> None:
        """Store what was found out about a match, in place of what was before."""
        await self._upsert(analyses, {"match_id": match_id, **asdict(analysis)})

    # --- people ----------------------------------------------------------------------------------------------

    async def people(self, guild_id: int, user_ids: Collection[int]) -> dict[int, Person]:
        """What is known of these people in a server."""
        statement = select(people).where(people.c.guild_id == guild_id, people.c.user_id.in_(user_ids))
        return {row.user_id: Person(row.name, row.gone) for row in await self._connection.execute(statement)}

    async def save_person(self, guild_id: int, user_id: int, person: Person) -> None:
        """Store what is known of somebody."""
        await self._upsert(people, {"guild_id": guild_id, "user_id": user_id, **asdict(person)})

    # --- choices ---------------------------------------------------------------------------------------------

    async def settings(self, guild_id: int) -> str | None:
        """A server's choices as stored."""
        return (await self._connection.execute(_SETTINGS, {"guild": guild_id})).scalar_one_or_none()

    async def save_settings(self, guild_id: int, text: str) -> None:
        """Store a server's choices."""
        await self._upsert(guild_settings, {"guild_id": guild_id, "settings": text})

    async def preferences(self, user_id: int) -> str | None:
        """A person's choices as stored."""
        return (await self._connection.execute(_PREFERENCES, {"person": user_id})).scalar_one_or_none()

    async def save_preferences(self, user_id: int, text: str) -> None:
        """Store a person's choices."""
        await self._upsert(preferences, {"user_id": user_id, "preferences": text})

    # --- one person ------------------------------------------------------------------------------------------

    async def rows_about(self, user_id: int) -> dict[str, personal.Rows]:
        """Everything stored about a person, by table."""
        return await personal.rows_about(self._connection, user_id)

    async def forget(self, user_id: int) -> None:
        """Delete a person's own rows and their id everywhere else."""
        await personal.forget(self._connection, user_id)

    async def _upsert(self, table: Table, values: dict[str, Any]) -> None:
        """Insert a row, or replace the one with the same primary key."""
        key = and_(*(column == values[column.name] for column in table.primary_key))
        rest = {name: value for name, value in values.items() if name not in table.primary_key}
        if (await self._connection.execute(update(table).where(key).values(**rest))).rowcount == 0:
            await self._connection.execute(insert(table).values(**values))


def _ranked(guild_id: int, kind: str, period: str, least: int) -> Select[Any]:
    return (
        select(*standings.c, people.c.name)
        .outerjoin(people, and_(people.c.guild_id == standings.c.guild_id, people.c.user_id == standings.c.user_id))
        .where(
            standings.c.guild_id == guild_id,
            standings.c.kind == kind,
            standings.c.period == period,
            standings.c.matches >= least,
        )
        .order_by(standings.c.rating.desc(), standings.c.user_id)
    )


def _finished_by(guild_id: int, user_id: int) -> ColumnElement[bool]:
    return and_(
        matches.c.status == MatchStatus.FINISHED,
        matches.c.guild_id == guild_id,
        or_(matches.c.challenger_id == user_id, matches.c.opponent_id == user_id),
    )


def _rank(row: _Row) -> Ranked:
    values = row._asdict()
    name = values.pop("name")
    return Ranked(Standing(**values), name)


def _played(row: _Row) -> Played:
    result = None
    if row.result_match_id is not None:
        result = Result(**{name: getattr(row, f"result_{name}") for name in Result.__slots__})
    return Played(_match(row, "match_"), result, row.name)


def _event(row: _Row) -> Event:
    return read_event(row.kind, row.side, row.text)


def _match(row: _Row, prefix: str = "", **given: Any) -> MatchRecord:
    values = {name: getattr(row, prefix + name) for name in MatchRecord.__slots__ if name not in given}
    values |= given | {"status": MatchStatus(values["status"]), "winner": _side(values["winner"])}
    return MatchRecord(**values)


def _game(row: _Row) -> GameRecord:
    match = _match(row, "match_", id=row.match_id)
    outcome = None
    if row.outcome:
        winner = None if row.outcome == "draw" else _side(row.outcome[0])
        outcome = Outcome(winner, 0 if winner is None else int(row.outcome[1]), Reason(row.reason))
    rules = rules_of(match.kind, match.preset, row.number)
    state = GameState(rules, parse_position(row.position), row.ply, row.rolls, opened=True, outcome=outcome)
    return GameRecord(
        id=row.id,
        match=match,
        number=row.number,
        state=state,
        events=row.events,
        shown=row.shown,
        message_id=row.message_id,
        started_at=row.started_at,
        ended_at=row.ended_at,
        starter=_side(row.starter),
        remind_at=row.remind_at,
        deadline=row.deadline,
        overdue_at=row.overdue_at,
        white_offer=row.white_offer,
        black_offer=row.black_offer,
        side_messages=tuple(map(int, row.side_messages.split())),
    )


def _side(letter: str | None) -> Side | None:
    return None if letter is None else Side("wb".index(letter))


def _snapshot(state: GameState) -> dict[str, Any]:
    return {
        "position": format_position(state.position),
        "ply": state.ply,
        "rolls": state.rolls,
        "outcome": str(state.outcome) if state.outcome else None,
        "reason": state.outcome.reason.value if state.outcome else None,
    }
