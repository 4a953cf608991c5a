"""Links are for the holder of a seat, a key ends the daily letter, and hosts see what they have typed."""

import secrets
from base64 import b32encode

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        # Links that have left before have no holder, and stay valid until the seat gets one.
        seat.add_column(sa.Column("holder", sa.String(), nullable=False, server_default=""))
        seat.add_column(sa.Column("asked_as", sa.String(), nullable=False, server_default=""))
    show_typed_addresses()
    add_stop_keys()


def show_typed_addresses() -> None:
    """Whom a rematch has asked, its host has not typed."""
    op.execute(
        "UPDATE seat SET asked_as = email WHERE email IS NOT NULL"
        " AND match_id NOT IN (SELECT match_id FROM rematch)"
    )


def add_stop_keys() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("stop_key", sa.String(), nullable=True))
    rows = sa.table("player", sa.column("id", sa.Integer), sa.column("stop_key", sa.String))
    connection = op.get_bind()
    for row_id in connection.execute(sa.select(rows.c.id)).scalars().all():
        connection.execute(rows.update().where(rows.c.id == row_id).values(stop_key=new_key()))
    with op.batch_alter_table("player") as player:
        player.alter_column("stop_key", existing_type=sa.String(), nullable=False)
        player.create_unique_constraint("player_stop_key_key", ["stop_key"])


def new_key() -> str:
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
