"""How many threads of this process wait for the database, and whether it hangs.

A web server has a handful of threads. While the database hangs, half of them find out when it is back; the
others do not wait with them, so that pages without a database, and /healthz, are still answered. A disk that
is slow for a second makes some wait as well, and nobody is sent away for that.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from threading import get_ident
from time import monotonic
from typing import Any

MOST = 4  # threads that wait on while it hangs
LONG = 2.0  # seconds; then a wait is no usual one
FRESH = 3.0  # seconds for which a wait in vain counts

_waiting: dict[int, float] = {}  # by thread: since when it has waited for an answer
_in_vain = [0.0]  # when a wait ended without one


def hangs() -> bool:
    """Whether another thread would wait in vain."""
    if monotonic() - _in_vain[0] < FRESH:
        return len(_waiting) >= MOST
    return _longer_than(monotonic() - LONG) >= MOST


def _longer_than(since: float) -> int:
    return sum(each < since for each in list(_waiting.values()))


@contextmanager
def counted() -> Iterator[None]:
    thread = get_ident()
    _waiting[thread] = monotonic()
    try:
        yield
    finally:
        del _waiting[thread]


def was_in_vain() -> None:
    _in_vain[0] = monotonic()


def was_answered() -> None:
    _in_vain[0] = 0.0


class GivenUp(Exception):
    """Enough others wait, and have done so for longer."""


def watched(steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """The same steps of waiting. Now and then, when nothing has come, it looks at how the others fare."""
    since = monotonic()
    try:
        wanted = next(steps)
        while True:
            ready = yield wanted
            if not ready and monotonic() - since > LONG and _longer_than(since) >= MOST:
                raise GivenUp
            wanted = steps.send(ready)
    except StopIteration as end:
        return end.value
