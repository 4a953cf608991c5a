"""Seconds, memory and size of backup, restore and move. ./chasqui bench backups [MATCHES]

Each match is played by four bots to its end, in 30 steps or so, with an ask, a receipt and a letter for each
(without its body, as it is after some weeks): 33,000 matches are 1,000,000 steps. Each command is a process
of its own, and `move` plays all matches again.
"""

import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import Any

from app import migrations
from app.archive import tables
from app.commands.random import play_match
from app.house import House
from engine.record import replay
from engine.registry import game
from engine.verify import verify
from tests.bench.ringing import new_database, postgres
from tests.world import World
from tests.world.archived import Service
from tests.world.served import ROOT

MATCHES = 1000
SEATS = 4
OWN = {"code", "join_key", "key", "post_key", "message_id"}  # what no two rows have
OF_A_MATCH = ("match", "seat", "step", "ask", "receipt", "letter")


@dataclass
class Bench:
    folder: Path

    def run(self, what: str, data: Path, *command: str, database: str = "") -> None:
        begun = time.monotonic()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "CHASQUI_DATA": str(data)}
        words = [sys.executable, "-P", "-m", *command]
        process = os.posix_spawn(sys.executable, words, {**environment, "DATABASE_URL": database})
        _, status, used = os.wait4(process, 0)
        if status:
            raise RuntimeError(f"{what} has failed")
        seconds, cpu = time.monotonic() - begun, used.ru_utime + used.ru_stime
        print(f"{what:34} {seconds:8.1f} s {cpu:8.1f} s of CPU {used.ru_maxrss / 1024:7.0f} MB", flush=True)


def filled(folder: Path, matches: int) -> Service:
    """The first match is played by the service, and gives the form of all rows of the others."""
    service = Service(folder)
    migrations.upgrade(service.settings.database)
    with service.house() as house, closing(sqlite3.connect(folder / "chasqui.db")) as connection:
        World(house).match("incan-gold", SEATS).play()
        form = {table: form_of(connection, table) for table in OF_A_MATCH}
        connection.execute("PRAGMA synchronous=OFF")
        for number in range(2, matches + 1):
            for table, rows in rows_of_match(house, form, number).items():
                names = ", ".join(f'"{name}"' for name in form[table])
                holes = ", ".join("?" * len(form[table]))
                connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({holes})", map(tuple, rows))
        connection.commit()
    return service


def form_of(connection: sqlite3.Connection, table: str) -> dict[str, Any]:
    connection.row_factory = sqlite3.Row
    return dict(connection.execute(f"SELECT * FROM {table} ORDER BY id DESC LIMIT 1").fetchone())


def rows_of_match(house: House, form: dict[str, dict[str, Any]], number: int) -> dict[str, list[Any]]:
    """A match of its own, played by bots with the engine alone."""
    record = play_match("incan-gold", SEATS, {"artifacts": False}, f"bench {number}", "bots")
    found = verify(record.text().encode())
    moments = [*replay(found.lines)]
    lines = record.text().splitlines()
    state, rules = moments[-1].state, game("incan-gold")
    rows: dict[str, list[Any]] = {table: [] for table in OF_A_MATCH}
    given = Counter[int]()

    def add(table: str, **values: Any) -> None:
        own = {name: f"{name}{number}.{len(rows[table])}" for name in OWN & form[table].keys()}
        known = form[table] | own | {"id": None, "match_id": number} | values
        rows[table].append([known[name] for name in form[table]])

    first, last = found.lines[0], found.lines[-1]
    secret = house.vault.encrypt(bytes.fromhex(last["server_seed"]))
    result = rules.result(state)
    about = {"state": dumps(rules.to_json(state)), "result": dumps(result and result.to_json())}
    whole = {"options": dumps(first["options"]), "commitment": first["commitment"], "locked_seed": secret}
    add("match", id=number, **whole, **about, steps=len(lines), head=found.head, turn=len(moments) - 1)
    for seat, (name, salt) in enumerate(zip(first["seats"], first["salts"], strict=True), 1):
        add("seat", position=seat, number=seat, name=name, salt=salt, told=len(lines), heard=0)
    for step, line in enumerate(lines):
        played = found.lines[step].get("orders", {})
        kind = "orders" if played else "first" if step == 0 else "last"
        events = moments[step].events if step < len(moments) else ()
        add("step", number=step, turn=step, line=line, kind=kind, events=dumps(list(events)))
        for seat in map(int, played):
            given[seat] += 1
            told = {"seat": seat, "turn": step, "number": given[seat]}
            add("ask", seat=seat, turn=step)
            add("receipt", **told, base=step, orders="torch", head=found.lines[step]["hash"])
            add("letter", facts=dumps({"seat": seat, "turn": step}))
    return rows


def measure(bench: Bench, matches: int, cluster: str | None) -> None:
    service = filled(bench.folder / "data", matches)
    with tables.snapshot(service.settings.database) as connection:
        found = {shape.name: count(connection, shape.name) for shape in tables.shapes_of(connection)}
    print(", ".join(f"{rows:,} {name}" for name, rows in found.items() if rows))
    backup, restored = bench.folder / "backup", bench.folder / "restored"
    restored.mkdir()
    (restored / "keys").write_bytes((service.folder / "keys").read_bytes())
    bench.run("fsck, all replayed", service.folder, "app.commands.fsck")
    bench.run("backup, SQLite", service.folder, "app.commands.backup", str(backup))
    database = service.folder / "chasqui.db"
    sizes = [path.stat().st_size / 1e6 for path in (database, backup)]
    print(
        f"the database {sizes[0]:,.1f} MB ({sizes[0] / matches * 1000:,.0f} kB a match),"
        f" the backup {sizes[1]:,.1f} MB"
    )
    bench.run("restore, SQLite", restored, "app.commands.restore", str(backup))
    if not cluster:
        print("PostgreSQL is missing here, so nothing moves")
        return
    one, other = (new_database(cluster, name) for name in ("moved", "restored"))
    bench.run("move to PostgreSQL, all replayed", service.folder, "app.commands.move", "--to", one)
    bench.run("restore, PostgreSQL", service.folder, "app.commands.restore", str(backup), database=other)
    bench.run("backup, PostgreSQL", service.folder, "app.commands.backup", str(backup), database=one)
    database.unlink()
    bench.run(
        "move to SQLite, all replayed", service.folder, "app.commands.move", "--to", "sqlite", database=one
    )


def count(connection: Any, table: str) -> int:
    return int(connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar())


def main(arguments: list[str]) -> None:
    matches = int(arguments[0]) if arguments else MATCHES
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chasqui-bench-")))
        measure(Bench(folder), matches, stack.enter_context(postgres()))


if __name__ == "__main__":
    main(sys.argv[1:])
