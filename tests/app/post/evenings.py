"""A match that has letters of invitation, and friends who answer them by mail."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP

from app.models import Player
from app.services.inbox import intake
from app.services.people import accounts
from tests.app.post.doors import Standing, standing
from tests.app.post.friends import Friends, make_house
from tests.app.post.repliers import Writing, gmail
from tests.app.post.sink import Sink

BO, CY, DI = GUESTS = ("2@example.org", "3@example.org", "4@example.org")


@dataclass
class Evening:
    friends: Friends
    door: Standing
    sink: Sink

    def letters(self, to: str) -> list[EmailMessage]:
        read = [message_from_bytes(raw, policy=policy.default) for raw in self.sink.raw]
        return [letter for letter in read if str(letter["To"]).strip("<>").rpartition("<")[2] == to]

    def newest(self, to: str) -> EmailMessage:
        return self.letters(to)[-1]

    def answer(self, to: str, said: str, program: Writing = gmail, named: str = "") -> EmailMessage:
        """Of who got the newest letter."""
        mail = program(self.newest(to), said)
        if named:
            mail.replace_header("From", named)
        self.bring(mail)
        return mail

    def bring(self, mail: EmailMessage) -> None:
        with SMTP("127.0.0.1", self.door.port, timeout=20) as client:
            client.send_message(mail)

    def work(self) -> None:
        intake.read_due(self.friends.house, 50)
        self.friends.send()

    def person(self, email: str) -> Player | None:
        with self.friends.house.db.reading() as session:
            return accounts.by_address(session, email)

    @property
    def host(self) -> int:
        return self.friends.seat(1).player_id or 0


@contextmanager
def invited(folder: Path, sink: Sink) -> Iterator[Evening]:
    """Three have been invited, and have the letters."""
    house = make_house(folder, smtp_url=sink.url, sender="Chasqui <game@play.example>")
    with standing(house) as door:
        made = Evening(Friends.meet(house), door, sink)
        made.work()
        yield made
    house.db.close()
