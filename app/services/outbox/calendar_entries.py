"""Entries in calendars whose turn has been played: a letter takes them out where no other has."""

from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from sqlmodel import Session, col, select

from app.house import House
from app.models import Ask, Match, Player, Seat, now
from app.services import outbox
from app.services.outbox.facts import CalendarFacts

# When others answer soon, the letter about the next turn moves the entry.
SOON = timedelta(minutes=15)


def _asks_that(*which: sa.ColumnElement[bool]) -> sa.Exists:
    of_the_seat = (col(Ask.match_id) == col(Seat.match_id)) & (col(Ask.seat) == col(Seat.number))
    return sa.exists().where(of_the_seat, *which)


def _outlived(at: datetime) -> sa.ColumnElement[bool]:
    """Entries still to come of players who have nothing to answer, and have had nothing for a while."""
    asked = _asks_that(
        col(Ask.turn) == col(Match.turn), col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None)
    )
    lately = _asks_that((col(Ask.answered_at) > at - SOON) | (col(Ask.closed_at) > at - SOON))
    return (col(Seat.entry_at) > at) & ~asked & (~lately | (col(Seat.entry_at) <= at + SOON))


def take_out(house: House, at: datetime | None = None) -> int:
    """How many there were. Their letters are in the outbox now."""
    at = at or now()
    due = (
        select(Seat.id)
        .join(Match, col(Match.id) == col(Seat.match_id))
        .where(col(Match.status).in_(("running", "paused")), _outlived(at))
    )
    with house.reading() as session:
        seats = session.exec(due).all()
    for seat_id in seats:
        house.write(partial(_take_out, seat_id=seat_id or 0, at=at))
    return len(seats)


def _take_out(session: Session, seat_id: int, at: datetime) -> None:
    seat = session.get_one(Seat, seat_id, with_for_update=True)
    if seat.entry_at and seat.player_id:
        player, match = session.get_one(Player, seat.player_id), session.get_one(Match, seat.match_id)
        key = f"calendar {seat_id} {at.isoformat()}"
        facts = CalendarFacts(seat.number or 0, seat.entry_at.isoformat())
        outbox.put(session, "calendar", key, facts, player, match=match)
    seat.entry_at = None
