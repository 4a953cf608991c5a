"""Diaries, which stay secret until the end, and what players give to the book of a match."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "diaryentry",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "contribution",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("dedication", sa.Text(), nullable=False, server_default=""),
        sa.Column("prints_diary", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("player_id", "match_id"),
    )
    for table in ("diaryentry", "contribution"):
        op.create_index(f"ix_{table}_match_id", table, ["match_id"])


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
