"""The tables, once. Times are whole seconds since 1970 in UTC, ids of people and places are Discord's."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
    true,
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


def _only(condition: str) -> dict[str, Any]:
    """Options of an index over the rows where ``condition`` holds."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


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
    Column("kind", String(20), nullable=False),
    Column("preset", String(20), nullable=False),
    Column("length", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("accepted_by", BigInteger),
    Column("status", String(10), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("pace", String(10), nullable=False, server_default="none"),
    Column("rated", Boolean, nullable=False, server_default=true()),
    # A position line to start from instead of the usual start.
    Column("position", String(200)),
    Column("white_points", Integer, nullable=False, server_default="0"),
    Column("black_points", Integer, nullable=False, server_default="0"),
    Column("winner", String(1)),
    Column("ended_by", String(10)),
    # While the bot is not in the server, no clock runs and nobody can play.
    Column("paused_at", BigInteger),
    # How well the bot plays, where it is the opponent itself.
    Column("level", String(10)),
    CheckConstraint(
        "status IN ('open', 'declined', 'withdrawn', 'expired', 'running', 'finished')", name="status_known"
    ),
    # Numbers are published with the challenge: one must never come back.
    sqlite_autoincrement=True,
)
Index("ix_matches_channel_id_status", matches.c.channel_id, matches.c.status)
Index("ix_matches_challenger_id_status", matches.c.challenger_id, matches.c.status)
Index("ix_matches_opponent_id_status", matches.c.opponent_id, matches.c.status)
Index("ix_matches_open", matches.c.expires_at, **_only("status = 'open'"))
Index("ix_matches_bot", matches.c.guild_id, matches.c.status, **_only("level IS NOT NULL"))

# ``position``, ``ply``, ``rolls`` and ``outcome`` are a snapshot of what the events lead to.
games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey(matches.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String(20), nullable=False, server_default="plakoto"),
    # Who opens: the winner of the game before, nobody where an opening contest decides.
    Column("starter", String(1)),
    Column("position", String(200), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("outcome", String(4)),
    Column("reason", String(20)),
    Column("events", Integer, nullable=False),
    # How many of the events the channel has been told, and in which message.
    Column("shown", Integer, nullable=False),
    # How many of those had been told before that message, which is about the rest.
    Column("told_from", Integer, nullable=False, server_default="0"),
    Column("message_id", BigInteger),
    # Whether that message shows the board; a picture that could not be drawn is put there later.
    Column("pictured", Boolean, nullable=False, server_default=true()),
    # Claims and offers posted since, whose controls go with the turn: ids with spaces between them.
    Column("side_messages", String(200), nullable=False, server_default=""),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    # The clock of the turn in hand: when the player is reminded, when the time is over, when that was announced.
    Column("remind_at", BigInteger),
    Column("deadline", BigInteger),
    Column("overdue_at", BigInteger),
    # The ply at which each side last offered to lose the game for one point.
    Column("white_offer", Integer),
    Column("black_offer", Integer),
    sqlite_autoincrement=True,
)
Index("ix_games_remind_at", games.c.remind_at)
Index("ix_games_deadline", games.c.deadline)
Index("uq_games_match_id_number", games.c.match_id, games.c.number, unique=True)
Index("ix_games_unshown", games.c.id, **_only("shown < events"))

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

# What was found out about a finished match: a JSON document of export.py. It can be made anew from the events at any
# time; ``version`` names the networks that judged, so that a better one's opinion replaces it.
analyses = Table(
    "analyses",
    metadata,
    Column("match_id", Integer, ForeignKey(matches.c.id), primary_key=True),
    Column("version", String(200), nullable=False),
    Column("document", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)

# What a person is called in a server, as last seen. ``gone``: no longer a member when last looked for.
people = Table(
    "people",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("gone", Boolean, nullable=False, server_default=false()),
)

# The result of each finished match for each of its two players.
results = Table(
    "results",
    metadata,
    Column("match_id", Integer, ForeignKey(matches.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("opponent_id", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("against", Integer, nullable=False),
    Column("mars", Integer, nullable=False),
    Column("mothers", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating_before", Float),
    Column("rating_after", Float),
    Column("ended_at", BigInteger, nullable=False),
)
Index("ix_results_user_id_guild_id_ended_at", results.c.user_id, results.c.guild_id, results.c.ended_at)

# Sums over results, kept up to date with them: ``period`` is "all" or a month such as "2026-11" (UTC). Rating and
# experience belong to "all"; a month's rows copy the rating so that one index sorts a page.
standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(20), primary_key=True),
    Column("period", String(7), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rating", Float, nullable=False),
    Column("experience", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("mars", Integer, nullable=False),
    Column("mothers", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
)
_page = (standings.c.guild_id, standings.c.kind, standings.c.period, standings.c.rating.desc(), standings.c.user_id)
Index("ix_standings_page", *_page)

# How often a person rolled each die in a server.
die_counts = Table(
    "die_counts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("die", Integer, primary_key=True, autoincrement=False),
    Column("rolled", Integer, nullable=False),
)

# What an admin chose for a server, and a person for themselves: JSON documents, read and written by storage/rows.py.
guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", String(4000), nullable=False),
)
preferences = Table(
    "preferences",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("preferences", String(4000), nullable=False),
)
