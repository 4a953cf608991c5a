"""Seats that are lent: who plays for whom, until when, and what changes in the row of a seat.

While a seat is lent, `player_id` is the friend who plays it: letters, links, clocks and lists need not know
more. `owner_id` is the player whose seat it is. Talk and votes go by the owner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlmodel import Session, col, select

from app.clock import now
from app.keys import holder, post_key
from app.models import Ask, Loan, Match, Player, Seat
from app.services import outbox
from app.services.matches import seat_links
from app.services.outbox.facts import Facts

LATELY = 12  # lines of the record that the friend's first letter tells


@dataclass(frozen=True)
class LoanFacts(Facts):
    """Of a letter about a loan; without the seat, for its reader may have none."""

    loan: str  # its key
    which: str = ""  # accepted, declined, lapsed, begun, unclear (a mail); or the turn that was played


class Lent(NamedTuple):
    """What everybody may know of a seat that is lent."""

    name: str  # of the friend
    until: date | None  # None: until it is called back


def owner_id_of(seat: Seat) -> int | None:
    """Whose seat it is, whoever plays it just now."""
    return seat.owner_id or seat.player_id


def owner_of(session: Session, seat: Seat) -> Player | None:
    """As `find.player_of`, of the player whose seat it is."""
    player = session.get(Player, owner_id) if (owner_id := owner_id_of(seat)) else None
    return player if player and player.email else None


def is_mine(seat: Seat, player_id: int | None) -> bool:
    """An owner may look at the seat that is lent."""
    return bool(player_id) and player_id in (seat.player_id, seat.owner_id)


def is_borrowed_by(seat: Seat, player_id: int | None) -> bool:
    return seat.owner_id is not None and seat.player_id == player_id


def open_loan(session: Session, match_id: int | None, seat: int | None) -> Loan | None:
    """The one that is offered, accepted or lent; a seat has one at most."""
    rows = select(Loan).where(Loan.match_id == match_id, Loan.seat == seat, col(Loan.closed_at).is_(None))
    return session.exec(rows.execution_options(populate_existing=True)).first()


def by_key(session: Session, key: str) -> Loan | None:
    rows = select(Loan).where(Loan.key == key).execution_options(populate_existing=True)
    return session.exec(rows).first()


def lent_seats(session: Session, match: Match, seats: Sequence[Seat]) -> dict[int, Lent]:
    """By the numbers of the seats."""
    if not any(seat.owner_id for seat in seats):
        return {}
    rows = select(Loan.seat, Loan.until, Player.name).where(Loan.friend_id == Player.id)
    rows = rows.where(
        Loan.match_id == match.id, col(Loan.began_at).is_not(None), col(Loan.closed_at).is_(None)
    )
    return {
        seat: Lent(name, date.fromisoformat(until) if until else None)
        for seat, until, name in session.exec(rows)
    }


# --- The row of the seat ---


def hand_to_friend(loan: Loan, seat: Seat, match: Match) -> None:
    """All earlier links and addresses to play the seat end; those for what stays with the owner do not."""
    loan.began_at, loan.rings_at = now(), loan.ends_at
    loan.told, loan.mute, loan.entry_at = seat.told, seat.mute, seat.entry_at
    seat.owner_id, seat.owner_holder = seat.player_id, seat_links.owners_holder(seat) or holder()
    seat.player_id, seat.mute, seat.entry_at = loan.friend_id, False, None
    seat.told = max(0, match.steps - LATELY)
    seat_links.new_holder(seat)


def hand_back(loan: Loan, seat: Seat, why: str) -> None:
    """All links and addresses of the friend end. The owner hears of all that has happened since."""
    loan.entry_at = seat.entry_at
    seat.player_id, seat.holder, seat.post_key = seat.owner_id, holder(), post_key()
    seat.owner_id = None
    seat.told, seat.mute, seat.entry_at = loan.told, loan.mute, None
    close(loan, why)


def close(loan: Loan, why: str) -> None:
    """The friend's address is not needed any more."""
    loan.closed_at, loan.rings_at, loan.why, loan.email = now(), None, why, None


def return_rows(session: Session, match: Match, seats: Mapping[int, Seat], why: str) -> None:
    """All seats of a match that ends are their owners' again; all that is offered ends with it."""
    rows = select(Loan).where(Loan.match_id == match.id, col(Loan.closed_at).is_(None))
    for loan in session.exec(rows).all():
        if loan.began_at:
            hand_back(loan, seats[loan.seat], why)
            tell_friend(session, loan, match)
        else:
            close(loan, why)
        session.add(loan)


# --- Letters ---


def tell(
    session: Session, kind: str, loan: Loan, match: Match, player_id: int | None, which: str = ""
) -> None:
    player = session.get(Player, player_id) if player_id else None
    if player and player.email:
        key = f"{kind} {loan.id} {which}".strip()
        outbox.put(session, kind, key, LoanFacts(loan.key, which), player=player, match=match)


def tell_played(session: Session, match: Match, seats: Mapping[int, Seat], asks: Mapping[int, Ask]) -> None:
    """What friends have played in a turn that is over, in short, for the owners of their seats."""
    for number, ask in asks.items():
        loan = open_loan(session, match.id, number) if seats[number].owner_id else None
        if loan:
            tell(session, "played", loan, match, loan.owner_id, str(ask.turn))


def tell_friend(session: Session, loan: Loan, match: Match) -> None:
    tell(session, "given_back", loan, match, loan.friend_id)
