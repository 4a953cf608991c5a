"""What the server draws for a match, before anybody gives a salt: its seed, and a salt for each seat.

The form for a new match shows their hashes and carries them, encrypted: so the host, too, sees the hashes
before giving a salt. They are good for one match: its seed is published in the end.
"""

import json
import secrets
from typing import NamedTuple

from sqlmodel import Session, select

from app.house import House
from app.models import Match
from app.problems import Problem
from app.vault import CannotDecrypt
from engine.chance import commitment, salt_hash

PURPOSE = "chasqui/drawn"


class UsedDraw(Problem):
    """The caller shows the form again, with another draw."""


class Draw(NamedTuple):
    server_seed: bytes
    salts: tuple[str, ...]

    @property
    def commitment(self) -> str:
        return commitment(self.server_seed)

    @property
    def hashes(self) -> list[str]:
        return [salt_hash(salt) for salt in self.salts]


def draw(seats: int) -> Draw:
    return Draw(secrets.token_bytes(32), tuple(secrets.token_hex(16) for _ in range(seats)))


def sealed(house: House, drawn: Draw) -> str:
    """For a hidden field of the form."""
    told = {"for": PURPOSE, "seed": drawn.server_seed.hex(), "salts": drawn.salts}
    return house.vault.encrypt(json.dumps(told).encode())


def opened(house: House, field: str) -> Draw:
    try:
        told = json.loads(house.vault.decrypt(field))
    except (CannotDecrypt, ValueError):
        told = None
    if not isinstance(told, dict) or told.get("for") != PURPOSE:
        raise used_draw()
    return Draw(bytes.fromhex(told["seed"]), tuple(told["salts"]))


def check_unused(session: Session, drawn: Draw) -> None:
    """The database refuses the second of two matches that come at the same moment."""
    if session.exec(select(Match.id).where(Match.commitment == drawn.commitment)).first():
        raise used_draw()


def used_draw() -> UsedDraw:
    return UsedDraw(
        "This form has opened a match already, or is too old. Here is a new commitment; please send it again."
    )
