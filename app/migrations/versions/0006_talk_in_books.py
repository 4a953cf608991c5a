"""Whether the book of a match has what was said at its table."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("prints_talk", sa.Boolean(), nullable=False, server_default=sa.false()))
