"""How much faster two and three workers ring due clocks than one, on PostgreSQL.

Each clock that is due is rung once: where workers ring each other's, there are more transactions than clocks.
"""

import tempfile
import time
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import update
from sqlmodel import Session

from app.clock import now
from app.house import House, open_house
from app.models import Ask
from app.services.play import clocks, ringing
from app.settings import Settings
from tests.bench._aims import at_most
from tests.bench.ringing import filled, postgres, reminders

DUE = 10_000
WORKERS = (1, 2, 3)
AIM = 1.01  # transactions for each clock


class Round(NamedTuple):
    seconds: float
    transactions: int
    rung: int


def make_due(house: House, round_: int) -> None:
    """All are half over; each round has other deadlines, so that all are reminded again."""
    ago = {"opened_at": now() - timedelta(days=2), "rings_at": now() - timedelta(hours=12), "half_for": None}
    with house.db.engine.begin() as connection:
        connection.execute(update(Ask).values(**ago, due_at=now() + timedelta(days=1, minutes=round_)))


def work(settings: Settings, barrier: Any, done: Any) -> None:
    house, begun = open_house(settings), list[int]()
    ring = ringing.ring_next

    def counted(session: Session, **more: Any) -> bool:
        begun.append(1)
        return ring(session, **more)

    ringing.ring_next = counted  # type: ignore[assignment]  # it does the same
    barrier.wait()
    rung = 0
    while found := clocks.ring_due_clocks(house):
        rung += found
    done.put((rung, len(begun)))
    house.db.close()


def measure(house: House, workers: int) -> Round:
    make_due(house, workers)
    before = reminders(house)
    fresh = get_context("spawn")
    barrier, done = fresh.Barrier(workers + 1), fresh.Queue()
    start = partial(fresh.Process, target=work, args=(house.settings, barrier, done))
    processes = [start() for _ in range(workers)]
    for process in processes:
        process.start()
    barrier.wait()
    begun = time.perf_counter()
    answers = [done.get() for _ in processes]
    seconds = time.perf_counter() - begun
    for process in processes:
        process.join()
    rung, transactions = (sum(column) for column in zip(*answers, strict=True))
    if not rung == reminders(house) - before == DUE:
        raise AssertionError(f"{rung} rung, {reminders(house) - before} reminded")
    return Round(seconds, transactions, rung)


def main() -> None:
    with postgres() as cluster:
        if not cluster:
            print("PostgreSQL's programs are not here, so no clocks are rung: apt-get install postgresql")
            return
        with tempfile.TemporaryDirectory() as folder:
            house = filled(Path(folder), cluster, DUE)
            print(f"{DUE} due clocks\n{'workers':>10}{'s':>8}{'of one':>10}{'transactions a clock':>24}")
            rounds = [tell(workers, measure(house, workers)) for workers in WORKERS]
            house.db.close()
    most = max(each.transactions / each.rung for each in rounds)
    told = at_most(AIM, most, "transactions for a clock, of three workers", "each")
    print(f"\n{most:.3f} transactions a clock at most ({told})")


FIRST: list[float] = []


def tell(workers: int, found: Round) -> Round:
    FIRST.append(found.seconds)
    share, wasted = found.seconds / FIRST[0], found.transactions / found.rung
    print(f"{workers:10}{found.seconds:8.1f}{share:10.2f}{wasted:24.3f}", flush=True)
    return found


if __name__ == "__main__":
    main()
