"""A real worker and a real beat, with a real broker and a real mail server."""

import socket
from functools import partial
from pathlib import Path
from smtplib import LMTP
from typing import Any

import pytest
from sqlmodel import col, select

from app.clock import now
from app.house import House
from app.mail.addresses import Addresses
from app.models import Letter, Mail
from app.services.inbox import intake
from app.services.people import signing_in
from app.wake_worker import celery_client, queue_of
from tests.lengths import long, shortened
from tests.servers import BOTH, PATIENCE, RedisServer, until
from tests.world import World
from tests.world.mail_server import Sink
from tests.world.programs import Programs

ROOT = Path(__file__).parents[2]

LETTERS = 12


# What differs between the databases is asked elsewhere; here the programs are.
@pytest.fixture(params=shortened(BOTH, ["sqlite"]))
def empty_database_url(empty_database_url: str) -> str:
    return empty_database_url


def write_letters(house: House, count: int) -> None:
    def put(session: Any) -> None:
        for number in range(count):
            signing_in.ask_to_sign_in(session, house, f"ana{number}@example.org")

    house.db.write(put)


def unsent(house: House) -> int:
    with house.db.reading() as session:
        return len(session.exec(select(Letter.id).where(col(Letter.sent_at).is_(None))).all())


def waiting(server: RedisServer, queue: str) -> bool:
    """Whether messages are queued, or being worked on."""
    with server.client() as asking:
        return bool(asking.exists(queue, "unacked"))


def test_a_call_is_enough_to_send_a_letter(house: House, programs: Programs) -> None:
    programs.worker.start()
    write_letters(house, 1)

    house.wake()

    assert until(lambda: unsent(house) == 0), programs.said


def test_without_a_call_the_sweep_finds_it(house: House, programs: Programs) -> None:
    programs.worker.start()
    programs.beat.start()

    write_letters(house, 1)

    assert until(lambda: unsent(house) == 0), programs.said


@pytest.mark.parametrize("empty_database_url", shortened(BOTH, ["postgresql"]), indirect=True)
def test_two_workers_and_many_calls_send_every_letter_once(
    house: House, programs: Programs, sink: Sink, redis_server: RedisServer
) -> None:
    programs.worker.start()
    programs.second_worker().start()
    programs.beat.start()
    write_letters(house, LETTERS)
    celery = celery_client(house.settings)

    for task in ["wake", "post", "ring"] * 10:
        celery.send_task(f"worker.tasks.{task}")

    assert until(lambda: unsent(house) == 0), programs.said
    assert until(lambda: not waiting(redis_server, queue_of(house.settings))), programs.said
    taken = [message["Message-ID"] for message in sink.messages]
    assert len(taken) == LETTERS
    assert len(set(taken)) == LETTERS


@pytest.mark.parametrize("away", ["stopped", long("frozen")])
def test_a_broker_that_comes_back_is_worked_with_again(
    house: House, programs: Programs, redis_server: RedisServer, away: str
) -> None:
    programs.worker.start()
    programs.beat.start()
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
def reply_to(world: World) -> str:
    friends = world.invite().sit()
    return Addresses(world.house.settings).reply(friends.answer_key(2))


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
        client.sendmail("bo@example.org", [to], b"From: bo@example.org\r\n\r\nhelp\r\n")


def test_the_door_calls_the_worker(house: House, programs: Programs, reply_to: str, tmp_path: Path) -> None:
    programs.worker.start()
    door = programs.door(f"lmtp://{tmp_path / 'door.sock'}")

    bring(str(tmp_path / "door.sock"), reply_to)

    assert until(lambda: is_read(house)), programs.said
    assert until(lambda: has_left(house, "reply")), programs.said
    assert door.end() == 0
    assert not (tmp_path / "door.sock").exists()
    assert "Traceback" not in programs.said


def test_without_a_call_the_sweep_reads_it(house: House, programs: Programs, reply_to: str) -> None:
    programs.worker.start()
    programs.beat.start()

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

        assert door.wait() == status

    assert said in door.said
    assert "Traceback" not in door.said


def test_what_is_old_is_tidied_away(house: House, programs: Programs, reply_to: str) -> None:
    def long_ago(session: Any) -> None:
        taken = intake.take_in(session, house, reply_to, "x", b"help")
        assert taken
        taken.due_at, taken.received_at = None, now() - intake.KEEP_READ_FOR

    house.db.write(long_ago)
    programs.worker.start()

    celery_client(house.settings).send_task("worker.tasks.tidy")

    assert until(lambda: not mails(house)), programs.said
