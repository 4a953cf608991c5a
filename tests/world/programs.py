"""The service's programs as an operator runs them, and ways to be cruel to them."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.servers import PATIENCE, program, until
from tests.world.served import ROOT, environment_without_ours


@dataclass
class Program:
    """One of them, with all the processes that it makes: they are one group."""

    name: str
    command: list[str]
    env: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        setpriv = program(shutil.which("setpriv"), "util-linux")
        bound = [setpriv, "--pdeathsig", "KILL", sys.executable, "-m", *self.command]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                bound, cwd=ROOT, env=self.env, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """All of it, as when the machine goes down."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def end(self) -> int:
        """As an operator ends it; its exit status."""
        assert self.process
        self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        assert self.process
        return self.process.wait(PATIENCE)

    def kill_child(self) -> bool:
        """The oldest of its own processes; the program itself has to cope. False where there is none."""
        children = self.children()
        for child in children[:1]:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        return bool(children)

    def children(self) -> list[int]:
        assert self.process
        pid = self.process.pid
        with suppress(OSError):
            return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return []

    @property
    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None


class Programs:
    """Web, worker and beat with one environment, and what else a test starts beside them."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self._env = environment_without_ours() | environment
        self._folder = folder
        self.web = self._web("web", urlsplit(environment["CHASQUI_URL"]).netloc)
        self.worker = self._celery("worker", "--concurrency", "2")
        self.beat = self._celery("beat")
        self.all = [self.web, self.worker, self.beat]

    def _web(self, name: str, place: str) -> Program:
        return self._program(
            name, "gunicorn", "-c", "python:app.serving.web", "--bind", place, "app.wsgi:app"
        )

    def _celery(self, name: str, *options: str) -> Program:
        return self._program(name, "celery", "-A", "worker", name, *options, "--loglevel", "WARNING")

    def _program(self, name: str, *command: str) -> Program:
        return Program(name, list(command), self._env, self._folder / f"{name}.log")

    def start(self) -> None:
        for each in self.all:
            each.start()

    def second_web(self, port: int) -> Program:
        made = self._web("second web", f"127.0.0.1:{port}")
        self.all.append(made)
        return made

    def second_worker(self) -> Program:
        made = self._celery("worker", "--concurrency", "2", "--hostname", "two")
        made.name, made.log = "second worker", self._folder / "second_worker.log"
        self.all.append(made)
        return made

    def door(self, place: str) -> Program:
        """Where mail comes in; it says when it is open, or why it is not."""
        made = self._program("door", "worker.door")
        made.env = self._env | {"CHASQUI_DOOR": place}
        self.all.append(made)
        made.start()
        assert until(lambda: "chasqui: " in made.said), "the door says nothing"
        return made

    def stop(self) -> None:
        for each in self.all:
            each.kill()

    @property
    def said(self) -> str:
        """For whoever has to find out why a test failed."""
        return "\n".join(f"== {each.name}\n{each.said[-4000:]}" for each in self.all)
