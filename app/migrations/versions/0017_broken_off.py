"""Work that was begun and broke off, clocks that fail, and whether the mail server is away."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

NONE = sa.text("0")
EMPTY = sa.text("''")


def upgrade() -> None:
    for table in ("letter", "mail", "book"):
        op.add_column(table, sa.Column("claims", sa.Integer(), nullable=False, server_default=NONE))
    op.add_column("ask", sa.Column("failures", sa.Integer(), nullable=False, server_default=NONE))
    op.add_column("ask", sa.Column("trouble", sa.String(), nullable=False, server_default=EMPTY))
    op.create_table(
        "relay",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False, unique=True),
        sa.Column("away_since", sa.DateTime(), nullable=True),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("probe_at", sa.DateTime(), nullable=True),
    )
