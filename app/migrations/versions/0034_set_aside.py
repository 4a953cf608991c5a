"""Matches that a new edition of the program would play otherwise are set aside."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "edition",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("came_at", sa.DateTime(), nullable=False),
        sa.Column("looked_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.add_column("match", sa.Column("aside_at", sa.DateTime(), nullable=True))
    for name in ("aside_from", "aside_why", "checked"):
        op.add_column("match", sa.Column(name, sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
