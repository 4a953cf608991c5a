"""Which deadline stands in a player's calendar, and who wants none there."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("entries", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("entry_at", sa.DateTime(), nullable=True))
        seat.create_index(
            "seat_entries",
            ["entry_at"],
            sqlite_where=sa.text("entry_at IS NOT NULL"),
            postgresql_where=sa.text("entry_at IS NOT NULL"),
        )
