"""A seat that is lent: its owner asks a friend, who answers by the link or by mail."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from sqlmodel import col, select

from app.clock import now
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Letter, Loan, Mail
from app.services.inbox import rsvp
from app.services.lending import offer
from app.services.lending.clock import ring_due_loans
from app.services.lending.offer import Wish
from app.services.people import accounts
from app.services.upkeep.fsck import check_matches
from tests.world.friends import Friends

DORA = "dora@example.org"


@dataclass
class Lending:
    """What the players of one match lend."""

    friends: Friends

    def offer(
        self, seat: int = 1, email: str = DORA, begins: date | None = None, ends: date | None = None
    ) -> Loan:
        wish = Wish(email, begins, ends)
        house = self.friends.house
        return house.write(partial(offer.offer, house=house, code=self.friends.code, number=seat, wish=wish))

    @property
    def token(self) -> str:
        return self.friends.house.links.make(offer.INVITATION, [self.friends.code, self.newest().key])

    def accept(self, name: str = "Dora") -> None:
        house = self.friends.house
        house.write(partial(offer.accept, house=house, token=self.token, name=name))

    def decline(self) -> None:
        house = self.friends.house
        house.write(partial(offer.decline, house=house, token=self.token))

    def lend(self, seat: int = 1, begins: date | None = None, ends: date | None = None) -> "Lending":
        """Offered, and accepted at once."""
        self.offer(seat, begins=begins, ends=ends)
        self.accept()
        return self

    def call_back(self, seat: int = 1) -> None:
        house = self.friends.house
        house.write(partial(offer.call_back, house=house, code=self.friends.code, number=seat))

    def give_back(self, seat: int = 1) -> None:
        house = self.friends.house
        house.write(partial(offer.give_back, house=house, code=self.friends.code, number=seat))

    def all(self) -> list[Loan]:
        with self.friends.house.reading() as session:
            return list(session.exec(select(Loan).order_by(col(Loan.id))))

    def newest(self) -> Loan:
        return self.all()[-1]

    def ring(self, **later: float) -> int:
        """The worker's sweep, now or later."""
        return ring_due_loans(self.friends.house, at=now() + timedelta(**later))

    def ring_in_time(self) -> int:
        """The worker's sweep at the moment that the newest loan waits for, whatever the hour is now."""
        due = self.newest().rings_at
        assert due
        return ring_due_loans(self.friends.house, at=due)

    def player_id(self, email: str = DORA) -> int:
        with self.friends.house.reading() as session:
            player = accounts.find_by_address(session, email)
            return player.id if player else 0

    def mail(self, kind: str, text: str) -> str:
        """An answer to the newest letter of this kind; the outcome."""
        letter: Letter = self.friends.newest(kind)
        to = Addresses(self.friends.house.settings).invitation(letter.message_id)
        address = Address("invitation", letter.message_id, to)
        rows = tuple(text.split("\n"))
        incoming = Incoming(message_id="1@x", subject="Re: x", sender=f"Dora <{DORA}>", lines=rows)
        mail = Mail(id=1, digest="1", to=to, raw=b"", received_at=now())
        house = self.friends.house
        handle = partial(rsvp.handle_rsvp, house=house, mail=mail, address=address, incoming=incoming)
        return house.write(handle)


def problems(lending: Lending) -> list[str]:
    with lending.friends.house.reading() as session:
        return check_matches(session, lending.friends.house)
