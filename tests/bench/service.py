"""Submissions a second over HTTP beside a bare application, on both databases; cost of fsync and of ringing.

The real server with its own settings, a real database and broker, and clients that keep their connections;
no worker runs beside them. An Incan Gold choice is a click on an action link, a Tikal turn is typed on the
seat's page and sent in one piece. The floor is one insert and one versioned update in a transaction. All
kinds take turns, round after round, for on a shared machine the ratios say more than the figures.
"""

import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path

from flask import Flask
from sqlalchemy import Column, Integer, MetaData, Table, Text, func, insert, update
from sqlmodel import col, select

from app.db.database import connect
from app.house import House
from app.links import Action
from app.models import Receipt
from app.serving import broker, environment, web
from app.serving.child import Child
from app.serving.supervisor import python_command, stop_all
from app.settings import Settings, read_settings
from tests import servers
from tests.bench import durability, ringing
from tests.bench._aims import at_least
from tests.bench._posts import Post, click, played_ahead, type_in
from tests.bench.ringing import new_database, postgres
from tests.world import World
from tests.world.database import copy_tables, make_tables
from tests.world.world import KEYS

CLIENTS = (1, 8, 32)
ROUNDS = 3
POSTS = 256  # of a kind, by so many clients, in a round
LONGEST = 30.0  # seconds of that
MATCHES = 64
SEATS = 4
FLOOR, CHOICE, TURN = "floor", "Incan Gold choice", "whole Tikal turn"
AIMS = {CHOICE: 0.6, TURN: 0.5}  # submissions for each of the floor


# --- The floor ---

BARE = MetaData()
ENTRIES = Table("entry", BARE, Column("id", Integer, primary_key=True), Column("body", Text))
ROWS = Table("versioned", BARE, Column("id", Integer, primary_key=True), Column("version", Integer))


def floor() -> Flask:
    """For gunicorn: the same driver, pool and pragmas, and nothing else of ours."""
    engine = connect(read_settings().database, "writing")
    app = Flask("floor")

    @app.post("/<int:row>/<int:version>")
    def submit(row: int, version: int) -> tuple[str, int]:
        with engine.begin() as connection:
            connection.execute(insert(ENTRIES).values(body="torch"))
            seen = update(ROWS).where(ROWS.c.id == row, ROWS.c.version == version)
            won = connection.execute(seen.values(version=version + 1)).rowcount == 1
        return ("done", 200) if won else ("stale", 409)

    return app


def floor_posts(row: int) -> list[Post]:
    return [Post(f"/{row}/{version}", "", b"done") for version in range(POSTS * ROUNDS * len(CLIENTS))]


def scripts(world: World, name: str, post: Callable[[House, Action], Post]) -> list[list[Post]]:
    house, codes = world.house, [world.match(name, SEATS).code for _ in range(MATCHES)]
    return [[post(house, action) for action in played_ahead(house, code)] for code in codes]


# --- Clients ---

Scripts = Sequence[Iterator[Post]]


def in_turn(scripts: Scripts) -> Iterator[Post]:
    """One post of each; a match that is over is left out."""
    going_on = deque(scripts)
    while going_on:
        if post := next(going_on[0], None):
            yield post
            going_on.rotate(-1)
        else:
            going_on.popleft()


def client(port: int, mine: Scripts, amount: int) -> list[float]:
    """One match after the other, over one connection; the seconds of each answer."""
    took: list[float] = []
    until = time.perf_counter() + LONGEST
    with closing(HTTPConnection("127.0.0.1", port, timeout=LONGEST)) as connection:
        for post in islice(in_turn(mine), amount):
            begun = time.perf_counter()
            status, told = answer_to(post, connection)
            took.append(time.perf_counter() - begun)
            if status >= 400 or post.answer not in told.lower():
                raise AssertionError(f"{status} for {post.path}: {told[:2000].decode()}")
            if time.perf_counter() > until:
                break
    return took


def answer_to(post: Post, connection: HTTPConnection) -> tuple[int, bytes]:
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if post.body else {}
    connection.request("POST", post.path, post.body, kind)
    answer = connection.getresponse()
    return answer.status, answer.read() + answer.getheader("Location", "").encode()


