"""Addresses that answers go to, mail that comes in, talk at the table, and how each wants letters."""

import secrets
from base64 import b32encode

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_talk_match_id", "talk", ["match_id"])
    op.create_table(
        "mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("received_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    for column in ("to", "message_id", "received_at", "due_at"):
        op.create_index(f"ix_mail_{column}", "mail", [column])
    add_wishes()
    add_keys("seat", sa.Column("heard", sa.Integer(), nullable=False, server_default="0"), "post_key")
    add_keys("ask", None, "key")
    add_letter_columns()


def add_wishes() -> None:
    """How somebody wants letters; everybody begins with what was before."""
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("digest_hour", sa.Integer(), nullable=False, server_default="8"))
        player.add_column(sa.Column("late_hours", sa.Integer(), nullable=False, server_default="12"))
        player.add_column(sa.Column("quiet_from", sa.Integer(), nullable=True))
        player.add_column(sa.Column("quiet_to", sa.Integer(), nullable=True))
        player.add_column(sa.Column("receipts", sa.Boolean(), nullable=False, server_default=sa.false()))
        player.add_column(sa.Column("feed_key", sa.String(), nullable=True))
        player.add_column(sa.Column("hard_bounces", sa.Integer(), nullable=False, server_default="0"))
        player.add_column(sa.Column("resting_at", sa.DateTime(), nullable=True))
        player.create_unique_constraint("player_feed_key_key", ["feed_key"])


def add_keys(table: str, more: "sa.Column[int] | None", name: str) -> None:
    """A random key for every row there is."""
    with op.batch_alter_table(table) as changed:
        if more is not None:
            changed.add_column(more)
        changed.add_column(sa.Column(name, sa.String(), nullable=True))
    rows = sa.table(table, sa.column("id", sa.Integer), sa.column(name, sa.String))
    connection = op.get_bind()
    for row_id in connection.execute(sa.select(rows.c.id)).scalars().all():
        connection.execute(rows.update().where(rows.c.id == row_id).values({name: new_key()}))
    with op.batch_alter_table(table) as changed:
        changed.alter_column(name, existing_type=sa.String(), nullable=False)
        changed.create_unique_constraint(f"{table}_{name}_key", [name])


def new_key() -> str:
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def add_letter_columns() -> None:
    with op.batch_alter_table("letter") as letter:
        letter.add_column(sa.Column("wanted_at", sa.DateTime(), nullable=True))
        letter.add_column(sa.Column("picture", sa.LargeBinary(), nullable=True))
    letters = sa.table("letter", sa.column("created_at", sa.DateTime), sa.column("wanted_at", sa.DateTime))
    op.execute(letters.update().values(wanted_at=letters.c.created_at))
    with op.batch_alter_table("letter") as letter:
        letter.alter_column("wanted_at", existing_type=sa.DateTime(), nullable=False)
