"""Pages a second beside a bare application that makes a page of the same size from one query.

The real server with its own settings, and clients that keep their connections and take gzip, as browsers do.
The floor is Flask and Jinja under the same server: one query, and a loop over its rows until the page is as
long. All kinds take turns, for on a shared machine the ratios say more than the figures.
"""

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from itertools import cycle, islice, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask, render_template_string
from sqlalchemy import Column, Integer, MetaData, Table, Text, insert, select

from app.db.database import connect
from app.settings import Settings, read_settings
from engine.registry import game
from tests.bench._aims import at_least, at_most
from tests.bench.service import LONGEST, brokered, prepare_floor, served
from tests.world import Friends, World
from tests.world.visitor import Visitor, signed_in
from tests.world.world import KEYS

CLIENTS = (1, 8, 32)
ROUNDS = 3
SECONDS = 1.5  # of a kind, by so many clients, in a round
MATCHES = 20  # of the player whose first page is asked for
PLAYED = 0.8  # of the game on the table
ANA = 1  # her seat
SMALLEST, LARGEST_TAP = 2000, 10_000  # bytes
AIMS = {
    "home of 20 matches": 0.5,
    "table, onlooker": 0.25,
    "table, to move": 0.25,
    "tap": 0.25,
    "not modified": 0.8,
}

BARE = MetaData()
LINES = Table("line", BARE, Column("id", Integer, primary_key=True), Column("body", Text))
PAGE = """<!doctype html><title>{{ title }}</title>
{% for n in range(lines) %}<p id="{{ n }}">{{ rows[n % rows|length].body }}</p>
{% endfor %}"""
LINE = "Ana moves 2 workers by way of a5, b4, c4 & digs."


class Asked(NamedTuple):
    """What a browser asks for."""

    path: str
    headers: Mapping[str, str] = MappingProxyType({})
    body: str = ""


class Told(NamedTuple):
    status: int
    body: bytes
    tag: str


class Figures:
    def __init__(self) -> None:
        self.rate = 0.0  # a second, in the best round
        self.took: list[float] = []
        self.bytes = 0  # of the largest answer

    def ms(self, share: float) -> float:
        return 1000 * sorted(self.took)[int(share * (len(self.took) - 1))]


# --- The floor ---


def floor() -> Flask:
    engine = connect(read_settings().database, "reading")
    app = Flask("floor")

    @app.get("/")
    def nothing() -> str:
        return ""

    @app.get("/<int:size>")
    def page(size: int) -> str:
        with engine.begin() as connection:
            rows = connection.execute(select(LINES)).all()
        return render_template_string(PAGE, title="Tikal", rows=rows, lines=size // (len(LINE) + 15))

    return app


def fill_floor(settings: Settings) -> None:
    prepare_floor(settings)
    engine = connect(settings.database)
    BARE.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(LINES), [{"body": LINE} for _ in range(MATCHES)])
    engine.dispose()


# --- What is asked for ---


def cookie_of(visitor: Visitor) -> dict[str, str]:
    cookie = visitor.client.get_cookie("chasqui")
    assert cookie
    return {"Cookie": f"chasqui={cookie.value}"}


def asked_of(world: World) -> dict[str, list[Asked]]:
    ana = signed_in(world, "ana@example.org")
    cookie = cookie_of(ana)
    for n in range(MATCHES):
        world.match(("tikal", "incan-gold")[n % 2], 3).play(6)
    table = full_table(world)
    over = world.match("tikal", 2)
    over.play()
    steps = over.match.steps
    return {
        "home of 20 matches": [Asked("/", cookie)],
        "table, onlooker": [Asked(f"/m/{table.code}")],
        "table, to move": [Asked(f"/m/{table.code}", cookie)],
        "step": [Asked(f"/m/{over.code}/steps/{n}") for n in range(steps)],
        "tap": taps(ana, table, cookie),
        "report": [Asked(f"/m/{over.code}/report")],
        "not modified": [Asked(f"/m/{over.code}/steps/{n}/part") for n in range(steps - 2)],
    }


def full_table(world: World) -> Friends:
    """A four-seat auction game near its end, in which Ana is to move."""
    table = world.match("tikal", 4, options={"auction": True})
    table.play(steps_of_whole(world))
    while not (orders_of(table, ANA).count(";") > 1):
        table.play(1)
    return table


def orders_of(table: Friends, seat: int) -> str:
    """Of a bot; "" where the seat is not asked."""
    if seat not in table.waiting_for():
        return ""
    view = table.seen(seat).game_view
    return game("tikal").bot(view)


def steps_of_whole(world: World) -> int:
    whole = world.match("tikal", 4, options={"auction": True})
    whole.play()
    return int(PLAYED * whole.match.steps)


