"""A seat goes to a friend of its player for a while, and back. Plan, draft and sealed answer stay with it."""

from sqlmodel import Session

from app.clock import now
from app.db.words import By
from app.house import House
from app.keys import post_key
from app.models import Loan, Player
from app.services import deadlines
from app.services.matches import loans, seat_links
from app.services.play.deputies import end_deputy
from app.services.play.letters import put_letter
from app.services.play.live import LiveMatch, changing, person_from
from app.services.play.steps import FRIEND


def begin(live: LiveMatch, loan: Loan) -> None:
    """The friend plays from now on, in their own hours; no deadline gets earlier by it."""
    seat = live.seats[loan.seat]
    loans.hand_to_friend(loan, seat, live.match)
    live.session.add(loan)
    change_hands(live, loan.seat)
    put_letter(live, seat, "borrowed", str(loan.id))
    loans.tell(live.session, "loan", loan, live.match, loan.owner_id, "begun")


def give_back(live: LiveMatch, loan: Loan, why: str) -> None:
    seat = live.seats[loan.seat]
    loans.hand_back(loan, seat, why)
    live.session.add(loan)
    change_hands(live, loan.seat)
    put_letter(live, seat, "returned", str(loan.id))
    loans.tell_friend(live.session, loan, live.match)


def change_hands(live: LiveMatch, number: int) -> None:
    """Addresses for answers are renewed, a bot plays for neither, and an open ask is counted in the hours of
    whoever plays now."""
    seat, ask = live.seats[number], live.asks.get(number)
    live.session.flush()
    player = live.session.get_one(Player, seat.player_id)
    live.people[number] = person_from(player)
    for old in live.session.exec(seat_links.closed_asks(seat)):
        old.key = post_key()
    if seat.deputy:
        end_deputy(live, number)
    if ask:
        ask.key = post_key()
        if live.match.status == "running":
            deadlines.renew(ask, live.match, seat, live.people[number].own_time, now())
            ask.rings_at = deadlines.next_ring(ask, live.match, seat)


def end_loan(live: LiveMatch, number: int, why: str) -> None:
    """Before the seat goes to somebody else for good."""
    loan = loans.open_loan(live.session, live.match.id, number)
    if loan and loan.began_at:
        give_back(live, loan, why)
    elif loan:
        loans.close(loan, why)
        live.session.add(loan)


def take_in_hand(session: Session, house: House, code: str, number: int, player_id: int | None) -> None:
    """The owner of a seat that is lent plays again: that ends the loan."""
    with changing(session, house, code) as live:
        seat = live.seats.get(number)
        if seat and seat.owner_id and seat.owner_id == player_id:
            end_loan(live, number, "called back")


def by_of(live: LiveMatch, number: int) -> By:
    """For the record: whether it is the player who gives orders, or a friend."""
    return FRIEND if live.seats[number].owner_id else ""
