"""The edition of this program: a short name for all that decides how a match is played.

It changes with any file of the engine, with the tables' version, with Python's, and with how matches are
looked at. Two programs of one edition play every match alike; of two editions nobody knows that before
they have looked.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

from app.db.schema_version import needed

ROOT = Path(__file__).parents[1]
LENGTH = 12
KINDS = (".py", ".txt", ".json")
BESIDE_THE_ENGINE = ("app/services/play/shadow.py", "app/services/matches/changes.py")


@cache
def edition() -> str:
    whole = hashlib.sha256(f"{needed()} {sys.version_info[:2]}".encode())
    for path in _files():
        whole.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()[:LENGTH]


def _files() -> list[Path]:
    engine = [path for path in (ROOT / "engine").rglob("*") if path.suffix in KINDS]
    return sorted([*engine, *(ROOT / path for path in BESIDE_THE_ENGINE)])


def mark(steps: int) -> str:
    """What a match keeps that this edition has played again, up to its last step."""
    return f"{edition()} {steps}"
