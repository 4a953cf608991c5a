"""Carry everything over to another database. ./chasqui move --to postgresql://..."""

import os
import resource
import shlex
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from app.archive import Refused, carrying
from app.archive.own_keys import are_set
from app.archive.tables import engine_of
from app.commands.backup import told
from app.commands.fsck import checks, progress
from app.console import Parser, run
from app.db.away import in_one_line
from app.house import open_house
from app.services.upkeep import fsck
from app.services.upkeep.health import WRONG_KEYS
from app.serving import announce, settings_or_exit
from app.serving.fitness import what_does_not_fit
from app.serving.stopped import service_stopped
from app.serving.whole import FAILED, done_or_told
from app.settings import Settings, variable_name

OWN = "sqlite"  # the file in the data folder


def main(arguments: list[str]) -> int:
    parser = Parser(
        "move",
        "Carry everything over to another database, which is empty, and play every match again there. The"
        " old database stays as it is.",
    )
    parser.add_argument(
        "--to",
        required=True,
        type=database,
        metavar="URL",
        help="postgresql://..., or sqlite for the file in the data folder",
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="while the service runs: what it writes from now on stays behind",
    )
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    settings = settings_or_exit({"data": chosen.data or ""})
    return done_or_told(settings, partial(_move, settings, chosen))


def database(text: str) -> str:
    if text == OWN:
        return ""
    if not text.startswith(("postgresql://", "postgres://", "sqlite:///")):
        raise ValueError
    return text


def _move(settings: Settings, chosen: Any) -> int:
    target = replace(settings, database_url=chosen.to)
    begun = monotonic()
    with nullcontext() if chosen.anyway else service_stopped(settings):
        refuse_unreachable(target)
        if what_does_not_fit(settings) == WRONG_KEYS:
            raise Refused(f"the keys do not open the matches: {keys_that_fit(settings)}")
        carried = carrying.move(settings.database, target.database)
        print(f"Carried over: {told(carried)}, in {spent(begun)}.", flush=True)
        problems = verified(target)
    if problems:
        announce(
            f"{problems} wrong, as told above; perhaps in the old database, too: see ./chasqui fsck."
            " Nothing was changed there, and the service still uses it"
        )
        return FAILED
    print(f"Every match was played again there, and all is right, in {spent(begun)}.")
    print(what_to_set(settings, chosen.to))
    return 0


def refuse_unreachable(target: Settings) -> None:
    if target.database.startswith("sqlite"):
        return
    engine = engine_of(target.database)
    try:
        engine.connect().close()
    except SQLAlchemyError as error:
        raise Refused(f"the new database cannot be used: {in_one_line(error)}") from None
    finally:
        engine.dispose()


def keys_that_fit(settings: Settings) -> str:
    """Where to take them from, before anything is carried over."""
    own = settings.folder / "keys"
    if are_set(settings):
        return f"put the content of {own}, where it is there, into {variable_name('keys')}"
    return f"bring back the file {own} that it was used with"


def verified(target: Settings) -> int:
    """How much is wrong on the other side; each is told."""
    house = open_house(target)
    try:
        with house.db.snapshot() as session:
            numbers = fsck.begun_matches(session)
        problems = 0
        with progress(len(numbers)) as checked:
            for found in checks(house, numbers, os.cpu_count() or 1):
                for problem in found:
                    print(problem, flush=True)
                problems += len(found)
                checked()
        return problems
    finally:
        house.db.close()


def spent(begun: float) -> str:
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return f"{monotonic() - begun:,.1f} s with at most {most / 1024:,.0f} MB of memory"


def what_to_set(settings: Settings, url: str) -> str:
    change = f"set DATABASE_URL={shlex.quote(url)}" if url else "take DATABASE_URL out of the settings"
    return (
        f"Now {change}, and start the service: until then it would use the old database,"
        f" {make_url(settings.database).render_as_string()}, which is as it was."
    )


if __name__ == "__main__":
    run(main)
