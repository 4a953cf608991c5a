"""How far the folders at mail providers have been read."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "imapfolder",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False, unique=True),
        sa.Column("validity", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("since", sa.DateTime(), nullable=True),
        sa.Column("later", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("unmoved", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("looked_at", sa.DateTime(), nullable=True),
        sa.Column("trouble", sa.String(), nullable=False, server_default=""),
        sa.Column("unmovable", sa.String(), nullable=False, server_default=""),
    )
