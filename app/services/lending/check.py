"""Who may lend a seat, and to whom."""

from sqlmodel import Session, col, select

from app.models import Loan, Match, Player
from app.problems import NotAllowed, Problem
from app.services.matches import loans
from app.services.people import accounts, refusals
from app.services.play.afresh import check_may_change
from app.services.play.live import LiveMatch
from app.status import goes_on

NO_SECOND_SEAT = "This address cannot be asked: a player of this match plays no second seat in it."


def owner(live: LiveMatch, number: int) -> Player:
    """The record says who has played, and only one of format 2 has room for it."""
    check_may_change(live)
    seat = live.seats.get(number)
    player = loans.owner_of(live.session, seat) if seat and not seat.bot else None
    if not player:
        raise NotAllowed("You have no seat in this match.")
    if loans.open_loan(live.session, live.match.id, number):
        raise Problem("This seat is lent already, or offered to somebody.")
    return player


def friend(live: LiveMatch, lender: Player, email: str) -> None:
    if refusals.refuses(live.session, live.house, email):
        raise Problem("{email} gets no invitations by email from here.", email=email)
    if email == lender.email:
        raise Problem("This is your own address.")
    player = accounts.find_by_address(live.session, email)
    if is_asked(live.session, live.match, email) or (player and plays_here(live, player)):
        raise Problem(NO_SECOND_SEAT)


def is_asked(session: Session, match: Match, email: str) -> bool:
    rows = select(Loan.id).where(Loan.match_id == match.id, col(Loan.closed_at).is_(None))
    return session.exec(rows.where(Loan.email == email)).first() is not None


def plays_here(live: LiveMatch, player: Player, but: Loan | None = None) -> bool:
    """A seat of their own, or one that is lent to them, or will be."""
    if any(loans.is_mine(seat, player.id) for seat in live.seats.values()):
        return True
    rows = select(Loan.id).where(Loan.match_id == live.match.id, Loan.friend_id == player.id)
    rows = rows.where(col(Loan.closed_at).is_(None), Loan.id != (but.id if but else None))
    return live.session.exec(rows).first() is not None


def has_no_seat(live: LiveMatch, player: Player, loan: Loan) -> None:
    if plays_here(live, player, but=loan):
        raise Problem("You have a seat in this match already.")


def is_free(match: Match, loan: Loan) -> bool:
    """Offered, and not answered yet."""
    return goes_on(match) and loan.closed_at is None and loan.accepted_at is None


def may_begin(live: LiveMatch, loan: Loan) -> bool:
    """Much can have happened since the friend accepted."""
    seat, player = live.seats[loan.seat], accounts.find_player(live.session, loan.friend_id)
    is_owners = seat.player_id == loan.owner_id and not seat.bot
    return goes_on(live.match) and is_owners and player is not None and not plays_here(live, player, but=loan)
