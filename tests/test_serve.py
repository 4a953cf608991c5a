"""./chasqui serve as somebody runs it: real programs, seen from outside."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from smtplib import LMTP, SMTP

import pytest

from app.serving import broker
from tests.lengths import long, shortened
from tests.servers import PATIENCE, until
from tests.world.served import PROGRAMS, ROOT, Service, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


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


@pytest.mark.parametrize("ending", [signal.SIGINT, long(signal.SIGTERM)])
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


@pytest.mark.long
def test_without_a_door_no_mail_comes_in(service: Service) -> None:
    service.mail_port, service.env = None, {"CHASQUI_DOOR": "none"}

    service.open()

    said = (service.data / "logs" / "worker.log").read_text()
    assert "comes in at" not in service.said + said


@pytest.mark.long
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


@pytest.mark.parametrize("program", shortened(sorted(PROGRAMS), ["broker", "web"]))
def test_a_program_that_is_killed_is_started_again(running: Service, program: str) -> None:
    first, said = running.numbers(program), running.said

    os.kill(first[0], signal.SIGKILL)

    assert until(lambda: bool(set(running.numbers(program)) - set(first))), running.said
    assert until(lambda: running.health().get("ok") is True), running.health()
    assert " has ended (" in running.said.removeprefix(said)
