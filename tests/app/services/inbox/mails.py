"""Mail that comes in, for tests: handed in, looked at, and read by a reader that fails where it is told."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Letter, Mail
from app.services.inbox import intake
from tests.world import Friends, World

MINUTE = timedelta(minutes=1)
SOON = timedelta(seconds=1)


@dataclass
class Reader:
    """Stands where answers are worked out: notes what it is given, and fails where it is told to."""

    fails: dict[str, Exception] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)

    def __call__(
        self, session: Session, house: House, mail: Mail, address: Address, incoming: Incoming
    ) -> str:
        said = " ".join(incoming.lines).strip() or incoming.problem
        self.seen.append(said)
        # Something to see that it is undone with the rest.
        session.add(
            Letter(key=f"{mail.id} {len(self.seen)}", kind="reply", created_at=now(), wanted_at=now())
        )
        session.flush()
        if said in self.fails:
            raise self.fails[said]
        return f"did {said}"


def raw(text: str, message_id: str = "") -> bytes:
    named = f"Message-ID: <{message_id}>\r\n" if message_id else ""
    return f"From: bo@example.org\r\n{named}Subject: Re: Sunday\r\n\r\n{text}\r\n".encode()


def reply_to(friends: Friends, number: int = 1) -> str:
    return Addresses(friends.house.settings).reply(friends.answer_key(number))


def bring(house: House, to: str, text: str, message_id: str = "") -> Mail | None:
    taking = partial(intake.take_in, house=house, to=to, sender="bo@example.org", raw=raw(text, message_id))
    return house.db.write(taking)


def mails(house: House) -> list[Mail]:
    with house.db.reading() as session:
        return list(session.exec(select(Mail).order_by(col(Mail.id))).all())


def outcomes(house: House) -> list[str]:
    return [mail.outcome for mail in mails(house)]


def read_at(house: House, reader: Reader, at: datetime) -> int:
    return intake.read_due(house, at=at, answer=reader)


def age(house: House, by: timedelta) -> None:
    def older(session: Session) -> None:
        for mail in session.exec(select(Mail)):
            mail.received_at -= by

    house.db.write(older)


SERVICE = "game@play.example"  # letters are from it


def write(world: World, text: str, letter: Letter | None = None, **more: str) -> str:
    """The outcome of a mail to the service's own address, which may answer a letter."""
    name = world.message_id(letter) if letter else ""
    headers = {"From": "Bo <bo@example.org>", "Subject": "Re: Sunday", "In-Reply-To": name, **more}
    head = "".join(f"{key.replace('_', '-')}: {value}\r\n" for key, value in headers.items() if value)
    message = f"{head}\r\n{text}\r\n".encode()
    taking = partial(intake.take_in, house=world.house, to=SERVICE, sender="bo@example.org", raw=message)
    assert world.house.write(taking)
    intake.read_due(world.house)
    return world.outcomes()[-1]
