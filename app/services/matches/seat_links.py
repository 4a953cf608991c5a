"""Links that stand for a seat. Each is for the holder of that moment: it ends when the seat gets another one.

So a player who leaves a seat, is replaced, or signs out everywhere has no link or address left that works.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from app.db.lock_queue import queue_for
from app.db.rows import look_up, look_up_columns
from app.house import House
from app.keys import holder, post_key
from app.links import Action, BadLink
from app.models import Ask, Match, Player, Seat
from engine.speech import later

GONE = later("This link no longer works: whoever had it has left this seat, or has signed out everywhere.")
OLD = later(
    "This link is in an old letter: you have been asked for orders since. Use the newest letter, or sign in."
)
# Built once, for orders by link run the first.
OF_LINK = (Match.code == bindparam("code"), col(Seat.number) == bindparam("number"))
HOLDER = select(Seat.holder).join(Match).where(*OF_LINK)
SEAT = select(Seat).join(Match).where(*OF_LINK)
LOCK = select(Match.id).where(Match.code == bindparam("code")).with_for_update()
LAST_ASK = (
    select(Ask.turn, Ask.opened_at)
    .join(Match)
    .where(Match.code == bindparam("code"), col(Ask.seat) == bindparam("number"))
    .order_by(col(Ask.turn).desc())
    .limit(1)
)

Made = int | datetime  # the turn in which a link was made; of those that do not say it, the time


class Held(NamedTuple):
    """A seat, as somebody has it who wants to do something there: by a link, or signed in."""

    match: str
    number: int
    holder: str
    owns: bool = False  # for what stays with the player whose seat it is, also while it is lent
    made: Made | None = None  # of a link that acts only until the seat is asked anew


def seat_address(house: House, purpose: str, code: str, seat: Seat) -> str:
    """The address of a page for the seat's holder, which is about no turn."""
    return house.links.address(purpose, [code, seat.number, seat.holder])


def owner_address(house: House, purpose: str, code: str, seat: Seat) -> str:
    """The address of a page for the player whose seat it is, also while it is lent."""
    return house.links.address(purpose, [code, seat.number, owners_holder(seat)])


def present_address(house: House, purpose: str, match: Match, seat: Seat, made: Made | None = None) -> str:
    """The address of a page where its owner does something new at the table: until the seat is asked anew.

    Whoever finds an old letter could else hand the seat to somebody, and see all that it sees now. `made`: of
    the link that this one is reached by.
    """
    turn = match.turn if made is None else made if isinstance(made, int) else 0
    return house.links.address(purpose, [match.code, seat.number, owners_holder(seat), turn])


def away_address(house: House, match: Match, seat: Seat) -> str:
    """Where its player says when they are away, by any letter; only a new one leads on to lending."""
    return house.links.address("away", [match.code, seat.number, seat.holder, match.turn])


def is_present(session: Session, code: str, number: int, made: Made) -> bool:
    """Whether the seat has had no other ask since a link was made: who has answered still has it."""
    last = session.exec(LAST_ASK, params={"code": code, "number": number}).first()
    if last is None:
        return True
    turn, opened_at = last
    return turn <= made if isinstance(made, int) else opened_at <= made


def check_present(session: Session, held: Held) -> None:
    if held.made is not None and not is_present(session, held.match, held.number, held.made):
        raise BadLink(OLD)


def made_with(house: House, purpose: str, token: str, turn: Sequence[int]) -> Made:
    """`turn`: what the link says of it; earlier links say nothing."""
    return int(turn[0]) if turn else house.links.made_at(purpose, token)


def back_address(house: House, code: str, seat: Seat) -> str:
    """The address that ends this one absence of the seat's holder, and none after it."""
    return house.links.address("back", [code, seat.number, seat.holder, seat.away])


def check_absence(session: Session, code: str, number: int, away: int) -> None:
    """BadLink if the holder has been away again since. Links of earlier versions do not count."""
    if session.exec(SEAT, params={"code": code, "number": number}).one().away != away:
        raise BadLink("This link was for another time when you were away. Use the newest letter, or sign in.")


