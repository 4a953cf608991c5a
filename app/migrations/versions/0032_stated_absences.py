"""The last day of the absence in which a bot began to play for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("deputy_until", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
