"""A player lends a seat to a friend for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0022"
branch_labels = None
depends_on = None

TIMES = ("ends_at", "accepted_at", "began_at", "closed_at", "rings_at", "entry_at")


def upgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        seat.add_column(sa.Column("owner_holder", sa.String(), nullable=False, server_default=""))
        seat.create_foreign_key("seat_owner", "player", ["owner_id"], ["id"])
        seat.create_index("ix_seat_owner_id", ["owner_id"])
    op.create_table(
        "loan",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False, unique=True),
        sa.Column("owner_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("friend_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=True),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("until", "why")),
        *(sa.Column(name, sa.DateTime(), nullable=False) for name in ("at", "begins_at")),
        *(sa.Column(name, sa.DateTime(), nullable=True) for name in TIMES),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("mute", sa.Boolean(), nullable=False),
    )
    for name in ("match_id", "owner_id", "email", "friend_id"):
        op.create_index(f"ix_loan_{name}", "loan", [name])
    is_open = sa.text("rings_at IS NOT NULL")
    op.create_index("loan_rings", "loan", ["rings_at"], sqlite_where=is_open, postgresql_where=is_open)
