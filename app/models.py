"""The tables. A match's record is its steps, one row a line; all else about play is a cache of them."""

import secrets
from base64 import b32encode
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, Index, Integer, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.db.columns import By, MailWay, Policy, Seating, SeatStatus, Status, Watch, json, key, moment, word


def now() -> datetime:
    """The clock of the service; times are kept to the second, as the record has them."""
    return datetime.now(UTC).replace(microsecond=0)


def post_key() -> str:
    """26 letters and digits of one case, as the part of an address before the @ may lose its case."""
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


class Player(SQLModel, table=True):
    """A person, known by an address; without one, a guest who tries a game, or a former player."""

    id: int = key()
    email: str | None = Field(default=None, unique=True)
    name: str = ""
    language: str = "en"
    zone: str = "UTC"
    mail: MailWay = word("each")  # each letter at once; a digest a day; late: what has waited for long; none
    digest_hour: int = 8  # in the player's own zone
    late_hours: int = 12
    quiet_from: int | None = None  # hours of the player's zone, from one to the other, without letters
    quiet_to: int | None = None
    receipts: bool = False  # a letter also for what was played on a page
    entries: bool = True  # letters have the deadline as an entry for the calendar
    talk_letters: bool = False  # a letter for what is said at a table, and not only with the next one
    feed_key: str | None = Field(default=None, unique=True)  # in the addresses of calendar and feed
    guest: str | None = Field(default=None, index=True)  # of who has no address yet: where from, hashed
    hard_bounces: int = 0  # in a row
    resting_at: datetime | None = moment()  # since when letters rest, for they come back
    sign_ins: int = 0  # raised by each sign-in: earlier links are void
    sessions: int = 0  # raised by signing out everywhere: earlier sessions are void
    created_at: datetime = moment()


class Match(SQLModel, table=True):
    """One game being played. `state` and `turn` are the cache of its steps."""

    id: int = key()
    code: str = Field(unique=True)  # in addresses
    join_key: str = Field(unique=True)  # in the one link to pass on
    game: str
    title: str
    options: dict[str, bool] = json(dict)
    size: int
    host_id: int = Field(foreign_key="player.id")
    status: Status = word("open")
    seating: Seating = word("host", name="order", attribute="seating")  # as the host set it, or drawn
    ask_seconds: int | None = None  # time to an ask; None: no clock
    bank_seconds: int = 0  # for the whole game, past the time to an ask
    policy: Policy = word("wait")  # when time runs out
    watch: Watch = word("link")  # who may: everybody who has the link, or the players
    prints_talk: bool = False  # whether the book has what was said; who sits down has been told so
    commitment: str
    locked_seed: str  # the server seed, encrypted
    state: dict[str, Any] | None = json()
    turn: int = 0
    steps: int = 0  # lines of the record so far
    head: str = ""  # the hash of the last one
    result: dict[str, Any] | None = json()
    created_at: datetime = moment()
    started_at: datetime | None = moment()
    paused_at: datetime | None = moment()
    ended_at: datetime | None = moment()
    version: int = Field(default=0, sa_column=Column("version", Integer, nullable=False))


# Of two transactions that change a match at once, the later one fails and starts again.
Match.__mapper__.version_id_col = Match.__table__.c.version  # type: ignore[attr-defined]  # undeclared


class Seat(SQLModel, table=True):
    """A place in a match. `number` is the place in the record, fixed when the match starts."""

    __table_args__ = (UniqueConstraint("match_id", "position"),)

    id: int = key()
    match_id: int = Field(foreign_key="match.id")
    position: int  # as the host set it
    number: int | None = None
    status: SeatStatus = word("empty")
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: bool = False
    name: str = ""  # as the record has it
    email: str | None = None  # where the invitation went
    key: str = Field(unique=True)  # in the invitation's link
    post_key: str = Field(default_factory=post_key, unique=True)  # in the addresses of letters about no ask
    salt: str | None = None
    bank_left: int = 0  # seconds
    plan: str | None = None
    plan_told: str = ""  # why the last plan was disarmed
    deputy: bool = False  # a bot plays until the person is back
    entry_at: datetime | None = moment()  # the deadline that a letter has put into the player's calendar
    told: int = 0  # how many lines of the record a letter has told of
    heard: int = 0  # the last of the table's talk that a letter has told of
    mute: bool = False


_ENTRIES = Seat.__table__.c.entry_at  # type: ignore[attr-defined]  # SQLModel does not declare it
Index("seat_entries", _ENTRIES, sqlite_where=_ENTRIES.is_not(None), postgresql_where=_ENTRIES.is_not(None))


class Step(SQLModel, table=True):
    """One line of a match's record; number 0 is the first line."""

    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: int = key()
    match_id: int = Field(foreign_key="match.id")
    number: int
    turn: int
    line: str = Field(sa_type=Text)
    events: list[dict[str, Any]] = json(list)
    at: datetime = moment()


