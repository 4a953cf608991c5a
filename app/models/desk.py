"""The tables of what is written at a match beside the orders: talk, drafts, notes; and its book."""

from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.db.columns import id_column, time_column


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


class Book(SQLModel, table=True):
    """The book of a finished match in one language. The worker makes it once somebody wants it."""

    __table_args__ = (UniqueConstraint("match_id", "language"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    language: str
    wanted_at: datetime = time_column()
    due_at: datetime | None = time_column(index=True)  # the next try to make it; None: nothing more to do
    claims: int = 0  # workers that have begun it since anything came of it
    tries: int = 0  # that have failed
    done: int = 0  # how many stages of the work are done
    of: int = 0  # out of so many
    error: str = ""  # why the last try failed
    made_at: datetime | None = time_column()
    pdf: bytes | None = Field(default=None, sa_type=LargeBinary)


_BOOKS = Book.__table__.c  # type: ignore[attr-defined]  # SQLModel does not declare it
_NOT_MADE = _BOOKS.due_at.is_(None) & _BOOKS.made_at.is_(None)
Index("book_given_up", _BOOKS.wanted_at, sqlite_where=_NOT_MADE, postgresql_where=_NOT_MADE)
