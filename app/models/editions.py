"""The table of the program's editions that have worked with this database."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from app.db.columns import id_column, time_column


class Edition(SQLModel, table=True):
    """One edition of the engine (app/edition.py); the one that came last is in use."""

    id: int = id_column()
    name: str = Field(unique=True)
    came_at: datetime = time_column(nullable=False)
    looked_at: datetime | None = time_column()  # when it had looked at all matches that go on
