"""The steps of a match: as lines of its record, and as what happened in words."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.models import Match, Step
from app.services.matches import find
from engine.game import Event, Game
from engine.record import seats_of as orders_by_seat
from engine.registry import game
from engine.speech import ENGLISH, Speech

# Put together once: that takes as long as what the database does with it.
STEPS = (
    select(Step)
    .where(Step.match_id == bindparam("match_id"), Step.number > bindparam("after"))
    .order_by(col(Step.number))
)


@dataclass(frozen=True)
class PlayedOrders:
    """What one seat played in a step, and who gave the orders if that was not the player."""

    name: str
    seat: int
    text: str
    by: str


@dataclass(frozen=True)
class PlayedStep:
    """One step as a reader is told of it. The last line of a record has no orders and no events."""

    number: int
    at: datetime
    orders: list[PlayedOrders]
    sentences: list[str]
    events: Sequence[Event]


def steps_of(session: Session, match: Match, after: int = -1) -> list[Step]:
    return list(session.exec(STEPS, params={"match_id": match.id, "after": after}))


def orders_of(steps: Iterable[Step]) -> Iterable[dict[int, str]]:
    """By step; the last line has none."""
    for step in steps:
        orders = parsed(step).get("orders")
        if orders:
            yield orders_by_seat(orders)


def parsed(step: Step) -> dict[str, Any]:
    value = json.loads(step.line)
    assert isinstance(value, dict)
    return value


def record(session: Session, code: str) -> str:
    """The record as far as it goes; it holds nothing that is still secret."""
    match = find.by_code(session, code)
    return "".join(step.line + "\n" for step in steps_of(session, match))


# --- What happened ---


def in_words(rules: Game, steps: Iterable[Step], names: Sequence[str], speech: Speech) -> list[PlayedStep]:
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
    line = parsed(step)
    by = line.get("by", {})
    return [
        PlayedOrders(name=names[int(seat) - 1], seat=int(seat), text=text, by=by.get(seat, ""))
        for seat, text in line.get("orders", {}).items()
    ]


def happened_since(
    session: Session, match: Match, step: int, names: Sequence[str], speech: Speech = ENGLISH
) -> list[PlayedStep]:
    """The steps after one that somebody has been told of."""
    return in_words(game(match.game), steps_of(session, match, after=step), names, speech)
