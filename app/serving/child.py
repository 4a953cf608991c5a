"""One program of the service: starts it, watches it, starts it again when it dies, and stops it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from app.serving import announce, die_with_parent
from app.serving.fork import Fork, Running

# Seconds before a program is started again. The pause grows as long as the program does not stay up.
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
STAYED_UP = 60.0

ROOT = Path(__file__).parents[2]


@dataclass
class Child:
    """`command`: words to be run, or a function of ours, which is run in a fork."""

    name: str
    command: list[str] | Callable[[], int | None]
    logs: Path
    env: dict[str, str]
    # The signal that it gets when the supervisor is killed. SIGKILL if it must not go on without the others.
    orphaned: signal.Signals = signal.SIGKILL
    process: Running | None = None
    pause: float = SHORTEST_PAUSE
    started: float = 0.0
    due: float = field(default=0.0)  # when it is to be started again

    @property
    def log(self) -> Path:
        return self.logs / f"{self.name}.log"

    def start(self) -> None:
        self.started = time.monotonic()
        with self.log.open("ab") as log:
            if isinstance(self.command, list):
                self.process = self._run(self.command, log)
            else:
                self.process = Fork(f"chasqui-{self.name}", self.command, log, self.orphaned)

    def _run(self, command: list[str], log: IO[bytes]) -> Running:
        """In a session of its own, so that Ctrl-C goes to the supervisor alone, which stops all in order."""
        bound = [die_with_parent.__file__, str(os.getpid()), str(int(self.orphaned))]
        return subprocess.Popen(
            [sys.executable, "-I", "-S", *bound, *command],
            env=self.env,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def watch(self) -> None:
        """Starts it again after a pause if it has ended."""
        if self.process and self.process.poll() is not None:
            self._plan_restart(self.process)
        if not self.process and time.monotonic() >= self.due:
            self.start()

    def _plan_restart(self, process: Running) -> None:
        kill_group(process.pid)
        if time.monotonic() - self.started > STAYED_UP:
            self.pause = SHORTEST_PAUSE
        self.process, self.due = None, time.monotonic() + self.pause
        end = _how_it_ended(process.returncode)
        announce(f"{self.name} has ended ({end}); again in {self.pause:.0f} s. See {self.log}")
        self.pause = min(self.pause * 2, LONGEST_PAUSE)

    def ask_to_stop(self) -> None:
        if self.process:
            self.process.terminate()

    def stop(self, deadline: float) -> None:
        """Waits until the deadline, and then kills it. Call `ask_to_stop` first."""
        if not self.process:
            return
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            announce(f"{self.name} does not stop by itself, so it is killed")
            self.process.kill()
            self.process.wait()
        kill_group(self.process.pid)
        self.process = None


def kill_group(leader: int) -> None:
    """Kills whatever a child has started, too."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _how_it_ended(status: int) -> str:
    return f"status {status}" if status >= 0 else signal.Signals(-status).name
