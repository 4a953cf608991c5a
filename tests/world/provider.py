"""A service whose letters are answered into a mailbox at a provider, and friends who write to it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

from sqlmodel import Session

from app.mail.addresses import Addresses
from app.models import ImapFolder, Mail
from app.post.imap_client import opened
from app.post.imap_reader import ImapReader
from app.services.inbox import imap_folder, intake
from app.services.upkeep.health import look_around
from tests.servers import until
from tests.world.dovecot import Account
from tests.world.friends import Friends
from tests.world.world import World

NUMBERS = count(1)
PRIVATE = "Dinner on Sunday"  # the subject of a mail that is none of our business


@dataclass
class Provided:
    world: World
    account: Account
    friends: Friends

    @property
    def addresses(self) -> Addresses:
        return Addresses(self.world.house.settings)

    def reply_to(self, position: int = 1) -> str:
        return self.addresses.reply(self.friends.answer_key(position))

    def answer(self, said: str = "torch", position: int = 1, **headers: str) -> bytes:
        """A mail that answers the newest letter of a seat."""
        return mail(said, **{"To": self.reply_to(position), **headers})

    def look(self) -> None:
        """Once, as the door does it each minute."""
        with opened(self.world.house.settings) as mailbox:
            ImapReader(self.world.house, Event()).look(mailbox)

    def read(self) -> list[str]:
        """What came of the mails that were found."""
        intake.read_due(self.world.house, 100)
        return self.world.outcomes()

    @property
    def mails(self) -> list[Mail]:
        return self.world.mails()

    @property
    def troubles(self) -> dict[str, str]:
        """What /healthz says."""
        with self.world.house.reading() as session:
            return {each.name: each.words for each in look_around(session, self.world.house).troubles}

    def log(self) -> list[str]:
        """What the server says of each connection that has ended."""
        path, user = self.account.server.folder / "log", self.account.user

        def ended() -> list[str]:
            return re.findall(rf"imap\({user}\).*body_bytes=.*", path.read_text())

        assert until(lambda: len(ended()) == path.read_text().count(f"Login: user=<{user}>"), 5)
        return ended()

    @property
    def row(self) -> ImapFolder | None:
        name = imap_folder.name_of(self.world.house.settings)
        find: Callable[[Session], Any] = partial(imap_folder.how_it_goes, name=name)
        with self.world.house.reading() as session:
            found: ImapFolder | None = find(session)
            return found


def mail(said: str = "torch", **headers: str) -> bytes:
    """`In_Reply_To` for In-Reply-To."""
    made = EmailMessage()
    usual = {"From": "bo@example.org", "To": "ana@example.org", "Subject": f"No. {next(NUMBERS)}"}
    usual["Message-ID"] = f"<{next(NUMBERS)}.{usual['Subject'].split()[1]}@example.org>"
    for name, value in [*usual.items(), *headers.items()]:
        del made[name.replace("_", "-")]
        made[name.replace("_", "-")] = value
    made.set_content(f"{said}\n")
    return made.as_bytes()


def provided(folder: Path, account: Account, **settings: Any) -> Provided:
    world = World.new(folder, **{"imap_url": account.url, "door": "none", **settings})
    return Provided(world, account, world.match("incan-gold", 3))


@contextmanager
def reading(made: Provided) -> Iterator[Thread]:
    """The reader of the door, in its thread."""
    stopping = Event()
    thread = Thread(target=ImapReader(made.world.house, stopping).run)
    thread.start()
    try:
        yield thread
    finally:
        stopping.set()
        thread.join(20)
    assert not thread.is_alive()
