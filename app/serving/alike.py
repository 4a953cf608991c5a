"""One answer for all who wait for the same page.

Five hundred readers of a full game cost as much as one: a page that is begun answers every request like it
that was waiting at that moment, so nobody gets anything older than their own asking.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

OWN = (b"\nset-cookie:", b"\ncache-control: no-store")  # in the head of an answer that is for one reader only
SHARED = (b" 200 ", b" 304 ")  # statuses
END_OF_HEAD = b"\r\n\r\n"


class Alike(Generic[T]):
    """Requests by all that their answer can depend on. One of a sort is worked on at a time."""

    def __init__(self) -> None:
        self._others: dict[Hashable, list[T]] = {}  # who came while one like them waited or was worked on

    def joins(self, key: Hashable, item: T) -> bool:
        """Whether there is one like it already; the first of a sort goes through the queue."""
        others = self._others.get(key)
        if others is None:
            self._others[key] = []
            return False
        others.append(item)
        return True

    def begins(self, key: Hashable) -> list[T]:
        """All that the one which begins now answers too. Whoever comes from now on waits for another."""
        others, self._others[key] = self._others[key], []
        return others

    def ends(self, key: Hashable) -> T | None:
        """The next one for the queue, of those that have come since."""
        since = self._others.pop(key)
        if not since:
            return None
        self._others[key] = since[1:]
        return since[0]


def may_be_shared(answer: bytes) -> bool:
    head = answer.partition(END_OF_HEAD)[0].lower()
    return head[8:].startswith(SHARED) and not any(own in head for own in OWN)
