"""A process that is frozen while it has a lock."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOLD = """
import fcntl, os, signal, sys
fcntl.flock(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600), fcntl.LOCK_EX)
os.kill(os.getpid(), signal.SIGSTOP)
"""


@contextmanager
def frozen_with(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Its lock is free again when it is told to go on, or killed."""
    process = subprocess.Popen([sys.executable, "-I", "-c", HOLD, str(file)])
    try:
        stopped = Path(f"/proc/{process.pid}/stat")
        while stopped.read_text().rpartition(")")[2].split()[0] != "T":
            pass
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
