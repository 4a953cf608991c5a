"""Calendar entries whose turn has been played: a letter takes them out, for players who wish that."""

from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Ask, Match, Player, Seat
from app.services import outbox
from app.services.outbox.facts import CalendarFacts
from app.status import GOING_ON

# How long we wait: if the others answer soon, the letter about the next turn moves the entry anyway.
SOON = timedelta(minutes=15)


def _has_ask(*which: sa.ColumnElement[bool]) -> sa.Exists:
    of_the_seat = (col(Ask.match_id) == col(Seat.match_id)) & (col(Ask.seat) == col(Seat.number))
    return sa.exists().where(of_the_seat, *which)


def _is_needless(at: datetime) -> sa.ColumnElement[bool]:
    """A seat has a calendar entry in the future, but is not asked, and has not been asked for a while."""
    is_asked = _has_ask(
        col(Ask.turn) == col(Match.turn), col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None)
    )
    was_asked = _has_ask((col(Ask.answered_at) > at - SOON) | (col(Ask.closed_at) > at - SOON))
    return (col(Seat.entry_at) > at) & ~is_asked & (~was_asked | (col(Seat.entry_at) <= at + SOON))


def cancel_played_entries(house: House, at: datetime | None = None) -> int:
    """Puts the letters that cancel such entries into the outbox. Returns how many."""
    at = at or now()
    due = (
        select(Seat.id)
        .join(Match, col(Match.id) == col(Seat.match_id))
        .join(Player, col(Player.id) == col(Seat.player_id))
        .where(col(Match.status).in_(GOING_ON), col(Player.entry_letters), _is_needless(at))
    )
    with house.reading() as session:
        seat_ids = session.exec(due).all()
    for seat_id in seat_ids:
        house.write(partial(_cancel_entry, seat_id=seat_id, at=at))
    return len(seat_ids)


def _cancel_entry(session: Session, seat_id: int, at: datetime) -> None:
    seat = session.get_one(Seat, seat_id, with_for_update=True)
    if seat.entry_at and seat.player_id:
        player, match = session.get_one(Player, seat.player_id), session.get_one(Match, seat.match_id)
        key = f"calendar {seat_id} {at.isoformat()}"
        facts = CalendarFacts(seat.number or 0, seat.entry_at.isoformat())
        outbox.put(session, "calendar", key, facts, player, match=match)
    seat.entry_at = None
