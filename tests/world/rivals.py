"""Processes, each with its own way to one house, that do something at the same moment."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from types import TracebackType
from typing import Any

import pytest

from app.house import House, open_house
from app.settings import Settings
from tests.servers import PATIENCE

SECONDS = PATIENCE
Work = Callable[[House], Any]


class Rivals:
    """Work is sent to all; they wait for one another, then start. Each test has its own house."""

    def __init__(self, number: int = 2) -> None:
        fresh = get_context("spawn")
        self._barrier = barrier = fresh.Barrier(number)  # it lives only as long as somebody here has it
        pipes = [fresh.Pipe() for _ in range(number)]
        self._ends = [near for near, _ in pipes]
        self._processes = [fresh.Process(target=_rival, args=(far, barrier), daemon=True) for _, far in pipes]
        for process in self._processes:
            process.start()
        for _, far in pipes:
            far.close()

    def __enter__(self) -> "Rivals":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for end, process in zip(self._ends, self._processes, strict=True):
            end.close()
            process.join(5)
            process.kill()
            process.join()
            process.close()

    def enter(self, settings: Settings) -> None:
        self._ask(*[settings] * len(self._ends))

    def leave(self) -> None:
        self._ask(*[None] * len(self._ends))

    def at_once(self, *works: Work) -> list[Any]:
        answers = self._ask(*works)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        return answers

    def _ask(self, *asked_of_each: object) -> list[Any]:
        for end, asked in zip(self._ends, asked_of_each, strict=True):
            end.send(asked)
        return [self._answer(end) for end in self._ends]

    def _answer(self, end: Connection) -> Any:
        assert end.poll(SECONDS), f"no answer after {SECONDS} s"
        return end.recv()


class Complaints(logging.Handler):
    """What is only logged as an error, since it must hold up nothing else, is a fault all the same."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.getMessage()}: {record.exc_info and record.exc_info[1]!r}")


def _rival(end: Connection, barrier: Barrier) -> None:
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    for settings in _asked(end):
        complaints.heard.clear()
        house = open_house(settings)
        end.send(None)
        for work in iter(end.recv, None):
            barrier.wait(SECONDS)
            answer = _answer_of(work, house)
            end.send(AssertionError(complaints.heard) if complaints.heard else answer)
        house.db.close()
        end.send(None)


def _asked(end: Connection) -> Iterator[Settings]:
    """Until the tests are over."""
    with suppress(EOFError):
        while True:
            yield end.recv()


def _answer_of(work: Work, house: House) -> Any:
    try:
        return work(house)
    except Exception as error:  # the test says what is to be thought of it
        return AssertionError(f"{type(error).__name__}: {error}")


# --- Fixtures ---


@pytest.fixture(scope="module")
def processes(request: pytest.FixtureRequest) -> Iterator[Rivals]:
    """For all tests of a module, which may want more than two: to start one takes longer than a race."""
    with Rivals(getattr(request.module, "RIVALS", 2)) as rivals:
        yield rivals


@pytest.fixture
def rivals(processes: Rivals, house: House) -> Iterator[Rivals]:
    processes.enter(house.settings)
    yield processes
    processes.leave()
