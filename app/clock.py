"""The clock of the service: the database server's, so that all machines have one time, and none a wrong one.

Its time is read once a minute, and a clock that nobody can set runs on from there. Where the database is a
file, the machine's own clock is the only one.
"""

from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import NamedTuple

AGAIN_AFTER = 60.0  # seconds
JUMPED = 1.0  # seconds: somebody has set this machine's clock, or it has slept


class Reading(NamedTuple):
    there: datetime  # the time of the database
    here: datetime  # and of this machine
    at: float  # by the clock that runs on


_last: list[Reading] = []


def machine_time() -> datetime:
    """What this machine's clock shows. A test of many weeks puts its own clock here."""
    return datetime.now(UTC)


def now() -> datetime:
    """The clock of the service. Times are whole seconds, as in the record."""
    if not _last:
        return machine_time().replace(microsecond=0)
    return (_last[-1].there + _since(_last[-1])).replace(microsecond=0)


def is_to_be_read() -> bool:
    """Whether the time of the database is to be read again."""
    if not _last:
        return True
    since = _since(_last[-1])
    jump = machine_time() - _last[-1].here - since
    return since.total_seconds() > AGAIN_AFTER or abs(jump.total_seconds()) > JUMPED


def read(there: datetime) -> None:
    """This is the time of the database now."""
    _last[:] = [Reading(there.astimezone(UTC), machine_time(), monotonic())]


def _since(reading: Reading) -> timedelta:
    return timedelta(seconds=monotonic() - reading.at)
