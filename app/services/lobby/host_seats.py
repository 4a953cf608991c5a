"""What the host does with the seats before the start: a bot, nobody, or an invitation."""

from sqlmodel import Session

from app.house import House
from app.models import Match, Seat
from app.problems import Problem
from app.services import outbox
from app.services.lobby.seats import invite, make_empty, seat_bot
from app.services.lobby.start import start_when_full
from app.services.matches.find import (
    check_open,
    hosted_match,
    player_of,
    seats_of,
)
from app.services.people import accounts
from engine.game import Strength


def _seat_at(session: Session, match: Match, position: int) -> Seat:
    for seat in seats_of(session, check_open(match)):
        if seat.position == position and seat.player_id != match.host_id:
            return seat
    raise Problem("There is no seat {position} to change.", position=position)


def put_bot(
    session: Session, house: House, code: str, host_id: int, position: int, strength: Strength = "modest"
) -> None:
    match = hosted_match(session, code, host_id)
    seat = _seat_at(session, match, position)
    if seat.status == "taken":
        raise Problem("This seat is taken.")
    seat_bot(house, seat, strength)
    session.flush()
    start_when_full(session, house, match)


def free_seat(session: Session, house: House, code: str, host_id: int, position: int) -> None:
    match = hosted_match(session, code, host_id)
    seat = _seat_at(session, match, position)
    if player := player_of(session, seat):
        outbox.put(session, "removed", f"removed {seat.id} {seat.key}", player=player, match=match)
    make_empty(seat)


def invite_to(
    session: Session, house: House, code: str, host_id: int, position: int, email: str, place: str = ""
) -> None:
    match = hosted_match(session, code, host_id)
    seat = _seat_at(session, match, position)
    if seat.status == "taken":
        raise Problem("This seat is taken.")
    make_empty(seat)
    invite(session, house, match, seat, accounts.checked_address(email), place)
