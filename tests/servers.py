"""Real servers for tests: PostgreSQL and Redis from Debian's packages, thrown away afterwards.

Where they are missing, the tests that need them are skipped, and with CI=true ./chasqui test installs them.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError

# Far more than anything takes, also on a slow day: to wait longer would be in vain.
PATIENCE = 120.0
POSTGRES_PROGRAMS = Path("/usr/lib/postgresql")
MOST_WAL = "64MB"  # of a server that has a small disk
# What keeps data over a power cut, and costs time.
SAFETY = ("fsync", "synchronous_commit", "full_page_writes")


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Whether it came to hold before the time was over."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _ports() -> Iterator[int]:
    """Each process of the tests has its own, below those that the system gives to connections."""
    worker, most = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]), 2000
    first = 12_000 + worker % 9 * most
    while True:
        yield from range(first + os.getpid() % most, first + most)
        yield from range(first, first + os.getpid() % most)


PORTS = _ports()


def free_port() -> int:
    """Of which nobody else thinks before it is used: not given again until all others have been."""
    return next(filter(_is_free, PORTS))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def program(found: str | None, package: str) -> str:
    if not found:
        pytest.skip(f"{package} is not installed: apt-get install {package}")
    return found


def start(command: list[str], ended_by: str, user: str | None = None) -> subprocess.Popen[bytes]:
    """Ends with this process, also when that is killed."""
    bound = [program(shutil.which("setpriv"), "util-linux"), "--pdeathsig", ended_by, *command]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(bound, **identity(user), stdout=quiet, stderr=quiet)


def identity(user: str | None) -> dict[str, Any]:
    return {"user": user, "group": user, "extra_groups": []} if user else {}


# --- Redis ---


class RedisServer:
    """One that a test may stop, freeze and start again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._program = program(shutil.which("redis-server"), "redis-server")
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}/0"

    def client(self) -> Redis:
        return Redis(port=self._port, socket_timeout=5)

    def start(self) -> None:
        options = ["--port", str(self._port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        self._process = start([self._program, *options, "--save", "", "--appendonly", "yes"], ended_by="KILL")
        assert until(self._answers), "redis-server does not answer"

    def _answers(self) -> bool:
        try:
            with self.client() as asking:
                return bool(asking.ping())
        except RedisError:
            return False

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _signal(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    folder = tmp_path / "redis"
    folder.mkdir()
    server = RedisServer(folder)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    return redis_server.url


# --- PostgreSQL ---


def postgres_program(name: str) -> str:
    """Of the newest version there is."""
    found = POSTGRES_PROGRAMS.glob(f"*/bin/{name}")
    newest = sorted(found, key=lambda path: int(path.parts[-3]))[-1:]
    return program(str(newest[0]) if newest else None, "postgresql")


def unprivileged() -> str | None:
    """The user that the server runs as, for it refuses root. The package makes this user."""
    return "postgres" if os.geteuid() == 0 else None


@contextmanager
def cluster_folder(mounted: Callable[[Path], AbstractContextManager[object]] = nullcontext) -> Iterator[str]:
    """With the files of a new PostgreSQL in it, and its socket when it runs. `mounted`: a disk for them."""
    initdb, user = postgres_program("initdb"), unprivileged()
    # pytest's own folders are closed to the other user.
    folder = Path(tempfile.mkdtemp(prefix="chasqui-postgres-"))
    with mounted(folder):
        if user:
            shutil.chown(folder, user, user)
        trusting = ["-U", "postgres", "--auth", "trust", "-E", "UTF8", "--locale", "C", "--no-sync"]
        subprocess.run(
            [initdb, "-D", str(folder / "data"), *trusting],
            **identity(user),
            check=True,
            capture_output=True,
            cwd="/",
        )
        try:
            yield str(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster() -> Iterator[str]:
    """A PostgreSQL of its own; yields the folder of its socket."""
    with cluster_folder() as folder:
        options = ["listen_addresses=", "max_connections=300", *(f"{name}=off" for name in SAFETY)]
        chosen = [word for option in options for word in ("-c", option)]
        command = [postgres_program("postgres"), "-D", f"{folder}/data", "-k", folder, *chosen]
        server = start(command, ended_by="QUIT", user=unprivileged())
        try:
            assert until(lambda: accepts(Path(folder))), "PostgreSQL does not answer"
            yield folder
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait()


class PostgresServer:
    """One that a test may kill, freeze and start again."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.url = address(folder, "postgres")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Unless it runs: two faults that are mended at once may both start it."""
        if self.runs:
            return
        options = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", f"max_wal_size={MOST_WAL}"]
        command = [postgres_program("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        self._process = start([*command, *options], ended_by="QUIT", user=unprivileged())
        assert until(lambda: accepts(self.folder)), "PostgreSQL does not answer"

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """At once, as `pg_ctl stop -m immediate` does it: nothing is finished."""
        if self._process:
            self.signal(signal.SIGCONT)
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
            self._process = None

    def signal(self, number: signal.Signals) -> None:
        """To all of its processes: SIGSTOP freezes it, SIGCONT thaws it."""
        assert self._process
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, number)


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    with cluster_folder() as folder:
        server = PostgresServer(folder)
        server.start()
        yield server
        server.kill()


def address(folder: object, database: str) -> str:
    return f"postgresql://postgres@/{database}?host={folder}"


def accepts(folder: Path) -> bool:
    try:
        psycopg.connect(address(folder, "postgres"), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[str]:
    with cluster() as folder:
        yield folder


@contextmanager
def postgres_database(folder: str, template: str = "template0") -> Iterator[str]:
    name = f"test_{time.monotonic_ns()}"
    with psycopg.connect(address(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield address(folder, name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres_url(postgres_cluster: str) -> Iterator[str]:
    """An empty database."""
    with postgres_database(postgres_cluster) as url:
        yield url


BOTH = ("sqlite", "postgresql")


@pytest.fixture(params=BOTH)
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """For what must hold on both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'chasqui.db'}"
    return str(request.getfixturevalue("postgres_url"))
