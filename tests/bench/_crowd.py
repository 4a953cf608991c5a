"""Tables of a large site on PostgreSQL: copies of one real match, made by the database itself.

Each seat of each match is a player's who has 20 matches. A match is in its second turn, and all are asked;
one in eleven is over. Its letters are of the last weeks: most have left, some were not needed or are lost,
a few wait until their reader's night is over.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, create_engine, text
from sqlmodel import SQLModel

from app.clock import now
from tests.bench.ringing import new_database
from tests.world import World
from tests.world.database import make_tables

SEATS = 8
MATCHES_OF_PLAYER = 20
OPERATOR = "ana@example.org"
PLAYER = "p1@example.org"
NOBODY = "smtp://127.0.0.1:9"  # a mail server that no letter comes to, for none is due
OF_SEAT = "(:first + (((n - 2) * 8 + {seat} - 1) % :players))"  # whose seat it is
# Only one in eleven is over. Nothing rings there, and nobody is asked.
IS_OVER = "n % 11 = 0"
AT = "CAST(:at AS timestamp)"


class Size(NamedTuple):
    asks: int  # open
    letters: int
    mails: int

    @property
    def running(self) -> int:
        return self.asks // SEATS

    @property
    def matches(self) -> int:
        return self.running * 11 // 10

    @property
    def players(self) -> int:
        return max(SEATS, -(-self.matches * SEATS // MATCHES_OF_PLAYER))


def crowded(folder: Path, cluster: str, size: Size, redis_url: str = "") -> World:
    url = new_database(cluster, f"of_{size.asks}")
    make_tables(url)
    world = World.new(folder, url, NOBODY, operators=(OPERATOR,), redis_url=redis_url)
    world.match("incan-gold", SEATS, ask_seconds=86400 * 30).play(SEATS)
    engine = create_engine(world.house.settings.database)  # that waits for as long as it takes
    with engine.begin() as connection, without_indexes(connection):
        fill(connection, size)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
        connection.execute(text("CHECKPOINT"))
    engine.dispose()
    return world


INDEXES = """SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace
    WHERE s.nspname = 'public' AND NOT i.indisunique"""
CONSTRAINTS = """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'u' AND connamespace = 'public'::regnamespace"""


@contextmanager
def without_indexes(connection: Connection) -> Iterator[None]:
    """They are made afterwards, which takes a fraction of the time."""
    connection.execute(text("SET LOCAL session_replication_role = replica"))  # no look at foreign keys
    connection.execute(text("SET LOCAL maintenance_work_mem = '1GB'"))
    free, unique = connection.execute(text(INDEXES)).all(), connection.execute(text(CONSTRAINTS)).all()
    for name, _ in free:
        connection.execute(text(f"DROP INDEX {name}"))
    for table, name, _ in unique:
        connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT {name}"))
    yield
    for _, definition in free:
        connection.execute(text(definition))
    for table, name, definition in unique:
        connection.execute(text(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}"))


def fill(connection: Connection, size: Size) -> None:
    first = int(connection.execute(text("SELECT max(id) + 1 FROM player")).scalar_one())
    values = {"first": first, "players": size.players, "matches": size.matches, "at": now()}
    for statement in (players(), matches(), seats(), asks(), of_match("step"), of_match("receipt"), mails()):
        connection.execute(text(statement), values | {"mails": size.mails})
    letters_of_match = max(SEATS, size.letters // size.matches)
    for number in range(letters_of_match):
        age = timedelta(days=letters_of_match - 1 - number) / SEATS
        is_last = number >= letters_of_match - SEATS
        connection.execute(text(letters(is_last)), values | {"k": number, "age": age})
    connection.execute(text("UPDATE letter SET due_at = NULL, sent_at = :at WHERE match_id = 1"), values)
    for table in ("match", "player"):
        connection.execute(text(f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM \"{table}\"))"))


def copy(table: str, source: str, of: str, **made: Any) -> str:
    """`made`: the columns that are not the template's."""
    columns = [column.name for column in SQLModel.metadata.tables[table].c]
    values = {name: f'source."{name}"' for name in columns if name != "id"} | made
    into = ", ".join(f'"{name}"' for name in values)
    selected = f'SELECT {", ".join(values.values())} FROM "{table}" source, {of} WHERE {source}'
    return f'INSERT INTO "{table}" ({into}) {selected}'


EVERY = "generate_series(2, :matches + 1) n"


