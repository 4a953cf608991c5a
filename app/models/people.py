"""The tables of people: who they are, where they are signed in, what they have refused."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from app.db.columns import few_of, id_column, json_column, time_column, word_column
from app.db.rows import table_of
from app.db.words import MailWay
from app.keys import first_count, post_key


class Player(SQLModel, table=True):
    """A person. One without an address is a guest who tries a game, or a former player."""

    id: int = id_column()
    email: str | None = Field(default=None, unique=True)
    name: str = ""
    language: str = "en"
    zone: str = "UTC"
    mail: MailWay = word_column("each")  # each at once; a daily digest; late: only about long turns; none
    digest_hour: int = 8  # in the player's own zone
    late_hours: int = 12  # for `late`: how long a turn is open before its letter is sent
    quiet_from: int | None = None  # between these hours, in the player's zone, no letters are sent
    quiet_to: int | None = None
    wakes: int | None = None  # between these hours, in the player's zone, a clock may run out
    sleeps: int | None = None
    free_days: list[int] = json_column(list)  # without play; Monday is 0
    absences: list[list[str]] = json_column(list)  # from a day to a day; "" for the last: until they are back
    receipts: bool = False  # whether orders that were given on a page are answered by a letter, too
    entries: bool = True  # whether letters have the deadline as an entry for the calendar
    entry_letters: bool = False  # whether a letter takes the entry out again that no other letter takes out
    talk_letters: bool = False  # whether talk is sent at once, and not only with the next letter
    feed_key: str | None = Field(default=None, unique=True)  # in the addresses of calendar and feed
    stop_key: str = Field(default_factory=post_key, unique=True)  # in the link that ends the daily letter
    guest: str | None = Field(default=None, index=True)  # for guests only: the hash of their network address
    hard_bounces: int = 0  # in a row
    resting_at: datetime | None = time_column()  # since then no letters are sent, because they bounced
    sign_ins: int = Field(default_factory=first_count)  # each sign-in raises it, and makes earlier links void
    # Nothing reads it: a session is a row of Browser. The next version drops the column, when no process of
    # an earlier version runs beside it.
    sessions: int = 0
    created_at: datetime = time_column()


_RESTING = table_of(Player).c.resting_at
few_of(_RESTING.is_not(None), "player_resting", _RESTING)


class Browser(SQLModel, table=True):
    """A browser in which somebody is signed in. Without the row, its cookie is good for nothing."""

    id: int = id_column()
    player_id: int = Field(foreign_key="player.id", index=True)
    key: str = Field(unique=True)  # the hash of the one in the cookie
    since: datetime = time_column(nullable=False)


class NewAddress(SQLModel, table=True):
    """An account is to move to another address, or has moved lately, so that the old one can take it back."""

    id: int = id_column()
    player_id: int = Field(foreign_key="player.id", index=True)
    old: str
    new: str
    key: str = Field(default_factory=post_key, unique=True)  # in the link to the new address
    stop_key: str = Field(default_factory=post_key, unique=True)  # in the link to the old one
    asked_at: datetime = time_column(nullable=False)
    moved_at: datetime | None = time_column()


class Refusal(SQLModel, table=True):
    """A mailbox that gets no more invitations. From its hash, nobody can tell the address."""

    id: int = id_column()
    mailbox: str = Field(unique=True)  # a keyed hash
    at: datetime = time_column()


class Pace(SQLModel, table=True):
    """How much of one limit is used up by those whom it holds for."""

    id: int = id_column()
    key: str = Field(unique=True)  # the limit, and a keyed hash of whom it holds for
    used_until: float = Field(index=True)  # in seconds since 1970; then nothing of the limit is used up
