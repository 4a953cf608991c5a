"""The table of signs of life."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import SQLModel

from app.db.columns import id_column, time_column


class Heartbeat(SQLModel, table=True):
    """That a process is alive and can write. Each writes its own row anew every few seconds."""

    __table_args__ = (UniqueConstraint("role", "place"),)

    id: int = id_column()
    role: str  # worker, beat, door, web; doctor, which looks whether it can be written
    place: str  # which machine and process
    at: datetime = time_column(nullable=False, index=True)  # by the database's clock
    skew: float = 0.0  # seconds by which the clock of the process is ahead of the database's
    memory: int = 0  # kilobytes that the process takes; 0: the system does not tell
