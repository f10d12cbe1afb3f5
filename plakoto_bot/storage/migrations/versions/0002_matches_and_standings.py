"""Matches of several games, clocks, ratings and settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Widen matches and games, and add what is known of people."""
    # Written out, because rebuilding the table would break the references to it.
    op.execute("ALTER TABLE matches RENAME COLUMN game TO kind")
    for column in (
        sa.Column("pace", sa.String(10), nullable=False, server_default="none"),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("position", sa.String(200)),
        sa.Column("white_points", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("black_points", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("winner", sa.String(1)),
        sa.Column("ended_by", sa.String(10)),
        sa.Column("paused_at", sa.BigInteger()),
    ):
        op.add_column("matches", column)
    for column in (
        sa.Column("game", sa.String(20), nullable=False, server_default="plakoto"),
        sa.Column("starter", sa.String(1)),
        sa.Column("remind_at", sa.BigInteger()),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("overdue_at", sa.BigInteger()),
        sa.Column("white_offer", sa.Integer()),
        sa.Column("black_offer", sa.Integer()),
        sa.Column("side_messages", sa.String(200), nullable=False, server_default=""),
    ):
        op.add_column("games", column)
    op.create_index("ix_games_remind_at", "games", ["remind_at"])
    op.create_index("ix_games_deadline", "games", ["deadline"])
    # Matches finished so far were one game long.
    for side, letter in (("white", "w"), ("black", "b")):
        op.execute(
            f"UPDATE matches SET winner = '{letter}', ended_by = 'points', {side}_points = "
            f"(SELECT CAST(substr(outcome, 2) AS INTEGER) FROM games WHERE games.match_id = matches.id) "
            f"WHERE EXISTS (SELECT 1 FROM games WHERE games.match_id = matches.id AND outcome LIKE '{letter}%')"
        )
    op.execute("UPDATE matches SET ended_by = 'points' WHERE status = 'finished' AND ended_by IS NULL")

    op.create_table(
        "people",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_people")),
    )
    op.create_table(
        "results",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("against", sa.Integer(), nullable=False),
        sa.Column("mars", sa.Integer(), nullable=False),
        sa.Column("mothers", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating_before", sa.Float()),
        sa.Column("rating_after", sa.Float()),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_results_match_id")),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_results")),
    )
    op.create_index("ix_results_user_id_guild_id_ended_at", "results", ["user_id", "guild_id", "ended_at"])
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("period", sa.String(7), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("experience", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("mars", sa.Integer(), nullable=False),
        sa.Column("mothers", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "kind", "period", "user_id", name=op.f("pk_standings")),
    )
    op.create_index("ix_standings_page", "standings", ["guild_id", "kind", "period", sa.text("rating DESC"), "user_id"])
    op.create_table(
        "die_counts",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("die", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("rolled", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "die", name=op.f("pk_die_counts")),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("settings", sa.String(4000), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guild_settings")),
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("preferences", sa.String(4000), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )


def downgrade() -> None:
    """Drop what is known of people, and the columns."""
    for table in ("preferences", "guild_settings", "die_counts", "standings", "results", "people"):
        op.drop_table(table)
    op.drop_index("ix_games_deadline", "games")
    op.drop_index("ix_games_remind_at", "games")
    for column in (
        "side_messages",
        "black_offer",
        "white_offer",
        "overdue_at",
        "deadline",
        "remind_at",
        "starter",
        "game",
    ):
        op.drop_column("games", column)
    for column in ("paused_at", "ended_by", "winner", "black_points", "white_points", "position", "rated", "pace"):
        op.drop_column("matches", column)
    op.execute("ALTER TABLE matches RENAME COLUMN kind TO game")
