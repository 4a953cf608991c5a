"""What who watches over the service is told, and the mailbox of one machine."""

import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from app.clock import now
from app.mail.addresses import Addresses
from app.models import Letter
from app.services.inbox import intake
from app.services.upkeep import heartbeats
from app.services.upkeep.room import HELD
from app.web.health import SECONDS, broker_answers
from tests.servers import until
from tests.world import World
from tests.world.frozen import frozen_with
from tests.world.visitor import Evening, Visitor, local_world, read, signed_in

FROZEN_MOST = 1.0  # seconds


@pytest.fixture
def frozen(tmp_path: Path) -> Iterator[str]:
    """A broker that takes connections and never answers."""
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(tmp_path / "frozen.sock"))
    door.listen()
    yield f"redis+socket://{tmp_path / 'frozen.sock'}"
    door.close()


def look(world: World) -> dict[str, Any]:
    return Visitor(world).get("/healthz").json or {}


def beating(world: World) -> World:
    """As if worker, beat and door ran."""
    for role in ("worker", "beat", "door"):
        world.house.db.write(partial(heartbeats.beat, role=role))
    return world


def test_without_a_broker_it_is_not_well(world: World) -> None:
    answer = Visitor(beating(world)).get("/healthz")

    assert answer.status_code == 503
    said = answer.json or {}
    assert (said["ok"], said["wrong"], said["warns"]) == (False, ["broker"], [])
    assert "Redis" in said["words"]["broker"]
    figures = ("oldest_unsent_letter", "oldest_overdue_ask", "oldest_unread_mail")
    assert [said[name] for name in figures] == [None, None, None]
    assert said["letters_refused_for_us"] == 0


def test_a_frozen_broker_keeps_nobody_waiting(frozen: str) -> None:
    began = time.monotonic()

    assert not broker_answers(frozen)
    assert time.monotonic() - began < FROZEN_MOST


def test_a_broker_that_answers(tmp_path: Path) -> None:
    door = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        caller, _ = door.accept()
        while caller.recv(1000):
            caller.sendall(b"+PONG\r\n")
        caller.close()

    broker = threading.Thread(target=answer)
    broker.start()
    assert broker_answers(f"redis://127.0.0.1:{door.getsockname()[1]}/0")
    broker.join()
    door.close()


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1:1/0", "nonsense://x", "redis+socket:///no/such.sock"])
def test_a_broker_that_is_not_there(url: str) -> None:
    assert not broker_answers(url)


def test_what_waits_is_told_by_its_age(evening: Evening) -> None:
    def age(session: Session) -> None:
        letter = session.get_one(Letter, 1)
        letter.wanted_at = now() - timedelta(hours=2)

    evening.world.house.db.write(age)

    answer = Visitor(evening.world).get("/healthz")
    assert answer.json
    assert 7200 <= answer.json["oldest_unsent_letter"] < 7300
    assert answer.json["oldest_overdue_ask"] is None
    assert "oldest_unsent_letter" in answer.json["wrong"]


def test_what_has_just_come_is_not_told(evening: Evening) -> None:
    """Anybody may look here, and a letter or a mail may be about a sealed answer that somebody changes."""
    before = Visitor(evening.world).get("/healthz").json or {}
    ours = Addresses(evening.world.house.settings)
    taking = partial(intake.take_in, house=evening.world.house, to=ours.reply(evening.friends.answer_key(1)))
    evening.world.house.db.write(partial(taking, sender="", raw=b"torch"))

    after = Visitor(evening.world).get("/healthz").json or {}

    figures = ("oldest_unsent_letter", "oldest_unread_mail")
    assert [answer[name] for answer in (before, after) for name in figures] == [None] * 4


def test_mail_that_nobody_reads_is_told_by_its_age(evening: Evening) -> None:
    seat, ours = evening.friends.seats()[0], Addresses(evening.world.house.settings)

    def late(session: Session) -> None:
        taken = intake.take_in(session, evening.world.house, ours.unsubscribe(seat.post_key), "", b"torch")
        assert taken
        taken.received_at = now() - timedelta(hours=1)

    evening.world.house.db.write(late)

    answer = Visitor(evening.world).get("/healthz")
    assert (answer.status_code, answer.json and "oldest_unread_mail" in answer.json["wrong"]) == (503, True)
    intake.read_due(evening.world.house)
    assert (Visitor(evening.world).get("/healthz").json or {})["oldest_unread_mail"] is None


