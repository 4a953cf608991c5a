"""A process that is a fork of this one: what has been imported here is shared with it, and read only once.

Whoever forks must have no second thread: its locks would stay locked in the child for ever.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired
from typing import IO, Protocol

from app.serving import die_with_parent

FAILED = 1
POLL_SECONDS = 0.02
LONGEST_NAME = 15  # that Linux keeps of a process


class Running(Protocol):
    """What Popen and Fork have in common."""

    pid: int
    returncode: int

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


class Fork:
    """Like a Popen, of a function in place of a command. What it returns is its exit status."""

    def __init__(
        self, name: str, work: Callable[[], int | None], log: IO[bytes] | None, orphaned: signal.Signals
    ) -> None:
        """`log`: None to speak where this one does. `orphaned`: its signal when this process ends."""
        sys.stdout.flush()
        sys.stderr.flush()
        self.returncode: int = 0
        self._has_ended = False
        parent = os.getpid()
        self.pid = os.fork()
        if not self.pid:
            _become(name, work, log, orphaned, parent)

    def poll(self) -> int | None:
        if not self._has_ended:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._has_ended, self.returncode = True, os.waitstatus_to_exitcode(status)
        return self.returncode if self._has_ended else None

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(POLL_SECONDS)
        return status

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


# --- In the child ---


def _become(
    name: str, work: Callable[[], int | None], log: IO[bytes] | None, orphaned: signal.Signals, parent: int
) -> None:
    """As after fork and exec: a session, files and signals of its own. It never comes back."""
    status = FAILED
    try:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        die_with_parent.bind(orphaned)
        if os.getppid() == parent:
            if log:
                take_files(log)
            call(name)
            status = work() or 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else FAILED
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def take_files(log: IO[bytes]) -> None:
    """Nothing to read, and the log for all that is said."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for taken, places in ((nothing, (0,)), (log.fileno(), (1, 2))):
        for place in places:
            os.dup2(taken, place)
        os.close(taken)


def call(name: str) -> None:
    """The name that ps and top show."""
    if sys.platform == "linux":
        Path("/proc/self/comm").write_text(name[:LONGEST_NAME])
