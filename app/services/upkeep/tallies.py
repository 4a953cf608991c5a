"""Counts and logged errors of all processes, in two tables. Each process brings its own every few seconds."""

import json
import os
import socket
from collections import Counter
from functools import partial

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from app.db.away import Away
from app.db.database import Database
from app.db.rows import table_of
from app.models import Fault, Tally
from app.tally import PENDING, Logged

EVERY = 10.0  # seconds
INSERT = {"sqlite": sqlite, "postgresql": postgresql}

Counts = Counter[tuple[str, ...]]


def write_down(db: Database) -> bool:
    """What this process knows and the database does not. False: the database is away, and it is kept."""
    counts, faults = PENDING.take()
    if not counts and not faults:
        return True
    try:
        db.write(partial(_write, counts=counts, faults=faults))
    except Away:
        PENDING.put_back(counts, faults)
        return False
    return True


def _write(session: Session, counts: Counts, faults: list[Logged]) -> None:
    """In the order of the keys, so that two processes never wait for one another."""
    table, insert = table_of(Tally), INSERT[session.get_bind().dialect.name].insert
    for key, count in sorted(counts.items()):
        insertion = insert(table).values(key=json.dumps(key), count=count)
        more = {"count": table.c.count + count}
        session.connection().execute(insertion.on_conflict_do_update(index_elements=["key"], set_=more))
    place = f"{socket.gethostname()}:{os.getpid()}"
    session.add_all([Fault(at=at, place=place, name=name, text=text) for at, name, text in faults])


def counts(session: Session) -> Counts:
    """Of all processes, as far as they have written them down."""
    rows = session.exec(select(Tally.key, Tally.count))
    return Counter({tuple(json.loads(key)): count for key, count in rows})


def newest_faults(session: Session, limit: int = 20) -> list[Fault]:
    return list(session.exec(select(Fault).order_by(col(Fault.id).desc()).limit(limit)))
