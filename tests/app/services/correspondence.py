"""Friends who answer letters: what they write comes as the reader of mails hands it over."""

from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from sqlmodel import Session, select

from app.house import House
from app.letters import ComposedLetter, compose
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Ask, Mail, Receipt, now
from app.services.inbox import replies
from tests.app.services.houses import asks, letters, order, read, seat, seen

NUMBERS = count(1)


@dataclass
class Correspondence:
    """The mails of one match."""

    house: House
    code: str
    outcomes: list[str] = field(default_factory=list)

    def key(self, number: int) -> str:
        """Where the newest letter to a seat wants its answer: the open ask, or the seat."""
        mine = [ask.key for ask in asks(self.house, self.code) if ask.seat == number]
        return mine[0] if mine else seat(self.house, self.code, number).post_key

    def ask(self, number: int) -> Ask:
        return next(ask for ask in asks(self.house, self.code) if ask.seat == number)

    def mail(self, number: int, text: str, key: str = "", **more: Any) -> str:
        """The outcome of a seat's mail; `key` is one of an earlier letter."""
        address = Address("reply", key or self.key(number), "")
        sent = {"subject": "Re: Sunday: your turn", "lines": tuple(text.split("\n"))}
        incoming = Incoming(**{"message_id": f"{next(NUMBERS)}@mail.example", **sent, **more})
        outcome = self.house.db.write(partial(received, self.house, address, incoming))
        self.outcomes.append(outcome)
        return outcome

    def answer(self) -> ComposedLetter:
        """The newest answer to a mail."""
        letter = letters(self.house, "reply")[-1]
        with self.house.db.reading() as session:
            return compose(session, self.house, letter)

    def told(self, number: int, text: str, key: str = "", **more: Any) -> str:
        """What the answer to a mail says, on one line."""
        self.mail(number, text, key, **more)
        return " ".join(self.answer().text.split())


def received(house: House, address: Address, incoming: Incoming, session: Session) -> str:
    """As the reader of mails does it, in one transaction."""
    to = Addresses(house.settings).reply(address.key)
    mail = Mail(digest=incoming.message_id, to=to, raw=b"", received_at=now())
    session.add(mail)
    session.flush()
    return replies.handle_reply(session, house, mail, address, incoming)


def play(by: Correspondence, *choices: str) -> None:
    """A sealed turn."""
    for number, choice in enumerate(choices, 1):
        order(by.house, by.code, number, choice)


def change(house: House, model: Any, row_id: Any, **values: Any) -> None:
    def changed(session: Any) -> None:
        row = session.get(model, row_id)
        for name, value in values.items():
            setattr(row, name, value)

    house.db.write(changed)


def receipts(by: Correspondence) -> list[Receipt]:
    with by.house.db.reading() as session:
        return list(session.exec(select(Receipt)))


def tile(by: Correspondence) -> str:
    return str(seen(by.house, by.code, read(by.house, by.code).turn).examples[0])
