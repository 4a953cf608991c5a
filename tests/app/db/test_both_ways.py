"""Every statement of an evening's play in the driver's own words does what it does through SQLAlchemy."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Table, select

from app.clock import now
from app.db import statements
from app.db.statements import Values
from app.post.sender import send_due
from app.services.people import accounts
from app.services.play import host_actions
from app.services.play.clocks import ring_due_clocks
from tests.world import World

WRITTEN = {"match", "seat", "ask", "step", "receipt", "letter", "book", "film"}


class BothWays:
    """Runs a statement through SQLAlchemy first, and takes back what that has written."""

    def __init__(self) -> None:
        self.reads = 0
        self.written_to: set[str] = set()
        self._read, self._write = statements.read, statements.write

    def read(self, connection: Connection, query: Any, values: Values) -> list[list[Any]]:
        with connection.begin_nested() as trial:  # an update may say what it has changed
            expected = [list(row) for row in connection.execute(query, values)]
            trial.rollback()
        found = self._read(connection, query, values)
        assert found == expected, query
        self.reads += 1
        return found

    def write(self, connection: Connection, statement: Any, rows: Sequence[Values]) -> int:
        with connection.begin_nested() as trial:
            done = connection.execute(statement, rows[0] if len(rows) == 1 else list(rows))
            # Of inserts, SQLAlchemy does not always say how many there were.
            count, expected = done.rowcount, contents(connection, statement.table)
            trial.rollback()
        found = self._write(connection, statement, rows)
        assert contents(connection, statement.table) == expected, statement
        assert found == count or statement.is_insert, statement
        self.written_to.add(statement.table.name)
        return found


def contents(connection: Connection, table: Table) -> list[str]:
    """Without the numbers of rows: PostgreSQL counts on after what was taken back."""
    columns = [column for column in table.columns if column.name != "id"]
    return sorted(map(repr, connection.execute(select(*columns))))


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> BothWays:
    both = BothWays()
    monkeypatch.setattr(statements, "read", both.read)
    monkeypatch.setattr(statements, "write", both.write)
    return both


@pytest.mark.parametrize("game", ["incan-gold", "tikal"])
@pytest.mark.usefixtures("undrawn")
def test_play_and_letters_are_the_same_both_ways(world: World, both: BothWays, game: str) -> None:
    friends = world.match(game, 3, guests=["", "bot"], ask_seconds=3600)
    world.house.write(lambda session: accounts.change_account(session, 1, receipts=True))

    for ask in friends.asks():
        friends.order(ask.seat, friends.bot_orders(ask.seat))
    friends.pass_time(minutes=40)
    ring_due_clocks(world.house)
    send_due(world.house, at=now() + timedelta(hours=1))
    world.house.write(lambda session: host_actions.give_up(session, world.house, friends.code, 1))

    assert both.written_to == WRITTEN
    assert both.reads > 10
