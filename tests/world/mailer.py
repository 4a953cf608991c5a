"""Friends who answer letters: what they write comes as the reader of mails hands it over."""

from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.letters import ComposedLetter
from app.letters.match_news import own_turn
from app.letters.recipient import recipient_of
from app.letters.reply import ReplyView, view_of
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Ask, Mail, Match
from app.services.inbox import replies
from app.services.inbox.reply_facts import MailOutcome, ReceiptInReply, ReplyFacts
from app.services.play.order_errors import OrderMistake
from tests.world.friends import Friends
from tests.world.world import World

NUMBERS = count(1)


@dataclass
class Mailer:
    """The mails of one match."""

    friends: Friends
    outcomes: list[str] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.friends.world

    @property
    def house(self) -> House:
        return self.friends.house

    @property
    def match(self) -> Match:
        return self.friends.match

    def ask(self, number: int) -> Ask:
        return self.friends.ask(number)

    def key(self, number: int) -> str:
        """Where the newest letter to a seat wants its answer: the open ask, or the seat."""
        return self.friends.answer_key(number)

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
        return self.friends.compose(self.friends.newest("reply"))

    def facts(self) -> ReplyFacts:
        """Of the newest answer to a mail."""
        return ReplyFacts.from_json(self.friends.newest("reply").facts)

    def outcome(self) -> MailOutcome:
        """What came of the newest mail that was answered."""
        return self.facts().outcome

    def view(self) -> ReplyView:
        """How things stand now, as the newest answer would tell it."""
        with self.house.db.reading() as session:
            to = recipient_of(session, self.house, self.friends.newest("reply"), asked_for=True)
            return view_of(session, to, self.facts(), asked=bool(own_turn(to)))

    def came_of(self, number: int, text: str, key: str = "", **more: Any) -> MailOutcome:
        """Of a mail that is answered."""
        answers = len(self.friends.letters("reply"))
        self.mail(number, text, key, **more)
        assert len(self.friends.letters("reply")) == answers + 1
        return self.outcome()

    def receipt_for(self, number: int, text: str, key: str = "", **more: Any) -> ReceiptInReply:
        """The one in the answer to a mail."""
        receipt = self.came_of(number, text, key, **more).receipt
        assert receipt
        return receipt

    def mistake_in(self, number: int, text: str) -> OrderMistake:
        """Why nothing of a mail was done."""
        mistake = self.came_of(number, text).wrong
        assert mistake
        return mistake

    def told(self, number: int, text: str, key: str = "", **more: Any) -> str:
        """What the answer to a mail says, on one line."""
        self.mail(number, text, key, **more)
        return " ".join(self.answer().text.split())

    def choose(self, *choices: str) -> None:
        """A sealed turn, not by mail."""
        for number, choice in enumerate(choices, 1):
            self.friends.order(number, choice)

    def tile(self) -> str:
        """Where the tile may go that is to be placed now."""
        return str(self.friends.seen(self.match.turn).examples[0])


def received(house: House, address: Address, incoming: Incoming, session: Session) -> str:
    """As the reader of mails does it, in one transaction."""
    to = Addresses(house.settings).reply(address.key)
    mail = Mail(digest=incoming.message_id, to=to, raw=b"", received_at=now())
    session.add(mail)
    session.flush()
    return replies.handle_reply(session, house, mail, address, incoming)
