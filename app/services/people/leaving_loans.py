"""When a player leaves for good, all that they have lent or borrowed is over."""

from typing import Any

from sqlmodel import Session, col, select

from app.clock import now
from app.keys import post_key
from app.models import Ask, Loan, Match, Player, Seat
from app.services import deadlines, outbox
from app.services.deadlines.counting import own_time_of
from app.services.matches import loans
from app.services.outbox.facts import SeatFacts


def is_of(player_id: int, email: str) -> Any:
    return (Loan.owner_id == player_id) | (Loan.friend_id == player_id) | (Loan.email == email)


def end_loans_of(session: Session, player_id: int, email: str) -> None:
    """The caller has locked the matches. Seats that were lent to the player go back to their owners."""
    rows = select(Loan, Match).where(Loan.match_id == Match.id, col(Loan.closed_at).is_(None))
    for loan, match in session.exec(rows.where(is_of(player_id, email))).all():
        if loan.began_at:
            return_seat(session, loan, match)
        else:
            loans.close(loan, "left")
            if loan.owner_id != player_id:
                loans.tell(session, "loan", loan, match, loan.owner_id, "declined")
        session.add(loan)
    session.flush()


def return_seat(session: Session, loan: Loan, match: Match) -> None:
    mine = select(Seat).where(Seat.match_id == match.id, Seat.number == loan.seat)
    seat = session.exec(mine).one()
    loans.hand_back(loan, seat, "left")
    owner = session.get_one(Player, seat.player_id)
    for ask in session.exec(select(Ask).where(Ask.match_id == match.id, Ask.seat == loan.seat)):
        ask.key = post_key()
        if not ask.closed_at and match.status == "running":
            seat.deputy, seat.deputy_until = False, ""
            deadlines.renew(ask, match, seat, own_time_of(owner), now())
            ask.rings_at = deadlines.next_ring(ask, match, seat)
    if owner.email:
        outbox.put(
            session,
            "returned",
            f"returned {match.id} {seat.id} {loan.id}",
            SeatFacts(loan.seat),
            owner,
            match=match,
        )
    loans.tell_friend(session, loan, match)
