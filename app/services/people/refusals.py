"""Mailboxes that get no more invitations, whoever sends them: keyed hashes, and no list of addresses."""

from sqlmodel import Session, col, delete, select

from app.clock import now
from app.db.rows import connection_of, insert_new
from app.house import House
from app.mail.mailboxes import folded
from app.models import Refusal, Seat
from app.services import pace


def refusal_address(house: House, seat: Seat) -> str:
    """The page that an invitation leads to, for its reader to refuse all others too."""
    mailbox = pace.mailbox_hash(house.settings, seat.email or "")
    return house.links.address("refuse", [mailbox, seat.key])


def refuse_by_link(session: Session, house: House, token: str) -> None:
    """No more invitations to the mailbox that the link was sent to; the one that it came in is declined."""
    mailbox, seat_key = house.links.read("refuse", token)
    _store(session, mailbox)
    seat = session.exec(select(Seat).where(Seat.key == seat_key, Seat.status == "invited")).first()
    if seat:
        seat.status, seat.email = "empty", None


def is_refused_by_link(session: Session, house: House, token: str) -> bool:
    """For the link's page. This changes nothing."""
    mailbox, _ = house.links.read("refuse", token)
    return session.exec(select(Refusal.id).where(Refusal.mailbox == mailbox)).first() is not None


def refuse(session: Session, house: House, email: str) -> None:
    """Only for somebody who has signed in with the address, as is `allow`."""
    _store(session, pace.mailbox_hash(house.settings, email))


def allow(session: Session, house: House, email: str) -> None:
    session.exec(delete(Refusal).where(col(Refusal.mailbox).in_(_hashes(house, email))))


def refuses(session: Session, house: House, email: str) -> bool:
    hashes = _hashes(house, email)
    return session.exec(select(Refusal.id).where(col(Refusal.mailbox).in_(hashes))).first() is not None


def _hashes(house: House, email: str) -> list[str]:
    """With each of the keys: a refusal stays as long as the key that it was stored with."""
    return [pace.hash_with(key, f"mailbox {folded(email)}") for key in house.settings.keys]


def _store(session: Session, mailbox: str) -> None:
    insert_new(connection_of(session), Refusal, ("mailbox",), [{"mailbox": mailbox, "at": now()}])
