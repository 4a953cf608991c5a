"""Threads that wait for a locked row: few for one row, so that the others can do something else.

A web server has a handful of threads. If all of them waited for one match, nobody could open any page.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

from sqlalchemy import Connection

from app.db.away import Busy

MOST = 2  # threads of a process that wait for one row at the database; the others wait here
MOST_IN_ALL = 3
PATIENCE = 0.5  # seconds; when the first has waited for longer, the row is locked and not only in demand

_changed = Condition()
_waiting: dict[str, list[float]] = {}  # by row: since when each one has waited


@contextmanager
def queue_for(row: str, connection: Connection) -> Iterator[None]:
    """Around the statement that locks a row. Raises Busy where too many wait for it already."""
    driver = connection.connection.driver_connection
    # A BoundedConnection; its module would import the driver.
    if driver is None or not hasattr(driver, "awaits_lock"):
        yield
        return
    since = _take_place(row)
    driver.awaits_lock = True
    try:
        yield
    finally:
        driver.awaits_lock = False
        _leave(row, since)


def _take_place(row: str) -> float:
    begun = monotonic()
    with _changed:
        while not _has_place(row):
            left = PATIENCE - (monotonic() - min([begun, *_waiting.get(row, ())]))
            if left <= 0:
                raise Busy(row)
            _changed.wait(left)
        _waiting.setdefault(row, []).append(since := monotonic())
    return since


def _has_place(row: str) -> bool:
    return len(_waiting.get(row, ())) < MOST and sum(map(len, _waiting.values())) < MOST_IN_ALL


def _leave(row: str, since: float) -> None:
    with _changed:
        _waiting[row].remove(since)
        if not _waiting[row]:
            del _waiting[row]
        _changed.notify_all()
