"""Erases a player's address from letters, mails and invitations, when the player leaves for good."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, delete, literal, update
from sqlmodel import Session, col, func, or_, select

from app.house import House
from app.mail.addresses import Addresses, earlier_message_id
from app.models import Ask, Letter, Mail, Match, NewAddress, Proposal, Seat

WHY = "a former player"


def erase(session: Session, house: House, player_id: int, email: str) -> None:
    """Erases mails before letters, for bounces and answers to invitations are found by their letters."""
    _delete_mails(session, house, player_id, email)
    _erase_letters(session, player_id, email)
    _decline_invitations(session, email)
    session.connection().execute(delete(NewAddress).where(col(NewAddress.player_id) == player_id))
    session.connection().execute(update(Proposal).where(col(Proposal.email) == email).values(email=None))


def _delete_mails(session: Session, house: House, player_id: int, email: str) -> None:
    ours = f"@{house.settings.domain}"
    seats = select(Seat).where(_is_of(player_id)).subquery()
    about_asks = select(literal("r.") + col(Ask.key) + ours).join(
        seats, (seats.c.match_id == Ask.match_id) & (seats.c.number == Ask.seat)
    )
    about_seats = select(literal("u.") + seats.c.post_key + ours)
    about_player = or_(
        func.lower(Mail.sender) == email,
        *(col(Mail.to).in_(addresses) for addresses in (about_asks, about_seats)),
        *(col(Mail.to).startswith(f"r.{code}.{number}.") for code, number in _seats_of(session, player_id)),
        col(Mail.id).in_(_mails_about_letters(session, house, player_id, email)),
    )
    session.connection().execute(delete(Mail).where(about_player))


def _seats_of(session: Session, player_id: int) -> Sequence[tuple[str, int | None]]:
    """Their addresses for answers between asks begin with these."""
    mine = select(Match.code, Seat.number).where(Seat.match_id == Match.id, _is_of(player_id))
    return session.exec(mine).all()


def _is_of(player_id: int) -> ColumnElement[bool]:
    """Also a seat that the player has lent."""
    return (col(Seat.player_id) == player_id) | (col(Seat.owner_id) == player_id)


def _mails_about_letters(session: Session, house: House, player_id: int, email: str) -> list[int | None]:
    """Bounces of the player's letters, which contain the address, and answers to invitations."""
    letters = set(session.exec(select(Letter.message_id).where(_is_to(player_id, email))))
    read = Addresses(house.settings).read_kept
    of_letters = or_(*(col(Mail.to).startswith(sign) for sign in ("b.", "i.", "p.")))
    mails = session.exec(select(Mail.id, Mail.to).where(of_letters)).all()
    return [
        mail_id
        for mail_id, to in mails
        if (address := read(to)) and {address.key, earlier_message_id(address.key)} & letters
    ]


def _erase_letters(session: Session, player_id: int, email: str) -> None:
    """Deletes letters that may have left, so that later bounces of them find none; empties all others."""
    to_player = _is_to(player_id, email)
    may_have_left = (col(Letter.tries) > 0) | (col(Letter.claims) > 0)
    session.connection().execute(delete(Letter).where(to_player, may_have_left))
    others = update(Letter).where(to_player)
    session.connection().execute(others.values(to="", facts={}, due_at=None, dropped=WHY))


def _is_to(player_id: int, email: str) -> ColumnElement[bool]:
    return (col(Letter.player_id) == player_id) | (col(Letter.to) == email)


def _decline_invitations(session: Session, email: str) -> None:
    """Invitations without an answer count as declined. Of declined ones the host does not see the address."""
    for seat in session.exec(select(Seat).where(or_(Seat.email == email, Seat.asked_as == email))):
        seat.email, seat.asked_as = None, ""
        if seat.status == "invited":
            seat.status = "empty"
