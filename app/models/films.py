"""The table of films: finished matches as animated pictures."""

from datetime import datetime

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.db.columns import id_column, time_column


class Film(SQLModel, table=True):
    """A finished match as an animated picture, with the words of one language. The worker makes it."""

    __table_args__ = (UniqueConstraint("match_id", "language"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    language: str
    wanted_at: datetime = time_column()
    due_at: datetime | None = time_column(index=True)  # the next try to make it; None: nothing more to do
    claims: int = 0  # workers that have begun it since anything came of it
    tries: int = 0  # that have failed
    error: str = ""  # why the last try failed
    made_at: datetime | None = time_column()
    seconds: int = 0  # that it runs
    width: int = 0
    height: int = 0
    gif: bytes | None = Field(default=None, sa_type=LargeBinary)
