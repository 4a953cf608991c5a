"""The times of an ask: when it is due, when its clock rings next, what a pause does to them.

All are columns. Whoever starts a clock says what it counts (`counting.py`); whoever reads one need not know.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from app.clock import now
from app.models import Ask, Match, Seat
from app.services.deadlines.counting import Counting, counting_of
from app.services.deadlines.counting import OwnTime as OwnTime

HALF, LAST_FIFTH = 1 / 2, 4 / 5
LATE_DAYS = (1, 3, 7)  # after so many days a player who is awaited hears again, and then every week
WEEK = 7


def start_clock(ask: Ask, match: Match, seat: Seat, own: OwnTime | None = None) -> None:
    """Sets the times of an ask that is new or that starts afresh."""
    if match.ask_seconds is not None:
        counting = counting_of(match, seat, own, ask.opened_at)
        set_times(ask, match, seat, counting, counting.after(ask.opened_at, whole_time(match)))
    ask.rings_at = next_ring(ask, match, seat)


def set_times(ask: Ask, match: Match, seat: Seat, counting: Counting, due_at: datetime) -> None:
    """The times that follow from a deadline. Those of a plain clock need no columns."""
    ask.due_at, ask.late_told = due_at, 0
    ask.half_at = ask.fifth_at = ask.out_at = None
    if counting.is_plain:
        return
    ask.half_at = min(counting.after(ask.opened_at, whole_time(match) * HALF), due_at)
    ask.fifth_at = min(counting.after(ask.opened_at, whole_time(match) * LAST_FIFTH), due_at)
    ask.out_at = counting.after(due_at, timedelta(seconds=seat.bank_left))
    seat.days_away = days_used(seat, counting, ask.opened_at, ask.out_at)


def days_used(seat: Seat, counting: Counting, one: datetime, other: datetime) -> list[str]:
    return sorted({*seat.days_away, *counting.days_left_out(one, other)})


def whole_time(match: Match) -> timedelta:
    return timedelta(seconds=match.ask_seconds or 0)


def next_ring(ask: Ask, match: Match, seat: Seat) -> datetime | None:
    """When there is next something to do for an ask: a bot's answer, a reminder, the end of its time."""
    if ask.answered_at or ask.closed_at:
        return None
    if ask.held:
        return ask.final_at
    if seat.bot or seat.deputy:
        return ask.opened_at
    if not ask.due_at:
        return None
    times = [half_time(ask)] if ask.half_for != ask.due_at else []
    times += [last_fifth_begins(ask)] if ask.fifth_for != ask.due_at else []
    times += [bank_ends(ask, seat)] if match.policy != "wait" else [next_late_letter(ask)]
    return min(times, default=None)


def rings_now(asks: Iterable[Ask]) -> bool:
    """Whether the clock of one of these asks rings already."""
    at = now()
    return any(ask.rings_at and ask.rings_at <= at for ask in asks)


def half_time(ask: Ask) -> datetime:
    assert ask.due_at
    return ask.half_at or ask.opened_at + (ask.due_at - ask.opened_at) * HALF


def last_fifth_begins(ask: Ask) -> datetime:
    """When the last fifth of the time begins."""
    assert ask.due_at
    return ask.fifth_at or ask.opened_at + (ask.due_at - ask.opened_at) * LAST_FIFTH


def bank_ends(ask: Ask, seat: Seat) -> datetime:
    """When the seat's time bank has run out too."""
    assert ask.due_at
    return ask.out_at or ask.due_at + timedelta(seconds=seat.bank_left)


# --- A match that waits for somebody ---


def next_late_letter(ask: Ask) -> datetime:
    assert ask.due_at
    following = next((days for days in LATE_DAYS if days > ask.late_told), ask.late_told + WEEK)
    return ask.due_at + timedelta(days=following)


def days_late(ask: Ask, at: datetime) -> int:
    """After how many days the newest letter to somebody who is awaited should have come; 0: none yet."""
    assert ask.due_at
    days = (at - ask.due_at).days
    early = [late for late in LATE_DAYS if late <= days]
    return days // WEEK * WEEK if days >= WEEK else max(early, default=0)


