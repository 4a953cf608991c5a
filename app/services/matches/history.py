"""The past of a match: its steps, as lines of its record and in words, and the receipts of a seat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.db.rows import look_up
from app.db.words import StepKind
from app.models import Match, Receipt, Seat, Step
from app.services.matches import find
from app.services.matches.changes import AGREED, Course, change_in_words, line_of, void_words
from engine.game import Event
from engine.record import orders_by_seat
from engine.speech import ENGLISH, Speech

# Built once: to build a query takes as long as to run it.
STEPS = (
    select(Step)
    .where(Step.match_id == bindparam("match_id"), Step.number > bindparam("after"))
    .order_by(col(Step.number))
)


@dataclass(frozen=True)
class PlayedOrders:
    """The orders of one seat in a step. `by`: who gave them, if it was not the player."""

    name: str
    seat: int
    text: str
    by: str


@dataclass(frozen=True)
class PlayedStep:
    """A step as a reader sees it. The last line of a record has no orders and no events."""

    number: int
    at: datetime
    kind: StepKind
    orders: list[PlayedOrders]
    tell: Callable[[], list[str]] = field(compare=False, repr=False)
    events: Sequence[Event]
    taken_back: bool  # by now, however it stood when it was played

    @cached_property
    def sentences(self) -> list[str]:
        """Made when they are read: most letters tell the events more shortly."""
        return self.tell()


def steps_of(session: Session, match: Match, after: int = -1) -> list[Step]:
    return look_up(session, Step, STEPS, match_id=match.id, after=after)


def orders_of(steps: Iterable[Step]) -> Iterator[dict[int, str]]:
    """The orders of each step by seat, without the steps that have none."""
    for step in steps:
        if orders := line_of(step).get("orders"):
            yield orders_by_seat(orders)


def record_of(session: Session, code: str) -> str:
    """The record up to now. It contains nothing that is still secret."""
    match = find.by_code(session, code)
    return "".join(step.line + "\n" for step in steps_of(session, match))


# --- What happened ---


def steps_in_words(course: Course, steps: Iterable[Step], speech: Speech) -> list[PlayedStep]:
    return [step_in_words(course, step, speech) for step in steps]


def step_in_words(course: Course, step: Step, speech: Speech) -> PlayedStep:
    """With the names that the seats had then."""
    line, names = line_of(step), course.names_at(step.number)

    def tell() -> list[str]:
        sentences = [course.rules.tell(event, names, speech) for event in step.events]
        if step.kind in AGREED:
            sentences.append(change_in_words(line, course.names_at(step.number - 1), speech))
        return sentences

    return PlayedStep(
        number=step.number,
        at=step.at,
        kind=step.kind,
        orders=played_orders(line, names),
        tell=tell,
        events=step.events,
        taken_back=step.number in course.taken_back,
    )


def played_orders(line: Mapping[str, Any], names: Sequence[str]) -> list[PlayedOrders]:
    by = line.get("by", {})
    return [
        PlayedOrders(name=names[int(seat) - 1], seat=int(seat), text=text, by=by.get(seat, ""))
        for seat, text in line.get("orders", {}).items()
    ]


def steps_since(
    session: Session, match: Match, step: int, course: Course, speech: Speech = ENGLISH
) -> list[PlayedStep]:
    """What stands of the steps after `step`, the last one that the reader has been told of.

    A step back tells too what of the reader's earlier letters does not count any more.
    """
    told = steps_in_words(course, steps_of(session, match, after=step), speech)
    standing = [each for each in told if not each.taken_back]
    for each in standing:
        if void := list(void_words(course.changes.get(each.number, {}), step, speech)):
            each.sentences.extend(void)
    return standing


LAST_RECEIPTS = 10


@dataclass(frozen=True)
class ShownReceipt:
    number: int
    orders: str
    refused: str
    head8: str
    at: datetime
    turn: int


def receipts_of(session: Session, match: Match, seat: Seat | None) -> list[ShownReceipt]:
    """The newest first, without those of somebody who had the seat before."""
    if not seat:
        return []
    rows = select(Receipt).where(Receipt.match_id == match.id, Receipt.seat == seat.number)
    rows = rows.where(Receipt.base >= seat.since)
    newest = session.exec(rows.order_by(col(Receipt.number).desc()).limit(LAST_RECEIPTS))
    return [shown_receipt(row) for row in newest]


def shown_receipt(receipt: Receipt) -> ShownReceipt:
    return ShownReceipt(
        number=receipt.number,
        orders=receipt.orders,
        refused=receipt.refused,
        head8=receipt.head[:8],
        at=receipt.at,
        turn=receipt.turn,
    )
