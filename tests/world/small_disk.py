"""A small disk of its own for a folder, where this machine lets us mount one, and what fills it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

FILLER = "filler"


@dataclass(frozen=True)
class SmallDisk:
    folder: Path

    @property
    def is_mounted(self) -> bool:
        return self.folder.is_mount()

    def fill(self, but: int = 0) -> None:
        """`but`: bytes that stay free."""
        with (self.folder / FILLER).open("ab") as filler, suppress(OSError):
            os.posix_fallocate(filler.fileno(), filler.tell(), max(1, self.free() - but))

    def free(self) -> int:
        return shutil.disk_usage(self.folder).free

    def make_room(self) -> None:
        (self.folder / FILLER).unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    folder.mkdir(exist_ok=True)
    options = f"size={megabytes}m,mode=0700"
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True).returncode == 0
    try:
        yield SmallDisk(folder)
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
