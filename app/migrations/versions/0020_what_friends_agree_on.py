"""The record's second format: steps that are no orders, the rules in force, and since when a seat is held."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("format", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("match", sa.Column("rules", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("seat", sa.Column("since", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("step", sa.Column("kind", sa.String(), nullable=False, server_default="orders"))
