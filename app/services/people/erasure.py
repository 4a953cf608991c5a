"""Where a person's address stands besides the person's own row, and how it goes from there."""

from sqlalchemy import ColumnElement, delete, literal, update
from sqlmodel import Session, col, func, or_, select

from app.house import House
from app.mail.addresses import Addresses
from app.models import Ask, Letter, Mail, Seat

WHY = "a former player"


def erase(session: Session, house: House, player_id: int, email: str) -> None:
    """Invitations to the address, letters to the person, and mails from there."""
    _mails(session, house, player_id, email)
    _letters(session, player_id, email)
    _invitations(session, email)


def _mails(session: Session, house: House, player_id: int, email: str) -> None:
    ours = f"@{house.settings.domain}"
    seats = select(Seat).where(Seat.player_id == player_id).subquery()
    asked = select(literal("r.") + col(Ask.key) + ours).join(
        seats, (seats.c.match_id == Ask.match_id) & (seats.c.number == Ask.seat)
    )
    about_seats = [select(literal(kind) + seats.c.post_key + ours) for kind in ("r.", "u.")]
    gone = or_(
        func.lower(Mail.sender) == email,
        *(col(Mail.to).in_(addresses) for addresses in (asked, *about_seats)),
        col(Mail.id).in_(_about_letters(session, house, player_id, email)),
    )
    session.connection().execute(delete(Mail).where(gone))


def _about_letters(session: Session, house: House, player_id: int, email: str) -> list[int | None]:
    """What has come back, which tells where it could not go; and answers to invitations."""
    letters = set(session.exec(select(Letter.id).where(_theirs(player_id, email))))
    read = Addresses(house.settings).read
    numbered = or_(*(col(Mail.to).startswith(sign) for sign in ("b.", "i.")))
    mails = session.exec(select(Mail.id, Mail.to).where(numbered)).all()
    return [mail for mail, to in mails if (address := read(to)) and int(address.key) in letters]


def _letters(session: Session, player_id: int, email: str) -> None:
    """Those that may have left go, so that nothing that comes back is put down any more."""
    theirs = _theirs(player_id, email)
    session.connection().execute(delete(Letter).where(theirs, col(Letter.tries) > 0))
    waiting = update(Letter).where(theirs)
    session.connection().execute(waiting.values(to="", facts={}, due_at=None, dropped=WHY))


def _theirs(player_id: int, email: str) -> ColumnElement[bool]:
    return (col(Letter.player_id) == player_id) | (col(Letter.to) == email)


def _invitations(session: Session, email: str) -> None:
    """One that has not been answered is declined."""
    for seat in session.exec(select(Seat).where(Seat.email == email)):
        seat.email = None
        if seat.status == "invited":
            seat.status = "empty"
