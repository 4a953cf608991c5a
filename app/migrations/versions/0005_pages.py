"""Guests without an address, private notes, rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("guest", sa.String(), nullable=True))
    op.create_index("ix_player_guest", "player", ["guest"])
    op.create_table(
        "note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("player_id", "match_id"),
    )
    op.create_index("ix_note_match_id", "note", ["match_id"])
    op.create_table(
        "rematch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("of_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["of_id"], ["match.id"]),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("of_id"),
    )
    op.create_index("ix_rematch_match_id", "rematch", ["match_id"])
