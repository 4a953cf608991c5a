"""Whether an address leads to this very service: it is asked for a token that only its database has.

Another service, or an older copy of this one with the same keys, has another database and cannot answer.
"""

import hashlib
from datetime import timedelta

from sqlmodel import Session, col, delete, select

from app.house import House
from app.keys import signature
from app.models import Heartbeat
from app.services.upkeep import heartbeats

ROLE = "doctor"
GOOD_FOR = timedelta(minutes=2)
PLACE = "/.well-known/chasqui/"


def place_of(token: str) -> str:
    """As the database has it: who reads that cannot ask."""
    return hashlib.sha256(f"chasqui/doctor {token}".encode()).hexdigest()


def is_asked(session: Session, token: str) -> bool:
    asked = select(Heartbeat.at).where(Heartbeat.role == ROLE, Heartbeat.place == place_of(token))
    at = session.exec(asked).first()
    return at is not None and abs(heartbeats.database_time(session) - at) < GOOD_FOR


def answer(house: House, token: str) -> str:
    return signature(house.settings.keys[0], "doctor", token, 26)


def forget(session: Session, token: str) -> None:
    session.exec(
        delete(Heartbeat).where(col(Heartbeat.role) == ROLE, col(Heartbeat.place) == place_of(token))
    )