class Figures:
    """Of one kind, with so many clients, over all rounds."""

    def __init__(self) -> None:
        self.rate = 0.0  # a second, in the best round
        self.took: list[float] = []

    def run(self, port: int, dealt: Scripts, clients: int, posts: int) -> None:
        with ThreadPoolExecutor(clients) as pool:
            begun = time.perf_counter()
            runs = [pool.submit(client, port, dealt[n::clients], posts // clients) for n in range(clients)]
            took = [seconds for run in runs for seconds in run.result()]
        self.rate = max(self.rate, len(took) / (time.perf_counter() - begun))
        self.took += took

    def ms(self, share: float) -> float:
        return 1000 * sorted(self.took)[int(share * (len(self.took) - 1))]


# --- Servers ---


@contextmanager
def served(settings: Settings, app: str) -> Iterator[int]:
    port = servers.free_port()
    command = python_command("gunicorn", "-c", "python:app.serving.web", "--bind", f"127.0.0.1:{port}", app)
    server = Child(app.split(":")[0], command, settings.folder, environment(settings))
    server.start()
    try:
        if not servers.until(lambda: answers(port)):
            raise RuntimeError(f"{app} does not answer: {server.log.read_text()[-2000:]}")
        yield port
    finally:
        stop_all([server], 10.0)


def answers(port: int) -> bool:
    with closing(HTTPConnection("127.0.0.1", port, timeout=2)) as connection:
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except OSError:
            return False
    return True


@contextmanager
def brokered(settings: Settings) -> Iterator[None]:
    path = settings.folder / "broker.sock"
    child = broker.broker(settings.folder, path, settings.folder, environment(settings))
    child.start()
    try:
        servers.until(lambda: broker.is_answering(path))
        yield
    finally:
        stop_all([child], 5.0)


# --- Submissions ---


def submissions(name: str, folder: Path, url: str = "", bare_url: str = "") -> None:
    for own in ("site", "floor"):
        (folder / own).mkdir()
    if url:
        make_tables(url)
    world = World.new(folder / "site", url, url="http://127.0.0.1:8000")
    house = world.house
    bare = Settings(data=folder / "floor", keys=KEYS, database_url=bare_url)
    prepare_floor(bare)
    written = {
        FLOOR: [floor_posts(row) for row in range(MATCHES)],
        CHOICE: scripts(world, "incan-gold", click),
        TURN: scripts(world, "tikal", type_in),
    }
    with (
        brokered(house.settings),
        served(house.settings, "app.wsgi:app") as site,
        served(bare, "tests.bench.service:floor()") as floor_port,
    ):
        figures = measure(written, {FLOOR: floor_port, CHOICE: site, TURN: site})
    check(house, figures)
    world.close()
    tell(name, figures)


def prepare_floor(bare: Settings) -> None:
    """With the tables of a site beside its own: without them the server would not start."""
    if bare.database_url:
        make_tables(bare.database_url)
    else:
        copy_tables(bare.folder / "chasqui.db")
    engine = connect(bare.database)
    BARE.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(ROWS), [{"id": row, "version": 0} for row in range(MATCHES)])
    engine.dispose()


def measure(written: dict[str, list[list[Post]]], ports: dict[str, int]) -> dict[tuple[str, int], Figures]:
    """By kind and clients; 0 clients for what was sent to warm up."""
    scripts = {kind: [iter(script) for script in of] for kind, of in written.items()}
    figures = {(kind, clients): Figures() for clients in (0, *CLIENTS) for kind in ports}
    for kind, port in ports.items():
        figures[kind, 0].run(port, scripts[kind], 8, MATCHES)
    for _ in range(ROUNDS):
        for clients in CLIENTS:
            for kind, port in ports.items():
                figures[kind, clients].run(port, scripts[kind], clients, POSTS)
    return figures


def check(house: House, figures: dict[tuple[str, int], Figures]) -> None:
    """Every submission has its receipt in the database."""
    posts = sum(len(cell.took) for (kind, _), cell in figures.items() if kind in AIMS)
    with house.db.reading() as session:
        receipts = session.exec(select(func.count(col(Receipt.id)))).one()
    if posts != receipts:
        raise AssertionError(f"{posts} submissions, {receipts} receipts")


def tell(name: str, figures: dict[tuple[str, int], Figures]) -> None:
    print(f"{name:20}{'clients':>8}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'of the floor':>14}")
    for (kind, clients), cell in figures.items():
        if clients:
            ratio = cell.rate / figures[FLOOR, clients].rate
            what = f"{kind} on {name}, {clients} clients"
            aim = f"  {at_least(AIMS[kind], ratio, what, 'of the floor')}" if kind in AIMS else ""
            times = f"{cell.ms(0.5):9.1f}{cell.ms(0.99):9.1f}"
            print(f"{kind:20}{clients:8}{cell.rate:10.0f}{times}{ratio:14.2f}{aim}")
    print(flush=True)


def main() -> None:
    version = sys.version.split()[0]
    server = f"{web.workers} workers of {web.threads} threads"
    print(f"Python {version}, gunicorn with {server}, best of {ROUNDS} rounds\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        submissions("SQLite", Path(folder))
    with postgres() as cluster, tempfile.TemporaryDirectory() as folder:
        if cluster:
            site, bare = new_database(cluster, "site"), new_database(cluster, "floor")
            submissions("PostgreSQL", Path(folder), site, bare)
        else:
            print("PostgreSQL's programs are not here, so only SQLite: apt-get install postgresql\n")
    durability.main()
    ringing.main()


if __name__ == "__main__":
    main()