def players() -> str:
    return copy(
        "player",
        "source.id = 2",
        "generate_series(1, :players) n",
        id=":first + n - 1",
        email="'p' || n || '@example.org'",
        name="'P' || n",
        stop_key="'stop ' || n",
        entry_letters="n % 50 = 3",
        resting_at=f"CASE WHEN n % 200 = 7 THEN {AT} END",
    )


def matches() -> str:
    return copy(
        "match",
        "source.id = 1",
        EVERY,
        id="n",
        code="'code' || n",
        join_key="'join ' || n",
        commitment="'commitment ' || n",
        created_at=f"{AT} - (:matches + 1 - n) * interval '90 days' / :matches",
        host_id=OF_SEAT.format(seat=1),
        status=f"CASE WHEN {IS_OVER} THEN 'over' ELSE 'running' END",
        ended_at=f"CASE WHEN {IS_OVER} THEN {AT} - random() * interval '300 days' END",
        idle_at=f"CASE WHEN {IS_OVER} THEN NULL ELSE source.idle_at - random() * interval '20 days' END",
    )


def seats() -> str:
    return copy(
        "seat",
        "source.match_id = 1",
        EVERY,
        match_id="n",
        player_id=OF_SEAT.format(seat="source.position"),
        key="n || '.' || source.position",
        post_key="n || '-' || source.position",
        entry_at=f"CASE WHEN NOT {IS_OVER} THEN {AT} + random() * interval '30 days' END",
    )


def letters_of(text: str) -> str:
    """26 letters that follow from it, as a key has them."""
    return f"substr(translate(md5({text}), '0189', 'wxyz'), 1, 26)"


def asks() -> str:
    is_open = f"source.closed_at IS NULL AND NOT {IS_OVER}"
    return copy(
        "ask",
        "source.match_id = 1",
        EVERY,
        match_id="n",
        key=letters_of("n || '-' || source.turn || '-' || source.seat"),
        opened_at="source.opened_at - random() * interval '2 days' - interval '1 day'",
        rings_at=f"CASE WHEN {is_open} THEN source.rings_at + random() * interval '10 days' END",
        closed_at=f"CASE WHEN {is_open} THEN NULL ELSE {AT} - interval '4 days' END",
    )


def of_match(table: str) -> str:
    return copy(table, "source.match_id = 1", EVERY, match_id="n")


def letters(is_last: bool) -> str:
    """One of each match, of the same age; the last ones are those of the open turn."""
    waits, seat = f"({is_last} AND NOT {IS_OVER} AND (n + :k) % 20 = 0)", "(1 + :k % 8)"
    was = (
        f"CASE WHEN {is_last} THEN '' WHEN (n + :k) % 2003 = 1 THEN 'given up' WHEN (n + :k) % 10007 = 1 "
        "THEN 'set aside' WHEN (n + :k) % 40 = 3 THEN 'answered' ELSE '' END"
    )
    wanted = f"{AT} - CAST(:age AS interval) - random() * interval '3 hours'"
    in_the_night = f"{AT} + interval '1 hour' + random() * interval '8 hours'"
    return copy(
        "letter",
        f"source.match_id = 1 AND source.kind = 'your_turn' AND CAST(source.facts->>'seat' AS int) = {seat}"
        " AND CAST(source.facts->>'turn' AS int) = (SELECT turn FROM match WHERE id = 1)",
        EVERY,
        key=f"'turn ' || n || CASE WHEN {is_last} THEN ' 2 ' || {seat} ELSE '.' || :k END",
        cause="'match ' || n",
        player_id=OF_SEAT.format(seat=seat),
        match_id="n",
        message_id="'l.' || md5(n || '.' || :k)",
        created_at=f"{AT} - CAST(:age AS interval) - interval '3 hours'",
        wanted_at=f"CASE WHEN {waits} THEN {in_the_night} ELSE {wanted} END",
        due_at=f"CASE WHEN {waits} THEN {in_the_night} END",
        sent_at=f"CASE WHEN NOT {waits} AND {was} = '' THEN {AT} - CAST(:age AS interval) END",
        dropped=was,
        subject="'Incan Gold at Ana''s: your turn ' || :k",
    )


def mails() -> str:
    """Of the last 30 days: all have been read."""
    month = f"{AT} - n * interval '30 days' / :mails"
    return (
        'INSERT INTO mail (digest, "to", sender, raw, message_id, received_at, claims, tries, outcome)'
        " SELECT md5('mail ' || n), 'r.' || n, 'p@example.org', '', 'm' || n || '@example.org',"
        f" {month}, 0, 1, 'played' FROM generate_series(1, :mails) n"
    )
