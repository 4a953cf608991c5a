"""For a while, a player can take orders back that turn nothing up."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("grace_seconds", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("ask") as ask:
        ask.add_column(sa.Column("held", sa.String(), nullable=True))
        ask.add_column(sa.Column("held_by", sa.String(), nullable=False, server_default=""))
        ask.add_column(sa.Column("held_at", sa.DateTime(), nullable=True))
        ask.add_column(sa.Column("final_at", sa.DateTime(), nullable=True))
