"""Players' own hours and absences, what a match's clocks count, and matches that rest."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TIMES = {
    "match": ("idle_at", "asked_on_at", "rests_at"),
    "ask": ("half_at", "fifth_at", "out_at"),
}
LISTS = {"player": ("free_days", "absences"), "seat": ("days_away",)}
IDLE = timedelta(days=60)


def upgrade() -> None:
    for name in ("wakes", "sleeps"):
        op.add_column("player", sa.Column(name, sa.Integer(), nullable=True))
    for table, names in LISTS.items():
        for name in names:
            op.add_column(table, sa.Column(name, sa.JSON(), nullable=False, server_default="[]"))
    for table, names in TIMES.items():
        for name in names:
            op.add_column(table, sa.Column(name, sa.DateTime(), nullable=True))
    op.add_column("match", sa.Column("counts", sa.String(), nullable=False, server_default="every"))
    op.add_column("match", sa.Column("absence_days", sa.Integer(), nullable=False, server_default="21"))
    op.add_column("ask", sa.Column("late_told", sa.Integer(), nullable=False, server_default="0"))
    is_idle = sa.text("idle_at IS NOT NULL")
    op.create_index("match_idle", "match", ["idle_at"], sqlite_where=is_idle, postgresql_where=is_idle)
    let_running_matches_become_idle()


def let_running_matches_become_idle() -> None:
    """From now on: it was not written down when somebody last acted."""
    match = sa.table("match", sa.column("status"), sa.column("idle_at", sa.DateTime()))
    idle_at = (datetime.now(UTC) + IDLE).replace(tzinfo=None, microsecond=0)
    going_on = match.c.status.in_(("running", "paused"))
    op.execute(match.update().where(going_on).values(idle_at=idle_at))
