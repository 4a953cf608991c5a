"""The past of a match: its steps, as lines of its record and in words, and the receipts of a seat."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.models import Match, Receipt, Step
from app.services.matches import find
from engine.game import Event, Game
from engine.record import orders_by_seat
from engine.registry import game
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
    orders: list[PlayedOrders]
    sentences: list[str]
    events: Sequence[Event]


def steps_of(session: Session, match: Match, after: int = -1) -> list[Step]:
    return list(session.exec(STEPS, params={"match_id": match.id, "after": after}))


def orders_of(steps: Iterable[Step]) -> Iterable[dict[int, str]]:
    """The orders of each step by seat, without the record's first and last line, which have none."""
    for step in steps:
        orders = line_of(step).get("orders")
        if orders:
            yield orders_by_seat(orders)


def line_of(step: Step) -> dict[str, Any]:
    line = json.loads(step.line)
    assert isinstance(line, dict)
    return line


def record_of(session: Session, code: str) -> str:
    """The record up to now. It contains nothing that is still secret."""
    match = find.by_code(session, code)
    return "".join(step.line + "\n" for step in steps_of(session, match))


# --- What happened ---


def steps_in_words(
    rules: Game, steps: Iterable[Step], names: Sequence[str], speech: Speech
) -> list[PlayedStep]:
    return [
        PlayedStep(
            number=step.number,
            at=step.at,
            orders=played_orders(step, names),
            sentences=[rules.tell(event, names, speech) for event in step.events],
            events=step.events,
        )
        for step in steps
    ]


def played_orders(step: Step, names: Sequence[str]) -> list[PlayedOrders]:
    line = line_of(step)
    by = line.get("by", {})
    return [
        PlayedOrders(name=names[int(seat) - 1], seat=int(seat), text=text, by=by.get(seat, ""))
        for seat, text in line.get("orders", {}).items()
    ]


def steps_since(
    session: Session, match: Match, step: int, names: Sequence[str], speech: Speech = ENGLISH
) -> list[PlayedStep]:
    """The steps after `step`, the last one that the reader has been told of."""
    return steps_in_words(game(match.game), steps_of(session, match, after=step), names, speech)


LAST_RECEIPTS = 10


@dataclass(frozen=True)
class ShownReceipt:
    number: int
    orders: str
    refused: str
    head8: str
    at: datetime
    turn: int


def receipts_of(session: Session, match: Match, number: int | None) -> list[ShownReceipt]:
    """The newest first."""
    rows = select(Receipt).where(Receipt.match_id == match.id, Receipt.seat == (number or 0))
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
