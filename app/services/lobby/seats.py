"""Taking seats before the start: by invitation or by the link to pass on; bots; leaving again."""

import secrets
from dataclasses import dataclass

from sqlmodel import Session, select

from app.house import House
from app.models import Match, Player, Seat
from app.problems import Missing, NotAllowed, Problem
from app.services import outbox
from app.services.lobby.start import start_when_full
from app.services.matches.chance_facts import ChanceFacts, chance_facts
from app.services.matches.find import (
    MatchFacts,
    by_code,
    by_join_key,
    check_open,
    facts_of,
    random_name,
    seats_of,
)
from app.services.matches.seat_links import new_holder
from app.services.outbox.facts import DeclinedFacts, InvitationFacts
from app.services.people import accounts, inviting, refusals
from app.status import is_open
from engine.chance import salt_hash
from engine.game import Strength
from engine.record import is_valid_salt

BOT, STRONG_BOT = "bot", "strong bot"
BOTS: dict[str, Strength] = {BOT: "modest", STRONG_BOT: "strong"}


def new_seat(house: House, match: Match, position: int, salt: str) -> Seat:
    """`salt`: drawn by the server, for a bot or a player who gives none."""
    seat = Seat(match_id=match.id, position=position, key=random_name(26), bank_left=match.bank_seconds)
    seat.drawn_salt, seat.drawn_hash = house.vault.encrypt(salt.encode()), salt_hash(salt)
    return seat


def drawn_salt(house: House, seat: Seat) -> str:
    """A seat of a match that was opened before there were drawn salts gets one of this moment."""
    return house.vault.decrypt(seat.drawn_salt).decode() if seat.drawn_salt else secrets.token_hex(8)


def fill_seat(session: Session, house: House, match: Match, seat: Seat, guest: str, place: str = "") -> None:
    guest = guest.strip()
    if guest.lower() in BOTS:
        seat_bot(house, seat, BOTS[guest.lower()])
    elif guest:
        invite(session, house, match, seat, accounts.checked_address(guest), place)


def seat_bot(house: House, seat: Seat, strength: Strength = "modest") -> None:
    seat.status, seat.bot, seat.name, seat.salt = "taken", True, bot_name(seat), drawn_salt(house, seat)
    seat.strength = strength
    seat.player_id, seat.email, seat.asked_as = None, None, ""


def bot_name(seat: Seat) -> str:
    return f"Bot {seat.position}"


def invite(
    session: Session,
    house: House,
    match: Match,
    seat: Seat,
    email: str,
    place: str = "",
    asked_as: str | None = None,
) -> None:
    """`place`: the network address that the host asks from, where there is one. `asked_as`: what the host may
    see instead of the address, where somebody else has typed that."""
    same_email = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.email == email)).all()
    if same_email:
        raise Problem("{email} has already been invited.", email=email)
    if refusals.refuses(session, house, email):
        raise Problem("{email} gets no invitations by email from here; share the link instead.", email=email)
    inviting.keep_to_limits(session, house, email, match.host_id, place)
    seat.status, seat.email, seat.asked_as = "invited", email, email if asked_as is None else asked_as
    session.flush()
    facts, host = InvitationFacts(seat.id or 0), f"host {match.host_id}"
    outbox.put(session, "invitation", invitation_key(seat), facts, to=email, match=match, cause=host)


def invitation_key(seat: Seat) -> str:
    """The key of the invitation's letter. It changes when the host makes the seat free."""
    return f"invitation {seat.id} {seat.key}"


def take_seat(
    session: Session, house: House, match: Match, seat: Seat, player: Player, salt: str, name: str = ""
) -> None:
    """The player takes the seat, with a salt of their own, or else with the one drawn for the seat."""
    if not is_open(match):
        raise Problem("This match has already started.")
    seats_of_player = select(Seat).where(Seat.match_id == match.id, Seat.player_id == player.id)
    if session.exec(seats_of_player).first():
        raise Problem("You already have a seat in this match.")
    salt = salt or drawn_salt(house, seat)
    if not is_valid_salt(salt):
        raise Problem("A salt is 1 to 64 characters long, with no control characters.")
    seat.status, seat.player_id, seat.bot = "taken", player.id, False
    # Not those that the empty seat had: in a restored backup they may be those of somebody who took it later.
    new_holder(seat)
    others = [other for other in seats_of(session, match) if other.id != seat.id]
    taken = [name for other in others for name in (other.name, bot_name(other))]
    seat.name, seat.salt = accounts.own_name(accounts.display_name(name or player.name), taken), salt


# --- Invitations ---


