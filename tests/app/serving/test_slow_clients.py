"""The web server and its clients, over real sockets: slow ones, rude ones, and all the others meanwhile."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from app.serving import web
from app.serving.arriving import LARGEST_HEAD
from tests.bench.service import answers, served
from tests.servers import until
from tests.world import World

SECONDS = 10.0  # that a friend waits for a page
THREADS = web.workers * web.threads
MORE_THAN_THREADS = 4 * THREADS

BEGUN = {
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: x",
    "body": b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx",
    "chunks": b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
    "nothing": b"",
    "reading": b"GET /static/chasqui.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    folder = tmp_path_factory.mktemp("site")
    world = World.new(folder, url="http://127.0.0.1:8000")
    with served(world.house.settings, "app.wsgi:app") as port:
        yield port, folder
    world.close()


@contextmanager
def connected(port: int, *said: bytes) -> Iterator[socket.socket]:
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(SECONDS)
        client.connect(("127.0.0.1", port))
        for words in said:
            client.sendall(words)
        yield client


def everything(client: socket.socket) -> bytes:
    """Until the server has hung up."""
    told = b""
    while piece := client.recv(65536):
        told += piece
    return told


def page(port: int) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


@pytest.mark.parametrize("way", BEGUN)
def test_a_page_comes_however_many_are_slow(site: tuple[int, Path], way: str) -> None:
    port, _ = site
    with ExitStack() as slow:
        for _ in range(MORE_THAN_THREADS):
            slow.enter_context(connected(port, BEGUN[way]))

        assert [page(port) for _ in range(5)] == [page(port)] * 5


@pytest.mark.long
@pytest.mark.parametrize("way", ["nothing", "headers", "body"])
def test_a_client_that_never_comes_to_an_end_is_hung_up_on(site: tuple[int, Path], way: str) -> None:
    with connected(site[0], BEGUN[way]) as client:
        client.settimeout(60)

        assert everything(client) == b""


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET / HTTP/1.1\nHost: localhost\n\n", b"400"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", b"400"),
        (b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\nx", b"413"),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * 101 + b"\r\n", b"431"),
        (b"GET / HTTP/1.1\r\n" + (b"X: " + b"x" * 8000 + b"\r\n") * (LARGEST_HEAD // 8000 + 1), b"431"),
    ],
)
def test_what_is_wrong_or_too_large_is_told_and_the_client_hung_up_on(
    site: tuple[int, Path], said: bytes, status: bytes
) -> None:
    with connected(site[0], said) as client:
        told = everything(client)

    assert told.startswith(b"HTTP/1.1 " + status)
    assert told.count(b"HTTP/1.1 ") == 1


def test_requests_that_come_together_are_answered_one_after_the_other(site: tuple[int, Path]) -> None:
    asked = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
    both = asked % (b"healthz", b"") + asked % (b"nothing", b"Connection: close\r\n")
    with connected(site[0], both) as client:
        told = everything(client)

    assert told.index(b"application/json") < told.index(b"404")


def test_a_client_that_asks_before_it_sends_a_form_is_told_to_go_on(site: tuple[int, Path]) -> None:
    head = b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += b"Content-Type: application/x-www-form-urlencoded\r\n"
    with connected(site[0], head + b"Expect: 100-continue\r\nContent-Length: 1\r\n\r\n") as client:
        assert client.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"

        client.sendall(b"x")

        assert everything(client).startswith(b"HTTP/1.1 404")


def workers(folder: Path) -> list[int]:
    """The processes that have a file of the server's in the data folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            files = [os.readlink(each) for each in (place / "fd").iterdir()]
        except OSError:
            continue
        if any(each.startswith(f"{folder}/wgunicorn-") for each in files):
            found.append(int(place.name))
    return sorted(found)


def test_a_process_that_is_killed_is_replaced_and_none_has_a_file_where_all_write(
    site: tuple[int, Path],
) -> None:
    port, folder = site
    before = workers(folder)
    assert len(before) == web.workers + 1  # and their master

    os.kill(before[-1], signal.SIGKILL)

    assert until(lambda: len(workers(folder)) == len(before) and workers(folder) != before)
    assert answers(port)


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def test_the_port_is_free_at_once_when_the_server_is_killed_whoever_is_slow(tmp_path: Path) -> None:
    world = World.new(tmp_path, url="http://127.0.0.1:8000")
    with served(world.house.settings, "app.wsgi:app") as port, connected(port, BEGUN["body"]):
        os.kill(workers(tmp_path)[0], signal.SIGKILL)

        assert until(lambda: is_free(port), seconds=2.0)
    world.close()


def test_many_who_wait_for_the_same_page_get_one_drawing_of_it(tmp_path: Path) -> None:
    world = World.new(tmp_path, url="http://127.0.0.1:8000")
    asked = b"GET /held?%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with served(world.house.settings, "tests.world.held_page:app") as port, ExitStack() as clients:
        many = [clients.enter_context(connected(port, asked % b"same")) for _ in range(10 * THREADS)]
        other = clients.enter_context(connected(port, asked % b"other"))
        assert all(answers(port) for _ in range(10))  # each process has read what came before

        (tmp_path / "gate").touch()

        assert {everything(client).partition(b"\r\n\r\n")[2] for client in many} == {b"drawn for same"}
        assert everything(other).endswith(b"drawn for other")
        assert len((tmp_path / "drawn").read_text()) <= 2 * web.workers + 1
    world.close()
