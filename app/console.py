"""What every command of the launcher does alike: its arguments, its output, its exit status."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

WRONG_CALL = 64
CUT_OFF = 141  # what a shell reports for a program whose reader has gone
INTERRUPTED = 130


class Parser(ArgumentParser):
    """Arguments that are wrong end with a status that no command has for its own findings."""

    def __init__(self, command: str, summary: str | None, **more: Any) -> None:
        super().__init__(prog=f"./chasqui {command}", description=summary, **more)

    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(WRONG_CALL, f"{self.prog}: {message}\n")


def run(main: Callable[[list[str]], int]) -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]  # a real stream
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter complains at exit
        status = CUT_OFF
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def read_bytes(name: str) -> bytes | None:
    """A file's content, or standard input's for -; None after saying why there is none."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        print(f"{name}: cannot be read: {error.strerror}", file=sys.stderr)
        return None
