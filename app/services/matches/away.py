"""The players who are away: all that others may know of a player's own time."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import look_up_columns
from app.models import Player, Seat


class Absence(NamedTuple):
    """One that goes on today."""

    until: date | None  # None: until the player is back


ABSENCES = (
    select(Player.id, Player.absences)
    .join(Seat, col(Seat.player_id) == Player.id)
    .where(Seat.match_id == bindparam("match_id"), col(Player.email).is_not(None), col(Seat.bot).is_(False))
)


def absences_of(session: Session, seats: Sequence[Seat]) -> dict[int, Absence]:
    """By the numbers of the seats, which are of one match; before it starts, by their places.

    Days are those of UTC: those of a player's zone would tell the zone.
    """
    match_id = next((seat.match_id for seat in seats), None)
    today = now().date().isoformat()
    found: dict[int | None, str] = {}
    for player_id, absences in look_up_columns(session, ABSENCES, match_id=match_id):
        ends = next((last for first, last in absences if first <= today <= (last or today)), None)
        if ends is not None:
            found[player_id] = ends
    return {
        seat.number or seat.position: Absence(date.fromisoformat(ends) if ends else None)
        for seat in seats
        if (ends := found.get(seat.player_id)) is not None
    }
