"""What all commands of the launcher share: reading arguments, output, and exit status."""

import gc
import os
import pwd
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.data_folder import keep_new_files_private

# While a command is imported, whose modules all stay: to look for garbage takes a quarter of that time.
gc.disable()

WRONG_CALL = 64
CUT_OFF = 141  # as a shell reports SIGPIPE: the program that read our output has ended
INTERRUPTED = 130  # as a shell reports SIGINT
CANNOT_WRITE = 74  # EX_IOERR of sysexits.h


class Parser(ArgumentParser):
    """Wrong arguments end the command with an exit status that no command uses for its own results."""

    def __init__(self, command: str, summary: str | None, **more: Any) -> None:
        super().__init__(prog=f"./chasqui {command}", description=summary, **more)

    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(WRONG_CALL, f"{self.prog}: {message}\n")


def run(main: Callable[[list[str]], int]) -> None:
    gc.enable()
    keep_new_files_private()
    for stream in filter(None, (sys.stdout, sys.stderr)):  # a closed one is None
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = main(sys.argv[1:])
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        status = CUT_OFF
    except OSError as error:
        say(f"cannot write{f' {error.filename}' if error.filename else ''}: {why(error)}")
        status = CANNOT_WRITE
    except KeyboardInterrupt:
        status = INTERRUPTED
    forget_output()
    sys.exit(status)


def count_of(count: int, one: str, more: str = "") -> str:
    """1 match, 2 matches: in English, which commands speak."""
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"


def forget_output() -> None:
    """Drops output that could not be written. Python would try again at exit, and complain."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    if sys.stderr:
        print(text, file=sys.stderr)


def why(error: OSError) -> str:
    """With the user that a file is closed to: it may be the service's, and not the one who has typed."""
    said = error.strerror or str(error)
    if not isinstance(error, PermissionError):
        return said
    user = next((each.pw_name for each in pwd.getpwall() if each.pw_uid == os.geteuid()), os.geteuid())
    return f"{said} for the user {user}"


def read_bytes(name: str) -> bytes | None:
    """The content of a file, or of standard input for -. None, after a message, if it cannot be read."""
    try:
        if name != "-":
            return Path(name).read_bytes()
        if sys.stdin:
            return sys.stdin.buffer.read()
        say("-: there is no standard input")
    except OSError as error:
        say(f"{name}: cannot be read: {why(error)}")
    return None
