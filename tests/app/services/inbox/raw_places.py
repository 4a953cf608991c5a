"""Running matches that raw bytes are brought to; afterwards they are what they were before."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP
from typing import Any

import pytest
from sqlmodel import select

from app.mail.addresses import Addresses
from app.models import Ask, Draft, Match, Receipt, Seat, Step, Talk
from app.post.rate_limit import RateLimit
from app.services.matches import find
from app.services.matches.asks import open_asks
from app.services.matches.match_view import view_for
from tests.world import Friends, World
from tests.world.mail_door import SENDER, Standing, standing
from tests.world.mail_programs import PROGRAMS
from tests.world.mail_server import Sink, listening

KEPT: tuple[Any, ...] = (Match, Seat, Step, Ask, Receipt, Talk, Draft)

Rows = dict[str, list[dict[str, Any]]]


@dataclass
class Place:
    """A seat that is asked, and what it may order."""

    code: str
    seat: int
    orders: str
    address: str
    letter: EmailMessage

    def replies(self) -> list[bytes]:
        """As mail programs write them."""
        mails = [program(self.letter, self.orders) for program in PROGRAMS]
        return [mail.as_bytes(policy=policy.SMTP.clone(utf8=True)) for mail in mails]


@dataclass(repr=False)
class Running:
    """Ana is the last who has to choose, Bo has chosen; and Ana has placed her tile."""

    door: Standing
    places: list[Place]
    client: SMTP
    before: sqlite3.Connection

    @property
    def file(self) -> str:
        return str(self.door.house.db.engine.url.database)

    def brings(self, to: Place, raw: bytes, sender: str = SENDER) -> int:
        """What the door says. Only what has to be is done to the bytes on their way."""
        assert self.client.docmd("MAIL", f"FROM:<{sender}>")[0] == 250
        assert self.client.docmd("RCPT", f"TO:<{to.address}>")[0] == 250
        assert self.client.docmd("DATA")[0] == 354
        self.client.send((b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:] + b"\r\n.\r\n")
        said = self.client.getreply()[0]
        assert self.client.docmd("VRFY", "anybody")[0] == 252  # nothing in the mail was a command
        return said

    def kept(self) -> Rows:
        with self.door.house.db.reading() as session:
            return {
                model.__name__: [row.model_dump() for row in session.exec(select(model).order_by(model.id))]
                for model in KEPT
            }

    def as_before(self) -> None:
        with closing(sqlite3.connect(self.file, timeout=10)) as present:
            self.before.backup(present)


def seated(world: World, kind: str) -> Friends:
    friends = world.invite(kind, names=("Ana", "Bo", "Cy")).sit()
    friends.send()
    return friends


def place(friends: Friends, sink: Sink, seat: int, orders: str) -> Place:
    with friends.house.db.reading() as session:
        [ask] = [ask for ask in open_asks(session, find.by_code(session, friends.code)) if ask.seat == seat]
    address = Addresses(friends.house.settings).reply(ask.key)
    letters = [message_from_bytes(raw, policy=policy.default) for raw in sink.raw]
    letter = next(letter for letter in letters if address in str(letter["Reply-To"]))
    return Place(friends.code, seat, orders, address, letter)


def placed_tile(friends: Friends) -> None:
    with friends.house.db.reading() as session:
        seen = view_for(session, friends.house, friends.code, seat=1)
    friends.order(1, seen.examples[0])


@contextmanager
def begun(folder: Path) -> Iterator[Running]:
    with listening(Sink()) as sink, pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.world.world.picture_of", lambda svg: None)
        world = World.new(folder, smtp=sink.url)
        temple, jungle = seated(world, "incan-gold"), seated(world, "tikal")
        temple.order(2, "camp")
        temple.order(3, "torch")
        placed_tile(jungle)
        places = [place(temple, sink, 1, "torch"), place(temple, sink, 2, "torch")]
        places.append(place(jungle, sink, 1, "enter 1 a5\nend"))
        with (
            standing(world.house, pace=RateLimit(10**9, 1)) as door,
            SMTP("127.0.0.1", door.port, timeout=20) as client,
        ):
            client.ehlo()
            made = Running(door, places, client, sqlite3.connect(":memory:", check_same_thread=False))
            with closing(sqlite3.connect(made.file)) as present:
                present.backup(made.before)
            yield made
        made.before.close()
    world.close()
