"""The path of a unix socket, before a server listens there."""

import os
import socket
import stat
from pathlib import Path


class AddressInUse(OSError):
    """Another program listens at this address."""


def remove_stale_socket(path: Path) -> None:
    """A killed program leaves its unix socket behind. One that is in use stays, and is an error."""
    if not path.exists():
        return
    if not stat.S_ISSOCK(path.stat().st_mode):
        raise AddressInUse(f"{path} is there already, and is no socket")
    if _has_listener(path):
        raise AddressInUse(f"another program listens at {path}")
    path.unlink()


def _has_listener(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(os.fspath(path)) == 0
