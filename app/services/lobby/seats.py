"""Taking seats: invitations, the link to pass on, bots, and leaving before the start."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session, col, func, select

from app.house import House
from app.models import Letter, Match, Player, Seat, now
from app.problems import Missing, NotAllowed, Problem, TooMuch
from app.services import outbox
from app.services.lobby.start import start_when_full
from app.services.matches.find import (
    MatchFacts,
    by_code,
    by_join_key,
    facts,
    hosted,
    random_name,
    seats_of,
    still_open,
)
from app.services.outbox.facts import InvitationFacts
from app.services.people import accounts
from engine.record import fit_salt

BOT = "bot"
MOST_INVITATIONS = 40


def new_seat(match: Match, position: int) -> Seat:
    assert match.id
    return Seat(match_id=match.id, position=position, key=random_name(26), bank_left=match.bank_seconds)


def fill(session: Session, match: Match, seat: Seat, guest: str) -> None:
    guest = guest.strip()
    if guest.lower() == BOT:
        seat_bot(seat)
    elif guest:
        invite(session, match, seat, accounts.address(guest))


def seat_bot(seat: Seat) -> None:
    seat.status, seat.bot, seat.name, seat.salt = "taken", True, f"Bot {seat.position}", secrets.token_hex(8)
    seat.player_id, seat.email = None, None


def invite(session: Session, match: Match, seat: Seat, email: str) -> None:
    others = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.email == email)).all()
    if others:
        raise Problem("{email} has been invited already.", email=email)
    if invitations_today(session, match) >= MOST_INVITATIONS:
        raise TooMuch(
            "You have sent {most} invitations today; pass on the link to join instead.", most=MOST_INVITATIONS
        )
    seat.status, seat.email = "invited", email
    session.flush()
    outbox.put(session, "invitation", need(seat), InvitationFacts(seat.id or 0), to=email, match=match)


def need(seat: Seat) -> str:
    """The key of the letter that invites to this seat, for as long as the seat is not given to others."""
    return f"invitation {seat.id} {seat.key}"


def invitations_today(session: Session, match: Match) -> int:
    """Of this host: the service is not for writing to strangers."""
    since = now() - timedelta(days=1)
    sent = (
        select(func.count())
        .select_from(Letter)
        .where(Letter.match_id == Match.id, Match.host_id == match.host_id)
    )
    return session.exec(sent.where(Letter.kind == "invitation", col(Letter.created_at) > since)).one()


def take(
    session: Session, house: House, match: Match, seat: Seat, who: Player, salt: str, name: str = ""
) -> None:
    """A person sits down and gives a salt; without one the server makes it."""
    if match.status != "open":
        raise Problem("This match has started already.")
    taken = select(Seat).where(Seat.match_id == match.id, Seat.player_id == who.id)
    if session.exec(taken).first():
        raise Problem("You have a seat in this match already.")
    salt = salt or secrets.token_hex(8)
    if not fit_salt(salt):
        raise Problem("A salt has 1 to 64 characters without control characters.")
    seat.status, seat.player_id, seat.bot = "taken", who.id, False
    seat.name, seat.salt = accounts.display_name(name or who.name), salt


# --- Invitations ---


def invited(session: Session, house: House, token: str, locked: bool = True) -> tuple[Match, Seat]:
    seat_id, key = house.links.read("invitation", token)
    seat = session.get(Seat, seat_id)
    match = seat and session.get(Match, seat.match_id, with_for_update=locked)
    seat = session.get(Seat, seat_id, populate_existing=True)  # it was read before the lock
    if not seat or not match or seat.key != key:
        raise Missing("This invitation is not valid any more.")
    return match, seat


def invitation_address(house: House, seat: Seat) -> str:
    return house.links.address("invitation", [seat.id, seat.key])


@dataclass(frozen=True)
class Invitation:
    """A seat that is kept for somebody, as the page of the invitation shows it."""

    match: MatchFacts
    name: str  # of a player we know by this address
    position: int
    email: str
    status: str


def invitation(session: Session, house: House, token: str) -> Invitation:
    match, seat = invited(session, house, token, locked=False)
    known = accounts.by_address(session, seat.email) if seat.email else None
    return Invitation(
        match=facts(session, match),
        name=known.name if known else "",
        position=seat.position,
        email=seat.email or "",
        status=seat.status,
    )


def accept(
    session: Session,
    house: House,
    token: str,
    name: str = "",
    salt: str = "",
    language: str = "en",
    zone: str = "UTC",
) -> Match:
    """The link went to the address, so who has it is the person; a second time it changes nothing."""
    match, seat = invited(session, house, token)
    if seat.status == "taken" and seat.email:  # after somebody has declined, another may have sat down
        return match
    still_open(match)
    if seat.status != "invited" or not seat.email:
        raise Problem("This invitation is not valid any more.")
    who = accounts.known(session, seat.email, accounts.display_name(name) if name else "", language, zone)
    take(session, house, match, seat, who, salt, name)
    session.flush()
    start_when_full(session, house, match)
    return match


def decline(session: Session, house: House, token: str) -> Match:
    match, seat = invited(session, house, token)
    if seat.status == "invited":
        seat.status, seat.email = "empty", None
    elif seat.status == "taken":
        raise Problem("You have taken this seat already; the match's page is where to leave it.")
    return match


# --- The one link to pass on ---


@dataclass(frozen=True)
class OpenSeats:
    """What the link to pass on leads to."""

    match: MatchFacts
    free: list[int]  # positions
    kept: int  # for those who were invited by mail


def joining(session: Session, join_key: str) -> OpenSeats:
    match = by_join_key(session, join_key)
    seats = seats_of(session, match)
    free = [seat.position for seat in seats if seat.status == "empty"]
    kept = sum(seat.status == "invited" for seat in seats)
    return OpenSeats(facts(session, match), free, kept)


def join(session: Session, house: House, join_key: str, player_id: int, salt: str = "") -> Match:
    match = by_join_key(session, join_key, locked=True)
    who = accounts.player(session, player_id)
    if not who:
        raise NotAllowed("Sign in first.")
    seats = seats_of(session, still_open(match))
    if any(seat.player_id == player_id for seat in seats):
        return match
    seat = next((seat for seat in seats if seat.status == "empty"), None)
    seat = next((own for own in seats if own.status == "invited" and own.email == who.email), seat)
    if not seat:
        raise Problem("All seats of this match are taken or kept for somebody.")
    take(session, house, match, seat, who, salt)
    session.flush()
    start_when_full(session, house, match)
    return match


# --- Before the start ---


def leave(session: Session, house: House, code: str, player_id: int) -> None:
    match = still_open(by_code(session, code, locked=True))
    if match.host_id == player_id:
        raise Problem("The host cannot leave; cancel the match instead.")
    for seat in seats_of(session, match):
        if seat.player_id == player_id:
            make_empty(seat)


def make_empty(seat: Seat) -> None:
    """Free for anybody; the old invitation is void."""
    seat.status, seat.player_id, seat.bot, seat.name = "empty", None, False, ""
    seat.email, seat.salt, seat.key = None, None, random_name(26)


def _position(session: Session, match: Match, position: int) -> Seat:
    for seat in seats_of(session, still_open(match)):
        if seat.position == position and seat.player_id != match.host_id:
            return seat
    raise Problem("There is no seat {position} that could be changed.", position=position)


def put_bot(session: Session, house: House, code: str, host_id: int, position: int) -> None:
    match = hosted(session, code, host_id)
    seat = _position(session, match, position)
    if seat.status == "taken":
        raise Problem("This seat is taken.")
    seat_bot(seat)
    session.flush()
    start_when_full(session, house, match)


def free(session: Session, house: House, code: str, host_id: int, position: int) -> None:
    make_empty(_position(session, hosted(session, code, host_id), position))


def invite_to(session: Session, house: House, code: str, host_id: int, position: int, email: str) -> None:
    match = hosted(session, code, host_id)
    seat = _position(session, match, position)
    if seat.status == "taken":
        raise Problem("This seat is taken.")
    make_empty(seat)
    invite(session, match, seat, accounts.address(email))
