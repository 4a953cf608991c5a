"""./chasqui serve as somebody runs it: real programs, seen from outside."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from smtplib import LMTP, SMTP

import pytest

from app.serving import broker
from tests.servers import PATIENCE, free_port, until

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

# By what their commands have in them.
PROGRAMS = {
    "broker": "valkey-server",
    "web": "gunicorn",
    "worker": "-A worker worker",
    "beat": "-A worker beat",
    "door": "worker.door",
}


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
        settings = ("CHASQUI_", "REDIS_URL", "DATABASE_URL")
        env = {name: value for name, value in os.environ.items() if not name.startswith(settings)} | self.env
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
        """All that run for this data folder, whosever children they are: their number and command."""
        found = {}
        for place in Path("/proc").glob("[0-9]*"):
            try:
                environment, command = ((place / name).read_bytes() for name in ("environ", "cmdline"))
            except OSError:
                continue
            # A broker writes its title over its environment, and the socket's path is in the title.
            if str(self.data).encode() in environment + command and command:
                found[int(place.name)] = command.replace(b"\0", b" ").decode()
        return found

    def numbers(self, program: str) -> list[int]:
        """Processes of that name, the oldest first."""
        return sorted(number for number, command in self.processes().items() if PROGRAMS[program] in command)


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


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with serving(tmp_path) as service:
        yield service


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One with the demo's match, for all tests after which it runs as before."""
    with serving(tmp_path_factory.mktemp("running")) as service:
        service.open("--demo")
        assert until(lambda: service.health().get("ok") is True), service.health()
        yield service


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_serve_answers_and_leaves_nothing_behind(service: Service, ending: signal.Signals) -> None:
    process = service.open()

    assert until(lambda: service.health().get("ok") is True), service.health()
    assert f"Chasqui is open at http://127.0.0.1:{service.port}\n" in service.said
    assert all(service.numbers(program) for program in PROGRAMS)

    process.send_signal(ending)

    assert process.wait(PATIENCE) == 0
    assert not service.processes()
    assert "stopped" in service.said
    assert not (service.data / "broker.sock").exists()


@pytest.mark.long
def test_all_end_with_a_supervisor_that_is_killed_and_serve_starts_again(service: Service) -> None:
    service.open()
    assert all(service.numbers(program) for program in PROGRAMS)

    service.started[0].kill()

    assert until(lambda: not service.processes()), service.processes()

    service.data.with_name("said").unlink()
    service.open()
    assert until(lambda: service.health().get("ok") is True), service.health()


def test_a_port_that_is_taken_is_said(service: Service) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", service.port))
        taken.listen()

        assert service.start().wait(PATIENCE) == 1

    assert f"port {service.port} is taken" in service.said
    assert not service.processes()


def test_a_door_that_is_taken_is_said(service: Service) -> None:
    assert service.mail_port
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", service.mail_port))
        taken.listen()

        assert service.start().wait(PATIENCE) == 1

    assert f"port {service.mail_port}, where mail comes in, is taken" in service.said
    assert "--mail-port N" in service.said
    assert "CHASQUI_DOOR=none" in service.said
    assert not service.processes()


def test_without_a_door_no_mail_comes_in(service: Service) -> None:
    service.mail_port, service.env = None, {"CHASQUI_DOOR": "none"}

    service.open()

    assert not service.numbers("door")
    assert "comes in at" not in service.said


def test_a_door_on_a_socket(service: Service) -> None:
    place = service.data.with_name("door.sock")
    service.mail_port, service.env = None, {"CHASQUI_DOOR": f"lmtp://{place}"}

    process = service.open()

    with LMTP(str(place), timeout=PATIENCE) as client:
        assert client.ehlo()[0] == 250
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert not place.exists()


@pytest.mark.long
def test_a_broker_left_over_from_an_earlier_run_is_stopped(service: Service) -> None:
    service.data.mkdir()
    socket_path = service.data / "broker.sock"
    options = ["--port", "0", "--unixsocket", str(socket_path), "--dir", str(service.data)]
    with subprocess.Popen([broker.broker_program(), *options], stdout=subprocess.DEVNULL) as orphan:
        try:
            assert until(lambda: broker.is_answering(socket_path))
            orphan.send_signal(signal.SIGSTOP)  # the worst kind: it takes connections and does not answer

            service.open()

            assert orphan.wait(PATIENCE) != 0
        finally:
            orphan.kill()
    assert "left over from an earlier run" in service.said


def test_a_database_and_a_broker_of_the_environment_are_used(
    service: Service, postgres_url: str, redis_url: str
) -> None:
    service.env = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}

    service.open()

    assert until(lambda: service.health().get("ok") is True), service.health()
    assert not service.numbers("broker")
    assert not (service.data / "chasqui.db").exists()


def test_a_setting_that_makes_no_sense_is_said(tmp_path: Path) -> None:
    env = os.environ | {"CHASQUI_SWEEP_SECONDS": "often"}
    done = subprocess.run(
        [str(ROOT / "chasqui"), "serve"], env=env, cwd=tmp_path, capture_output=True, text=True
    )

    assert done.returncode == 78
    assert "CHASQUI_SWEEP_SECONDS" in done.stderr


# --- One that runs on ---


def test_a_second_serve_in_the_same_folder_is_refused(running: Service) -> None:
    second = running.start()

    assert second.wait(PATIENCE) == 1
    assert "another ./chasqui serve is at work" in running.said
    assert until(lambda: running.health().get("broker") is True), running.health()


def test_the_demo_is_waiting_and_its_link_leads_in(running: Service) -> None:
    link = next(line for line in running.said.splitlines() if line.startswith("Sign in")).split()[-1]

    with urllib.request.urlopen(link, timeout=PATIENCE) as answer:
        page = answer.read().decode()

    assert "Demo" in page
    assert "<form" in page


def test_an_order_by_mail_is_answered_by_a_letter(running: Service) -> None:
    """No mail server: the letter is read in the mailbox, and its answer is sent to the door."""
    assert f"Mail for @localhost comes in at smtp://127.0.0.1:{running.mail_port}\n" in running.said
    assert until(lambda: "torch or camp" in running.page("/mailbox")), running.page("/mailbox")
    letter = next(line for line in running.page("/mailbox").splitlines() if "torch or camp" in line)
    page = running.page(re.findall(r"/mailbox/\d+", letter)[0])
    to = re.findall(r"r\.[a-z2-7.]+@localhost", page)[0]

    with SMTP("127.0.0.1", running.mail_port or 0, timeout=PATIENCE) as client:
        client.sendmail(
            "demo@localhost", [to], b"From: demo@localhost\r\nSubject: Re: your turn\r\n\r\ntorch\r\n"
        )

    assert until(lambda: "Re: your turn" in running.page("/mailbox")), running.page("/mailbox")


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_a_program_that_is_killed_is_started_again(running: Service, program: str) -> None:
    first, said = running.numbers(program), running.said

    os.kill(first[0], signal.SIGKILL)

    assert until(lambda: bool(set(running.numbers(program)) - set(first))), running.said
    assert until(lambda: running.health().get("ok") is True), running.health()
    assert " has ended (" in running.said.removeprefix(said)
