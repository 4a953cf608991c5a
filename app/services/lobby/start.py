"""The start of a match: seats get the numbers and names that the record will have."""

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Match, Player, Seat
from app.problems import Problem
from app.services.matches.find import check_open, hosted_match, name_unlike, seats_of
from app.services.people.accounts import is_no_name
from app.services.play import begin as play_begin
from engine.chance import drawn_by_lot
from engine.registry import meta


def start_when_full(session: Session, house: House, match: Match) -> None:
    if all(seat.status == "taken" for seat in seats_of(session, match)):
        begin(session, house, match)


def start(session: Session, house: House, code: str, host_id: int) -> Match:
    """The host starts the match with the seats that are taken, if they are enough for the game."""
    match = check_open(hosted_match(session, code, host_id))
    fewest = meta(match.game).fewest
    seats = seats_of(session, match)
    taken = [seat for seat in seats if seat.status == "taken"]
    if len(taken) < fewest:
        raise Problem(
            "{game} needs {fewest} players; so far there are {here}.",
            game=meta(match.game).title,
            fewest=fewest,
            here=len(taken),
        )
    for seat in seats:
        if seat not in taken:
            session.delete(seat)
    match.size = len(taken)
    session.flush()
    begin(session, house, match)
    return match


def begin(session: Session, house: House, match: Match) -> None:
    """Gives the seats their numbers and names, and begins the record."""
    seats = seats_of(session, match)
    if match.seating == "drawn":
        seats = drawn_order(seats, house.vault.decrypt(match.locked_seed))
    names: list[str] = []
    for number, seat in enumerate(seats, 1):
        seat.number = number
        seat.name = name_unlike(name_at_start(session, seat), names)
        names.append(seat.name)
        seat.drawn_salt = ""  # used, or not needed any more
    match.status, match.started_at = "running", now()
    session.flush()
    play_begin.begin(session, house, match.code)


def name_at_start(session: Session, seat: Seat) -> str:
    """A player without a name may have given one since the seat was taken."""
    player = session.get(Player, seat.player_id) if seat.player_id else None
    return player.name if player and is_no_name(seat.name) else seat.name


def drawn_order(seats: list[Seat], server_seed: bytes) -> list[Seat]:
    """The seats, shuffled by the seed that the server has committed to and the salts in the list's order."""
    return list(drawn_by_lot(seats, [seat.salt or "" for seat in seats], server_seed))
