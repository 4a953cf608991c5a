"""The table of seats that are lent to a friend for a while."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from app.db.columns import few_of, id_column, time_column
from app.db.rows import table_of
from app.keys import post_key


class Loan(SQLModel, table=True):
    """A seat that its owner lends. It is offered, accepted, lent, and over, and the times say which."""

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id", index=True)
    seat: int
    key: str = Field(default_factory=post_key, unique=True)  # in the invitation's link
    owner_id: int = Field(foreign_key="player.id", index=True)
    email: str | None = Field(default=None, index=True)  # of the friend, until the friend has answered
    friend_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    until: str = ""  # the last day, as the owner has set it; empty: until it is called back
    at: datetime = time_column()
    begins_at: datetime = time_column()
    ends_at: datetime | None = time_column()
    accepted_at: datetime | None = time_column()
    began_at: datetime | None = time_column()
    closed_at: datetime | None = time_column()
    rings_at: datetime | None = time_column()  # when it begins, ends or lapses
    why: str = ""  # it is over
    told: int = 0  # how many lines its owner had been told when it began
    mute: bool = False  # whether the owner gets no letters about this match
    entry_at: datetime | None = time_column()  # the deadline in the calendar of whoever had the seat


_OPEN = table_of(Loan).c.rings_at
few_of(_OPEN.is_not(None), "loan_rings", _OPEN)
