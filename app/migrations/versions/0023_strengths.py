"""How strong the bot on a seat is."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    strength = sa.Column("strength", sa.String(), nullable=False, server_default="modest")
    with op.batch_alter_table("seat") as seat:
        seat.add_column(strength)
