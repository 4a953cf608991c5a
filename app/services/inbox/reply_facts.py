"""The facts of the letters that answer a mail: what was read, and what came of it.

The JSON has no key for what a mail did not lead to, and rows of earlier versions have the same keys.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import Any, Self

from app.mail.read.incoming import Incoming
from app.services.play.order_errors import OrderMistake
from app.services.play.take_back import TakenBack

SHOWN_ROWS, LONGEST_ROW = 6, 120  # lines of a mail, and characters of each


@dataclass(frozen=True)
class AnsweredMail:
    """What an answer repeats of the mail."""

    mail: str  # its Message-ID
    about: str  # its subject
    rows: tuple[str, ...] = ()  # the first lines that its writer wrote
    attachments: int = 0

    @classmethod
    def of(cls, incoming: Incoming) -> Self:
        rows = [line.strip()[:LONGEST_ROW] for line in incoming.lines if line.strip()]
        return cls(incoming.message_id, incoming.subject, tuple(rows[:SHOWN_ROWS]), incoming.attachments)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["mail"], data["about"], tuple(data["rows"]), data.get("attachments", 0))


# --- What came of a mail to a match ---


@dataclass(frozen=True)
class ReceiptInReply:
    number: int
    orders: str
    head8: str
    turn: int
    refused: str = ""
    again: bool = False  # the same orders were played before
    lately: bool = False  # a moment ago, in a turn in which one can play again and again


@dataclass(frozen=True)
class PlanInReply:
    """Standing orders that were set; no text: taken away."""

    text: str
    problem: str = ""
    answered: str = ""  # the orders that the plan has given at once


@dataclass(frozen=True)
class PassedOrders:
    """Orders of an earlier turn, and who gave them: the player (empty), the clock, a plan or the bot."""

    orders: str
    by: str


@dataclass(frozen=True)
class AwayInReply:
    """An absence that was put down; empty: from today, or until its writer is back."""

    begins: str
    ends: str

    @property
    def first(self) -> date | None:
        return date.fromisoformat(self.begins) if self.begins else None

    @property
    def last(self) -> date | None:
        return date.fromisoformat(self.ends) if self.ends else None


@dataclass(frozen=True)
class WishInReply:
    """What its writer wants of the table, or of a friend."""

    kind: str
    proposal: str = ""  # its key, where it has been proposed
    email: str = ""  # of a friend who has been asked


@dataclass(frozen=True)
class MailOutcome:
    """What came of a mail. A field at its default says that nothing of the kind happened."""

    words: tuple[str, ...] = ()  # help, board, status
    nothing: bool = False  # no orders, words or remark were found
    doubt: str = ""  # what was found in place of orders: a question, or a condition (if)
    unreadable: str = ""  # why
    wrong: OrderMistake | None = None  # why nothing was done
    problem: str = ""  # why nothing was done, where no orders are to blame
    values: dict[str, Any] = field(default_factory=dict)  # of the problem's text
    unasked: bool = False  # orders, where the letter had asked for none
    passed: tuple[PassedOrders, ...] = ()  # what was played in the turn that the letter asked about
    receipt: ReceiptInReply | None = None
    refused: OrderMistake | None = None  # why the rest of the orders was not played
    undone: TakenBack | None = None
    plan: PlanInReply | None = None
    said: str = ""  # to all at the table
    diary: str = ""  # what was written into the diary
    unwritten: bool = False  # there was something for the diary, but nothing of the mail was done
    unsaid: bool = False  # there was something to say, but nothing of the mail was done
    later: tuple[str, ...] = ()  # lines that read as orders, behind those that were played
    away: AwayInReply | None = None
    returned: bool = False  # from an absence
    gave_back: bool = False  # the seat that a friend had lent to its writer
    awake: bool = False  # the match goes on, because its writer wants it
    wishes: tuple[WishInReply, ...] = ()
    steps: tuple[int, int] | None = None  # of the record: the first while the mail was read, and the end
    back: bool = False  # the bot does not play for its writer any more
    old: bool = False  # it came to the address of an older letter: its answer tells no secrets of the present

    @property
    def not_understood(self) -> bool:
        return bool(self.wrong or self.nothing or self.unreadable)

    def to_json(self) -> dict[str, Any]:
        every = {**asdict(self), "undone": self.undone and self.undone._asdict()}
        for name in ("wrong", "refused"):
            mistake: OrderMistake | None = getattr(self, name)
            every[name] = mistake and mistake.to_json()
        unlike = {part.name for part in fields(self) if getattr(self, part.name) != getattr(BLANK, part.name)}
        return {name: value for name, value in every.items() if name in unlike}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        plain = {part.name: data[part.name] for part in fields(cls) if data.get(part.name)}
        made = {name: make(plain[name]) for name, make in NESTED.items() if name in plain}
        return cls(**{**plain, **made})


def _passed(rows: list[dict[str, str]]) -> tuple[PassedOrders, ...]:
    return tuple(PassedOrders(**row) for row in rows)


def _wishes(rows: list[dict[str, str]]) -> tuple[WishInReply, ...]:
    return tuple(WishInReply(**row) for row in rows)


BLANK = MailOutcome()
NESTED: dict[str, Callable[[Any], Any]] = {
    "words": tuple,
    "later": tuple,
    "steps": tuple,
    "passed": _passed,
    "wishes": _wishes,
    "wrong": OrderMistake.from_json,
    "refused": OrderMistake.from_json,
    "receipt": lambda data: ReceiptInReply(**data),
    "undone": lambda data: TakenBack(**data),
    "away": lambda data: AwayInReply(**data),
    "plan": lambda data: PlanInReply(**data),
}


@dataclass(frozen=True)
class ReplyFacts:
    seat: int
    mail: AnsweredMail
    outcome: MailOutcome
    silent: bool = False  # the last answer for an hour

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "silent": self.silent, **asdict(self.mail), **self.outcome.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        mail, outcome = AnsweredMail.from_json(data), MailOutcome.from_json(data)
        return cls(data["seat"], mail, outcome, data.get("silent", False))


# --- What came of a mail that answers a proposal ---


@dataclass(frozen=True)
class VotedFacts:
    seat: int
    letter: int  # that was answered
    proposal: str  # its key
    mail: AnsweredMail
    came: str = ""  # yes, no, neither, or decided: before
    unreadable: str = ""  # why
    problem: str = ""  # why nothing was done
    values: dict[str, Any] = field(default_factory=dict)  # of the problem's text

    def to_json(self) -> dict[str, Any]:
        told = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "mail"}
        return {**{name: value for name, value in told.items() if value}, **asdict(self.mail)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        known = {part.name: data[part.name] for part in fields(cls) if part.name in data}
        return cls(**{**known, "mail": AnsweredMail.from_json(data)})


# --- What came of a mail to an invitation ---


@dataclass(frozen=True)
class RsvpOutcome:
    came: str = ""  # accepted, declined, or neither
    begins: bool = False  # the match has started with it
    unreadable: str = ""  # why
    problem: str = ""  # why nothing was done
    values: dict[str, Any] = field(default_factory=dict)  # of the problem's text

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class RsvpFacts:
    invitation: int  # the letter that was answered
    mail: AnsweredMail
    outcome: RsvpOutcome

    def to_json(self) -> dict[str, Any]:
        read = {name: value for name, value in asdict(self.mail).items() if name != "attachments"}
        return {"invitation": self.invitation, **read, **self.outcome.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        known = {part.name: data[part.name] for part in fields(RsvpOutcome) if part.name in data}
        return cls(data["invitation"], AnsweredMail.from_json(data), RsvpOutcome(**known))
