"""Signs of life: each process writes down that it lives, and how far its clock is from the database's."""

import os
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from app.db.pieces import delete_some
from app.db.rows import table_of
from app.models import Heartbeat
from app.services.upkeep import memory

EVERY = 15  # seconds
RECENT = timedelta(minutes=10)
KEPT = timedelta(days=7)  # of a role that is not there any more, like a door that was closed for good

PLACE = {"sqlite": sqlite, "postgresql": postgresql}


def database_time(session: Session) -> datetime:
    """The one clock that all processes share. A file has none, so there it is the clock of this process."""
    if session.get_bind().dialect.name == "sqlite":
        return datetime.now(UTC)
    said: datetime = session.connection().execute(select(func.clock_timestamp())).scalar_one()
    return said.astimezone(UTC)


def place_of(pid: int) -> str:
    return f"{socket.gethostname()}:{pid}"


def beat(session: Session, role: str, place: str = "") -> None:
    """Writes that this process lives. The write itself shows that it can write."""
    before = datetime.now(UTC)
    there = database_time(session)
    here = before + (datetime.now(UTC) - before) / 2
    insertion = PLACE[session.get_bind().dialect.name].insert(table_of(Heartbeat))
    skew = round((here - there).total_seconds(), 1)
    values = {"at": there.replace(microsecond=0), "skew": skew, "memory": memory.of_process()}
    insertion = insertion.values(role=role, place=place or place_of(os.getpid()), **values)
    session.connection().execute(
        insertion.on_conflict_do_update(index_elements=["role", "place"], set_=values)
    )


class Sign(NamedTuple):
    """Of one role: how long ago the newest sign of life was, and the largest skew, both in seconds."""

    age: int
    skew: float


def signs(session: Session) -> dict[str, Sign]:
    at = database_time(session)
    rows = session.connection().execute(select(col(Heartbeat.role), col(Heartbeat.at), col(Heartbeat.skew)))
    by_role: dict[str, list[tuple[float, float]]] = {}
    for role, seen, skew in rows:
        by_role.setdefault(role, []).append(((at - seen).total_seconds(), skew))
    return {role: _sign(found) for role, found in by_role.items()}


def _sign(found: Sequence[tuple[float, float]]) -> Sign:
    """A sign from the future is of a clock that is ahead: a file has no clock to measure it by."""
    recent = [(min(age, 0) and -age) or skew for age, skew in found if age < RECENT.total_seconds()]
    return Sign(max(0, int(min(age for age, _ in found))), max(recent, key=abs, default=0.0))


def newest(session: Session) -> datetime | None:
    """When any process gave a sign of life for the last time."""
    return session.connection().execute(select(func.max(col(Heartbeat.at)))).scalar_one_or_none()


def forget_old(session: Session) -> int:
    """Rows of processes that have ended; the newest of each role stays for longer, as it should be there."""
    at = database_time(session)
    newest = select(func.max(col(Heartbeat.id))).group_by(col(Heartbeat.role)).scalar_subquery()
    ended = (col(Heartbeat.at) < at - RECENT) & col(Heartbeat.id).not_in(newest)
    return delete_some(session, Heartbeat, ended | (col(Heartbeat.at) < at - KEPT))
