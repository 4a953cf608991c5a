"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("sign_ins", sa.Integer(), nullable=False),
        sa.Column("sessions", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email"),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("join_key", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("order", sa.String(), nullable=False),
        sa.Column("ask_seconds", sa.Integer(), nullable=True),
        sa.Column("bank_seconds", sa.Integer(), nullable=False),
        sa.Column("policy", sa.String(), nullable=False),
        sa.Column("watch", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("locked_seed", sa.String(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=True),
        sa.Column("paused_at", sa.DateTime(), nullable=True),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["host_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
        sa.UniqueConstraint("join_key"),
    )
    op.create_table(
        "ask",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("rings_at", sa.DateTime(), nullable=True),
        sa.Column("half_for", sa.DateTime(), nullable=True),
        sa.Column("fifth_for", sa.DateTime(), nullable=True),
        sa.Column("orders", sa.String(), nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("answered_at", sa.DateTime(), nullable=True),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match_id", "turn", "seat"),
    )
    op.create_index(
        "ask_rings",
        "ask",
        ["rings_at"],
        unique=False,
        sqlite_where=sa.text("rings_at IS NOT NULL"),
        postgresql_where=sa.text("rings_at IS NOT NULL"),
    )
    op.create_index(op.f("ix_ask_match_id"), "ask", ["match_id"], unique=False)
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(), nullable=True),
        sa.Column("dropped", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index(op.f("ix_letter_due_at"), "letter", ["due_at"], unique=False)
    op.create_index(op.f("ix_letter_match_id"), "letter", ["match_id"], unique=False)
    op.create_index(op.f("ix_letter_player_id"), "letter", ["player_id"], unique=False)
    op.create_table(
        "receipt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("typed", sa.Text(), nullable=False),
        sa.Column("orders", sa.String(), nullable=False),
        sa.Column("refused", sa.String(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match_id", "seat", "number"),
    )
    op.create_index(op.f("ix_receipt_match_id"), "receipt", ["match_id"], unique=False)
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("bank_left", sa.Integer(), nullable=False),
        sa.Column("plan", sa.String(), nullable=True),
        sa.Column("plan_told", sa.String(), nullable=False),
        sa.Column("deputy", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("mute", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        sa.UniqueConstraint("match_id", "position"),
    )
    op.create_index(op.f("ix_seat_match_id"), "seat", ["match_id"], unique=False)
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"], unique=False)
    op.create_table(
        "step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match_id", "number"),
    )
    op.create_index(op.f("ix_step_match_id"), "step", ["match_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_step_match_id"), table_name="step")
    op.drop_table("step")
    op.drop_index(op.f("ix_seat_player_id"), table_name="seat")
    op.drop_index(op.f("ix_seat_match_id"), table_name="seat")
    op.drop_table("seat")
    op.drop_index(op.f("ix_receipt_match_id"), table_name="receipt")
    op.drop_table("receipt")
    op.drop_index(op.f("ix_letter_player_id"), table_name="letter")
    op.drop_index(op.f("ix_letter_match_id"), table_name="letter")
    op.drop_index(op.f("ix_letter_due_at"), table_name="letter")
    op.drop_table("letter")
    op.drop_index(op.f("ix_ask_match_id"), table_name="ask")
    op.drop_index(
        "ask_rings",
        table_name="ask",
        sqlite_where=sa.text("rings_at IS NOT NULL"),
        postgresql_where=sa.text("rings_at IS NOT NULL"),
    )
    op.drop_table("ask")
    op.drop_table("match")
    op.drop_table("player")
