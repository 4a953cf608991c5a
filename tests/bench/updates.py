"""Seconds and memory of an update with many matches that go on. ./chasqui bench updates [MATCHES]

Each match is one of four bots, one turn before its end. The update makes a backup, and plays every match
again; the check only plays.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from json import dumps, loads
from pathlib import Path
from typing import Any

from engine.record import Moment, replay
from engine.registry import game
from tests.bench.backups import Bench, filled

MATCHES = 1000
GAME = "incan-gold"


def go_back(database: sqlite3.Connection) -> None:
    """Every match goes on from before its last turn, as an earlier version has left it."""
    database.execute("DELETE FROM edition")
    for (number,) in database.execute("SELECT id FROM match").fetchall():
        lines = [loads(line) for (line,) in steps_of(database, number)]
        before = [*replay(lines)][-2]
        database.execute("DELETE FROM step WHERE match_id = ? AND number > ?", (number, before.step))
        head, state = lines[before.step]["hash"], dumps(game(GAME).to_json(before.state))
        database.execute(AS_BEFORE, (before.step + 1, head, state, number))
        database.executemany(OPEN_ASK, asks_of(number, before))
    database.commit()


def steps_of(database: sqlite3.Connection, number: int) -> list[Any]:
    return database.execute("SELECT line FROM step WHERE match_id = ? ORDER BY number", (number,)).fetchall()


AS_BEFORE = (
    "UPDATE match SET status = 'running', result = NULL, checked = '', turn = 99, steps = ?, head = ?,"
    " state = ? WHERE id = ?"
)
OPEN_ASK = (
    "INSERT INTO ask (match_id, seat, turn, key, kind, sealed, opened_at, failures, trouble, late_told, by,"
    " held_by) VALUES (?, ?, 99, ?, 'choice', 1, '2026-01-01 00:00:00.000000', 0, '', 0, '', '')"
)


def asks_of(number: int, moment: Moment) -> list[tuple[int, int, str]]:
    return [(number, seat, f"open {number}.{seat}") for seat in game(GAME).asked(moment.state)]


def main(arguments: list[str]) -> None:
    matches = int(arguments[0]) if arguments else MATCHES
    with tempfile.TemporaryDirectory(prefix="chasqui-bench-") as folder:
        service = filled(Path(folder) / "data", matches)
        with closing(sqlite3.connect(service.folder / "chasqui.db")) as database:
            go_back(database)
        bench = Bench(Path(folder))
        bench.run("update --check", service.folder, "app.commands.update", "--check")
        bench.run("update, all replayed", service.folder, "app.commands.update")
        bench.run("update, nothing to do", service.folder, "app.commands.update")


if __name__ == "__main__":
    main(sys.argv[1:])
