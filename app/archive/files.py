"""Files that are there as a whole or not at all, also after a power cut."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app.archive import Refused


def write_through(path: Path) -> None:
    """What is in the file is on the disk; of a folder, the names of its files."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def to_the_folders_owner(path: Path) -> None:
    """What root makes for the service belongs to the user that the service runs as."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def whole_file(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A file to write, and where it is meanwhile. At the end it gets its name, unless something was raised.

    What a killed program has left under the other name is written over by the next one.
    """
    part = path.with_name(f"{path.name}.part")
    file = os.open(part, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(file, part)
        try:
            with os.fdopen(os.dup(file), "wb") as opened:
                opened.truncate(0)
                yield opened, part
                opened.flush()
                to_the_folders_owner(part)
                os.fsync(file)
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    finally:
        os.close(file)
    write_through(path.parent)


def _lock(file: int, part: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), os.stat(part)):
            return
    except (BlockingIOError, FileNotFoundError):
        pass
    raise Refused(f"{part} is being written by another program")
