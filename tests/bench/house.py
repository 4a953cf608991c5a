"""Memory of each process, start-up CPU, size on disk. ./chasqui bench house [--hour] [--books N]

The real `./chasqui serve` in a new folder: when its first page has come, after some rest, and after friends
have played by their letters and books were made. What processes share is divided among them (PSS), so their
sum is what the machine has to have.
"""

import argparse
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from random import Random
from urllib.request import urlopen

from sqlmodel import col, func, select

from app.house import House, open_house
from app.models import Book, Match
from app.settings import read_settings
from tests.bench._aims import at_most
from tests.cluster.people import Clickers, open_match
from tests.servers import until
from tests.world import World
from tests.world.mail_server import Sink, listening
from tests.world.served import ROOT, Service, serving

START_CPU, IDLE_MB, PLAYED_MB, VENV_MB = 4.0, 250, 350, 220  # the aims
REST = 20.0  # seconds until it is idle: all that is due at the start has been done
PRINTING = 300.0  # at most, until the last books and films have been made
BOOKS, SECONDS = 10, 60.0
HOUR = 3600.0
AT_ONCE = 6  # matches that friends play
TICKS = os.sysconf("SC_CLK_TCK")
MB = 1024 * 1024
LOCKED = re.compile(r"^([a-z0-9-]+)==", re.MULTILINE)


