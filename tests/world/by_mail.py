"""Friends who have been invited by letter, and answer by mail: real servers on both ways."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP

from app.models import Player
from app.services.inbox import intake
from app.services.inbox.reply_facts import RsvpFacts, RsvpOutcome
from app.services.people import accounts
from tests.world.friends import Friends
from tests.world.mail_door import Standing, standing
from tests.world.mail_programs import Writing, gmail
from tests.world.mail_server import Sink
from tests.world.world import World

BO, CY, DI = GUESTS = ("bo@example.org", "cy@example.org", "di@example.org")


@dataclass
class Evening:
    friends: Friends
    door: Standing
    sink: Sink

    def letters(self, to: str) -> list[EmailMessage]:
        return [letter for letter in self.sink.messages if letter["To"].addresses[0].addr_spec == to]

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

    def rsvps(self, to: str) -> list[RsvpOutcome]:
        """What came of the mails to an invitation, by the answers that have left."""
        letters = [letter for letter in self.friends.letters("rsvp") if letter.to == to and letter.sent_at]
        return [RsvpFacts.from_json(letter.facts).outcome for letter in letters]

    def person(self, email: str) -> Player | None:
        with self.friends.house.db.reading() as session:
            return accounts.find_by_address(session, email)

    @property
    def host(self) -> int:
        return self.friends.seat(1).player_id or 0


@contextmanager
def invited(folder: Path, sink: Sink) -> Iterator[Evening]:
    """Three have been invited, and have the letters."""
    world = World.new(folder, smtp=sink.url)
    with standing(world.house) as door:
        made = Evening(world.invite(), door, sink)
        made.work()
        yield made
    world.close()
