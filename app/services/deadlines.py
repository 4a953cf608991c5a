"""The times of an ask: when it is due, when its clock rings next, what a pause does to them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from app.clock import now
from app.models import Ask, Match, Seat


def start_clock(ask: Ask, match: Match, seat: Seat) -> None:
    """Sets the times of an ask that is new or that starts afresh."""
    if match.ask_seconds is not None:
        ask.due_at = ask.opened_at + timedelta(seconds=match.ask_seconds)
    ask.rings_at = next_ring(ask, match, seat)


def next_ring(ask: Ask, match: Match, seat: Seat) -> datetime | None:
    """When there is next something to do for an ask: a bot's answer, a reminder, the end of its time."""
    if ask.answered_at or ask.closed_at:
        return None
    if seat.bot or seat.deputy:
        return ask.opened_at
    if not ask.due_at:
        return None
    times = [half_time(ask)] if ask.half_for != ask.due_at else []
    times += [last_fifth_begins(ask)] if ask.fifth_for != ask.due_at else []
    times += [bank_ends(ask, seat)] if match.policy != "wait" else []
    return min(times, default=None)


def rings_now(asks: Iterable[Ask]) -> bool:
    """Whether the clock of one of these asks rings already."""
    at = now()
    return any(ask.rings_at and ask.rings_at <= at for ask in asks)


def half_time(ask: Ask) -> datetime:
    assert ask.due_at
    return ask.opened_at + (ask.due_at - ask.opened_at) / 2


def last_fifth_begins(ask: Ask) -> datetime:
    """When the last fifth of the time begins."""
    assert ask.due_at
    return ask.opened_at + (ask.due_at - ask.opened_at) * 4 / 5


def bank_ends(ask: Ask, seat: Seat) -> datetime:
    """When the seat's time bank has run out too."""
    assert ask.due_at
    return ask.due_at + timedelta(seconds=seat.bank_left)


def stop_clock(ask: Ask, seat: Seat) -> None:
    """Closes the ask. Time after its deadline is taken from the seat's bank."""
    ask.closed_at, ask.rings_at = now(), None
    answered = ask.answered_at or ask.closed_at
    if ask.due_at and answered > ask.due_at and not seat.bot:
        seat.bank_left = max(0, seat.bank_left - int((answered - ask.due_at).total_seconds()))


def give_more_time(ask: Ask, match: Match, seat: Seat, by: timedelta) -> None:
    """Later than the deadline; of one that has passed, later than now. During a pause no clock rings."""
    if ask.due_at:
        ask.due_at = max(ask.due_at, match.paused_at or now()) + by
        ask.rings_at = None if match.paused_at else next_ring(ask, match, seat)


def shift_times(ask: Ask, match: Match, seat: Seat, by: timedelta) -> None:
    """After a pause, every time is later, and no reminder comes twice. Nobody's bank gains or loses by it."""
    ask.opened_at += by
    for name in ("due_at", "half_for", "fifth_for", "answered_at"):
        at = getattr(ask, name)
        setattr(ask, name, at and at + by)
    ask.rings_at = next_ring(ask, match, seat)
