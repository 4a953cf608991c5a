"""Bring an old database to this version: back up, migrate, look at every match. ./chasqui update [--check]

`serve` does the same when it starts. A site on PostgreSQL runs it before its new processes start; the old
ones may go on meanwhile.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from app import migrations
from app.archive import Refused, carrying, shelf, tables
from app.archive.making import make
from app.console import Parser, count_of, run
from app.db.database import connect
from app.edition import edition
from app.house import House, open_house
from app.migrations.alone import alone
from app.services.upkeep import editions, operators
from app.services.upkeep.editions import Counts, Seen
from app.serving import announce, settings_or_exit
from app.serving.whole import done_or_told
from app.settings import Settings

WOULD_DIFFER = 1
FEW = 1000  # matches at which one process looks in less time than others need to start
A_PROCESS = 50  # matches are handed to one
EVERY = 10.0  # seconds between two signs of progress
Tell = Callable[[str], None]


def main(arguments: list[str]) -> int:
    parser = Parser(
        "update",
        "Bring an old database to this version: a backup, new tables, and every match that goes on is played"
        " again. One that would be played otherwise is set aside, and all others go on.",
    )
    parser.add_argument("--check", action="store_true", help="say what would be done, and change nothing")
    parser.add_argument("--without-backup", action="store_true", help="where another one was made just now")
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    settings = settings_or_exit({"data": chosen.data or ""})
    return done_or_told(settings, partial(check if chosen.check else _update, settings, chosen))


def _update(settings: Settings, chosen: Any) -> int:
    begun = monotonic()
    done = bring_up_to_date(settings, print, not chosen.without_backup)
    print(f"Done in {monotonic() - begun:,.1f} s." if done else "All is up to date.")
    return 0


# --- What is there ---


def schema_at(settings: Settings) -> str:
    """Empty where there are no tables, or no database yet."""
    if is_file(settings) and not database_file(settings).exists():
        return ""
    with tables.snapshot(settings.database) if has_content(settings) else nullcontext() as connection:
        return tables.schema_of(connection) if connection else ""


def is_file(settings: Settings) -> bool:
    return settings.database.startswith("sqlite")


def database_file(settings: Settings) -> Path:
    return Path(settings.database.removeprefix("sqlite:///"))


def has_content(settings: Settings) -> bool:
    return not is_file(settings) or bool(database_file(settings).stat().st_size)


def to_come(schema: str) -> list[str]:
    """The versions of the tables that this program adds, the first one first. To newer ones, none."""
    known = migrations.versions()
    if schema and schema not in known:
        return []
    return known[: known.index(schema)][::-1] if schema else known[::-1]


def is_settled(settings: Settings, schema: str) -> bool:
    """Whether there is nothing to do."""
    if not schema or to_come(schema):
        return False
    with opened(settings) as house, house.reading() as session:
        return editions.is_settled(session)


@contextmanager
def opened(settings: Settings) -> Iterator[House]:
    house = open_house(settings)
    try:
        yield house
    finally:
        house.db.close()


# --- Updating ---


def bring_up_to_date(settings: Settings, tell: Tell, with_backup: bool = True) -> bool:
    """Whether there was anything to do. What was broken off anywhere is gone on with the next time."""
    if is_file(settings):
        database_file(settings).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with updating_alone(settings):
        schema = schema_at(settings)
        if is_settled(settings, schema):
            return False
        if schema and with_backup:
            back_up(settings, tell)
        if to_come(schema):
            migrations.upgrade(settings.database)
        with opened(settings) as house:
            house.write(editions.arrive)
            look_at_all(house, tell)
            house.write(editions.has_looked)
    return True


@contextmanager
def updating_alone(settings: Settings) -> Iterator[None]:
    """A second program that updates waits, and then finds nothing to do."""
    engine = connect(settings.database, waits=None)
    try:
        with engine.connect() as connection, alone(connection, "update"):
            yield
    finally:
        engine.dispose()


def back_up(settings: Settings, tell: Tell) -> None:
    """One for each edition: what was broken off has made it already."""
    path = shelf.before_update(settings, edition())
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if full := shelf.no_room(settings, path.parent):
        raise Refused(f"{full}. Make room, or say ./chasqui update --without-backup")
    make(settings.database, path)
    shelf.clear_before_updates(path.parent)
    tell(f"A backup is in {path}")


def look_at_all(house: House, tell: Tell) -> Counts:
    with house.reading() as session:
        numbers = editions.unseen(session)
    counts = Counts()
    found = looks(house, numbers, tell)
    while seen := list(islice(found, editions.AT_ONCE)):
        counts = counts.plus(editions.settle(house, seen))
    if counts.set_aside:
        house.write(partial(operators.put_set_aside, house=house))
    for line in told(counts):
        tell(line)
    return counts


def looks(house: House, numbers: list[int], tell: Tell) -> Iterator[Seen]:
    shown = monotonic()
    for count, seen in enumerate(_looks(house, numbers), 1):
        if monotonic() - shown > EVERY:
            shown = monotonic()
            tell(f"{count:,} of {len(numbers):,} matches are played again")
        yield seen


def _looks(house: House, numbers: list[int]) -> Iterator[Seen]:
    processes = os.cpu_count() or 1
    if processes == 1 or len(numbers) < FEW:
        yield from (editions.look(house, number) for number in numbers)
        return
    with get_context("spawn").Pool(processes, _open, (house.settings,)) as pool:
        yield from pool.imap(_look_at_one, numbers, A_PROCESS)


_houses: list[House] = []  # in a process of the pool: its own


def _open(settings: Settings) -> None:
    _houses.append(open_house(settings))


def _look_at_one(number: int) -> Seen:
    return editions.look(_houses[0], number)


def told(counts: Counts) -> Iterable[str]:
    if counts.seen:
        goes_on = "goes on; it was" if counts.seen == 1 else "go on; each was"
        yield f"{count_of(counts.seen, 'match', 'matches')} {goes_on} played again"
    for seen in counts.set_aside:
        yield f"Set aside: {seen.title} ({seen.code}): {seen.why}. Its players are told"
    for seen in counts.go_on:
        yield f"Goes on again: {seen.title} ({seen.code})"
    for seen in counts.unknown:
        yield f"Cannot be looked at: {seen.title} ({seen.code}): {seen.unknown}"


# --- Only looking ---


def check(settings: Settings, chosen: Any) -> int:
    """With tables of an older version, it is tried with a copy."""
    schema = schema_at(settings)
    if not schema:
        print("There is no database yet: an update would make one.")
        return 0
    coming = to_come(schema)
    print(f"Tables: version {schema}" + (f", and {len(coming)} to come:" if coming else ", which will do."))
    for line in map(title_of, coming):
        print(f"  {line}")
    tell_of_backup(settings)
    with tempfile.TemporaryDirectory(prefix="chasqui-check-", dir=room_for_copy(settings)) as folder:
        tried = copied(settings, Path(folder)) if coming else settings
        return tell_of_matches(tried)


def title_of(version: str) -> str:
    return f"{version} {migrations.title_of(version)}"


def tell_of_backup(settings: Settings) -> None:
    path = shelf.before_update(settings, edition())
    print(f"Backup: {path}" + (", which is there already." if path.exists() else "."))
    print(f"Disk: {shelf.no_room(settings, path.parent) or 'there is room for it'}.")


def room_for_copy(settings: Settings) -> str | None:
    """Beside the database, where the disk is known to be large enough for it."""
    return str(settings.folder) if settings.folder.is_dir() else None


def copied(settings: Settings, folder: Path) -> Settings:
    """All of the database, with the tables of this version: the service's own stays as it is."""
    make(settings.database, folder / "copy")
    tried = replace(settings, database_url=f"sqlite:///{folder / 'chasqui.db'}")
    carrying.restore(folder / "copy", tried.database, nullcontext())
    return tried


def tell_of_matches(settings: Settings) -> int:
    with opened(settings) as house:
        with house.reading() as session:
            numbers, kept = editions.unseen(session), editions.set_aside(session)
        found = [
            seen for seen in looks(house, numbers, announce) if seen.why or seen.unknown or seen.is_aside
        ]
    differ, same = [seen for seen in found if seen.why], [seen for seen in found if not seen.why]
    print(f"Matches: {len(numbers):,} would be played again, and {len(differ):,} of them set aside.")
    for seen in differ:
        print(f"  {seen.title} ({seen.code}): {seen.why}")
    for seen in same:
        print(f"  {seen.title} ({seen.code}): {seen.unknown or 'would go on again'}")
    for match in kept:
        since = f"{match.aside_at:%Y-%m-%d %H:%M} UTC"
        print(f"  Set aside since {since}: {match.title} ({match.code}): {match.aside_why}")
    return WOULD_DIFFER if differ else 0


if __name__ == "__main__":
    run(main)
