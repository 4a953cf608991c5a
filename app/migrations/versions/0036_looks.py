"""How far each reader has seen each match."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "look",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.UniqueConstraint("player_id", "match_id"),
    )
    op.create_index("ix_look_match_id", "look", ["match_id"])


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
