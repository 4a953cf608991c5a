"""Drawn salts for the seats of a new match, and a count of the times that a seat's player was away.

Matches that were opened before keep what they began with.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("drawn_salt", sa.String(), nullable=False, server_default=""))
        seat.add_column(sa.Column("drawn_hash", sa.String(), nullable=False, server_default=""))
        seat.add_column(sa.Column("away", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("match") as match:
        match.create_unique_constraint("match_commitment_key", ["commitment"])
