"""A real worker and a real beat, with a real broker and a real mail server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlmodel import col, select

from app import migrations
from app.house import House, open_house
from app.models import Letter
from app.services import people
from app.settings import read
from app.waking import client, waker
from tests.servers import RedisServer, free_port, until

ROOT = Path(__file__).parents[2]

LETTERS = 12


class Postman:
    """Takes every letter."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.taken: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - as aiosmtpd calls it
        self.taken.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        return "250 OK"


@pytest.fixture
def postman() -> Iterator[Postman]:
    port = free_port()
    postman = Postman(f"smtp://127.0.0.1:{port}")
    controller = Controller(postman, hostname="127.0.0.1", port=port)
    controller.start()
    yield postman
    controller.stop()


class Programs:
    """Starts workers and beats with the settings of one test, and ends them."""

    def __init__(self, settings: dict[str, str], folder: Path) -> None:
        self._env = os.environ | settings
        self._folder = folder
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, name: str, *args: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "celery", "-A", "worker", name, *args, "--loglevel", "WARNING"]
        with (self._folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=self._env, stdout=log, stderr=log)
        self._running.append(process)
        return process

    def with_mail(self, url: str) -> None:
        self._env["CHASQUI_SMTP_URL"] = url

    def worker(self, name: str = "one") -> subprocess.Popen[bytes]:
        return self.start("worker", "--concurrency", "1", "--hostname", name)

    def beat(self) -> subprocess.Popen[bytes]:
        return self.start("beat", "--schedule", str(self._folder / "beat"))

    def stop(self) -> None:
        for process in self._running:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()

    @property
    def said(self) -> str:
        return "".join(path.read_text() for path in self._folder.glob("*.log"))


@pytest.fixture
def environment(redis_url: str, database_url: str, tmp_path: Path) -> dict[str, str]:
    values = {"REDIS_URL": redis_url, "DATABASE_URL": database_url, "CHASQUI_SWEEP_SECONDS": "1"}
    return values | {"CHASQUI_DATA": str(tmp_path / "data")}


@pytest.fixture
def house(environment: dict[str, str]) -> Iterator[House]:
    settings = read(environment)
    migrations.upgrade(settings.database)
    house = open_house(settings, waker(settings, quiet=0.1))
    yield house
    house.db.close()


@pytest.fixture
def programs(environment: dict[str, str], tmp_path: Path) -> Iterator[Programs]:
    programs = Programs(environment, tmp_path)
    yield programs
    programs.stop()


def write_letters(house: House, count: int) -> None:
    def put(session: Any) -> None:
        for number in range(count):
            people.ask_to_sign_in(session, house, f"ana{number}@example.org")

    house.db.write(put)


def unsent(house: House) -> int:
    with house.db.reading() as session:
        return len(session.exec(select(Letter.id).where(col(Letter.sent_at).is_(None))).all())


def waiting(server: RedisServer) -> bool:
    """Whether messages are queued, or being worked on."""
    with server.client() as asking:
        return bool(asking.exists("celery", "unacked"))


def test_a_call_is_enough_to_send_a_letter(house: House, programs: Programs) -> None:
    programs.worker()
    write_letters(house, 1)

    house.wake()

    assert until(lambda: unsent(house) == 0), programs.said


def test_without_a_call_the_sweep_finds_it(house: House, programs: Programs) -> None:
    programs.worker()
    programs.beat()

    write_letters(house, 1)

    assert until(lambda: unsent(house) == 0), programs.said


def test_two_workers_and_many_calls_send_every_letter_once(
    house: House, programs: Programs, postman: Postman, redis_server: RedisServer
) -> None:
    programs.with_mail(postman.url)
    programs.worker("one")
    programs.worker("two")
    programs.beat()
    write_letters(house, LETTERS)
    celery = client(house.settings)

    for task in ["wake", "post", "ring"] * 10:
        celery.send_task(f"worker.tasks.{task}")

    assert until(lambda: unsent(house) == 0), programs.said
    assert until(lambda: not waiting(redis_server)), programs.said
    assert len(postman.taken) == LETTERS
    assert len(set(postman.taken)) == LETTERS


@pytest.mark.parametrize("away", ["stopped", "frozen"])
def test_a_broker_that_comes_back_is_worked_with_again(
    house: House, programs: Programs, redis_server: RedisServer, away: str
) -> None:
    programs.worker()
    programs.beat()
    write_letters(house, 1)
    assert until(lambda: unsent(house) == 0), programs.said

    (redis_server.stop if away == "stopped" else redis_server.freeze)()
    before = programs.said
    write_letters(house, LETTERS)
    house.wake()
    assert until(lambda: programs.said != before), "nobody has noticed"
    (redis_server.start if away == "stopped" else redis_server.thaw)()

    assert until(lambda: unsent(house) == 0, 60), programs.said
