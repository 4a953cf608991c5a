"""A bot plays for somebody until they are back: at the latest until the absence ends that they stated."""

from datetime import datetime
from zoneinfo import ZoneInfo

from app.clock import now
from app.services.play.live import LiveMatch


def begin_deputy(live: LiveMatch, seat: int) -> None:
    row = live.seats[seat]
    row.deputy, row.away, row.deputy_until = True, row.away + 1, stated_end(live, seat, now())


def stated_end(live: LiveMatch, seat: int, at: datetime) -> str:
    """The last day of the absence that goes on; empty where there is none, or none that ends."""
    own = live.own_time_of(seat)
    today = at.astimezone(ZoneInfo(own.zone)).date().isoformat() if own else ""
    absences = own.absences if own else ()
    return next((last for first, last in absences if first <= today <= (last or today)), "")


def is_back(live: LiveMatch, seat: int, at: datetime) -> bool:
    """Whether the day has passed until which the person wanted to be away, and no other absence goes on."""
    row, own = live.seats[seat], live.own_time_of(seat)
    if not row.deputy or not row.deputy_until or not own:
        return False
    today = at.astimezone(ZoneInfo(own.zone)).date().isoformat()
    return row.deputy_until < today and not any(
        first <= today <= (last or today) for first, last in own.absences
    )


def end_deputies_of(live: LiveMatch, seats: list[int]) -> None:
    """Before these are asked."""
    for seat in seats:
        if is_back(live, seat, now()):
            live.seats[seat].deputy, live.seats[seat].deputy_until = False, ""
