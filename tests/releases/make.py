"""Makes the databases of a released version, with something in every table. See README.md beside it.

It runs in the tree of that version, by what its tests had then, and uses nothing that came later without
asking whether it is there.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, DateTime, Integer, LargeBinary
from sqlmodel import Session, SQLModel, func, select

from app import migrations
from app.clock import now
from app.house import open_house
from app.models import Book, Draft, Note, Player, Rematch, Seat, Talk
from app.services.play import host_actions, plans
from app.settings import Settings
from tests.servers import cluster, postgres_database
from tests.world.world import ADDRESS, KEYS, SENDER, World

DAY = 24 * 3600
TEXT = "Ünïcødé \u2028 'quoted' \"twice\" \\ back\nslash \U0001f3b2"


def fill(world: World) -> None:
    """Matches of every kind and at every stage, by play; then what no match has left."""
    world.match("incan-gold", 3).play()
    world.match("tikal", 2, ask_seconds=3 * DAY, bank_seconds=DAY).play(9)
    sealed = world.match("incan-gold", 4, ask_seconds=2 * DAY)
    sealed.play(10)
    paused = world.match("tikal", 3)
    host = paused.seat(1).player_id
    pause: Any = partial(host_actions.pause, house=world.house, code=paused.code, player_id=host)
    world.house.db.write(pause)
    plan: Any = partial(plans.set_plan, house=world.house, code=sealed.code, seat=4, text="torch")
    world.house.db.write(plan)
    bots = world.match("incan-gold", 3, guests=["bot", ""])
    bots.play(3)
    world.change(Seat, bots.seat(1).id, deputy=True)
    world.invite("tikal")
    for name, wishes in (("Eve", {"language": "pl", "zone": "Asia/Tokyo", "mail": "digest"}), ("Fay", {})):
        world.friend(name, **wishes)
    for more in (propose, lend, take_back):
        more(world, sealed)
    world.send()
    world.house.db.write(rows_by_hand)


def has(module: str) -> bool:
    return find_spec(module) is not None


def propose(world: World, friends: Any) -> None:
    if has("tests.world.council"):
        council = import_module("tests.world.council").Council(world.match("tikal", 3, needs={}))
        council.propose(1, "pause")
        council.vote(2, "no")


def lend(world: World, friends: Any) -> None:
    if has("tests.world.lending"):
        made = world.match("tikal", 2)
        import_module("tests.world.lending").Lending(made).lend(1)


def take_back(world: World, friends: Any) -> None:
    if has("app.services.play.going_back"):
        made = world.match("incan-gold", 3)
        made.play(8)
        made.go_back(1)
        made.play(3)


def rows_by_hand(session: Session) -> None:
    at = now()
    session.add(Talk(match_id=2, seat=1, base=2, text=TEXT, at=at))
    session.add(Note(player_id=1, match_id=2, text=TEXT, at=at))
    session.add(Draft(match_id=2, seat=1, turn=1, base=1, text="tile", at=at))
    session.add(Rematch(of_id=1, match_id=2))
    session.add(Book(match_id=1, language="eo", wanted_at=at, made_at=at, pdf=bytes(range(256))))
    session.add(Player(name="Gus", guest="g" * 40, created_at=at))
    session.flush()
    connection = session.connection()
    for table in SQLModel.metadata.sorted_tables:
        if not connection.scalar(select(func.count()).select_from(table)):
            values = {column.key: any_value(column.type) for column in table.columns if column.key != "id"}
            connection.execute(table.insert().values(values))


def any_value(kind: Any) -> Any:
    kind = getattr(kind, "impl_instance", kind)
    known: dict[type, Callable[[], Any]] = {
        Boolean: lambda: True, Integer: lambda: 1, DateTime: now, LargeBinary: lambda: b"\0\xff"
    }  # fmt: skip
    found = next((make for type_, make in known.items() if isinstance(kind, type_)), None)
    if found:
        return found()
    return {"a": 1} if "JSON" in type(kind).__name__ else 0.5 if "Float" in type(kind).__name__ else TEXT


def filled(folder: Path, database_url: str) -> None:
    settings = Settings(data=folder, database_url=database_url, keys=KEYS, url=ADDRESS, sender=SENDER)
    migrations.upgrade(settings.database)
    world = World(open_house(settings))
    fill(world)
    world.house.db.close()


def sqlite_lines(folder: Path) -> Iterator[str]:
    filled(folder, "")
    yield from sqlite3.connect(folder / "chasqui.db").iterdump()


def postgres_lines(folder: Path) -> Iterator[str]:
    with cluster() as server, postgres_database(server) as url:
        filled(folder, url)
        command = ["pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=200", url]
        dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        # What begins with a backslash is psql's own.
        yield from (line for line in dump.split("\n") if not line.startswith("\\"))


def main(to: Path) -> None:
    os.environ.pop("DATABASE_URL", None)
    newest = max(path.name[:4] for path in Path(migrations.__file__).parent.glob("versions/[0-9]*.py"))
    for kind, lines in (("sqlite", sqlite_lines), ("postgresql", postgres_lines)):
        with tempfile.TemporaryDirectory() as folder:
            text = "\n".join(lines(Path(folder))) + "\n"
        path = to / f"{newest}.{kind}.sql.gz"
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
