"""How many rows PostgreSQL reads for something: what tells whether it stays quick in large tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, event, text

Statement = tuple[str, Any]
BEGINNINGS = ("SELECT", "UPDATE", "DELETE", "WITH")


class Read(NamedTuple):
    statement: str
    rows: int
    plan: Any


def rows_read(engine: Engine, look: Callable[[], object]) -> list[Read]:
    """By each of its statements, which are planned and run once more, without an effect."""
    with statements_of() as seen:
        look()
    return [read_by(engine, each) for each in seen]


@contextmanager
def statements_of() -> Iterator[list[Statement]]:
    seen: list[Statement] = []

    def keep(
        connection: Connection, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
    ) -> None:
        if statement.lstrip().startswith(BEGINNINGS) and not many:
            seen.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", keep)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", keep)


def read_by(engine: Engine, statement: Statement) -> Read:
    with engine.connect() as connection, connection.begin() as begun:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        explained = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement[0]}", statement[1])
        plan = explained.scalar_one()[0]["Plan"]
        begun.rollback()
    return Read(statement[0], _rows_of(plan), plan)


def _rows_of(plan: dict[str, Any]) -> int:
    """What its scans have looked at, whether it was of use or not."""
    own = 0
    if "Scan" in plan["Node Type"]:
        loops = plan["Actual Loops"]
        wasted = plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
        own = round((plan["Actual Rows"] + wasted) * loops)
    return own + sum(map(_rows_of, plan.get("Plans", ())))
