"""A host's own words in invitations, and letters that only take an entry out of the calendar as a wish."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("greeting", sa.String(), nullable=False, server_default=""))
    op.add_column(
        "player", sa.Column("entry_letters", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
