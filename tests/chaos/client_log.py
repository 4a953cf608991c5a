"""What people have been told that it stands: their own list, which nothing of the service has written."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar


class Ordered(NamedTuple):
    """Orders over HTTP, with the number of their receipt."""

    match: str
    seat: int
    turn: int
    typed: str
    receipt: int


class Mailed(NamedTuple):
    """The door has said 250 to it."""

    message_id: str
    to: str


class Asked(NamedTuple):
    """Somebody wants a letter with a link to sign in."""

    email: str


class SignedIn(NamedTuple):
    email: str


class Opened(NamedTuple):
    match: str


class Joined(NamedTuple):
    match: str
    email: str


class Proposed(NamedTuple):
    match: str
    seat: int
    kind: str


class Voted(NamedTuple):
    proposal: str
    seat: int
    said: str


E = TypeVar("E")
Entry = Ordered | Mailed | Asked | SignedIn | Opened | Joined | Proposed | Voted


@dataclass
class ClientLog:
    """Several threads write it; each entry is one append."""

    entries: list[Entry] = field(default_factory=list)
    attempts: list[Entry] = field(default_factory=list)  # whether anybody has answered or not
    refused: Counter[str] = field(
        default_factory=Counter
    )  # answers that were neither a yes nor to be repeated

    def stands(self, entry: Entry) -> None:
        self.entries.append(entry)

    def tries(self, entry: Entry) -> None:
        self.attempts.append(entry)

    def all_of(self, kind: type[E]) -> list[E]:
        return [entry for entry in self.entries if isinstance(entry, kind)]

    def told(self) -> str:
        counts = Counter(type(entry).__name__ for entry in self.entries)
        refused = f"; refused: {dict(self.refused)}" if self.refused else ""
        return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) + refused
