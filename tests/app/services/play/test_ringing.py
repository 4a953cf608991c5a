"""What is due and cannot be done: only what fails by its own fault is put off, and it holds up no other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from app.clock import now
from app.models import Loan, Match, Proposal
from app.problems import OutOfTime
from app.services.lending import clock as loans
from app.services.play import resting
from app.services.play.live import changing
from app.services.play.ringing import AGAIN
from app.services.proposals import clock as proposals
from tests.world import Friends, World
from tests.world.council import Council
from tests.world.lending import Lending
from tests.world.locking import locked

SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Kind:
    """`module` does it; these columns of the model say when."""

    module: ModuleType
    ring: Callable[..., int]
    model: type[Any]
    make: Callable[[Friends], int]
    columns: tuple[str, ...]

    def due(self, world: World) -> "Due":
        friends = world.match("tikal", 2, needs={})
        row = self.make(friends)
        world.change(self.model, row, **dict.fromkeys(self.columns, now() - SECOND))
        return Due(self, friends, row)


@dataclass(frozen=True)
class Due:
    kind: Kind
    friends: Friends
    row: int

    def at(self) -> datetime | None:
        with self.friends.house.reading() as session:
            found: datetime | None = getattr(session.get_one(self.kind.model, self.row), self.kind.columns[0])
        return found

    def ring(self) -> int:
        return self.kind.ring(self.friends.house)


KINDS = {
    "idle": Kind(
        resting, resting.look_for_idle, Match, lambda friends: int(friends.match.id or 0), ("idle_at",)
    ),
    "loan": Kind(
        loans, loans.ring_due_loans, Loan, lambda friends: Lending(friends).offer().id, ("rings_at",)
    ),
    "proposal": Kind(
        proposals,
        proposals.ring_due_proposals,
        Proposal,
        lambda friends: Council(friends).propose(1, "end", stands=False).id,
        ("rings_at", "ends_at"),
    ),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


def test_an_error_of_the_database_puts_nothing_off(
    world: World, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = kind.due(world)
    before = due.at()
    with monkeypatch.context() as patched:
        away = OperationalError("SELECT 1", {}, Exception("the server closed the connection unexpectedly"))
        patched.setattr(kind.module, "changing", failing(away))
        assert due.ring() == 0

    assert due.at() == before
    assert due.ring() == 1


@pytest.mark.parametrize("why", [KeyError("tile"), OutOfTime()])
def test_what_fails_by_its_own_fault_is_put_off_and_holds_up_no_other(
    world: World, kind: Kind, why: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = kind.due(world), kind.due(world)

    @contextmanager
    def some(session: Session, house: Any, code: str) -> Iterator[Any]:
        if code == broken.friends.code:
            raise why
        with changing(session, house, code) as live:
            yield live

    monkeypatch.setattr(kind.module, "changing", some)
    if isinstance(why, OutOfTime):
        with pytest.raises(OutOfTime):
            broken.ring()

    assert other.ring() == 1
    assert (broken.at() or now()) > now() + AGAIN - 10 * SECOND
    assert other.ring() == 0


# SQLite has one writer at a time.
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_match_that_is_locked_holds_up_no_other(world: World, kind: Kind) -> None:
    first, second = kind.due(world), kind.due(world)

    with locked(first.friends):
        assert first.ring() == 1
        assert (first.at() or now()) < now() - SECOND / 2

    assert first.ring() == 1
    assert second.ring() == 0
