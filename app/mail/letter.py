"""What a letter is before it becomes a message."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from app.settings import Settings
from engine.speech import Speech


class NotNeeded(Exception):
    """The letter need not leave any more; the reason is kept with it."""


class MailingList(NamedTuple):
    """What a mail program filters letters by, and ends them by."""

    name: str
    stop: str  # the page that ends these letters
    unsubscribe: str = ""  # the mail address that ends them, where there is one
    archive: str = ""


class Thread(NamedTuple):
    """All the letters about one match to one person: a thread to read, and a list to filter by."""

    code: str
    title: str
    address: str  # of the match
    stop: str  # the page that ends these letters
    unsubscribe: str = ""  # the mail address that ends them, where mail is taken in
    game: str = ""

    @property
    def mailing_list(self) -> MailingList:
        return MailingList(f"{self.code}.matches", self.stop, self.unsubscribe, self.address)

    def root(self, to: str) -> str:
        """What every letter of the thread answers to. It is never sent; it need not be."""
        person = hashlib.sha256(f"{self.code} {to}".encode()).hexdigest()
        return f"m.{self.code}.{person[:16]}"


class SeatNews(NamedTuple):
    """After this letter, its seat knows so many lines of the record, and the talk up to one row."""

    seat_id: int
    lines: int
    heard: int = 0
    plan_gone: str = ""  # why its plan was put aside
    has_entry: bool = False  # for the calendar: one at this moment, or none that is left
    entry_at: datetime | None = None

    def with_entry(self, deadline: "Deadline | None") -> "SeatNews":
        """Also what the letter's entry, where it has one, does to the calendar."""
        return self._replace(has_entry=True, entry_at=deadline.shown_at) if deadline else self


class Deadline(NamedTuple):
    """Until when a seat has to answer, for a calendar: later ones of its uid move it or take it back."""

    uid: str
    sequence: int  # a higher one replaces a lower one
    stamp: datetime  # when this was so
    at: datetime
    summary: str
    url: str
    cancelled: bool = False

    @classmethod
    def of_seat(
        cls,
        settings: Settings,
        speech: Speech,
        place: tuple[str, str, int],
        at: datetime,
        stamp: datetime,
        cancelled: bool = False,
        count: int = 0,
    ) -> "Deadline":
        """The one entry that a seat has, in letters and feeds alike. `place`: the match's code and title,
        and the number of the seat. `count`: of the letters to its player, to tell two of one moment apart."""
        code, title, seat = place
        uid, url = f"{code}.s{seat}.deadline@{settings.host}", f"{settings.url}/m/{code}"
        summary = speech.gettext("{title}: your turn").format(title=title)
        return cls(uid, int(stamp.timestamp()) + count, stamp, at, summary, url, cancelled)

    @property
    def shown_at(self) -> datetime | None:
        return None if self.cancelled else self.at


@dataclass(frozen=True)
class ComposedLetter:
    """Where a field has no value, the message has no such part or header."""

    to: str
    name: str
    subject: str
    text: str
    html: str
    thread: Thread | None = None
    of_list: MailingList | None = None  # where it is another one than that of the thread
    seat_news: tuple[SeatNews, ...] = ()
    reply_to: str = ""  # the address that an answer goes to
    in_reply_to: str = ""  # the Message-ID, without <>, of the mail that this answers
    replied: bool = False  # it answers a mail; the others come by themselves
    picture: bytes | None = None  # PNG; the page shows it as cid:board
    alt: str = ""  # the picture in words, as the page has them too
    deadline: Deadline | None = None
    book: bytes | None = None  # of the match, PDF
    film: bytes | None = None  # of the match, animated GIF
    more_pictures: tuple[bytes, ...] = ()  # PNG; the page shows them as cid:board-2 and so on

    @property
    def mailing_list(self) -> MailingList | None:
        return self.of_list or (self.thread.mailing_list if self.thread else None)
