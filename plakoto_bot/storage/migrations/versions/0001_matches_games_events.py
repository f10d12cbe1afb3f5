"""Matches, games and their events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("card_id", sa.BigInteger()),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("preset", sa.String(20), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("accepted_by", sa.BigInteger()),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.CheckConstraint(
            "status IN ('open', 'declined', 'withdrawn', 'expired', 'running', 'finished')",
            name=op.f("ck_matches_status_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_channel_id_status", "matches", ["channel_id", "status"])
    op.create_index("ix_matches_challenger_id_status", "matches", ["challenger_id", "status"])
    op.create_index("ix_matches_opponent_id_status", "matches", ["opponent_id", "status"])
    is_open = sa.text("status = 'open'")
    op.create_index("ix_matches_open", "matches", ["expires_at"], sqlite_where=is_open, postgresql_where=is_open)

    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.String(200), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(4)),
        sa.Column("reason", sa.String(20)),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_games_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_games_match_id_number", "games", ["match_id", "number"], unique=True)
    untold = sa.text("shown < events")
    op.create_index("ix_games_unshown", "games", ["id"], sqlite_where=untold, postgresql_where=untold)

    op.create_table(
        "events",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("side", sa.String(1)),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_events_game_id")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_events")),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("events")
    op.drop_table("games")
    op.drop_table("matches")
