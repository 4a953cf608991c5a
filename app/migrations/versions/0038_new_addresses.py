"""An account moves to another address. A seat of a finished match keeps how long its people thought."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

TOOK = {
    "sqlite": "(julianday(answered_at) - julianday(opened_at)) * 86400",
    "postgresql": "EXTRACT(EPOCH FROM answered_at - opened_at)",
}


def upgrade() -> None:
    op.add_column("seat", sa.Column("thought", sa.Integer(), nullable=True))
    took = TOOK[op.get_bind().dialect.name]
    op.execute(
        f"UPDATE seat SET thought = (SELECT CAST(AVG({took}) AS INTEGER) FROM ask"
        " WHERE answered_at IS NOT NULL AND ask.\"by\" = ''"
        " AND ask.match_id = seat.match_id AND ask.seat = seat.number)"
        " WHERE number IS NOT NULL AND match_id IN (SELECT id FROM match WHERE ended_at IS NOT NULL)"
    )
    op.create_table(
        "newaddress",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("old", "new")),
        *(sa.Column(name, sa.String(), nullable=False, unique=True) for name in ("key", "stop_key")),
        sa.Column("asked_at", sa.DateTime(), nullable=False),
        sa.Column("moved_at", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_newaddress_player_id", "newaddress", ["player_id"])


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
