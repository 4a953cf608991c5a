"""A unique constraint that begins with the match finds a match's rows: a second index only costs writing."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("seat", "step", "ask", "receipt", "draft", "book"):
        op.drop_index(f"ix_{table}_match_id", table)
