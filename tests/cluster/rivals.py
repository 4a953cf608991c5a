"""What rivals do at the same moment."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from sqlmodel import Session

from app import models
from app.clock import now
from app.house import House
from app.links import BadLink
from app.post.sender import send_due
from app.problems import Problem, Stale
from app.services.lobby import seats
from app.services.people import accounts
from app.services.play import clocks, new_hands, own_hours
from app.services.play.live import changing
from app.services.play.receipts import Submission
from app.services.play.resting import want_on
from app.services.play.submit import Outcome, submit
from app.services.play.take_back import take_back
from app.services.proposals import offers
from app.services.proposals.clock import ring_due_proposals
from app.services.proposals.propose import vote


@dataclass(frozen=True)
class Receipt:
    """What a submission brought, without what only one of two can have."""

    number: int
    turn: int
    base: int
    orders: str
    refused: str
    head: str


@dataclass(frozen=True)
class Submit:
    code: str
    seat: int
    turn: int
    base: int
    text: str

    def __call__(self, house: House) -> tuple[Receipt | None, bool]:
        """The receipt that was shown, and whether it had been given before; none if the clock came first."""

        def submitted(session: Session) -> Outcome:
            given = Submission(self.seat, self.turn, self.base, self.text)
            return submit(session, house, self.code, given)

        try:
            outcome = house.db.write(submitted)
        except Stale as stale:
            return told(stale.receipt), True
        return told(outcome.receipt), outcome.again


def told(given: models.Receipt | None) -> Receipt | None:
    if not given:
        return None
    return Receipt(given.number, given.turn, given.base, given.orders, given.refused, given.head)


def ring(house: House) -> int:
    return clocks.ring_due_clocks(house, limit=1000)


def ring_all(house: House) -> int:
    """Clocks and proposals, as the worker's sweep does it."""
    return ring_due_proposals(house) + ring(house)


def send(house: House) -> int:
    """In small portions, so that there are many claims to come between."""
    done = 0
    while found := send_due(house, limit=3):
        done += found
    return done


@dataclass(frozen=True)
class Leave:
    """For good."""

    player_id: int

    def __call__(self, house: House) -> None:
        house.db.write(lambda session: accounts.delete_account(session, house, self.player_id))


@dataclass(frozen=True)
class AnswerInvitation:
    token: str
    accepts: bool

    def __call__(self, house: House) -> bool:
        """Whether it was taken."""
        answer = seats.accept if self.accepts else seats.decline
        try:
            house.db.write(lambda session: answer(session, house, self.token))
        except Problem:
            return False
        return True


@dataclass(frozen=True)
class SayYes:
    code: str
    seat: int
    proposal: str

    def __call__(self, house: House) -> bool:
        """Whether it counted: it does not where the match has moved on."""
        answer = partial(vote, house=house, code=self.code, seat=self.seat, key=self.proposal, said="yes")
        return house.db.write(answer).counted


def was_done(do: Callable[[], Any]) -> bool:
    """Whether it was done; or somebody else came first."""
    try:
        do()
    except (Problem, BadLink):
        return False
    return True


@dataclass(frozen=True)
class GiveSeat:
    """The table's decision about a seat is carried out."""

    code: str
    seat: int
    player_id: int
    name: str

    def __call__(self, house: House) -> bool:
        return was_done(lambda: house.db.write(partial(self._give, house=house)))

    def _give(self, session: Session, house: House) -> None:
        with changing(session, house, self.code) as live:
            new_hands.give_seat(
                session, live, self.seat, session.get_one(models.Player, self.player_id), self.name
            )


@dataclass(frozen=True)
class TakeSeat:
    """Somebody takes a seat that is offered by a link."""

    token: str
    player_id: int

    def __call__(self, house: House) -> bool:
        taking = partial(
            offers.take, house=house, way=offers.PASSED_ON, token=self.token, player_id=self.player_id
        )
        return was_done(lambda: house.db.write(taking))


@dataclass(frozen=True)
class OrderByLink:
    """As the page of a link does it: only the seat's holder may."""

    order: Submit
    holder: str

    def __call__(self, house: House) -> bool:
        order = self.order
        given = Submission(order.seat, order.turn, order.base, order.text, holder=self.holder)
        return was_done(
            lambda: house.db.write(partial(submit, house=house, code=order.code, submission=given))
        )


@dataclass(frozen=True)
class WakeUp:
    code: str
    seat: int

    def __call__(self, house: House) -> bool:
        return was_done(lambda: house.db.write(partial(want_on, house=house, code=self.code, seat=self.seat)))


@dataclass(frozen=True)
class BeAway:
    player_id: int

    def __call__(self, house: House) -> bool:
        away = partial(own_hours.go_away, house=house, player_id=self.player_id, begins=None, ends=None)
        return was_done(lambda: house.db.write(away))


@dataclass(frozen=True)
class Undo:
    """Takes back what is held, and hears what was taken back; None: it was too late."""

    code: str
    seat: int

    def __call__(self, house: House) -> str | None:
        try:
            return house.db.write(partial(take_back, house=house, code=self.code, seat=self.seat)).orders
        except Problem:
            return None


@dataclass(frozen=True)
class RingLater:
    """The clocks, as if it were so many seconds later."""

    seconds: float

    def __call__(self, house: House) -> int:
        return clocks.ring_due_clocks(house, at=now() + timedelta(seconds=self.seconds))
