"""Prints, films and makes fonts in a process of its own, which ends soon after the last job: WeasyPrint keeps
its 100 MB, and so do the pictures of a film.

A job and its answer are each a line of JSON, and what was made is the bytes behind the answer's line.
"""

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from app.printing.document import AttachedFile, PrintJob
from app.printing.frames import Film, Frame

ROOT = Path(__file__).parents[2]
PROGRAM = "app.printing.press_program"
IDLE_SECONDS = 3.0  # long enough for the next of several books


class PressFailed(Exception):
    """What went wrong there; where, it has said by itself."""


class PangoMissing(Exception):
    """WeasyPrint cannot be imported."""


class Press:
    """One process for all threads: two jobs at once are slower, and need twice the memory.

    Each kind of work has one after the other, for what the first has left there the second does not need.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._made_last = ""
        os.register_at_fork(after_in_child=self._forget)

    @property
    def number(self) -> int:
        """Of its process; 0 before there was one."""
        return self._process.pid if self._process else 0

    def print_first_that_fits(self, jobs: Sequence[PrintJob]) -> bytes:
        """Of several, the first one that fits on a page, or the last one."""
        _, pdf = self._made("pages", [asdict(job) for job in jobs])
        return pdf

    def film_of(self, frames: Sequence[Frame]) -> Film:
        told, gif = self._made("film", frames)
        return Film(gif, told["width"], told["height"])

    def face(self, name: str) -> bytes:
        """A font file for pages."""
        _, woff2 = self._made("face", name)
        return woff2

    def glyphs(self, name: str) -> bytes:
        """The outlines of a face's characters."""
        _, outlines = self._made("glyphs", name)
        return outlines

    def _made(self, what: str, job: Sequence[Any]) -> tuple[Mapping[str, Any], bytes]:
        line = json.dumps([what, job], default=datetime.isoformat).encode() + b"\n"
        with self._lock:
            if what != self._made_last:
                self.end()
            self._made_last = what
            try:
                told, made = self._ask(line)
            except BaseException:  # a time limit, perhaps: nobody knows what it is at
                self.end()
                raise
        if "missing" in told:
            raise PangoMissing(told["missing"])
        if "failed" in told:
            raise PressFailed(told["failed"])
        return told, made

    def _ask(self, line: bytes) -> tuple[Mapping[str, Any], bytes]:
        """Twice, for it may have ended of idleness just now, or somebody has killed it."""
        for _ in range(2):
            with suppress(BrokenPipeError, EOFError):
                return answer_of(self._running(), line)
            self.end()
        raise PressFailed(f"{PROGRAM} has ended twice")

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process and self._process.poll() is not None:
            self.end()
        if self._process is None:
            command = [sys.executable, "-P", "-m", PROGRAM, str(IDLE_SECONDS)]
            env = os.environ | {"PYTHONPATH": str(ROOT)}
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe)
            # Or the system would keep its number until the next job.
            Thread(target=self._process.wait, daemon=True, name="press").start()
            atexit.register(self.end)
        return self._process

    def end(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream:
                    with suppress(OSError):
                        stream.close()
            atexit.unregister(self.end)

    def break_off(self) -> None:
        """For a thread that waits for it and is out of time: nothing else can wake that one."""
        if process := self._process:
            process.kill()

    def _forget(self) -> None:
        """It belongs to the process that this one was forked from."""
        self._lock, self._process = Lock(), None


PRESS = Press()


def answer_of(process: subprocess.Popen[bytes], line: bytes) -> tuple[Mapping[str, Any], bytes]:
    """Raises BrokenPipeError or EOFError if it has ended."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(line)
    process.stdin.flush()
    told = json.loads(process.stdout.readline() or _ended())
    made = process.stdout.read(told.get("size", 0))
    return told, made if len(made) == told.get("size", 0) else _ended()


def _ended() -> Any:
    raise EOFError


def job_of(told: Mapping[str, Any]) -> PrintJob:
    """As it was, from JSON."""
    enclosures = tuple(
        AttachedFile(name, about, content, datetime.fromisoformat(at))
        for name, about, content, at in told["enclosures"]
    )
    return PrintJob(told["html"], tuple(told["styles"]), told["pictures"], enclosures, told["booklet"])
