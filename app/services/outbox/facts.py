"""The facts of a letter: what the outbox keeps of its need until it is composed.

In the database they are JSON, in rows that may be older than this code: so a new field needs a default, and
a key without a field is left alone. The answers to mails have theirs in app/services/inbox.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Any, Self

from app.models import Letter


@dataclass(frozen=True)
class Facts:
    """No facts at all: the player and the match in the row say enough."""

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        known = [part.name for part in fields(cls) if part.default is MISSING or part.name in data]
        return cls(**{name: data[name] for name in known})


NO_FACTS = Facts()


@dataclass(frozen=True)
class SeatFacts(Facts):
    """For a letter about a seat, and about nothing else in particular."""

    seat: int


@dataclass(frozen=True)
class TurnFacts(SeatFacts):
    turn: int


AGAIN = "again"


@dataclass(frozen=True)
class AgainFacts(TurnFacts):
    which: str  # AGAIN: all earlier letters about the turn were lost


@dataclass(frozen=True)
class ReminderFacts(TurnFacts):
    which: str  # half or fifth: of the time to answer; late: it is over, and all wait; away: a bot plays now


@dataclass(frozen=True)
class ResumedFacts(SeatFacts):
    rested: bool = False  # it was no host's pause: nobody had acted
    aside: bool = False  # it was set aside since an update


@dataclass(frozen=True)
class AsideFacts(SeatFacts):
    over: bool = False  # it is not set aside any more, but paused as before


@dataclass(frozen=True)
class RefusedFacts(SeatFacts):
    why: str
    orders: str  # the part that was played


@dataclass(frozen=True)
class ReceiptFacts(SeatFacts):
    receipt: int  # its number


@dataclass(frozen=True)
class CalendarFacts(SeatFacts):
    until: str  # the deadline that the entry shows

    @property
    def deadline(self) -> datetime:
        return datetime.fromisoformat(self.until)


@dataclass(frozen=True)
class HandedOverFacts(Facts):
    """Of a seat that its reader does not have any more: so it is not the letter's subject."""

    number: int
    name: str  # of the player who has it now
    until: str = ""  # the deadline that the calendar of the former player shows

    @property
    def deadline(self) -> datetime | None:
        return datetime.fromisoformat(self.until) if self.until else None


@dataclass(frozen=True)
class SignInFacts(Facts):
    language: str = "en"  # of the page where the link was asked for


@dataclass(frozen=True)
class AddressFacts(SignInFacts):
    """Of a letter about moving an account to another address."""

    move_id: int = 0


@dataclass(frozen=True)
class InvitationFacts(Facts):
    seat_id: int


@dataclass(frozen=True)
class RestingFacts(Facts):
    who: int  # the player whose letters rest


@dataclass(frozen=True)
class DeclinedFacts(Facts):
    seat_id: int  # that somebody has declined


@dataclass(frozen=True)
class Subject:
    """What a letter of any kind is about, as far as its facts say so."""

    seat: int | None
    turn: int | None
    which: str  # of the reminders


def subject_of(letter: Letter) -> Subject:
    known = letter.facts
    return Subject(known.get("seat"), known.get("turn"), known.get("which", ""))


@dataclass(frozen=True)
class TrialFacts(Facts):
    """Of a test letter: how it has come back."""

    came: str = ""  # itself, an answer, an automatic answer, or as undeliverable
    why: str = ""  # of an undeliverable one
    stamped: str = ""  # when the last mail server on its way took it, by its own clock
