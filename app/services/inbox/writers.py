"""Finds the writer of a mail, and what of it only the owner of a lent seat may do."""

from typing import NamedTuple

from sqlmodel import Session, select

from app.house import House
from app.models import Seat
from app.services.inbox.reply_content import ReplyContent
from app.services.inbox.reply_facts import MailOutcome
from app.services.lending import offer
from engine.speech import later

OWNER_TALKS = later("You play this seat for a friend, who alone talks at the table.")
OWNER_DECIDES = later("You play this seat for a friend, who alone can do this.")
OWNER_WRITES = later("You play this seat for a friend, who alone keeps a diary of it.")
NOT_LENT = later("This seat is yours: there is nobody to give it back to.")


class Writer(NamedTuple):
    """The seat that an address belongs to, and the turn that its letter asked about; 0: about none."""

    match_id: int
    code: str
    seat: int
    turn: int
    after: int = 0  # for a letter that asked about none: the seat's last turn before it

    @property
    def of_match(self) -> dict[str, int]:
        return {"match_id": self.match_id}

    @property
    def of_seat(self) -> dict[str, int]:
        return {"match_id": self.match_id, "seat": self.seat}


class NotDone(Exception):
    """The mail changes nothing; the outcome says why."""

    def __init__(self, outcome: MailOutcome) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome


def seat_of(session: Session, writer: Writer) -> Seat:
    mine = select(Seat).where(Seat.match_id == writer.match_id, Seat.number == writer.seat)
    return session.exec(mine.execution_options(populate_existing=True)).one()


def check_owner_of_words(session: Session, writer: Writer, content: ReplyContent) -> None:
    """A friend who plays a lent seat does not speak, write or agree in its owner's name."""
    said = {OWNER_TALKS: content.talk, OWNER_DECIDES: content.wants, OWNER_WRITES: content.diary}
    if why := next((why for why, words in said.items() if words), None):
        check_owner(session, writer, why)


def check_owner(session: Session, writer: Writer, why: str) -> None:
    if seat_of(session, writer).owner_id:
        raise NotDone(MailOutcome(problem=why))


def give_back(session: Session, house: House, writer: Writer) -> bool:
    """The friend does not want to play any more. For others the word means nothing."""
    if not seat_of(session, writer).owner_id:
        raise NotDone(MailOutcome(problem=NOT_LENT))
    offer.give_back(session, house, writer.code, writer.seat)
    return True
