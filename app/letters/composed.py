"""What a letter is before it becomes a message."""

import hashlib
from dataclasses import dataclass
from typing import NamedTuple


class NotNeeded(Exception):
    """The letter need not leave any more; the reason is kept with it."""


class Thread(NamedTuple):
    """All the letters about one match to one person: a thread to read, and a list to filter by."""

    code: str
    title: str
    address: str  # of the match
    stop: str  # the address that ends these letters

    def root(self, to: str) -> str:
        """What every letter of the thread answers to. It is never sent; it need not be."""
        person = hashlib.sha256(f"{self.code} {to}".encode()).hexdigest()
        return f"m.{self.code}.{person[:16]}"


class Told(NamedTuple):
    """After this letter, its seat knows so many lines of the record."""

    seat_id: int
    lines: int


@dataclass(frozen=True)
class Composed:
    to: str
    name: str
    subject: str
    text: str
    html: str
    thread: Thread | None = None
    told: Told | None = None
