"""Browsers that are signed in, so that a cookie can be made void."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "browser",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("key", sa.String(), nullable=False, unique=True),
        sa.Column("since", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_browser_player_id", "browser", ["player_id"])