@dataclass
class Process:
    number: int
    parent: int
    name: str
    cpu: float  # seconds, with that of its children that have ended
    pss: float  # MB

    @classmethod
    def read(cls, place: Path) -> "Process":
        fields = (place / "stat").read_text()
        name, rest = fields[fields.index("(") + 1 : fields.rindex(")")], fields[fields.rindex(")") + 2 :]
        values = rest.split()
        cpu = sum(map(int, values[11:15])) / TICKS
        rollup = (place / "smaps_rollup").read_text().splitlines()
        pss = sum(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024
        return cls(int(place.name), int(values[1]), name_of(place, name), cpu, pss)


def name_of(place: Path, name: str) -> str:
    """Its own, or where it has none, the module that Python runs."""
    words = (place / "cmdline").read_bytes().decode().split("\0")
    if name.startswith("python") and "-m" in words:
        return " ".join(words[words.index("-m") + 1 :])[:40].strip()
    return name


def tree(root: int) -> list[Process]:
    """With all that it has started, and what those have."""
    found = {each.number: each for each in all_processes()}
    inside, newest = {root}, {root}
    while newest:  # numbers begin again at some time, so a child may have a lower one
        newest = {number for number, each in found.items() if each.parent in newest}
        inside |= newest
    return [found[number] for number in sorted(inside) if number in found]


def all_processes() -> Iterator[Process]:
    for place in Path("/proc").glob("[0-9]*"):
        try:
            yield Process.read(place)
        except OSError:  # it has just ended, or is somebody else's
            continue


def memory(root: int) -> float:
    return sum(each.pss for each in tree(root))


def tell(what: str, root: int, aim: float) -> None:
    processes = tree(root)
    print(f"\n{what}")
    for each in processes:
        print(f"  {each.name:42}{each.pss:8.1f} MB{each.cpu:8.2f} s of CPU")
    tell_figure("all of them", sum(each.pss for each in processes), aim, "MB")


def tell_figure(what: str, figure: float, aim: float, unit: str) -> None:
    told = at_most(aim, figure, what, unit)
    print(f"{what:34}{figure:8.1f} {unit}, {figure / aim:4.2f} of the {told}", flush=True)


def installed_files() -> Iterator[Path]:
    """Of what `serve` installs; the benches have more beside it."""
    locked = {*LOCKED.findall((ROOT / "requirements.lock").read_text())}
    for each in distributions():
        if re.sub(r"[-_.]+", "-", each.name).lower() in locked:
            yield from (Path(str(each.locate_file(file))) for file in each.files or ())


def size_of(paths: Iterable[Path]) -> Iterator[float]:
    """MB of each, in whole blocks, as `du` counts."""
    for path in {path.resolve() for path in paths}:
        if path.exists():
            yield path.stat().st_blocks * 512 / MB


# --- Play ---


@dataclass
class Players:
    """Some answer every letter with a click, others leave their matches to bots, until there are books."""

    service: Service
    house: House
    clickers: Clickers
    root: int
    opened: int = 0
    most: float = 0.0

    def play(self, books: int, seconds: float) -> None:
        end, world = time.monotonic() + seconds, World(self.house)
        while self.count(books_made()) < books or time.monotonic() < end:
            if self.count(going_on()) < AT_ONCE:
                self.open_next(world)
            self.clickers.play()
            self.look_around()
            self.most = max(self.most, memory(self.root))
            time.sleep(2)

    def open_next(self, world: World) -> None:
        self.opened += 1
        host = f"ana{self.opened}@example.org"
        if self.opened % 2:
            open_match(world, "tikal", ["bot", "bot"], host, away=True)
        else:
            open_match(world, "incan-gold", ["bot", "bot"], host)

    def look_around(self) -> None:
        with self.house.reading() as session:
            codes = session.exec(select(Match.code).order_by(col(Match.id).desc()).limit(3)).all()
        self.service.health()  # on a busy machine it may say that it was not in time
        for path in ("/", *(f"/m/{code}" for code in codes)):
            with urlopen(f"http://127.0.0.1:{self.service.port}{path}", timeout=20) as answer:
                answer.read()

    def count(self, statement: object) -> int:
        with self.house.reading() as session:
            return int(session.connection().execute(statement).scalar_one())  # type: ignore[call-overload]


def books_made() -> object:
    return select(func.count()).where(col(Book.made_at).is_not(None))


def going_on() -> object:
    return select(func.count()).where(col(Match.status) == "running")


def run(service: Service, books: int, seconds: float) -> None:
    with listening(Sink()) as sink:
        service.env |= {"CHASQUI_SMTP_URL": sink.url, "CHASQUI_SENDER": "Chasqui <play@example.org>"}
        root = service.start().pid
        if not until(lambda: service.health() != {}):
            raise RuntimeError(service.said)
        cpu = sum(each.cpu for each in tree(root))
        tell_figure("until the first answer", cpu, START_CPU, "s of CPU")
        if not until(lambda: service.health().get("ok") is True):
            raise RuntimeError(service.health())
        time.sleep(REST)
        tell("at rest", root, IDLE_MB)
        played(service, sink, root, books, seconds)
    tell_figure("in .venv for running", sum(size_of(installed_files())), VENV_MB, "MB")
    print(f"{'the data folder':34}{sum(size_of(service.data.rglob('*'))):8.1f} MB")


def played(service: Service, sink: Sink, root: int, books: int, seconds: float) -> None:
    house = open_house(read_settings({"CHASQUI_DATA": str(service.data)}))
    players = Players(service, house, Clickers(sink, Random(1)), root)
    try:
        players.play(books, seconds)
    finally:
        house.db.close()
    print(f"\n{players.most:.0f} MB at most while {players.opened} matches were played")
    until_at_rest(root)
    tell(f"after {books} books and {seconds:.0f} s of play", root, PLAYED_MB)


def until_at_rest(root: int) -> None:
    """Until nothing has been printed for a while: the last matches have books and films, too."""
    end = time.monotonic() + PRINTING
    quiet = time.monotonic() + REST
    while time.monotonic() < min(quiet, end):
        if any("press" in each.name for each in tree(root)):
            quiet = time.monotonic() + REST
        time.sleep(1)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="chasqui bench house")
    parser.add_argument("--books", type=int, default=BOOKS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--hour", action="store_const", const=HOUR, dest="seconds")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as service:
        run(service, chosen.books, chosen.seconds)


if __name__ == "__main__":
    main()
