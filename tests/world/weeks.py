"""A clock that a test moves, and a worker that does what is due while time passes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, func, select

from app import clock as service_clock
from app.models import Ask, Letter, Loan, Match, Proposal
from app.services.lending.clock import ring_due_loans
from app.services.outbox import calendar_entries
from app.services.play.clocks import ring_due_clocks
from app.services.play.resting import look_for_idle
from app.services.proposals.clock import ring_due_proposals
from tests.world.world import World

BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)  # a Monday, some weeks before summer time begins in Europe
MOMENT = timedelta(seconds=1)
MOST_AT_ONE_MOMENT = 200  # a worker that still finds work then goes round in circles


@dataclass
class Clock:
    """What `now()` says everywhere in this process."""

    at: datetime = BEGIN

    def __call__(self) -> datetime:
        return self.at


@contextmanager
def moved_clock(at: datetime = BEGIN) -> Iterator[Clock]:
    """No database tells its own time meanwhile, as that does not move."""
    made = Clock(at)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service_clock, "machine_time", made)
        patch.setattr(service_clock, "_last", [])
        patch.setattr(service_clock, "read", lambda there: None)
        yield made


@dataclass
class Weeks:
    """A world in which time passes, from each moment at which something is due to the next one."""

    world: World
    clock: Clock
    after_work: list[Callable[[], None]] = field(default_factory=list)  # a test looks on

    def work(self) -> None:
        """All that the worker's tasks find to do just now."""
        for _ in range(MOST_AT_ONE_MOMENT):
            if not self.sweep():
                break
        else:
            raise AssertionError("the worker goes round in circles")
        calendar_entries.cancel_played_entries(self.world.house)
        self.world.send()
        for look in self.after_work:
            look()

    def sweep(self) -> int:
        house = self.world.house
        rung = ring_due_loans(house) + ring_due_proposals(house) + ring_due_clocks(house)
        return rung + look_for_idle(house)

    def pass_time(self, **time: float) -> None:
        end = self.clock.at + timedelta(**time)
        self.work()
        while (due := self.next_due()) and due <= end:
            self.clock.at = max(due, self.clock.at + MOMENT)
            self.work()
        self.clock.at = max(end, self.clock.at)
        self.work()

    def next_due(self) -> datetime | None:
        """When there is next something to do."""
        at = self.clock.at
        rings = select(func.min(Ask.rings_at)).where(Ask.match_id == Match.id, Match.status == "running")
        times = [
            rings.where(col(Ask.rings_at) > at),
            select(func.min(Proposal.rings_at)).where(col(Proposal.rings_at) > at),
            select(func.min(Loan.rings_at)).where(col(Loan.rings_at) > at),
            select(func.min(Match.idle_at)).where(col(Match.idle_at) > at),
            select(func.min(Letter.due_at)).where(col(Letter.due_at) > at),
        ]
        with self.world.house.reading() as session:
            found = [session.exec(time).one() for time in times]
        return min((time for time in found if time), default=None)
