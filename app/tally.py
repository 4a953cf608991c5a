"""What this process has counted, and what errors it has logged, until they are written into the database.

Counting touches no database: a refusal must change nothing, and cost nothing. Each process writes its counts
down every few seconds (services/upkeep/tallies.py); one that is killed loses those of the last seconds.
"""

from collections import Counter
from datetime import datetime
from threading import Lock
from typing import NamedTuple

MOST_KINDS = 500  # of counts in one process, so that nobody can fill the database with reasons
MOST_FAULTS = 50
LONGEST_REASON = 120
OTHER = "other"


class Logged(NamedTuple):
    at: datetime
    name: str
    text: str


class Pending:
    """Threads share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._faults: list[Logged] = []
        self._kinds: set[tuple[str, ...]] = set()

    def count(self, *what: str) -> None:
        key = tuple(part[:LONGEST_REASON] for part in what)
        with self._lock:
            if key not in self._kinds and len(self._kinds) >= MOST_KINDS:
                key = (*key[:1], *[OTHER] * (len(key) - 1))
            self._kinds.add(key)
            self._counts[key] += 1

    def note(self, fault: Logged) -> None:
        with self._lock:
            self._faults = [*self._faults, fault][-MOST_FAULTS:]

    def take(self) -> tuple[Counter[tuple[str, ...]], list[Logged]]:
        with self._lock:
            taken = self._counts, self._faults
            self._counts, self._faults = Counter(), []
            return taken

    def put_back(self, counts: Counter[tuple[str, ...]], faults: list[Logged]) -> None:
        """They could not be written down."""
        with self._lock:
            self._counts += counts
            self._faults = [*faults, *self._faults][-MOST_FAULTS:]


PENDING = Pending()
REFUSED = "refused"


def count_refusal(way: str, reason: Exception | str, text: str = "") -> None:
    """`way`: what was refused. `text`: the reason without its values, which may be somebody's."""
    kind = reason if isinstance(reason, str) else type(reason).__name__
    PENDING.count(REFUSED, way, kind, text)
