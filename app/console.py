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
CANNOT_WRITE = 74  # as sysexits.h has it


class Parser(ArgumentParser):
    """Arguments that are wrong end with a status that no command has for its own findings."""

    def __init__(self, command: str, summary: str | None, **more: Any) -> None:
        super().__init__(prog=f"./chasqui {command}", description=summary, **more)

    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(WRONG_CALL, f"{self.prog}: {message}\n")


def run(main: Callable[[list[str]], int]) -> None:
    for stream in filter(None, (sys.stdout, sys.stderr)):  # a closed one is None
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = main(sys.argv[1:])
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        status = CUT_OFF
    except OSError as error:
        say(f"cannot write: {error.strerror}")
        status = CANNOT_WRITE
    except KeyboardInterrupt:
        status = INTERRUPTED
    forget_output()
    sys.exit(status)


def forget_output() -> None:
    """What could not be written is not tried again at exit, where the interpreter would complain."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    if sys.stderr:
        print(text, file=sys.stderr)


def read_bytes(name: str) -> bytes | None:
    """A file's content, or standard input's for -; None after saying why there is none."""
    try:
        if name != "-":
            return Path(name).read_bytes()
        if sys.stdin:
            return sys.stdin.buffer.read()
        say("-: there is no standard input")
    except OSError as error:
        say(f"{name}: cannot be read: {error.strerror}")
    return None
