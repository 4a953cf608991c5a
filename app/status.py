"""The status of a match: open, then running or paused, at last over. At any time it may become abandoned."""

from app.db.words import Status
from app.models import Match

GOING_ON: tuple[Status, ...] = ("running", "paused")
ENDED: tuple[Status, ...] = ("over", "abandoned")


def is_open(match: Match) -> bool:
    """Nothing has been played yet, and there may be free seats."""
    return match.status == "open"


def goes_on(match: Match) -> bool:
    """It has begun and has not ended. While it is paused, nobody can give orders."""
    return match.status in GOING_ON


def has_ended(match: Match) -> bool:
    return match.status in ENDED
