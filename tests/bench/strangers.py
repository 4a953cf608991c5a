"""How long a page and an order of friends take, quiet and while each attack of strangers runs.

./chasqui bench strangers [ATTACK ...]

The real server with its own settings, and the door. The strangers are processes of this machine, so no limit
by network holds for them: what is measured is what the programs bear.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from app.models import Player
from app.serving import environment
from app.serving.child import ROOT, Child
from app.serving.probe import is_open
from app.serving.supervisor import python_command, stop_all
from app.settings import Settings
from tests import servers
from tests.bench._aims import at_most
from tests.bench._attacks import ATTACKS
from tests.bench._posts import Post, click, played_ahead
from tests.bench.service import answer_to, brokered, served
from tests.world import World
from tests.world.mail_door import reply_address

AIM = 5.0  # times the quiet p99
SECONDS = 6.0  # of each
WARM_UP = 3.0  # that an attack has had before it is measured
LONGEST = 20.0  # that a friend waits
PAUSE = 0.02  # of a friend between two pages
MATCHES = 64


class Prepared(NamedTuple):
    places: dict[str, Any]
    page: str
    orders: Iterator[Post]


def prepare(world: World) -> Prepared:
    house = world.house
    big = world.match("tikal", 2)
    big.play()
    friends = world.match("tikal", 3)
    friends.play(30)
    posts = [
        click(house, act) for _ in range(MATCHES) for act in played_ahead(house, world.match(size=4).code)
    ]
    with house.db.reading() as session:
        key = session.get_one(Player, big.match.host_id).feed_key
    code = big.match.code
    places = {
        "big": f"/m/{code}",
        "steps": big.match.steps,
        "feed": f"/feed/{key}/asks.xml",
        "to": reply_address(house, friends.code),
    }
    return Prepared(places, urlsplit(friends.link(1)).path, iter(posts))


class Times:
    """Seconds that answers took."""

    def __init__(self) -> None:
        self.pages: list[float] = []
        self.orders: list[float] = []
        self.lost = 0

    def p99(self, which: str) -> float:
        took = sorted(getattr(self, which))
        return took[int(0.99 * (len(took) - 1))] if took else LONGEST


def friend(port: int, times: Times, prepared: Prepared, posts: bool) -> None:
    """Opens a connection for each page, as somebody does who comes now and then."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST)
        begun = time.perf_counter()
        try:
            status = ask(connection, prepared, posts)
        except (OSError, HTTPException):
            status = 0
        finally:
            connection.close()
        (times.orders if posts else times.pages).append(
            time.perf_counter() - begun if status == 200 else LONGEST
        )
        times.lost += status != 200
        time.sleep(PAUSE)


def ask(connection: HTTPConnection, prepared: Prepared, posts: bool) -> int:
    if posts:
        post = next(prepared.orders)
        status, told = answer_to(post, connection)
        return 200 if status < 400 and post.answer in told.lower() else status
    connection.request("GET", prepared.page)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def measured(port: int, prepared: Prepared) -> Times:
    times = Times()
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(friend, port, times, prepared, posts) for posts in (False, True)]
        for run in runs:
            run.result()
    return times


@contextmanager
def attacked(name: str, places: dict[str, Any]) -> Iterator[None]:
    command = [sys.executable, "-P", "-m", "tests.bench._attacks", name, json.dumps(places)]
    with subprocess.Popen(
        command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL
    ) as attack:
        try:
            time.sleep(WARM_UP)
            if attack.poll() is not None:
                raise RuntimeError(f"the attack {name} has ended by itself")
            yield
        finally:
            attack.kill()


@contextmanager
def door(settings: Settings) -> Iterator[Child]:
    child = Child("door", python_command("worker.door"), settings.folder, environment(settings))
    child.start()
    try:
        if not servers.until(lambda: is_open(settings.door)):
            raise RuntimeError(child.log.read_text()[-2000:])
        yield child
    finally:
        stop_all([child], 5.0)


def memory_of(child: Child) -> int:
    """MB of the largest that it has been."""
    assert child.process
    with suppress(OSError):
        lines = Path(f"/proc/{child.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) // 1024
    return 0


def tell(name: str, times: Times, quiet: Times) -> None:
    told = f"{name:18}"
    for which in ("pages", "orders"):
        ratio = times.p99(which) / quiet.p99(which)
        told += f"{1000 * times.p99(which):10.0f}{len(getattr(times, which)):6}{ratio:8.1f}"
    worst = max(times.p99(which) / quiet.p99(which) for which in ("pages", "orders"))
    aim = at_most(AIM, worst, f"p99 while there are {name}", "times quiet") if times is not quiet else ""
    print(f"{told}{times.lost:6}  {aim}".rstrip(), flush=True)


def run(folder: Path, attacks: Sequence[str]) -> None:
    mail_port = servers.free_port()
    world = World.new(folder, url="http://127.0.0.1:8000", door=f"smtp://127.0.0.1:{mail_port}")
    prepared = prepare(world)
    settings = world.house.settings
    print(
        f"{'p99 of':18}{'a page ms':>10}{'of':>6}{'times':>8}{'order ms':>10}{'of':>6}{'times':>8}{'lost':>6}"
    )
    with brokered(settings), served(settings, "app.wsgi:app") as port, door(settings) as mail:
        prepared.places.update(web=port, door=mail_port)
        measured(port, prepared)
        for name in attacks:
            # Before each attack, for on a shared machine no two minutes are alike.
            quiet = measured(port, prepared)
            tell("quiet", quiet, quiet)
            with attacked(name, prepared.places):
                tell(name, measured(port, prepared), quiet)
        print(f"the door has used {memory_of(mail)} MB at most", flush=True)
    world.close()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="chasqui bench strangers")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"one of: {', '.join(ATTACKS)}")
    chosen = parser.parse_args(arguments).attacks
    if unknown := [name for name in chosen if name not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]!r}; there are: {', '.join(ATTACKS)}")
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), chosen or list(ATTACKS))


if __name__ == "__main__":
    main()
