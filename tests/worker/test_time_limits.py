"""The time limits of tasks that run in threads, as in a small house."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from app.printing.document import PrintJob
from app.printing.press import PRESS
from tests.servers import PATIENCE
from tests.world.served import ROOT, environment_without_ours
from worker import programs
from worker.on_time import on_time
from worker.time_limits import TimeLimits

PAGE = PrintJob("<!doctype html><html lang='en'><head><title>A page</title></head><p>said", ("page.css",))
TASK = SimpleNamespace(name="ringing", soft_time_limit=60, time_limit=90)


class Working(Thread):
    """Does a task until it is let go, or broken off."""

    def __init__(self, limits: TimeLimits) -> None:
        super().__init__(daemon=True)
        self.limits, self.has_begun, self.let_go, self.is_whole = limits, Event(), Event(), False

    def run(self) -> None:
        with on_time("ringing"):
            self.limits.has_begun(task=TASK)
            self.has_begun.set()
            self.do()
            self.is_whole = True
        self.limits.has_ended()

    def do(self) -> None:
        while not self.let_go.wait(0.01):
            pass


@pytest.fixture
def working() -> Iterator[Working]:
    working = Working(TimeLimits())
    working.start()
    assert working.has_begun.wait(PATIENCE)
    yield working
    working.let_go.set()
    working.join(PATIENCE)


def test_a_task_is_broken_off_at_its_soft_limit(working: Working, caplog: pytest.LogCaptureFixture) -> None:
    working.limits.look(time.monotonic() + 61)

    working.join(PATIENCE)

    assert not working.is_alive()
    assert not working.is_whole
    assert "ringing has taken too long" in caplog.text
    assert not working.limits.running


def test_a_task_within_its_time_is_left_alone(working: Working) -> None:
    working.limits.look(time.monotonic() + 59)
    working.let_go.set()

    working.join(PATIENCE)
    working.limits.look(time.monotonic() + 1000)

    assert working.is_whole


class Printing(Working):
    def do(self) -> None:
        PRESS.print_first_that_fits([PAGE])


@pytest.mark.long
def test_one_that_waits_for_the_press_is_broken_off_too(caplog: pytest.LogCaptureFixture) -> None:
    PRESS.print_first_that_fits([PAGE])
    os.kill(PRESS.number, signal.SIGSTOP)
    printing = Printing(TimeLimits())
    printing.start()
    assert printing.has_begun.wait(PATIENCE)

    printing.limits.look(time.monotonic() + 61)

    printing.join(PATIENCE)
    assert not printing.is_whole
    assert "ringing has taken too long" in caplog.text


HANGING = """
import time
from types import SimpleNamespace
from worker.time_limits import TimeLimits

limits = TimeLimits()
limits.begin()
limits.has_begun(task=SimpleNamespace(name="ringing", soft_time_limit=0, time_limit=0))
while True:
    try:
        time.sleep(60)
    except BaseException:
        pass
"""


def test_a_task_that_goes_on_at_its_hard_limit_ends_the_worker() -> None:
    env = environment_without_ours() | {"PYTHONPATH": str(ROOT)}

    ended = subprocess.run(
        [sys.executable, "-P", "-c", HANGING], env=env, capture_output=True, text=True, timeout=PATIENCE
    )

    assert ended.returncode == 1
    assert "ringing does not end, so the worker does" in ended.stderr


def test_a_worker_that_has_grown_ends_once_it_does_nothing(
    working: Working, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "MOST_MB", 1)
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    try:
        programs.end_when_grown(working.limits)
        assert not told

        working.let_go.set()
        working.join(PATIENCE)
        programs.end_when_grown(working.limits)
    finally:
        signal.signal(signal.SIGTERM, before)

    assert told == [signal.SIGTERM]
