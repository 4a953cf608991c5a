"""./chasqui serve as somebody runs it, seen from outside."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers import PATIENCE, free_port, until

ROOT = Path(__file__).parents[2]

# By the names that ps shows of them.
PROGRAMS = {
    "broker": "valkey-server",
    "web": "chasqui-web",
    "worker": "chasqui-worker",  # with door and beat
}


OURS = ("CHASQUI_", "REDIS_URL", "DATABASE_URL")


def environment_without_ours() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


@dataclass
class Service:
    """One data folder, and the `serve` that runs there."""

    data: Path
    port: int = field(default_factory=free_port)
    mail_port: int | None = field(default_factory=free_port)
    env: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def said(self) -> str:
        said = self.data.with_name("said")
        return said.read_text() if said.exists() else ""

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        chosen = {"--data": self.data, "--port": self.port, "--mail-port": self.mail_port}
        given = [word for name, value in chosen.items() if value for word in (name, str(value))]
        command = [str(ROOT / "chasqui"), "serve", *given, *args]
        env = environment_without_ours() | self.env
        with self.data.with_name("said").open("ab") as said:
            process = subprocess.Popen(command, env=env, stdout=said, stderr=said, cwd=self.data.parent)
        self.started.append(process)
        return process

    def open(self, *args: str) -> subprocess.Popen[bytes]:
        process = self.start(*args)
        assert until(lambda: "Ctrl-C stops it." in self.said or process.poll() is not None), self.said
        assert process.poll() is None, self.said
        return process

    def health(self) -> dict[str, object]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            with error:
                return dict(json.load(error))
        except OSError:
            return {}

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def processes(self) -> dict[int, str]:
        """All that run for this data folder, whosever children they are: their number and name."""
        found = {}
        for place in Path("/proc").glob("[0-9]*"):
            try:
                environment, command = ((place / name).read_bytes() for name in ("environ", "cmdline"))
                name = (place / "comm").read_text().strip()
            except OSError:
                continue
            # A broker writes its title over its environment, and the socket's path is in the title.
            if str(self.data).encode() in environment + command and command:
                found[int(place.name)] = name
        return found

    def numbers(self, program: str) -> list[int]:
        """Processes of that name, the oldest first."""
        return sorted(number for number, name in self.processes().items() if name == PROGRAMS[program])


@contextmanager
def serving(folder: Path) -> Iterator[Service]:
    service = Service(folder / "data")
    try:
        yield service
    finally:
        for process in service.started:
            process.kill()
            process.wait()
    assert until(lambda: not service.processes()), service.processes()
