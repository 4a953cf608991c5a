"""Opening matches, and the page of one that has not started. Salts and commitment: `engine/RECORD.md`."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlmodel import Session, select

from app.house import House
from app.models import Letter, Match, Player, Seat, now
from app.problems import NotAllowed, Problem
from app.services import outbox
from app.services.lobby.seats import fill, need, new_seat, take
from app.services.lobby.start import start_when_full
from app.services.matches.find import MatchFacts, by_code, facts, hosted, random_name, seats_of, still_open
from app.services.matches.match_view import LostLetter, lost_letter
from app.services.people import accounts
from engine.chance import commitment
from engine.registry import GAMES, meta
from engine.speech import later

POLICIES = {
    "wait": later("nothing happens, everybody waits"),
    "automatic": later("an automatic order is given"),
    "bot": later("a bot plays until the person is back"),
}
WATCHERS = {"link": later("everybody who has the address"), "players": later("the players only")}
ORDERS = {"host": later("as listed"), "drawn": later("drawn when the match starts")}
LONGEST_ASK = 60 * 24 * 3600
LONGEST_TITLE = 60


@dataclass(frozen=True)
class Wish:
    """What a host wants to open. Position 1 is the host; the guests take the others."""

    game: str
    title: str
    size: int
    options: dict[str, bool] = field(default_factory=dict)
    order: str = "host"
    ask_seconds: int | None = 3 * 24 * 3600
    bank_seconds: int = 0
    policy: str = "wait"
    watch: str = "link"
    prints_talk: bool = False
    guests: list[str] = field(default_factory=list)  # an address, "bot", or "" for who has the link to join


def open_match(session: Session, house: House, host_id: int, wish: Wish, salt: str = "") -> Match:
    host = accounts.player(session, host_id)
    if not host:
        raise NotAllowed("Sign in first.")
    return put_up(session, house, host, wish, salt)


def put_up(session: Session, house: House, host: Player, wish: Wish, salt: str = "") -> Match:
    """The host on the first seat, the guests on the others."""
    match = new_match(session, house, host, wish)
    seats = seats_of(session, match)
    take(session, house, match, seats[0], host, salt)
    seats[0].mute = not host.email
    guests = [*wish.guests, *[""] * wish.size]
    for seat, guest in zip(seats[1:], guests, strict=False):
        fill(session, match, seat, guest)
    session.flush()
    start_when_full(session, house, match)
    return match


def new_match(session: Session, house: House, host: Player, wish: Wish) -> Match:
    """With nobody on its seats yet."""
    title = checked(wish)
    server_seed = secrets.token_bytes(32)
    assert host.id
    match = Match(
        code=random_name(10),
        join_key=random_name(20),
        game=wish.game,
        title=title,
        options=dict(wish.options),
        size=wish.size,
        host_id=host.id,
        order=wish.order,
        ask_seconds=wish.ask_seconds,
        bank_seconds=wish.bank_seconds,
        policy=wish.policy,
        watch=wish.watch,
        prints_talk=wish.prints_talk,
        commitment=commitment(server_seed),
        locked_seed=house.vault.lock(server_seed),
        created_at=now(),
    )
    session.add(match)
    session.flush()
    session.add_all([new_seat(match, position) for position in range(1, wish.size + 1)])
    session.flush()
    return match


def checked(wish: Wish) -> str:
    """The title; Problem where something of the wish cannot be."""
    if wish.game not in GAMES:
        raise Problem(
            "There is no game “{game}”; there are {games}.", game=wish.game[:40], games=", ".join(GAMES)
        )
    try:
        meta(wish.game).check(wish.size, wish.options)
    except ValueError as error:
        raise Problem("{why}.", why=error) from None
    for value, known, what in (
        (wish.order, ORDERS, later("an order of seats")),
        (wish.policy, POLICIES, later("something to do when time runs out")),
        (wish.watch, WATCHERS, later("an answer to who may watch")),
    ):
        if value not in known:
            raise Problem(
                "“{value}” is not {what}; known are {known}.",
                value=value[:40],
                what=what,
                known=", ".join(known),
            )
    if wish.ask_seconds is not None and not 60 <= wish.ask_seconds <= LONGEST_ASK:
        raise Problem("The time for an answer is from 1 minute to 60 days.")
    if not 0 <= wish.bank_seconds <= LONGEST_ASK:
        raise Problem("The bank for the whole game is from 0 to 60 days.")
    if len([guest for guest in wish.guests if guest]) > wish.size - 1:
        raise Problem("There are more guests than seats: {seats} seats, one of them yours.", seats=wish.size)
    title = " ".join(wish.title.split()) or meta(wish.game).title
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Problem("A title has up to {most} printable characters.", most=LONGEST_TITLE)
    return title


def cancel(session: Session, house: House, code: str, host_id: int) -> None:
    match = still_open(hosted(session, code, host_id))
    match.status, match.ended_at = "abandoned", now()


@dataclass(frozen=True)
class LobbySeat:
    position: int
    status: str
    name: str
    bot: bool
    mine: bool
    email: str  # of somebody who is invited, for the host
    salt_hash: str
    declined: str  # by whom, for the host


@dataclass(frozen=True)
class LobbyView:
    """A match that has not started, as one viewer may see it."""

    match: MatchFacts
    seats: list[LobbySeat]
    is_host: bool
    join_address: str
    can_start: bool
    can_leave: bool
    missing: int  # seats that nobody has taken
    free: int  # of these, those that everybody can take
    lost: list[LostLetter]


def waiting(session: Session, house: House, code: str, player_id: int | None) -> LobbyView:
    """The lobby's page. Of a salt others see only the hash until all are in."""
    match = by_code(session, code)
    seats = seats_of(session, match)
    mine = any(seat.player_id == player_id for seat in seats if player_id)
    is_host = match.host_id == player_id
    if match.watch == "players" and not mine and not is_host:
        raise NotAllowed("Only the players may look at this match.")
    there = sum(seat.status == "taken" for seat in seats)
    return LobbyView(
        match=facts(session, match),
        seats=[_seat(session, seat, player_id, is_host) for seat in seats],
        is_host=is_host,
        join_address=f"{house.settings.url}/join/{match.join_key}" if is_host else "",
        can_start=is_host and there >= meta(match.game).fewest,
        can_leave=mine and not is_host,
        missing=len(seats) - there,
        free=sum(seat.status == "empty" for seat in seats),
        lost=_lost(session, match, seats) if is_host else [],
    )


def _lost(session: Session, match: Match, seats: Sequence[Seat]) -> list[LostLetter]:
    """The invitations that were given up, of those that still stand."""
    standing = {need(seat) for seat in seats if seat.status == "invited"}
    lost = outbox.lost(session, match.id or 0)
    return [lost_letter(session, letter) for letter in lost if letter.key in standing]


def _seat(session: Session, seat: Seat, player_id: int | None, is_host: bool) -> LobbySeat:
    return LobbySeat(
        position=seat.position,
        status=seat.status,
        name=seat.name,
        bot=seat.bot,
        mine=bool(player_id) and seat.player_id == player_id,
        email=(seat.email or "") if is_host and seat.status == "invited" else "",
        salt_hash=hashlib.sha256(seat.salt.encode()).hexdigest() if seat.salt else "",
        declined=_declined(session, seat) if is_host else "",
    )


def _declined(session: Session, seat: Seat) -> str:
    """Who did not want this seat. A seat that is made free gets a new key; one that was declined has not."""
    if seat.status != "empty":
        return ""
    invitation = select(Letter.to).where(Letter.key == need(seat))
    return session.exec(invitation).first() or ""
