"""The tables of what whoever watches over the service wants to know, and no other row tells."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field, SQLModel

from app.db.columns import id_column, time_column


class Tally(SQLModel, table=True):
    """How often something has happened, in all processes together."""

    id: int = id_column()
    key: str = Field(unique=True)  # what, and why
    count: int = 0


class Fault(SQLModel, table=True):
    """An error that a process has written into its log."""

    id: int = id_column()
    at: datetime = time_column(nullable=False, index=True)
    place: str  # which machine and process
    name: str  # of the part of the program
    text: str = Field(sa_type=Text)  # without addresses and secrets
