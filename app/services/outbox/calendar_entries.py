"""Calendar entries whose turn has been played: a letter takes them out, for players who wish that."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from sqlalchemy import update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from app.clock import now
from app.house import House
from app.models import Ask, Match, Player, Seat
from app.services import outbox
from app.services.outbox.facts import CalendarFacts
from app.status import GOING_ON

# How long we wait: if the others answer soon, the letter about the next turn moves the entry anyway.
SOON = timedelta(minutes=15)
AT_ONCE = 500


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


def over_at(entry_at: datetime | None, at: datetime) -> datetime:
    """When to look at the entry of an ask that is answered at `at`."""
    return max(at, min(at + SOON, entry_at - SOON)) if entry_at else at + SOON


def cancel_played_entries(house: House, at: datetime | None = None) -> int:
    """Puts the letters that cancel such entries into the outbox. Returns how many."""
    at = at or now()
    done = 0
    while True:
        with house.reading() as session:
            ask_ids = session.exec(_answered(at)).all()
            seat_ids = session.exec(_needless(ask_ids, at)).all() if ask_ids else ()
        for seat_id in seat_ids:
            house.write(partial(_cancel_entry, seat_id=seat_id, at=at))
        if ask_ids:
            house.write(partial(_have_looked, ask_ids=ask_ids, at=at))
        done += len(seat_ids)
        if len(ask_ids) < AT_ONCE:
            return done


def _answered(at: datetime) -> SelectOfScalar[int]:
    return select(Ask.id).where(col(Ask.entry_over_at) <= at).order_by(col(Ask.entry_over_at)).limit(AT_ONCE)


def _needless(ask_ids: Sequence[int], at: datetime) -> SelectOfScalar[int]:
    answered = aliased(Ask)
    return (
        select(Seat.id)
        .join(Match, col(Match.id) == col(Seat.match_id))
        .join(Player, col(Player.id) == col(Seat.player_id))
        .join(answered, (answered.match_id == Match.id) & (answered.seat == Seat.number))  # type: ignore[arg-type]
        .where(col(answered.id).in_(ask_ids), col(Match.status).in_(GOING_ON))
        .where(col(Player.entry_letters), _is_needless(at))
        .distinct()
    )


def _have_looked(session: Session, ask_ids: Sequence[int], at: datetime) -> None:
    """An ask that has been answered again meanwhile has a later time."""
    looked = update(Ask).where(col(Ask.id).in_(ask_ids), col(Ask.entry_over_at) <= at)
    session.connection().execute(looked.values(entry_over_at=None))


def _cancel_entry(session: Session, seat_id: int, at: datetime) -> None:
    seat = session.get_one(Seat, seat_id, with_for_update=True)
    if seat.entry_at and seat.player_id:
        player, match = session.get_one(Player, seat.player_id), session.get_one(Match, seat.match_id)
        key = f"calendar {seat_id} {at.isoformat()}"
        facts = CalendarFacts(seat.number or 0, seat.entry_at.isoformat())
        outbox.put(session, "calendar", key, facts, player, match=match)
    seat.entry_at = None
