"""When a match counts as idle: nobody has acted for so long. Bots, clocks and time alone do not act."""

from datetime import timedelta

from app.clock import now
from app.models import Match

IDLE = timedelta(days=60)  # then all are asked whether to go on
ANSWER_WITHIN = timedelta(days=7)  # then the match rests


def acted(match: Match) -> None:
    """Somebody has given orders, or wants to go on."""
    match.idle_at, match.asked_on_at = now() + IDLE, None
