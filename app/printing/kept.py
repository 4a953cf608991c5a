"""What a process keeps so as not to make it again, within a bound of memory."""

import os
from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """When there is no room left, what was not asked for the longest goes first. Threads may share it."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._found: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._lock = Lock()
        self.size = 0
        # A process that is forked while another thread holds the lock would wait for ever.
        lock = self._lock
        os.register_at_fork(before=lock.acquire, after_in_child=lock.release, after_in_parent=lock.release)

    def get(self, key: Key) -> Value | None:
        with self._lock:
            found = self._found.get(key)
            if not found:
                return None
            self._found.move_to_end(key)
            return found[0]

    def put(self, key: Key, value: Value, size: int) -> None:
        if size > self._most_bytes:
            return
        with self._lock:
            self._drop(self._found.pop(key, None))
            self._found[key] = (value, size)
            self.size += size
            while self.size > self._most_bytes:
                self._drop(self._found.popitem(last=False)[1])

    def _drop(self, found: tuple[Value, int] | None) -> None:
        self.size -= found[1] if found else 0

    def clear(self) -> None:
        with self._lock:
            self._found.clear()
            self.size = 0
