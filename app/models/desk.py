"""What is kept of a match beside its orders: talk, drafts, notes, diaries, looks; and its book."""

from datetime import datetime

from sqlalchemy import LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.db.columns import few_of, id_column, time_column
from app.db.rows import table_of


class Talk(SQLModel, table=True):
    """What one seat has said to all seats of its match."""

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id", index=True)
    seat: int
    base: int  # how many steps there were
    text: str = Field(sa_type=Text)
    at: datetime = time_column()


class Draft(SQLModel, table=True):
    """Orders that a seat has not given yet: one draft for each seat, for the decision that it was made at."""

    __table_args__ = (UniqueConstraint("match_id", "seat"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    seat: int
    turn: int
    base: int  # how many steps there were
    text: str = Field(sa_type=Text)
    at: datetime = time_column()


class Note(SQLModel, table=True):
    """What a player has noted about a match. Nobody else ever sees it."""

    __table_args__ = (UniqueConstraint("player_id", "match_id"),)

    id: int = id_column()
    player_id: int = Field(foreign_key="player.id")
    match_id: int = Field(foreign_key="match.id", index=True)
    text: str = Field(sa_type=Text)
    at: datetime = time_column()


class DiaryEntry(SQLModel, table=True):
    """What a player has written into a diary of a match while playing. Nobody else sees it before the end."""

    id: int = id_column()
    player_id: int = Field(foreign_key="player.id")
    match_id: int = Field(foreign_key="match.id", index=True)
    seat: int
    base: int  # how many steps there were
    text: str = Field(sa_type=Text)
    at: datetime = time_column()


class Look(SQLModel, table=True):
    """How far a reader has seen a match. Its page marks what has changed after `since`."""

    __table_args__ = (UniqueConstraint("player_id", "match_id"),)

    id: int = id_column()
    player_id: int = Field(foreign_key="player.id")
    match_id: int = Field(foreign_key="match.id", index=True)
    seen: int  # the newest step that the page has shown
    since: int  # the newest one that it had shown before there was anything new


class Contribution(SQLModel, table=True):
    """What a player gives to the book of a match."""

    __table_args__ = (UniqueConstraint("player_id", "match_id"),)

    id: int = id_column()
    player_id: int = Field(foreign_key="player.id")
    match_id: int = Field(foreign_key="match.id", index=True)
    seat: int
    dedication: str = Field(default="", sa_type=Text)  # printed with the player's name
    prints_diary: bool = False
    at: datetime = time_column()


class Book(SQLModel, table=True):
    """The book of a finished match in one language. The worker makes it once somebody wants it."""

    __table_args__ = (UniqueConstraint("match_id", "language"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    language: str  # and the paper, if it is not A4: "en", "en booklet"
    wanted_at: datetime = time_column()
    due_at: datetime | None = time_column(index=True)  # the next try to make it; None: nothing more to do
    claims: int = 0  # workers that have begun it since anything came of it
    tries: int = 0  # that have failed
    done: int = 0  # how many stages of the work are done
    of: int = 0  # out of so many
    error: str = ""  # why the last try failed
    made_at: datetime | None = time_column()
    pdf: bytes | None = Field(default=None, sa_type=LargeBinary)


_BOOKS = table_of(Book).c
_NOT_MADE = _BOOKS.due_at.is_(None) & _BOOKS.made_at.is_(None)
few_of(_NOT_MADE, "book_given_up", _BOOKS.wanted_at)
