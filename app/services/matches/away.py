"""The players who are away: all that others may know of a player's own time."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.clock import now
from app.models import Player, Seat


class Absence(NamedTuple):
    """One that goes on today."""

    until: date | None  # None: until the player is back


ABSENCES = select(Player.id, Player.absences).where(
    col(Player.id).in_(bindparam("players", expanding=True)), col(Player.email).is_not(None)
)


def absences_of(session: Session, seats: Sequence[Seat]) -> dict[int, Absence]:
    """By the numbers of the seats. Days are those of UTC: those of a player's zone would tell the zone."""
    players = [seat.player_id for seat in seats if seat.player_id and not seat.bot]
    today = now().date().isoformat()
    found: dict[int | None, str] = {}
    for player_id, absences in session.exec(ABSENCES, params={"players": players}):
        ends = next((last for first, last in absences if first <= today <= (last or today)), None)
        if ends is not None:
            found[player_id] = ends
    return {
        seat.number: Absence(date.fromisoformat(ends) if (ends := found[seat.player_id]) else None)
        for seat in seats
        if seat.number and seat.player_id in found
    }
