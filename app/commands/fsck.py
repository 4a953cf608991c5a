"""Replay every match and compare it with what is kept. ./chasqui fsck [--match CODE] [--since DAY]"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import DBAPIError

from app.console import Parser, count_of, run
from app.house import House, open_house
from app.services.upkeep import fsck
from app.serving import announce, damage, settings_or_exit
from app.settings import Settings

WRONG, UNREADABLE = 1, 2
FEW = 1000  # matches that one process checks in less time than others need to start
AT_ONCE = 50  # are handed to a process
EVERY = 0.2  # seconds


def main(arguments: list[str]) -> int:
    chosen = _parser().parse_args(arguments)
    if chosen.data and not Path(chosen.data).is_dir():
        announce(f"{chosen.data}: there is no such folder")
        return UNREADABLE
    settings = settings_or_exit({"data": chosen.data or ""})
    if refused := _missing(settings):
        announce(refused)
        return UNREADABLE
    house = open_house(settings)
    try:
        return _check(house, chosen.match, chosen.since, chosen.jobs)
    except DBAPIError as error:
        announce(damage.told(settings, error))
        return UNREADABLE
    finally:
        house.db.close()


def _parser() -> Parser:
    parser = Parser("fsck", "Replay every match and compare it with what is kept; says what is wrong.")
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    parser.add_argument("--match", metavar="CODE", default="", help="only this match")
    parser.add_argument("--since", type=day, metavar="DAY", help="only matches with a step since then")
    parser.add_argument("--jobs", type=jobs, metavar="N", help="processes; default: one for each core")
    return parser


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def jobs(text: str) -> int:
    if int(text) < 1:
        raise ValueError
    return int(text)


def _missing(settings: Settings) -> str:
    """SQLite would make an empty database where there is none."""
    file = settings.folder / "chasqui.db"
    return (
        ""
        if settings.database_url or file.exists()
        else f"{file}: there is no such file; for another data folder, say --data DIR"
    )


def _check(house: House, code: str, since: datetime | None, processes: int | None) -> int:
    with house.db.snapshot() as session:
        numbers = fsck.begun_matches(session, code, since)
        problems = 0 if code else _tell([*fsck.check_database(session), *fsck.check_lost(house)])
    if code and not numbers:
        announce(f"there is no match {code} that has begun")
        return UNREADABLE
    with progress(len(numbers)) as checked:
        for found in checks(house, numbers, processes or os.cpu_count() or 1):
            problems += _tell(found)
            checked()
    matches = count_of(len(numbers), "match", "matches")
    print(f"{problems} wrong" if problems else f"all is right ({matches})")
    return WRONG if problems else 0


def _tell(problems: list[str]) -> int:
    for problem in problems:
        print(problem, flush=True)
    return len(problems)


def checks(house: House, numbers: list[int], processes: int) -> Iterator[list[str]]:
    """What is wrong with each match; each is read, checked and forgotten."""
    if processes == 1 or len(numbers) < FEW:
        yield from (fsck.check_match(house, number) for number in numbers)
        return
    with multiprocessing.get_context("spawn").Pool(processes, _open, (house.settings,)) as pool:
        yield from pool.imap(_check_one, numbers, AT_ONCE)


_houses: list[House] = []  # in a process of the pool: its own


def _open(settings: Settings) -> None:
    _houses.append(open_house(settings))


def _check_one(number: int) -> list[str]:
    return fsck.check_match(_houses[0], number)


@contextmanager
def progress(all_of_them: int) -> Iterator[Callable[[], None]]:
    """For a person who waits at a terminal."""
    shown, done = sys.stderr.isatty(), 0
    told = monotonic()

    def checked() -> None:
        nonlocal done, told
        done += 1
        if shown and (monotonic() - told > EVERY or done == all_of_them):
            told = monotonic()
            print(f"\r{done:,} of {all_of_them:,} matches", end="", file=sys.stderr, flush=True)

    yield checked
    if shown:
        print(file=sys.stderr)


if __name__ == "__main__":
    run(main)
