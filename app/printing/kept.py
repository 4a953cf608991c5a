"""What a process keeps so as not to make it again, within a bound of memory."""

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """What was not asked for lately goes first: when half of the room is full, the older half is dropped.

    It has no lock, so a process can be forked at any time: each step on a dict is one step for all threads,
    and the worst that two threads do to one another is to make something twice.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self.clear()

    def clear(self) -> None:
        self._young: dict[Key, tuple[Value, int]] = {}
        self._old: dict[Key, tuple[Value, int]] = {}
        self._young_bytes = 0

    @property
    def size(self) -> int:
        return sum(size for half in (self._young, self._old) for _, size in list(half.values()))

    def get(self, key: Key) -> Value | None:
        found = self._young.get(key)
        if found:
            return found[0]
        found = self._old.get(key)
        if not found:
            return None
        self.put(key, *found)
        return found[0]

    def put(self, key: Key, value: Value, size: int) -> None:
        if size > self._most_bytes // 2:
            return
        if self._young_bytes + size > self._most_bytes // 2:
            self._old, self._young, self._young_bytes = self._young, {}, 0
        self._young[key] = (value, size)
        self._young_bytes += size
