"""How long PostgreSQL may keep us waiting. With SQLite nothing of its driver is imported."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Waits:
    """The longest waits, in seconds."""

    lock: float  # for a row that another transaction has locked
    statement: float
    idle: (
        float  # of a transaction that asks for nothing: its process may be frozen, and others need its locks
    )
    answer: float  # until our side hangs up


PAGES = Waits(lock=2, statement=5, idle=30, answer=6)  # somebody waits in front of a screen
WORK = Waits(lock=5, statement=60, idle=120, answer=75)
LOOK = Waits(lock=0.5, statement=1, idle=5, answer=1.5)  # of whoever watches over the service
