"""Whether the public address leads to this very service."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import make_server

from app.doctor import opening, public_address
from app.doctor.findings import Finding
from app.doctor.names import Names
from app.doctor.visit import Visit
from app.services.upkeep import heartbeats, whoami
from app.web.health import Watch
from tests.servers import free_port
from tests.world import World
from tests.world.name_server import name_server

TOKEN = "a-token-that-nobody-can-guess"


@pytest.fixture(scope="module")
def dns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with name_server(tmp_path_factory.mktemp("dns"), "play.example. A 127.0.0.1") as place:
        yield place


@contextmanager
def running(server: Any) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[World]:
    """Its pages at a port of their own, which its address names."""
    port = free_port()
    world = World.new(folder, url=f"http://play.example:{port}", **settings)
    with running(make_server("127.0.0.1", port, world.app, threaded=True)):
        yield world
    world.close()


def visit_of(world: World, dns: str, token: str = TOKEN) -> Visit:
    """As the doctor begins: with a token in the database."""
    world.house.write(partial(heartbeats.beat, role=whoami.ROLE, place=whoami.place_of(TOKEN)))
    return Visit(world.house.settings, Names([dns]), world.house, runs=True, token=token)


def looked(at: Visit) -> list[Finding]:
    return list(public_address.look(at))


def test_the_service_itself_answers_what_its_database_has(tmp_path: Path, dns: str) -> None:
    with served(tmp_path) as world:
        at = visit_of(world, dns)

        assert [found.grade for found in looked(at)] == ["right"]
        assert at.clocks == []  # it is our own


def test_a_web_server_on_another_machine_has_a_clock_to_compare_with(
    tmp_path: Path, dns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_address, "is_own", lambda address: False)
    with served(tmp_path) as world:
        at = visit_of(world, dns)

        looked(at)

        assert [clock.whose for clock in at.clocks] == [f"{world.house.settings.url} at 127.0.0.1"]


def test_a_copy_with_the_same_keys_and_another_database_is_found_out(tmp_path: Path, dns: str) -> None:
    own = World.new(tmp_path / "own")
    with served(tmp_path / "copy") as copy:
        own.house = replace(own.house, settings=replace(own.house.settings, url=copy.house.settings.url))

        [found] = looked(visit_of(own, dns))

    assert found.grade == "wrong"
    assert "another Chasqui" in found.words
    own.close()


def test_a_token_that_is_not_in_the_database_gets_nothing(world: World) -> None:
    answer = world.app.test_client().get(f"{whoami.PLACE}{TOKEN}", base_url="http://elsewhere.example")

    assert (answer.status_code, answer.json) == (404, {"chasqui": "another"})


def test_the_token_is_gone_when_the_doctor_has_left(world: World) -> None:
    settings = world.house.settings
    with opening.visit(settings) as (at, _):
        assert at.token
        opening.close(at)
        with world.house.reading() as session:
            assert not whoami.is_asked(session, at.token)


class Other(BaseHTTPRequestHandler):
    """Another program; `says` is its answer."""

    says: tuple[int, str] = (200, "")

    def do_GET(self) -> None:
        status, location = self.says
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("status", "location", "said"),
    [
        (200, "", "another program"),
        (502, "", "does not reach the service"),
        (301, "https://www.play.example/", "CHASQUI_URL"),
    ],
)
def test_another_program_at_the_address_is_told(
    tmp_path: Path, dns: str, status: int, location: str, said: str
) -> None:
    kind = type("Answering", (Other,), {"says": (status, location)})
    port = free_port()
    own = World.new(tmp_path, url=f"http://play.example:{port}")
    with running(HTTPServer(("127.0.0.1", port), kind)):
        [found] = looked(visit_of(own, dns))

    assert found.grade == "wrong"
    assert said in found.words
    own.close()


def test_an_address_that_nobody_answers_and_a_name_that_nobody_knows_are_wrong(
    tmp_path: Path, dns: str
) -> None:
    for name in ("play.example", "nobody.example"):
        own = World.new(tmp_path / name, url=f"http://{name}:{free_port()}")

        assert [found.grade for found in looked(visit_of(own, dns))] == ["wrong"]
        own.close()


def test_the_look_of_the_doctor_is_that_of_healthz_and_leaves_its_token(world: World) -> None:
    watch = Watch(world.house, whoami.ROLE, whoami.place_of(TOKEN))

    assert watch.look(10).facts["write"]

    with world.house.reading() as session:
        assert whoami.is_asked(session, TOKEN)
    watch.house.db.close()
