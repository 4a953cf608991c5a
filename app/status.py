"""Where a match stands: open, then running or paused, at last over; or abandoned, from wherever it was."""

from app.db.columns import Status
from app.models import Match

GOING_ON: tuple[Status, ...] = ("running", "paused")
ENDED: tuple[Status, ...] = ("over", "abandoned")


def is_open(match: Match) -> bool:
    """There may be free seats still; nothing has been played."""
    return match.status == "open"


def goes_on(match: Match) -> bool:
    """It has begun, and has not ended; where it is paused, nobody can give orders for now."""
    return match.status in GOING_ON


def has_ended(match: Match) -> bool:
    return match.status in ENDED
