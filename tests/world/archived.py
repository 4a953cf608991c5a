"""Services in folders of their own, with the launcher's commands."""

import atexit
import gzip
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any
from unittest.mock import patch

from sqlmodel import Session, SQLModel, func, select

from app import migrations
from app.archive import kinds, tables
from app.archive.form import Manifest
from app.clock import now
from app.commands import backup, move, restore
from app.house import House, open_house
from app.models import Book, Browser, Draft, Film, Mail, Note, Pace, Player, Rematch, Talk
from app.models.people import Refusal
from app.services.upkeep import fsck
from app.settings import Settings, read_settings
from tests.world import World

ODD_TEXT = "Ünïcødé \u2028 'quoted' \"twice\" \\ back\nslash \U0001f3b2"


@dataclass
class Service:
    folder: Path
    database_url: str = ""

    @property
    def environment(self) -> dict[str, str]:
        return {"CHASQUI_DATA": str(self.folder), "DATABASE_URL": self.database_url}

    @property
    def settings(self) -> Settings:
        return read_settings(self.environment)

    @contextmanager
    def house(self) -> Iterator[House]:
        house = open_house(self.settings)
        try:
            yield house
        finally:
            house.db.close()

    def run(self, command: ModuleType, *arguments: object) -> int:
        with patch.dict(os.environ, {**self.environment}):
            status: int = command.main([*map(str, arguments)])
        return status

    def backup(self, path: Path, *more: object) -> Path:
        assert self.run(backup, path, *more) == 0
        return path

    def run_backup(self, path: Path) -> int:
        return self.run(backup, path)

    def restore(self, path: Path, *more: object) -> int:
        return self.run(restore, path, *more)

    def move(self, to: str, *more: object) -> int:
        return self.run(move, "--to", to, *more)

    def moved_from(self, source: "Service") -> int:
        if self.database_url:
            return source.move(self.database_url)
        return Service(self.folder, f"sqlite:///{source.folder / 'chasqui.db'}").move("sqlite")

    def sums(self) -> Manifest:
        with tables.snapshot(self.settings.database) as connection:
            return tables.sums(connection, tables.shapes_of(connection))

    def move_numbers(self, last: int) -> None:
        """As in an old service, where the last player has a high number."""
        with self.house() as house:
            house.write(lambda session: session.add(Player(id=last, name="Last", created_at=now())))

    def problems(self) -> list[str]:
        with self.house() as house, house.db.snapshot() as session:
            lost = [*fsck.check_database(session), *fsck.check_lost(house)]
            return lost + fsck.check_matches(session, house)

    def files(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


@cache
def filled() -> Path:
    """A data folder with something in every table: made once in each process, to be copied."""
    folder = Path(mkdtemp(prefix="chasqui-filled-"))
    atexit.register(partial(shutil.rmtree, folder, ignore_errors=True))
    fill(Service(folder / "data"))
    return folder / "data"


def fill(service: Service) -> None:
    """Matches by play, and by hand what no match has left."""
    migrations.upgrade(service.settings.database)
    world = World(open_house(service.settings))
    finished = world.match("incan-gold", 3)
    finished.play()
    world.match("tikal", 2, ask_seconds=3600).play(6)
    world.invite("tikal")
    world.send()
    world.house.write(rows_by_hand)
    world.close()


def rows_by_hand(session: Session) -> None:
    at = now()
    session.add(Talk(match_id=1, seat=1, base=2, text=ODD_TEXT, at=at))
    session.add(Note(player_id=1, match_id=1, text=ODD_TEXT, at=at))
    session.add(Draft(match_id=2, seat=1, turn=1, base=1, text="tile", at=at))
    session.add(Rematch(of_id=1, match_id=2))
    session.add(Browser(player_id=1, key="k" * 40, since=at))
    session.add(Refusal(mailbox="m" * 40, at=at))
    session.add(Book(match_id=1, language="eo", wanted_at=at, made_at=at, pdf=bytes(range(256)) * 50))
    session.add(Film(match_id=1, language="eo", wanted_at=at, made_at=at, gif=b"GIF89a\0\xff"))
    session.add(Mail(digest="d", to="r.x@here", raw=zlib.compress(b"\0\xff"), received_at=at, outcome="read"))
    session.add(Pace(key="talk", used_until=at.timestamp() + 0.1))
    _fill_the_rest(session)


def _fill_the_rest(session: Session) -> None:
    """A row with any values in each table that is still empty."""
    session.flush()
    connection = session.connection()
    for table in SQLModel.metadata.sorted_tables:
        if not connection.scalar(select(func.count()).select_from(table)):
            values = {column.key: _any_value(column.type) for column in table.columns if column.key != "id"}
            connection.execute(table.insert().values(values))


def _any_value(type_: Any) -> Any:
    by_kind = {"json": {"a": [1, None]}, "bool": True, "int": 1, "float": 0.1, "time": now(), "bytes": b"\0"}
    kind = kinds.kind_of(getattr(type_, "impl_instance", type_))
    return by_kind.get(kind, ODD_TEXT)


def lines_of(path: Path) -> list[object]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
