"""Slow work has its share of a worker's processes, and the clocks always have one left."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from app.house import House
from tests.lengths import shortened
from tests.servers import BOTH, until
from tests.world import World
from tests.world.mail_server import Sink
from tests.world.programs import Programs
from worker.on_time import on_time
from worker.shares import BOOKS, LETTERS, MAILS, Shares


def shares_of(processes: int, stack: ExitStack) -> Shares:
    shares = Shares(processes)
    stack.callback(shares.file.close)
    return shares


def in_other_processes(shares: Shares, kinds: str, stack: ExitStack) -> list[bool]:
    """For each kind, a process that tries to get a place and keeps it. Whether it has got one."""
    return [_enters(shares, {"l": LETTERS, "m": MAILS, "b": BOOKS}[kind], stack) for kind in kinds]


def _enters(shares: Shares, kind: str, stack: ExitStack) -> bool:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with shares.place(kind) as inside:
            os.write(writing, bytes([inside]))
            time.sleep(60)
        os._exit(0)
    stack.callback(os.waitpid, child, 0)
    stack.callback(os.kill, child, signal.SIGKILL)
    return bool(os.read(reading, 1)[0])


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.mark.parametrize(
    ("processes", "come", "enter"),
    [
        (1, "l", "y"),
        (2, "lbm", "yny"),
        (3, "lmlb", "yynn"),
        (4, "llmbm", "yyynn"),
        (8, "bblllmmmm", "yyyynyyyn"),
    ],
)
def test_all_that_may_be_slow_leaves_a_process_to_the_clocks(
    processes: int, come: str, enter: str, stack: ExitStack
) -> None:
    inside = in_other_processes(shares_of(processes, stack), come, stack)

    assert "".join("ny"[entered] for entered in inside) == enter


def test_a_process_that_is_killed_leaves_its_place(stack: ExitStack) -> None:
    shares = shares_of(2, stack)
    with ExitStack() as first:
        assert in_other_processes(shares, "ll", first) == [True, False]

    assert in_other_processes(shares, "l", stack) == [True]


def test_threads_of_one_process_have_shares_too(stack: ExitStack) -> None:
    shares = shares_of(3, stack)

    def enters(kind: str) -> bool:
        with shares.place(kind) as inside:
            return inside

    with ThreadPoolExecutor(1) as other, shares.place(LETTERS):
        entered = [other.submit(enters, kind).result() for kind in (BOOKS, MAILS)]

    assert entered == [False, True]
    assert enters(BOOKS)


def test_whoever_leaves_sees_who_came_in_vain(stack: ExitStack) -> None:
    shares = shares_of(2, stack)
    with shares.place(LETTERS) as inside:
        assert inside
        assert not shares.came_in_vain()
        assert in_other_processes(shares, "b", stack) == [False]

    assert shares.came_in_vain() == [BOOKS]


def test_the_end_of_its_time_is_not_swallowed_by_the_work(caplog: pytest.LogCaptureFixture) -> None:
    before = signal.getsignal(signal.SIGUSR1)

    with on_time("ringing"):
        try:
            os.kill(os.getpid(), signal.SIGUSR1)
            time.sleep(10)
        except Exception:
            pytest.fail("taken for the fault of a match")

    assert "ringing has taken too long" in caplog.text
    assert signal.getsignal(signal.SIGUSR1) == before


# --- With a real worker ---


async def slowly(*_: object) -> str:
    await asyncio.sleep(10)
    return "250 OK"


@pytest.mark.parametrize("empty_database_url", shortened(BOTH, ["postgresql"]), indirect=True)
def test_a_slow_mail_server_holds_up_no_bot(
    world: World, house: House, programs: Programs, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sink, "handle_DATA", lambda self, *asked: slowly(*asked))
    world.match("incan-gold", 3)
    programs.worker.start()
    house.wake()
    assert until(lambda: any(letter.tries for letter in world.letters())), programs.said

    bots = world.match("incan-gold", 3, guests=["bot", "bot"])
    bots.order(1, "torch")
    house.wake()

    assert until(lambda: bots.match.turn > 1 or bots.match.status == "over", seconds=8), programs.said
