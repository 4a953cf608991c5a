"""What is deleted after its time is found quickly, and whoever watches over the service learns more."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("thinned_at", sa.DateTime()))
    op.add_column("heartbeat", sa.Column("memory", sa.Integer(), nullable=False, server_default="0"))
    partly("match_ended", "match", ["ended_at", "thinned_at"], "ended_at IS NOT NULL")
    partly("match_not_begun", "match", ["created_at"], "started_at IS NULL")
    partly("letter_of_no_match", "letter", ["created_at"], "match_id IS NULL")
    partly("letter_with_text", "letter", ["created_at"], "text != ''")
    op.create_table(
        "tally",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(), nullable=False, unique=True),
        sa.Column("count", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "fault",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
    )
    op.create_index("ix_fault_at", "fault", ["at"])


def partly(name: str, table: str, columns: list[str], which: str) -> None:
    """An index of few rows."""
    where = sa.text(which)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
