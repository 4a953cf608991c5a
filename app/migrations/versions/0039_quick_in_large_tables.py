"""What pages, sweeps and monitoring look for is found by an index of few rows, also in large tables."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

GOES_ON = "status IN ('running', 'paused') AND steps > 0"


def upgrade() -> None:
    op.add_column("ask", sa.Column("entry_over_at", sa.DateTime(), nullable=True))
    look_at_newest_entries()
    partly("ask_entries", "ask", ["entry_over_at"], "entry_over_at IS NOT NULL")
    partly("ask_failing", "ask", ["rings_at"], "failures > 0 AND rings_at IS NOT NULL")
    op.create_index("ix_match_host_id", "match", ["host_id"])
    partly("match_aside", "match", ["aside_at"], "aside_at IS NOT NULL")
    partly("match_checked", "match", ["checked"], GOES_ON)
    partly(
        "match_not_checked", "match", ["id"], f"{GOES_ON} AND checked NOT LIKE '% ' || CAST(steps AS VARCHAR)"
    )
    partly("seat_invited", "seat", ["email"], "email IS NOT NULL")
    partly("seat_drawn", "seat", ["id"], "drawn_salt != ''")
    partly("player_resting", "player", ["resting_at"], "resting_at IS NOT NULL")
    partly("letter_waiting", "letter", ["wanted_at"], "due_at IS NOT NULL")
    partly("letter_failing", "letter", ["wanted_at"], "due_at IS NOT NULL AND error != ''")
    of_accounts = "kind IN ('sign_in', 'new_address', 'old_address')"
    partly("letter_of_account", "letter", ["created_at"], of_accounts)
    partly("mail_given_up", "mail", ["received_at"], "outcome LIKE 'given up: %'")
    partly("mail_about_us", "mail", ["received_at"], "outcome LIKE 'about us%'")


def look_at_newest_entries() -> None:
    """The column is set with each answer from now on; those of before may wait for their letter just now."""
    an_hour_ago = datetime.now(UTC).replace(tzinfo=None) - timedelta(hours=1)
    table = sa.table("ask", *(sa.column(name, sa.DateTime()) for name in ("entry_over_at", "answered_at")))
    lately = table.c.answered_at > an_hour_ago
    op.execute(table.update().where(lately).values(entry_over_at=table.c.answered_at))


def partly(name: str, table: str, columns: list[str], which: str) -> None:
    """An index of few rows."""
    where = sa.text(which)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    raise NotImplementedError("put the backup of before in its place")