def test_letters_that_were_refused_because_of_us_are_counted_for_the_operator(evening: Evening) -> None:
    to = Addresses(evening.world.house.settings).bounce(evening.world.letters()[0].message_id)
    raw = b"From: MAILER-DAEMON@example.org\r\nSubject: Undeliverable\r\n\r\n550 5.7.26 SPF failed\r\n"
    evening.world.house.write(partial(intake.take_in, house=evening.world.house, to=to, sender="", raw=raw))
    intake.read_due(evening.world.house)

    assert (Visitor(evening.world).get("/healthz").json or {})["letters_refused_for_us"] == 1


def test_without_a_database_it_is_not_well(world: World) -> None:
    with world.house.db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE letter")

    answer = Visitor(world).get("/healthz")
    assert answer.status_code == 503
    assert answer.json
    assert answer.json["database"] is False


# --- The mailbox ---


def kept(world: World) -> int:
    def keep(session: Session) -> int:
        letter = session.get_one(Letter, 1)
        letter.subject, letter.text, letter.sent_at = "Hello <b>", "See http://127.0.0.1/x <script>", now()
        letter.html = "<p>Hello</p><script>alert(1)</script>"
        return 1

    return world.house.db.write(keep)


def test_a_process_that_holds_on_to_the_database_is_told_of(world: World) -> None:
    look(world)
    with frozen_with(world.house.settings.folder / "chasqui.db-turn"):
        began = time.monotonic()
        seen = look(world)
        took = time.monotonic() - began

    assert took < SECONDS + 0.5  # of a machine that has other work
    assert (seen["database"], seen["write"]) == (True, False)
    assert seen["words"]["write"] == HELD
    assert until(lambda: look(world)["write"])


def test_letters_are_shown_as_text_and_in_a_frame(world: World, ana: Visitor) -> None:
    number = kept(world)

    assert "Hello &lt;b&gt;" in Visitor(world).get("/mailbox").text
    page = Visitor(world).get(f"/mailbox/{number}").text
    assert '<a href="http://127.0.0.1/x"' in page
    assert "&lt;script&gt;" in page
    assert f'<iframe src="/mailbox/{number}/html" sandbox="allow-popups' in page
    framed = Visitor(world).get(f"/mailbox/{number}/html")
    assert "sandbox" in framed.headers["Content-Security-Policy"]
    assert "script-src" not in framed.headers["Content-Security-Policy"]
    assert "ana@example.org" in read(Visitor(world).get("/mailbox"))


@pytest.mark.parametrize("path", ["/mailbox", "/mailbox/1", "/mailbox/1/html"])
def test_the_mailbox_is_for_a_player_who_sits_at_this_machine(world: World, ana: Visitor, path: str) -> None:
    kept(world)
    client = Visitor(world).client

    assert client.get(path).status_code == 200
    assert client.get(path, environ_base={"REMOTE_ADDR": "10.0.0.7"}).status_code == 404
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert client.get(path, headers={header: "10.0.0.7"}).status_code == 404
    assert client.get(path, headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/mailbox/99999999999999999999").status_code == 404


@pytest.mark.parametrize("path", ["/mailbox", "/mailbox/1", "/mailbox/1/html", "/mailbox/1/board.png"])
def test_a_site_that_others_reach_has_no_mailbox(tmp_path: Path, path: str) -> None:
    """A web server in front may ask for its pages as if it sat at this machine, and name nobody."""
    world = local_world(tmp_path, url="https://play.example")
    signed_in(world, "ana@example.org")
    kept(world)

    for host in ("play.example", "127.0.0.1:8000"):
        assert Visitor(world).get(path, headers={"Host": host}).status_code in (400, 404)
    assert "/mailbox" not in Visitor(world).get("/").text
    world.house.db.close()


@pytest.mark.parametrize(
    "settings", [{"smtp_url": "smtp://localhost"}, {"mode": "production", "url": "https://play.example"}]
)
def test_there_is_no_mailbox_where_letters_are_sent(tmp_path: Path, settings: dict[str, str]) -> None:
    world = local_world(tmp_path, **settings)

    assert Visitor(world).get("/mailbox").status_code == 404
    assert "mailbox" not in Visitor(world).get("/").text
    world.house.db.close()