# --- Changes ---


def stop_clock(ask: Ask, seat: Seat, match: Match, own: OwnTime | None = None) -> None:
    """Closes the ask. Time after its deadline is taken from the bank; absence to come is given back."""
    ask.closed_at, ask.rings_at = now(), None
    answered = ask.answered_at or ask.closed_at
    counting = counting_of(match, seat, own, answered)
    if ask.due_at and answered > ask.due_at and not seat.bot:
        seat.bank_left = max(0, seat.bank_left - int(counting.between(ask.due_at, answered).total_seconds()))
    if counting.counted and seat.days_away:
        today = counting.counted.day_of(answered).isoformat()
        seat.days_away = [day for day in seat.days_away if day <= today]


def renew(ask: Ask, match: Match, seat: Seat, own: OwnTime, at: datetime) -> bool:
    """The player's hours have changed: whether there is another deadline now. It is never an earlier one.

    The time is counted again from its beginning. Counted from now on, it could grow with every change.
    """
    if not ask.due_at or ask.answered_at or seat.deputy:
        return False
    counting, old_due, told = counting_of(match, seat, own, at), ask.due_at, ask.late_told
    old_out = bank_ends(ask, seat)
    due_at = old_due
    if old_due > at:
        due_at = counting.after(max(old_due, counting.after(ask.opened_at, whole_time(match))), timedelta(0))
    set_times(ask, match, seat, counting, due_at)
    ask.late_told = told
    ask.out_at = counting.after(max(old_out, bank_ends(ask, seat)), timedelta(0))
    seat.days_away = days_used(seat, counting, ask.opened_at, ask.out_at)
    ask.rings_at = next_ring(ask, match, seat)
    return due_at != old_due


def give_more_time(ask: Ask, match: Match, seat: Seat, own: OwnTime | None, by: timedelta) -> None:
    """Later than the deadline; of one that has passed, later than now. During a pause no clock rings."""
    if ask.due_at:
        begins = max(ask.due_at, match.paused_at or now())
        counting = counting_of(match, seat, own, begins)
        set_times(ask, match, seat, counting, counting.after(begins, by))
        ask.rings_at = None if match.paused_at else next_ring(ask, match, seat)


def go_on_after_pause(ask: Ask, match: Match, seat: Seat, own: OwnTime | None, paused_at: datetime) -> None:
    """After a pause, every time is later, and no reminder comes twice. Nobody's bank gains or loses by it."""
    at = now()
    counting = counting_of(match, seat, own, at)
    was = {name: getattr(ask, name) for name in ("due_at", "half_for", "fifth_for")}
    # Through a day that does not count it would go back to the last one that did.
    ask.opened_at = max(ask.opened_at, moved(ask.opened_at, counting, paused_at, at))
    ask.answered_at = ask.answered_at and ask.answered_at + (at - paused_at)
    for name in ("held_at", "final_at"):
        moment = getattr(ask, name)
        setattr(ask, name, moment and moment + (at - paused_at))
    for name in ("due_at", "half_at", "fifth_at", "out_at"):
        moment = getattr(ask, name)
        setattr(ask, name, moment and moved(moment, counting, paused_at, at))
    for name in ("half_for", "fifth_for"):
        setattr(ask, name, ask.due_at if was[name] == was["due_at"] else was[name])
    if ask.due_at and not counting.is_plain:
        ask.out_at = counting.after(ask.due_at, timedelta(seconds=seat.bank_left))
        seat.days_away = days_used(seat, counting, ask.opened_at, ask.out_at)
    if own and ask.due_at and ask.due_at > at:
        renew(ask, match, seat, own, at)  # hours may have changed during the pause
    ask.rings_at = next_ring(ask, match, seat)


def moved(moment: datetime, counting: Counting, paused_at: datetime, at: datetime) -> datetime:
    """A moment that has as much time between it and the present as it had at the pause."""
    if moment >= paused_at:
        return counting.after(at, counting.between(paused_at, moment))
    return counting.before(at, counting.between(moment, paused_at))
