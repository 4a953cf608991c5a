"""Two processes, each with its own way to one house, that do something at the same moment."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from types import TracebackType
from typing import Any

from sqlmodel import Session

from app import models
from app.house import House, open_house
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
from app.services.proposals import offers
from app.services.proposals.clock import ring_due_proposals
from app.services.proposals.propose import vote
from app.settings import Settings
from tests.servers import PATIENCE

SECONDS = PATIENCE
Work = Callable[[House], Any]


class Rivals:
    """Work is sent to all; they wait for one another, then start. Each test has its own house."""

    def __init__(self, number: int = 2) -> None:
        fresh = get_context("spawn")
        self._barrier = barrier = fresh.Barrier(number)  # it lives only as long as somebody here has it
        pipes = [fresh.Pipe() for _ in range(number)]
        self._ends = [near for near, _ in pipes]
        self._processes = [fresh.Process(target=_rival, args=(far, barrier), daemon=True) for _, far in pipes]
        for process in self._processes:
            process.start()
        for _, far in pipes:
            far.close()

    def __enter__(self) -> "Rivals":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for end, process in zip(self._ends, self._processes, strict=True):
            end.close()
            process.join(5)
            process.kill()
            process.join()
            process.close()

    def enter(self, settings: Settings) -> None:
        self._ask(*[settings] * len(self._ends))

    def leave(self) -> None:
        self._ask(*[None] * len(self._ends))

    def at_once(self, *works: Work) -> list[Any]:
        answers = self._ask(*works)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        return answers

    def _ask(self, *asked_of_each: object) -> list[Any]:
        for end, asked in zip(self._ends, asked_of_each, strict=True):
            end.send(asked)
        return [self._answer(end) for end in self._ends]

    def _answer(self, end: Connection) -> Any:
        assert end.poll(SECONDS), f"no answer after {SECONDS} s"
        return end.recv()


class Complaints(logging.Handler):
    """What is only logged as an error, since it must hold up nothing else, is a fault all the same."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.getMessage()}: {record.exc_info and record.exc_info[1]!r}")


def _rival(end: Connection, barrier: Barrier) -> None:
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    for settings in _asked(end):
        complaints.heard.clear()
        house = open_house(settings)
        end.send(None)
        for work in iter(end.recv, None):
            barrier.wait(SECONDS)
            answer = _answer_of(work, house)
            end.send(AssertionError(complaints.heard) if complaints.heard else answer)
        house.db.close()
        end.send(None)


def _asked(end: Connection) -> Iterator[Settings]:
    """Until the tests are over."""
    with suppress(EOFError):
        while True:
            yield end.recv()


def _answer_of(work: Work, house: House) -> Any:
    try:
        return work(house)
    except Exception as error:  # the test says what is to be thought of it
        return AssertionError(f"{type(error).__name__}: {error}")


# --- What they do ---


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
