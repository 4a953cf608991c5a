"""A heap of work, and real workers that work it off, while commits go on to call them."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import text

from app.clock import now
from app.house import House
from app.mail.addresses import Addresses
from app.services.inbox import intake
from app.serving import environment
from app.settings import Settings
from app.wake_worker import Waker, celery_client, queue_of
from tests import servers
from tests.bench import _crowd
from tests.world.programs import Program
from tests.world.served import environment_without_ours

PAUSE = 0.25  # seconds between two looks at how far they are
LONGEST = 3600.0
# By the seat in each match: whose letters are due, whose clocks, and whose answer has come by mail.
WRITTEN_TO, LATE, ANSWERS = range(2, 6), range(6, 8), 1


class Heap(NamedTuple):
    letters: int
    clocks: int
    mails: int

    @property
    def matches(self) -> int:
        return max(self.mails, -(-self.letters // len(WRITTEN_TO)), -(-self.clocks // len(LATE)))

    @property
    def items(self) -> int:
        """With the reminders that the clocks bring, and an answer to each mail."""
        return self.letters + 2 * self.clocks + 2 * self.mails


class Shift(NamedTuple):
    seconds: float
    cpu: float  # of the workers alone
    longest: int  # calls in the broker at a time
    alike: tuple[str, int]  # of these the most of one kind


# --- The heap ---


def heaped(folder: Path, cluster: str, heap: Heap) -> House:
    """A database with all of it, not due yet."""
    asks = heap.matches * _crowd.SEATS * 11 // 10
    world = _crowd.crowded(folder, cluster, _crowd.Size(asks, asks, 1))
    world.house.db.write(partial(put_mails, house=world.house, count=heap.mails))
    with world.house.db.engine.begin() as connection:
        connection.execute(text("UPDATE mail SET due_at = NULL"))
        connection.execute(text("UPDATE letter SET due_at = NULL, sent_at = :at"), {"at": now()})
        connection.execute(
            text(
                "UPDATE ask SET rings_at = rings_at + interval '30 days', due_at = :at + interval '40 days'"
            ),
            {"at": now()},
        )
    return world.house


def put_mails(session: Any, house: House, count: int) -> None:
    """As the door does it."""
    keys = session.execute(
        text("SELECT key FROM ask WHERE closed_at IS NULL AND seat = :seat ORDER BY match_id LIMIT :count"),
        {"seat": ANSWERS, "count": count},
    ).scalars()
    for key in keys.all():
        to = Addresses(house.settings).reply(key)
        raw = f"From: p@example.org\nTo: {to}\nMessage-ID: <{key}@example.org>\n\ntorch\n".encode()
        intake.take_in(session, house, to, "p@example.org", raw)


def make_due(connection: Any, heap: Heap) -> None:
    values = {"at": now(), "day": timedelta(days=1)}
    some = "WHERE id IN (SELECT {0}.id FROM {0} {1} ORDER BY {0}.match_id, {0}.id LIMIT {2})"
    is_open = "JOIN ask a ON a.match_id = letter.match_id AND a.closed_at IS NULL"
    turn = f"{is_open} AND letter.key = 'turn ' || a.match_id || ' 2 ' || a.seat WHERE a.seat IN (2, 3, 4, 5)"
    due = some.format("letter", turn, heap.letters)
    late = some.format("ask", "WHERE closed_at IS NULL AND seat IN (6, 7)", heap.clocks)
    unread = f"SELECT id FROM mail WHERE outcome = '' LIMIT {heap.mails}"
    for statement in (
        f"UPDATE letter SET due_at = :at, wanted_at = :at, sent_at = NULL {due}",
        "UPDATE seat SET told = 0",
        f"UPDATE ask SET opened_at = :at - 2 * :day, rings_at = :at - :day / 2, due_at = :at + :day {late}",
        f"UPDATE mail SET due_at = :at WHERE id IN ({unread})",
    ):
        connection.execute(text(statement), values)


LEFT = text(
    "SELECT (SELECT count(*) FROM letter WHERE due_at IS NOT NULL AND wanted_at <= :at)"
    " + (SELECT count(*) FROM ask WHERE rings_at <= :at)"
    " + (SELECT count(*) FROM mail WHERE due_at IS NOT NULL)"
)


def left(house: House) -> int:
    with house.db.engine.begin() as connection:
        return int(connection.execute(LEFT, {"at": now()}).scalar_one())


# --- The workers ---


@contextmanager
def sink(seconds: float) -> Iterator[str]:
    """Where its mail server listens."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "tests.bench._sink", str(seconds)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        yield f"smtp://127.0.0.1:{int(process.stdout.readline())}"
        process.stdin.close()


@contextmanager
def working(settings: Settings, workers: int) -> Iterator[list[Program]]:
    env = environment_without_ours() | environment(settings)
    celery = ["celery", "-A", "worker"]
    options = {f"w{number}": ["worker", "--hostname", f"w{number}"] for number in range(workers)}
    programs = [
        Program(name, [*celery, *words, "--loglevel", "WARNING"], env, settings.folder / f"{name}.log")
        for name, words in {**options, "beat": ["beat"]}.items()
    ]
    for each in programs:
        each.start()
    try:
        if not servers.until(lambda: answering(settings) == workers):
            raise RuntimeError("\n".join(each.said[-2000:] for each in programs))
        yield programs[:-1]
    finally:
        for each in programs:
            each.kill()


def answering(settings: Settings) -> int:
    return len(celery_client(settings).control.ping(timeout=1.0) or ())


def work_off(house: House, programs: list[Program], heap: Heap) -> Shift:
    waker, client = Waker(celery_client(house.settings)), redis_of(house.settings)
    queue, spent = queue_of(house.settings), cpu_of(programs)
    longest, alike = 0, ("", 0)
    with house.db.engine.begin() as connection:
        make_due(connection, heap)
    begun = time.perf_counter()
    while left(house):
        if time.perf_counter() - begun > LONGEST:
            raise RuntimeError(f"{left(house)} are left: {programs[0].said[-2000:]}")
        waker.wake()
        time.sleep(PAUSE)
        calls = client.lrange(queue, 0, -1)
        longest = max(longest, len(calls))
        kinds = Counter(str(loads(call)["headers"]["task"]).removeprefix("worker.tasks.") for call in calls)
        alike = max([alike, *kinds.most_common(1)], key=lambda kind: kind[1])
    return Shift(time.perf_counter() - begun, cpu_of(programs) - spent, longest, alike)


def redis_of(settings: Settings) -> Any:
    from redis import Redis

    return Redis.from_url(settings.broker)


def cpu_of(programs: list[Program]) -> float:
    """Seconds of cores, also of processes that have ended meanwhile."""
    ticks = 0
    for each in programs:
        assert each.process
        for pid in (each.process.pid, *each.children()):
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:13])) + sum(map(int, fields[13:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
