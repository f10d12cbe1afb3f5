"""What the newest message about each game tells."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note how much of each game its channel had been told before the newest message, and if that has a board."""
    op.add_column("games", sa.Column("told_from", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("pictured", sa.Boolean(), nullable=False, server_default=sa.true()))
    # As a rule a message tells what followed from the last play that somebody chose.
    op.execute(
        "UPDATE games SET told_from = COALESCE((SELECT MAX(number) - 1 FROM events "
        "WHERE events.game_id = games.id AND kind = 'play' AND number <= games.shown), 0)"
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "pictured")
    op.drop_column("games", "told_from")
