"""A real worker and a real beat, with a real broker and a real mail server."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes
from functools import partial
from pathlib import Path
from smtplib import LMTP
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlmodel import col, select

from app import migrations
from app.house import House, open_house
from app.mail.addresses import Addresses
from app.models import Letter, Mail, now
from app.services.inbox import intake
from app.services.people import accounts
from app.settings import read
from app.wake_worker import client, waker
from tests.app.post.friends import Friends
from tests.lengths import shortened
from tests.servers import BOTH, PATIENCE, RedisServer, database_of, free_port, until

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

    def door(self, place: str) -> subprocess.Popen[bytes]:
        """Where mail comes in; this one says when it is open, or why it is not."""
        env = self._env | {"CHASQUI_DOOR": place}
        with (self._folder / "door.log").open("wb") as log:
            process = subprocess.Popen([sys.executable, "-m", "worker.door"], cwd=ROOT, env=env, stderr=log)
        self._running.append(process)
        assert until(lambda: "chasqui: " in self.said_at_the_door), "the door says nothing"
        return process

    @property
    def said_at_the_door(self) -> str:
        return (self._folder / "door.log").read_text()

    def stop(self) -> None:
        for process in self._running:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()

    @property
    def said(self) -> str:
        return "".join(path.read_text() for path in self._folder.glob("*.log"))


# What differs between the databases is asked elsewhere; here the programs are.
@pytest.fixture(params=shortened(BOTH, ["sqlite"]))
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return database_of(request, tmp_path)


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
            accounts.ask_to_sign_in(session, house, f"ana{number}@example.org")

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


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
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

    assert until(lambda: unsent(house) == 0), programs.said


# --- Mail that comes in ---


@pytest.fixture
def reply_to(house: House) -> str:
    friends = Friends.meet(house).sit()
    return Addresses(house.settings).reply(friends.seat(2).post_key)


def mails(house: House) -> list[Mail]:
    with house.db.reading() as session:
        return list(session.exec(select(Mail)).all())


def is_read(house: House) -> bool:
    return [mail.outcome for mail in mails(house)] == ["words"]


def has_left(house: House, kind: str) -> bool:
    with house.db.reading() as session:
        letters = session.exec(select(Letter).where(Letter.kind == kind)).all()
    return [letter.sent_at is not None for letter in letters] == [True]


def bring(place: str, to: str) -> None:
    with LMTP(place, timeout=PATIENCE) as client:
        client.sendmail("2@example.org", [to], b"From: 2@example.org\r\n\r\nhelp\r\n")


def test_who_brings_mail_calls_the_worker(
    house: House, programs: Programs, reply_to: str, tmp_path: Path
) -> None:
    programs.worker()
    door = programs.door(f"lmtp://{tmp_path / 'door.sock'}")

    bring(str(tmp_path / "door.sock"), reply_to)

    assert until(lambda: is_read(house)), programs.said
    assert until(lambda: has_left(house, "reply")), programs.said
    door.terminate()
    assert door.wait(PATIENCE) == 0
    assert not (tmp_path / "door.sock").exists()
    assert "Traceback" not in programs.said


def test_without_a_call_the_sweep_reads_it(house: House, programs: Programs, reply_to: str) -> None:
    programs.worker()
    programs.beat()

    house.db.write(partial(intake.take_in, house=house, to=reply_to, sender="x", raw=b"\r\nhelp\r\n"))

    assert until(lambda: is_read(house)), programs.said


def test_mail_is_taken_in_while_the_broker_is_frozen(
    house: House, programs: Programs, reply_to: str, redis_server: RedisServer, tmp_path: Path
) -> None:
    programs.door(f"lmtp://{tmp_path / 'door.sock'}")
    redis_server.freeze()

    bring(str(tmp_path / "door.sock"), reply_to)

    redis_server.thaw()
    assert len(mails(house)) == 1


@pytest.mark.parametrize(
    ("place", "status", "said"),
    [("none", 78, "CHASQUI_DOOR is none"), ("smtp://127.0.0.1:{port}", 1, "mail cannot come in at smtp://")],
)
def test_a_door_that_cannot_be_opened_says_why(
    house: House, programs: Programs, place: str, status: int, said: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        door = programs.door(place.format(port=taken.getsockname()[1]))

        assert door.wait(PATIENCE) == status

    assert said in programs.said_at_the_door
    assert "Traceback" not in programs.said_at_the_door


def test_what_is_old_is_tidied_away(house: House, programs: Programs, reply_to: str) -> None:
    def long_ago(session: Any) -> None:
        taken = intake.take_in(session, house, reply_to, "x", b"help")
        assert taken
        taken.due_at, taken.received_at = None, now() - intake.KEPT

    house.db.write(long_ago)
    programs.worker()

    client(house.settings).send_task("worker.tasks.tidy")

    assert until(lambda: not mails(house)), programs.said