def read_invitation(session: Session, house: House, token: str, locked: bool = True) -> tuple[Match, Seat]:
    *_, key = house.links.read("invitation", token)  # earlier ones have the number of the seat, too
    seats = select(Seat).where(Seat.key == key)
    seat = session.exec(seats).first()
    match = seat and session.get(Match, seat.match_id, with_for_update=locked)
    # Read again, for it was read before the lock.
    seat = session.exec(seats.execution_options(populate_existing=True)).first()
    if not seat or not match:
        raise Missing("This invitation is no longer valid.")
    return match, seat


def invitation_address(house: House, seat: Seat) -> str:
    return address_of_invitation(house, seat.key)


def address_of_invitation(house: House, key: str) -> str:
    return house.links.address("invitation", [key])


@dataclass(frozen=True)
class Invitation:
    """An invitation, as its page shows it."""

    match: MatchFacts
    chance: ChanceFacts
    name: str  # of the player with this address, if there is one
    position: int
    email: str
    status: str


def invitation_view(session: Session, house: House, token: str) -> Invitation:
    match, seat = read_invitation(session, house, token, locked=False)
    player = accounts.find_by_address(session, seat.email) if seat.email else None
    return Invitation(
        match=facts_of(session, match),
        chance=chance_facts(match, seats_of(session, match)),
        name=player.name if player else "",
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
    """Only the invited person has the link, for it was sent by mail. A second time it changes nothing."""
    match, seat = read_invitation(session, house, token)
    if seat.status == "taken" and seat.email:  # no address: it was declined, and then another player took it
        return match
    check_open(match)
    if seat.status != "invited" or not seat.email:
        raise Problem("This invitation is no longer valid.")
    player = accounts.find_or_create(
        session, seat.email, accounts.display_name(name) if name else "", language, zone
    )
    take_seat(session, house, match, seat, player, salt, name)
    session.flush()
    start_when_full(session, house, match)
    return match


def decline(session: Session, house: House, token: str) -> Match:
    match, seat = read_invitation(session, house, token)
    if seat.status == "invited":
        seat.status, seat.email = "empty", None
        host = session.get_one(Player, match.host_id)
        key = f"declined {seat.id} {invitation_key(seat)}"
        outbox.put(session, "declined", key, DeclinedFacts(seat.id or 0), host, match=match)
    elif seat.status == "taken":
        raise Problem("You have already taken this seat; you can leave it on the match’s page.")
    return match


# --- The one link to pass on ---


@dataclass(frozen=True)
class OpenSeats:
    """What the page of the link to pass on shows."""

    match: MatchFacts
    chance: ChanceFacts
    free: list[int]  # positions
    kept: int  # how many are kept for people who were invited by mail
    takes: bool  # whether the reader can take one of them
    sits: bool  # the reader, already


def open_seats(session: Session, house: House, join_key: str, reader: Player | None) -> OpenSeats:
    match = by_join_key(session, house, join_key)
    seats = seats_of(session, match)
    free = [seat.position for seat in seats if seat.status == "empty"]
    kept = [seat.email for seat in seats if seat.status == "invited"]
    takes = bool(reader and (free or reader.email in kept))
    sits = bool(reader and reader.id in [seat.player_id for seat in seats])
    return OpenSeats(facts_of(session, match), chance_facts(match, seats), free, len(kept), takes, sits)


def join(session: Session, house: House, join_key: str, player_id: int, salt: str = "") -> Match:
    return join_match(session, house, by_join_key(session, house, join_key, locked=True), player_id, salt)


def join_match(session: Session, house: House, match: Match, player_id: int, salt: str = "") -> Match:
    """The caller has locked the match."""
    player = accounts.find_player(session, player_id)
    if not player:
        raise NotAllowed("Sign in first.")
    seats = seats_of(session, check_open(match))
    if any(seat.player_id == player_id for seat in seats):
        return match
    seat = next((seat for seat in seats if seat.status == "empty"), None)
    seat = next((each for each in seats if each.status == "invited" and each.email == player.email), seat)
    if not seat:
        raise Problem("All seats in this match are taken or reserved.")
    take_seat(session, house, match, seat, player, salt)
    session.flush()
    start_when_full(session, house, match)
    return match


# --- Before the start ---


def leave(session: Session, house: House, code: str, player_id: int) -> None:
    match = check_open(by_code(session, code, locked=True))
    if match.host_id == player_id:
        raise Problem("The host cannot leave; cancel the match instead.")
    for seat in seats_of(session, match):
        if seat.player_id == player_id:
            make_empty(seat)


def make_empty(seat: Seat) -> None:
    """Makes the seat free for anybody. The new key makes the old invitation invalid."""
    seat.status, seat.player_id, seat.bot, seat.name = "empty", None, False, ""
    seat.email, seat.asked_as, seat.salt, seat.key = None, "", None, random_name(26)
    new_holder(seat)
