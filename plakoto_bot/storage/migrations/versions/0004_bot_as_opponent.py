"""Matches in which the bot plays itself, at a level."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Say of a match at which level the bot plays it, and find those quickly."""
    op.add_column("matches", sa.Column("level", sa.String(10)))
    where = sa.text("level IS NOT NULL")
    op.create_index("ix_matches_bot", "matches", ["guild_id", "status"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Drop both."""
    op.drop_index("ix_matches_bot", "matches")
    op.drop_column("matches", "level")
