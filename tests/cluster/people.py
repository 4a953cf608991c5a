"""People who have nothing but the letters that a mail server took for them, and a browser."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from http.client import HTTPException
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

from sqlmodel import Session, select

from app.models import Ask, Match, Seat
from app.services.lobby import opening
from app.services.people import accounts
from tests.world import World
from tests.world.letter_reader import one_click
from tests.world.mail_server import Sink

FROZEN = 20.0  # a request that takes so long will never come back


@dataclass
class Visit:
    status: int
    text: str
    seconds: float


def visit(address: str, posting: bool = False, **form: str) -> Visit | None:
    """None where nobody answered, or the answer broke off."""
    begun = time.monotonic()
    try:
        with urlopen(address, urlencode(form).encode() if posting else None, timeout=FROZEN) as answer:
            status, body = answer.status, answer.read()
    except HTTPError as error:
        with error:
            status, body = error.code, error.read()
    except (OSError, HTTPException):
        return None
    return Visit(status, body.decode(), time.monotonic() - begun)


@dataclass
class Clickers:
    """They answer every letter with a click, and click again when nothing came back."""

    sink: Sink
    chance: Random
    opened: int = 0
    known: set[str] = field(default_factory=set)  # letters, by Message-ID
    clicks: list[str] = field(default_factory=list)  # addresses that nobody has answered yet
    visits: list[Visit] = field(default_factory=list)

    def open_letters(self) -> None:
        self.clicks += [self.chance.choice(sorted(choices)) for choices in self._questions()]

    def click(self) -> None:
        """All at once."""
        with ThreadPoolExecutor(8) as hands:
            visits = list(hands.map(partial(visit, posting=True), self.clicks))
        self.clicks = [address for address, came in zip(self.clicks, visits, strict=True) if not came]
        self.visits += [came for came in visits if came]
        assert not [came for came in visits if came and came.status != 200]

    def play(self) -> None:
        self.open_letters()
        if self.clicks:
            self.click()

    def _questions(self) -> Iterator[list[str]]:
        """The addresses of the one-click answers in each fresh letter."""
        for message in self._fresh():
            if choices := [address for orders, address in one_click(text_of(message)).items() if orders]:
                yield choices

    def _fresh(self) -> Iterator[EmailMessage]:
        """A second copy of a letter is put aside."""
        arrived = self.sink.raw[self.opened :]
        self.opened += len(arrived)
        for message in (message_from_bytes(raw, policy=policy.default) for raw in arrived):
            message_id = str(message["Message-ID"])
            if message_id not in self.known:
                self.known.add(message_id)
                yield message


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\r\n", "\n")


def open_match(world: World, game: str, guests: list[str], host: str, away: bool = False) -> None:
    """The host opens it, and plays by letters; or is away, so that bots play alone."""

    def opened(session: Session) -> None:
        player = accounts.find_or_create(session, host)
        wish = opening.Wish(game, "", len(guests) + 1, guests=guests, ask_seconds=None, policy="bot")
        match = opening.open_match(session, world.house, player.id, wish)
        if away:
            leave_to_bots(session, match)

    world.house.db.write(opened)
    world.house.wake()


def leave_to_bots(session: Session, match: Match) -> None:
    for seat in session.exec(select(Seat).where(Seat.match_id == match.id)):
        seat.deputy = True
    for ask in session.exec(select(Ask).where(Ask.match_id == match.id)):
        ask.rings_at = ask.opened_at
