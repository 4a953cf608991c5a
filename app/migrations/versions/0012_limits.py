"""Limits that all processes share, mailboxes that refuse invitations, and what a letter was caused by."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pace",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(), nullable=False, unique=True),
        sa.Column("used_until", sa.Float(), nullable=False),
    )
    op.create_index("ix_pace_used_until", "pace", ["used_until"])
    op.create_table(
        "refusal",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("mailbox", sa.String(), nullable=False, unique=True),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    with op.batch_alter_table("letter") as letter:
        letter.add_column(sa.Column("cause", sa.String(), nullable=False, server_default=""))