def turn_address(house: House, match: Match, seat: Seat, orders: str = "") -> str:
    """Where these orders are given with one more click; without orders, the page of the seat."""
    action = Action(match.code, seat.number or 0, match.turn, match.steps, orders, seat.holder)
    return house.links.action(action)


def holder_of(session: Session, code: str, number: int) -> str | None:
    """None where there is no such seat; a link of an early version is for the holder ""."""
    return session.exec(HOLDER, params={"code": code, "number": number}).first()


def check_holder(session: Session, code: str, number: int, theirs: str) -> None:
    """BadLink if the seat that a link is for has another holder by now."""
    if holder_of(session, code, number) != theirs:
        raise BadLink(GONE)


def check_still(holder: str, theirs: str | None) -> None:
    """The same once the match is locked: until then, the seat may have got somebody else."""
    if theirs is not None and holder != theirs:
        raise BadLink(GONE)


def lock_match(session: Session, code: str) -> None:
    """Until the commit no seat of it changes hands."""
    with queue_for(code, session.connection()):
        look_up_columns(session, LOCK, code=code)


def lock_held(session: Session, held: Held) -> None:
    """Locks the match. BadLink if its seat has got another holder by then; until the commit it gets none."""
    lock_match(session, held.match)
    seats = look_up(session, Seat, SEAT, code=held.match, number=held.number)
    if not any(is_owners(seat, held.holder) if held.owns else seat.holder == held.holder for seat in seats):
        raise BadLink(GONE)
    check_present(session, held)


def held_seat(session: Session, code: str, number: int, theirs: str = "") -> Seat:
    """The seat that a link is for."""
    check_holder(session, code, number, theirs)
    return session.exec(SEAT, params={"code": code, "number": number}).one()


def owned_seat(session: Session, code: str, number: int, theirs: str) -> Seat:
    """The seat that a link of its owner is for: also while a friend plays it, its owner decides and talks."""
    seat = session.exec(SEAT, params={"code": code, "number": number}).first()
    if not seat or not is_owners(seat, theirs):
        raise BadLink(GONE)
    return seat


def is_owners(seat: Seat, theirs: str) -> bool:
    """Whether a link is its owner's. One to vote or to propose stays good when the seat is lent."""
    return theirs == owners_holder(seat) or (seat.owner_id is None and theirs == seat.holder)


def owners_holder(seat: Seat) -> str:
    return seat.owner_holder or seat.holder


def new_holder(seat: Seat) -> None:
    """While the seat is lent, its owner's own links stay."""
    seat.holder, seat.post_key = holder(), post_key()
    if seat.owner_id is None:
        seat.owner_holder = ""


def renew(session: Session, seat: Seat) -> None:
    """Ends all links and addresses that letters have had for the seat. The caller has locked the match."""
    new_holder(seat)
    for ask in session.exec(select(Ask).where(Ask.match_id == seat.match_id, Ask.seat == seat.number)):
        ask.key = post_key()


def closed_asks(seat: Seat) -> SelectOfScalar[Ask]:
    """The open one is a row of the match that is being changed."""
    asks = select(Ask).where(Ask.match_id == seat.match_id, Ask.seat == seat.number)
    return asks.where(col(Ask.closed_at).is_not(None))


def renew_of_player(session: Session, player: Player) -> None:
    seats = select(Seat).where(Seat.player_id == player.id)
    for seat in session.exec(seats.order_by(col(Seat.match_id))):
        session.exec(select(Match.id).where(Match.id == seat.match_id).with_for_update()).one()
        renew(session, seat)
    for seat in session.exec(select(Seat).where(Seat.owner_id == player.id).order_by(col(Seat.match_id))):
        session.exec(select(Match.id).where(Match.id == seat.match_id).with_for_update()).one()
        seat.owner_holder = holder()
