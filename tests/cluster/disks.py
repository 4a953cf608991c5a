"""A disk that forgets what was not written through, and refuses to write when it is told to."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from tests.world.served import ROOT

ERRORS = {"full": errno.ENOSPC, "read-only": errno.EROFS}


class Forgetful:
    """The disk; see tests/world/forgetful_disk.py."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        command = [sys.executable, "-m", "tests.world.forgetful_disk", str(place)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        if not self._done():
            pytest.skip("a file system of our own can be mounted by root alone, on Linux with FUSE")

    def say(self, command: str) -> None:
        assert self._process.stdin
        print(command, file=self._process.stdin, flush=True)
        assert self._done()

    def _done(self) -> bool:
        assert self._process.stdout
        return self._process.stdout.readline() == "done\n"

    def end(self) -> None:
        subprocess.run(["umount", "-l", str(self.place)], check=False)
        self._process.kill()
        self._process.communicate()
