"""A letter is found by its Message-ID, where a mail says that it answers it."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_letter_message_id", "letter", ["message_id"])
