"""Starts broker, web and worker (with door and beat) in this order, watches them, stops the broker last."""

import fcntl
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import IO
from urllib.parse import urlsplit

from app.serving import broker, environment, programs
from app.serving.child import Child
from app.serving.logs import keep_small
from app.serving.probe import is_open
from app.serving.programs import program
from app.settings import NO_DOOR, Settings

POLL_SECONDS = 0.1
START_SECONDS = 60.0
STOP_SECONDS = 10.0
BROKER_STOP_SECONDS = 5.0
LOOK_AT_LOGS = 10.0  # seconds


class CannotStart(Exception):
    """Why the service cannot start, and what would help."""


class Stopping(Exception):
    """A signal to stop has come before the start was complete."""


class Supervisor:
    def __init__(self, settings: Settings, port: int) -> None:
        self.settings = settings
        self.port = port
        self.logs = settings.folder / "logs"
        self.stopping = False
        self.children: list[Child] = []
        self._look_at_logs = 0.0

    def listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop_soon)

    def _stop_soon(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def start(self) -> None:
        self.logs.mkdir(exist_ok=True)
        env = environment(self.settings)
        if not self.settings.redis_url:
            self._start_broker(env)
        self._add(Child("web", programs.web(self.port), self.logs, env, orphaned=signal.SIGTERM))
        # SIGTERM, so that a mail that is being stored still gets its answer.
        self._add(Child("worker", program(programs.WORK), self.logs, env, orphaned=signal.SIGTERM))
        if self.settings.has_door:
            self._wait_for(lambda: is_open(self.settings.door), "worker")
        self._wait_for(self._web_answers, "web")

    def _start_broker(self, env: dict[str, str]) -> None:
        path = self.settings.folder / "broker.sock"
        try:
            broker.end_leftover_broker(path)
            broker.forget_files(self.settings.folder)
            self._add(broker.broker(self.settings.folder, path, self.logs, env))
        except broker.NoBroker as error:
            raise CannotStart(str(error)) from None
        self._wait_for(lambda: broker.is_answering(path), "broker")

    def _add(self, child: Child) -> None:
        keep_small(child.log)
        self.children.append(child)
        child.start()

    def _wait_for(self, is_ready: Callable[[], bool], name: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not is_ready():
            if time.monotonic() > deadline:
                raise CannotStart(f"{name} does not answer; see {self.logs / name}.log")
            self._look()
            if self.stopping:
                raise Stopping

    def _web_answers(self) -> bool:
        """503 is an answer, too: after a night off /healthz says that work has waited for too long."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=2)) as web:
            try:
                web.request("GET", "/healthz")
                return web.getresponse().status in (200, 503)
            except (OSError, HTTPException):
                return False

    def _look(self) -> None:
        for child in self.children:
            child.watch()
        if time.monotonic() > self._look_at_logs:
            self._look_at_logs = time.monotonic() + LOOK_AT_LOGS
            for child in self.children:
                keep_small(child.log)
        time.sleep(POLL_SECONDS)

    def run(self) -> None:
        while not self.stopping:
            self._look()

    def stop(self) -> None:
        """The broker is stopped last, because the others still use it."""
        last = [child for child in self.children if child.name == "broker"]
        stop_all([child for child in self.children if child not in last], STOP_SECONDS)
        stop_all(last, BROKER_STOP_SECONDS)


def stop_all(children: list[Child], seconds: float) -> None:
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + seconds
    for child in children:
        child.stop(deadline)


def python_command(module: str, *args: str) -> list[str]:
    # -P as in the launcher: files in the caller's folder must not take the place of our modules.
    return [sys.executable, "-P", "-m", module, *args]


@contextmanager
def only_one_serve(folder: Path) -> Iterator[IO[str]]:
    """Only one `serve` for one data folder. The lock ends with the process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(
                f"another ./chasqui serve is at work in {folder}; stop that one first"
            ) from None
        os.register_at_fork(after_in_child=lock.close)  # or a fork that lives on would keep it
        yield lock


def check_port(port: int, seconds: float = 2.0) -> None:
    """Waits a moment, because the web server of a run that has just been killed may still be there."""
    if not _becomes_true(lambda: _is_free("127.0.0.1", port), seconds):
        raise CannotStart(f"port {port} is taken by another program; choose another with --port N")


def check_door(url: str, seconds: float = 2.0) -> None:
    place = urlsplit(url)
    host, port = place.hostname, place.port or 0
    if host and not _becomes_true(lambda: _is_free(host, port), seconds):
        raise CannotStart(
            f"port {port}, where mail comes in, is taken by another program or not allowed; "
            f"choose another with --mail-port N, or take no mail in: CHASQUI_DOOR={NO_DOOR}"
        )
    if not host and not _becomes_true(lambda: not is_open(url), seconds):
        raise CannotStart(f"another program listens at {place.path}, where mail comes in; see CHASQUI_DOOR")


def _becomes_true(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):
            return False
        return True
