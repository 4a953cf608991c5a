"""The start of a match: numbers and names as the record will have them."""

from sqlmodel import Session

from app.house import House
from app.models import Match, Seat, now
from app.problems import Problem
from app.services.matches.find import hosted, seats_of, still_open
from app.services.play import begin as play_begin
from engine.chance import match_seed, shuffle
from engine.registry import meta


def start_when_full(session: Session, house: House, match: Match) -> None:
    if all(seat.status == "taken" for seat in seats_of(session, match)):
        begin(session, house, match)


def start(session: Session, house: House, code: str, host_id: int) -> Match:
    """When the host says: with who is there, if they are enough."""
    match = still_open(hosted(session, code, host_id))
    fewest = meta(match.game).fewest
    seats = seats_of(session, match)
    there = [seat for seat in seats if seat.status == "taken"]
    if len(there) < fewest:
        raise Problem(
            "{game} needs {fewest} players; {here} are here.",
            game=meta(match.game).title,
            fewest=fewest,
            here=len(there),
        )
    for seat in seats:
        if seat not in there:
            session.delete(seat)
    match.size = len(there)
    session.flush()
    begin(session, house, match)
    return match


def begin(session: Session, house: House, match: Match) -> None:
    """Numbers and names as the record will have them, then the first line."""
    seats = seats_of(session, match)
    if match.seating == "drawn":
        seats = drawn(seats, house.vault.open(match.locked_seed))
    names: list[str] = []
    for number, seat in enumerate(seats, 1):
        seat.number = number
        seat.name = unlike(seat.name, names)
        names.append(seat.name)
    match.status, match.started_at = "running", now()
    session.flush()
    play_begin.begin(session, house, match.code)


def drawn(seats: list[Seat], server_seed: bytes) -> list[Seat]:
    """The order of seats, drawn from what the server was bound to and the salts in the order of the list."""
    return list(shuffle(seats, "chasqui/seats", match_seed(server_seed, [seat.salt or "" for seat in seats])))


def unlike(name: str, others: list[str]) -> str:
    """Two of one name are told apart."""
    tries = (name, *(f"{name[:36]} {n}" for n in range(2, 10)))
    return next(other for other in tries if other not in others)
