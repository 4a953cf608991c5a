"""Asks: which seats have to answer, until when, and which have answered."""

from typing import Any

from app.db.columns import By
from app.models import Ask, now
from app.services import deadlines
from app.services.play.letters import person_of
from app.services.play.live import LiveMatch


def unanswered(live: LiveMatch) -> list[int]:
    return [seat for seat, ask in live.asks.items() if ask.answered_at is None]


def answer_sealed(ask: Ask, orders: str, by: By) -> None:
    ask.orders, ask.by, ask.rings_at = orders, by, None
    ask.answered_at = ask.answered_at or now()


def open_asks(live: LiveMatch) -> None:
    """Who is asked now. A seat that just moves on keeps its ask and its clock."""
    asked = live.rules.asked(live.state)
    if len(asked) == 1 and live.asks.keys() == asked.keys() and not next(iter(asked.values())).sealed:
        ((seat, ask),) = asked.items()
        live.asks[seat].kind = ask.kind
        return
    close_asks(live)
    match, at = live.match, now()
    match.turn += 1
    mine: dict[str, Any] = {"match_id": match.id, "turn": match.turn, "opened_at": at}
    for seat, ask in asked.items():
        row = live.rows.new(Ask, **mine, seat=seat, kind=ask.kind, sealed=ask.sealed)
        deadlines.wind(row, match, live.seats[seat])
        live.asks[seat] = row
    if all_are_away(live):
        for row in live.asks.values():
            row.rings_at = row.due_at or row.opened_at


def all_are_away(live: LiveMatch) -> bool:
    """Bots play for all persons, and somebody may come back: then a turn takes the time that people have.

    Otherwise they would come back to a match that is over.
    """
    persons = [seat for seat in live.seats.values() if not seat.bot]
    away = all(seat.deputy for seat in persons)
    return away and any(person_of(live.session, seat) for seat in persons)


def close_asks(live: LiveMatch) -> None:
    for ask in live.asks.values():
        deadlines.stop(ask, live.seats[ask.seat])
    live.asks = {}