def taps(ana: Visitor, table: Friends, cookie: dict[str, str]) -> list[Asked]:
    """One order after the other, as somebody taps them: the page says which pictures it has by then."""
    match = table.match
    orders = orders_of(table, ANA).split("; ")
    drafts = ["; ".join(orders[:n]) for n in range(len(orders) + 1)]
    kind = {"Content-Type": "application/x-www-form-urlencoded", **cookie}
    path, fields = f"/m/{match.code}/compose", {"turn": match.turn, "base": match.steps}
    drawn = [ana.post(path, {**fields, "orders": draft}).get_json()["drawn"] for draft in drafts]
    bodies = [
        {"shown": shown, "orders": draft, **{f"drawn-{name}": digest for name, digest in known.items()}}
        for (shown, draft), known in zip(pairwise(drafts), drawn, strict=False)
    ]
    return [Asked(path, kind, urlencode({"csrf": ana.csrf(), **fields, **body})) for body in bodies]


# --- Clients ---


def ask(connection: HTTPConnection, asked: Asked) -> Told:
    headers = {"Accept-Encoding": "gzip", **asked.headers}
    connection.request("POST" if asked.body else "GET", asked.path, asked.body, headers)
    answer = connection.getresponse()
    return Told(answer.status, answer.read(), answer.getheader("ETag", ""))


def client(port: int, asked: Iterator[Asked], expected: int, figures: Figures) -> int:
    done, until = 0, time.perf_counter() + SECONDS
    with closing(HTTPConnection("127.0.0.1", port, timeout=LONGEST)) as connection:
        while time.perf_counter() < until:
            begun, one = time.perf_counter(), next(asked)
            told = ask(connection, one)
            figures.took.append(time.perf_counter() - begun)
            if told.status != expected:
                raise AssertionError(f"{told.status} for {one.path}: {told.body[:500].decode()}")
            figures.bytes = max(figures.bytes, len(told.body))
            done += 1
    return done


def run(port: int, asked: Sequence[Asked], expected: int, clients: int, figures: Figures) -> None:
    begun = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        runs = [
            pool.submit(client, port, islice(cycle(asked), n, None), expected, figures)
            for n in range(clients)
        ]
        done = sum(run.result() for run in runs)
    figures.rate = max(figures.rate, done / (time.perf_counter() - begun))


def first_answers(port: int, asked: Sequence[Asked]) -> list[Told]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=LONGEST)) as connection:
        return [ask(connection, one) for one in asked]


def plain_size(port: int, asked: Asked) -> int:
    """Of the page as it is made, before it is compressed."""
    return len(
        first_answers(port, [asked._replace(headers={**asked.headers, "Accept-Encoding": "identity"})])[
            0
        ].body
    )


# --- The table ---


def measure(site: int, bare: int, kinds: dict[str, list[Asked]]) -> None:
    print(f"{'':20}{'clients':>8}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'bytes':>9}{'of the floor':>14}")
    for kind, asked in kinds.items():
        expected, sizes = 200, plain_size(site, asked[0])
        if kind == "not modified":
            tags = [told.tag for told in first_answers(site, asked)]
            asked = [
                one._replace(headers={"If-None-Match": tag}) for one, tag in zip(asked, tags, strict=True)
            ]
            expected = 304
        first_answers(site, asked)
        # Asked for in the same way: as many addresses, by the same visitors, for what is alike is made once.
        cookies = [{name: one.headers[name] for name in one.headers if name == "Cookie"} for one in asked]
        floor_page = [Asked(f"/{max(sizes, SMALLEST)}?{n}", cookie) for n, cookie in enumerate(cookies)]
        for clients in CLIENTS:
            ours, theirs = Figures(), Figures()
            for _ in range(ROUNDS):
                run(bare, floor_page, 200, clients, theirs)
                run(site, asked, expected, clients, ours)
            tell(kind, clients, ours, theirs)


def tell(kind: str, clients: int, ours: Figures, floor: Figures) -> None:
    ratio = ours.rate / floor.rate
    what = f"{kind}, {clients} clients"
    aim = f"  {at_least(AIMS[kind], ratio, what, 'of the floor')}" if kind in AIMS else ""
    if kind == "tap":
        aim += f"; {at_most(LARGEST_TAP, ours.bytes, 'a tap on the wire', 'bytes')}"
    times = f"{ours.ms(0.5):9.1f}{ours.ms(0.99):9.1f}"
    print(f"{kind:20}{clients:8}{ours.rate:10.0f}{times}{ours.bytes:9}{ratio:14.2f}{aim}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site, bare = Path(folder) / "site", Path(folder) / "floor"
        site.mkdir()
        bare.mkdir()
        world = World.new(site, url="http://127.0.0.1:8000")
        kinds = asked_of(world)
        floor_settings = Settings(data=bare, keys=KEYS)
        fill_floor(floor_settings)
        settings = world.house.settings
        with (
            brokered(settings),
            served(settings, "app.wsgi:app") as port,
            served(floor_settings, "tests.bench.pages:floor()") as floor_port,
        ):
            measure(port, floor_port, kinds)
        world.close()


if __name__ == "__main__":
    main()
