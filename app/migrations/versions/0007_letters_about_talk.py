"""Who wants a letter when something is said at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("talk_letters", sa.Boolean(), nullable=False, server_default=sa.false()))
