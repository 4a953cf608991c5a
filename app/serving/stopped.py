"""Work on a whole database, for which the service has to stand still."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlmodel import Session

from app.db.database import Database
from app.db.schema_version import found
from app.services.upkeep.heartbeats import EVERY, database_time, newest
from app.serving import announce
from app.serving.supervisor import CannotStart, only_one_serve
from app.settings import Settings

PATIENCE = EVERY + 5  # seconds without another sign of life


@contextmanager
def service_stopped(settings: Settings) -> Iterator[None]:
    """Raises CannotStart if a service works with this database; `serve` cannot be started meanwhile."""
    if not settings.embedded:
        refuse_signs(settings)
        yield
        return
    with only_one_serve(settings.folder):
        refuse_signs(settings)
        yield


def refuse_signs(settings: Settings) -> None:
    """Processes on other machines have no lock that could be asked; they give signs of life."""
    if settings.database.startswith("sqlite"):
        return
    database = Database(settings.database)
    try:
        with database.reading() as session:
            last = _recent(session)
        if last:
            announce("a process gave a sign of life just now; waiting whether another one follows")
        until = time.monotonic() + PATIENCE
        while last and time.monotonic() < until:
            with database.reading() as session:
                if newest(session) != last:
                    raise CannotStart("the service is at work with this database; stop its processes first")
            time.sleep(1)
    finally:
        database.close()


def _recent(session: Session) -> datetime | None:
    if not found(session):
        return None
    last = newest(session)
    age = (database_time(session) - last).total_seconds() if last else PATIENCE
    return last if age < PATIENCE else None
