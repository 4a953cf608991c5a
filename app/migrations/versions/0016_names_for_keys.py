"""Keys of addresses and links have a signature; the database has their names, and hashes of earlier keys.

No process of an earlier version may run after this: it would not find what its own letters name.
"""

import hashlib
import re
from base64 import b32decode, b32encode
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

AT_ONCE = 1000
KEYS = {"ask": "key", "seat": "post_key", "match": "join_key", "player": "feed_key"}
KEYED = re.compile(r"([ru])\.([a-z2-7]{26})(@.*)")
# Of a mail that has been read, nobody needs the signature. One that waits keeps it until then.
SIGNED = re.compile(r"(r\.[a-z2-9]{10}\.\d\.\d+|[bi]\.[a-z2-7]{26})\.[a-z2-7]+(@.*)")


def upgrade() -> None:
    for table, column in KEYS.items():
        change(table, column, earlier_name)
    change("letter", "message_id", earlier_message_id)
    change("mail", "to", kept_address, "due_at IS NULL")
    change("mail", "to", kept_key, "due_at IS NOT NULL")


def change(table: str, column: str, changed: Callable[[str], str], which: str = "1 = 1") -> None:
    rows = sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.String))
    connection, last = op.get_bind(), 0
    one = rows.update().where(rows.c.id == sa.bindparam("row")).values({column: sa.bindparam("value")})
    while True:
        some = sa.select(rows).where(rows.c.id > last, sa.text(which)).order_by(rows.c.id).limit(AT_ONCE)
        found = connection.execute(some).all()
        new = [{"row": row, "value": changed(value)} for row, value in found if value]
        if new:
            connection.execute(one, new)
        if len(found) < AT_ONCE:
            return
        last = found[-1][0]


def earlier_name(key: str) -> str:
    digest = hashlib.sha256(f"chasqui/earlier {key}".encode()).digest()[:16]
    return b32encode(digest).decode().rstrip("=").lower()


def earlier_message_id(message_id: str) -> str:
    return f"l.{b32decode(earlier_name(message_id).upper() + '======').hex()}"


def kept_key(address: str) -> str:
    keyed = KEYED.match(address)
    return f"{keyed[1]}.{earlier_name(keyed[2])}{keyed[3]}" if keyed else address


def kept_address(address: str) -> str:
    signed = SIGNED.match(address)
    return f"{signed[1]}{signed[2]}" if signed else kept_key(address)
