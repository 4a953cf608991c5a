"""Opening matches, and what their page shows before the start. Salts and commitment: `engine/RECORD.md`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from sqlmodel import Session, col, func, select

from app.clock import now
from app.house import House
from app.models import Match, Player, Seat
from app.problems import NotAllowed, Problem, TooMuch
from app.services import outbox
from app.services.lobby.drawing import Draw, check_unused, draw
from app.services.lobby.seats import fill_seat, invitation_key, new_seat, take_seat
from app.services.lobby.start import start_when_full
from app.services.lobby.terms import Terms, check_terms, terms_of
from app.services.matches.away import Absence, absences_of
from app.services.matches.chance_facts import ChanceFacts, chance_facts
from app.services.matches.find import (
    MatchFacts,
    by_code,
    check_open,
    facts_of,
    hosted_match,
    join_address,
    random_name,
    seats_of,
)
from app.services.matches.match_view import LostLetter, lost_letter
from app.services.people import accounts
from app.status import GOING_ON
from engine.chance import salt_hash
from engine.game import Strength
from engine.registry import meta

MOST_OF_A_HOST = 20  # matches that have not ended


@dataclass(frozen=True)
class Wish(Terms):
    """The match that a host wants to open. The host has position 1; the guests get the others, in order."""

    guests: list[str] = field(default_factory=list)  # an address, one of BOTS, or "" for a free seat


def open_match(
    session: Session,
    house: House,
    host_id: int,
    wish: Wish,
    salt: str = "",
    place: str = "",
    drawn: Draw | None = None,
) -> Match:
    """`place`: the network address that the host asks from, where there is one. `drawn`: what the form has
    shown to the host."""
    host = accounts.find_player(session, host_id)
    if not host:
        raise NotAllowed("Sign in first.")
    return open_match_of(session, house, host, wish, salt, place, drawn)


def check_has_room(session: Session, house: House, host_id: int) -> None:
    """Matches go on for months, and each costs letters and pages: nobody opens them by the hundred."""
    going_on = col(Match.status).in_(("open", *GOING_ON))
    hosted = select(func.count()).select_from(Match).where(Match.host_id == host_id, going_on)
    if house.settings.is_public and session.exec(hosted).one() >= MOST_OF_A_HOST:
        raise TooMuch(
            "You host {most} matches that have not ended, as many as one host can have at a time. "
            "Another can be opened when one of them has ended, or by somebody else.",
            most=MOST_OF_A_HOST,
        )


def open_match_of(
    session: Session,
    house: House,
    host: Player,
    wish: Wish,
    salt: str = "",
    place: str = "",
    drawn: Draw | None = None,
) -> Match:
    """Opens the match, with the host on the first seat and the guests on the others."""
    match = new_match(session, house, host, wish, drawn)
    if len([guest for guest in wish.guests if guest]) > wish.size - 1:
        raise Problem("There are more guests than seats: {seats} seats, one of them yours.", seats=wish.size)
    seats = seats_of(session, match)
    take_seat(session, house, match, seats[0], host, salt)
    seats[0].mute = not host.email
    guests = [*wish.guests, *[""] * wish.size]
    for seat, guest in zip(seats[1:], guests, strict=False):
        fill_seat(session, house, match, seat, guest, place)
    session.flush()
    start_when_full(session, house, match)
    return match


def new_match(session: Session, house: House, host: Player, terms: Terms, drawn: Draw | None = None) -> Match:
    """A match with empty seats. Its seed and the salts of the server are fixed now, if not before."""
    own_terms = replace(terms_of(terms), title=check_terms(terms))
    drawn = drawn or draw(own_terms.size)
    check_unused(session, drawn)
    match = Match(
        **asdict(own_terms),
        code=random_name(10),
        join_key=random_name(20),
        host_id=host.id,
        commitment=drawn.commitment,
        locked_seed=house.vault.encrypt(drawn.server_seed),
        created_at=now(),
    )
    session.add(match)
    session.flush()
    salts = drawn.salts[: match.size]
    session.add_all([new_seat(house, match, place, salt) for place, salt in enumerate(salts, 1)])
    session.flush()
    return match


def cancel(session: Session, house: House, code: str, host_id: int) -> None:
    match = check_open(hosted_match(session, code, host_id))
    match.status, match.ended_at = "abandoned", now()


@dataclass(frozen=True)
class LobbySeat:
    position: int
    status: str
    name: str
    bot: bool
    strength: Strength  # of the bot
    mine: bool
    asked_as: str  # the person who is invited, as the host has typed it; only the host sees it
    salt_hash: str
    declined: str  # the person who declined, in the same way
    away: Absence | None


@dataclass(frozen=True)
class LobbyView:
    """A match that has not started, as one viewer may see it."""

    match: MatchFacts
    chance: ChanceFacts
    seats: list[LobbySeat]
    is_host: bool
    join_address: str
    can_start: bool
    can_leave: bool
    missing: int  # seats that nobody has taken
    free: int  # how many of the missing seats are open to everybody
    lost: list[LostLetter]
    strengths: tuple[Strength, ...]  # of the bots that can be seated


def lobby_view(session: Session, house: House, code: str, player_id: int | None) -> LobbyView:
    """What the lobby's page shows. It shows only hashes of salts, so that nobody can choose a salt to fit."""
    match = by_code(session, code)
    seats = seats_of(session, match)
    has_seat = any(seat.player_id == player_id for seat in seats if player_id)
    is_host = match.host_id == player_id
    if match.watch == "players" and not has_seat and not is_host:
        raise NotAllowed("Only the players can see this match.")
    taken, away = sum(seat.status == "taken" for seat in seats), absences_of(session, seats)
    return LobbyView(
        match=facts_of(session, match),
        chance=chance_facts(match, seats),
        seats=[_lobby_seat(seat, player_id, is_host, away.get(seat.position)) for seat in seats],
        is_host=is_host,
        join_address=join_address(house, match) if is_host else "",
        can_start=is_host and taken >= meta(match.game).fewest,
        can_leave=has_seat and not is_host,
        missing=len(seats) - taken,
        free=sum(seat.status == "empty" for seat in seats),
        lost=_lost_invitations(session, match, seats) if is_host else [],
        strengths=meta(match.game).strengths,
    )


def _lost_invitations(session: Session, match: Match, seats: Sequence[Seat]) -> list[LostLetter]:
    """Invitations that could not be delivered, to seats that still wait for an answer."""
    names = {invitation_key(seat): seat.asked_as for seat in seats if seat.status == "invited"}
    lost = outbox.lost_letters(session, match.id)
    return [
        replace(lost_letter(session, letter), to=names[letter.key]) for letter in lost if letter.key in names
    ]


def _lobby_seat(seat: Seat, player_id: int | None, is_host: bool, away: Absence | None) -> LobbySeat:
    return LobbySeat(
        position=seat.position,
        status=seat.status,
        name=seat.name,
        bot=seat.bot,
        strength=seat.strength,
        mine=bool(player_id) and seat.player_id == player_id,
        asked_as=seat.asked_as if is_host and seat.status == "invited" else "",
        salt_hash=salt_hash(seat.salt) if seat.salt else "",
        declined=seat.asked_as if is_host and seat.status == "empty" else "",
        away=away,
    )
