"""The tables, once. Times are whole seconds since 1970 in UTC, ids of people and places are Discord's."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# A match begins as a challenge and keeps its number, seed and rules to the end. The challenger plays White.
matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("card_id", BigInteger),
    Column("challenger_id", BigInteger, nullable=False),
    Column("opponent_id", BigInteger),
    Column("game", String(20), nullable=False),
    Column("preset", String(20), nullable=False),
    Column("length", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("accepted_by", BigInteger),
    Column("status", String(10), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    CheckConstraint(
        "status IN ('open', 'declined', 'withdrawn', 'expired', 'running', 'finished')", name="status_known"
    ),
    # Numbers are published with the challenge: one must never come back.
    sqlite_autoincrement=True,
)
Index("ix_matches_channel_id_status", matches.c.channel_id, matches.c.status)
Index("ix_matches_challenger_id_status", matches.c.challenger_id, matches.c.status)
Index("ix_matches_opponent_id_status", matches.c.opponent_id, matches.c.status)
Index(
    "ix_matches_open",
    matches.c.expires_at,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)

# ``position``, ``ply``, ``rolls`` and ``outcome`` are a snapshot of what the events lead to.
games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey(matches.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("position", String(200), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("outcome", String(4)),
    Column("reason", String(20)),
    Column("events", Integer, nullable=False),
    # How many of the events the channel has been told, and in which message.
    Column("shown", Integer, nullable=False),
    Column("message_id", BigInteger),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    sqlite_autoincrement=True,
)
Index("uq_games_match_id_number", games.c.match_id, games.c.number, unique=True)
Index("ix_games_unshown", games.c.id, sqlite_where=text("shown < events"), postgresql_where=text("shown < events"))

events = Table(
    "events",
    metadata,
    Column("game_id", Integer, ForeignKey(games.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("side", String(1)),
    Column("text", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
)