class Ask(SQLModel, table=True):
    """One seat being asked for orders, with its clock."""

    __table_args__ = (UniqueConstraint("match_id", "turn", "seat"),)

    id: int = key()
    match_id: int = Field(foreign_key="match.id")
    seat: int
    turn: int
    key: str = Field(default_factory=post_key, unique=True)  # in the address that answers go to
    kind: str
    sealed: bool = False
    opened_at: datetime = moment()
    due_at: datetime | None = moment()  # the time to this ask ends; then the bank runs
    rings_at: datetime | None = moment()  # when the clock has next something to do
    half_for: datetime | None = moment()  # the deadline that the first reminder was sent for
    fifth_for: datetime | None = moment()  # and the last one
    orders: str | None = None  # a sealed answer, until all are in
    by: By = word("")  # whose it is, when not the person's
    answered_at: datetime | None = moment()
    closed_at: datetime | None = moment()


# Only open asks ring, however many have been answered.
_RINGS = Ask.__table__.c.rings_at  # type: ignore[attr-defined]  # SQLModel does not declare it
Index("ask_rings", _RINGS, sqlite_where=_RINGS.is_not(None), postgresql_where=_RINGS.is_not(None))


class Receipt(SQLModel, table=True):
    """What somebody ordered, and that it was understood. The same submission again gets the same receipt."""

    __table_args__ = (UniqueConstraint("match_id", "seat", "number"),)

    id: int = key()
    match_id: int = Field(foreign_key="match.id")
    seat: int
    number: int  # of this seat's receipts in this match: a common counter would tell what others do
    turn: int
    base: int  # how many steps there were
    typed: str = Field(sa_type=Text)
    orders: str
    refused: str = ""
    head: str  # the head hash that the orders led to; of a sealed answer, the one before
    at: datetime = moment()


class Letter(SQLModel, table=True):
    """The outbox. Written in the transaction that made it necessary; composed when it is sent."""

    id: int = key()
    key: str = Field(unique=True)  # one letter for one need
    kind: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    to: str = ""  # an address without a player yet: an invitation
    match_id: int | None = Field(default=None, foreign_key="match.id", index=True)
    facts: dict[str, Any] = json(dict)
    message_id: str = ""
    created_at: datetime = moment()
    wanted_at: datetime = moment()  # when it should leave: later than created for who wants to wait
    due_at: datetime | None = moment(index=True)  # the next try; None: nothing more to do
    tries: int = 0
    sent_at: datetime | None = moment()
    dropped: str = ""  # why it was not needed any more, or given up
    error: str = ""
    subject: str = ""
    text: str = Field(default="", sa_type=Text)
    html: str = Field(default="", sa_type=Text)
    picture: bytes | None = Field(default=None, sa_type=LargeBinary)  # the board, of a letter kept here


class Talk(SQLModel, table=True):
    """What somebody at a table has said to all of it."""

    id: int = key()
    match_id: int = Field(foreign_key="match.id", index=True)
    seat: int
    base: int  # how many steps there were
    text: str = Field(sa_type=Text)
    at: datetime = moment()


class Mail(SQLModel, table=True):
    """A mail that came in: kept as it came, and read by the worker."""

    id: int = key()
    digest: str = Field(unique=True)  # of the address and the bytes: the same mail again is the same row
    to: str = Field(index=True)  # the address that it came to: it says who, and about what
    sender: str = ""  # of the envelope; empty for what must not be answered
    raw: bytes = Field(sa_type=LargeBinary)  # compressed
    message_id: str = Field(default="", index=True)
    received_at: datetime = moment(index=True)
    due_at: datetime | None = moment(index=True)  # the next try to read it; None: it has been read
    tries: int = 0
    outcome: str = ""  # what came of it, in a word or a sentence


class Draft(SQLModel, table=True):
    """Orders that a seat is still thinking about: one to a seat, for the decision that it saw."""

    __table_args__ = (UniqueConstraint("match_id", "seat"),)

    id: int = key()
    match_id: int = Field(foreign_key="match.id")
    seat: int
    turn: int
    base: int  # how many steps there were
    text: str = Field(sa_type=Text)
    at: datetime = moment()


class Book(SQLModel, table=True):
    """The book of a finished match in one language: wanted, made by the worker, and kept."""

    __table_args__ = (UniqueConstraint("match_id", "language"),)

    id: int = key()
    match_id: int = Field(foreign_key="match.id")
    language: str
    wanted_at: datetime = moment()
    due_at: datetime | None = moment(index=True)  # the next try to make it; None: nothing more to do
    tries: int = 0
    done: int = 0  # how far the making of it has come,
    of: int = 0  # of so much
    error: str = ""  # why the last try came to nothing
    made_at: datetime | None = moment()
    pdf: bytes | None = Field(default=None, sa_type=LargeBinary)


class Note(SQLModel, table=True):
    """What a person has written down about a match, and nobody else ever sees."""

    __table_args__ = (UniqueConstraint("player_id", "match_id"),)

    id: int = key()
    player_id: int = Field(foreign_key="player.id")
    match_id: int = Field(foreign_key="match.id", index=True)
    text: str = Field(sa_type=Text)
    at: datetime = moment()


class Rematch(SQLModel, table=True):
    """The match that the players of another went on with: one, whoever asks for it and however often."""

    id: int = key()
    of_id: int = Field(foreign_key="match.id", unique=True)
    match_id: int = Field(foreign_key="match.id", index=True)
