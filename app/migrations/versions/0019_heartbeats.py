"""Signs of life of the processes, and quick ways to what was given up."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("skew", sa.Float(), nullable=False, server_default="0"),
        sa.UniqueConstraint("role", "place"),
    )
    op.create_index("ix_heartbeat_at", "heartbeat", ["at"])
    partly("letter_given_up", "letter", "dropped = 'given up'")
    partly("letter_set_aside", "letter", "dropped = 'set aside'")
    partly("book_given_up", "book", "due_at IS NULL AND made_at IS NULL")


def partly(name: str, table: str, which: str) -> None:
    """An index of few rows."""
    where = sa.text(which)
    op.create_index(name, table, ["wanted_at"], sqlite_where=where, postgresql_where=where)
