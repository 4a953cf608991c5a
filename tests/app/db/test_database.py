"""Transactions: who loses a race starts again, and who meets real trouble is told."""

from collections.abc import Iterator
from threading import Barrier, Thread

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from app.db.database import Database
from app.settings import Settings


@pytest.fixture
def database(empty_database_url: str) -> Iterator[Database]:
    database = Database(Settings(database_url=empty_database_url).database)
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (1, 0), (2, 0)"))
    yield database
    database.close()


def counted(database: Database) -> list[int]:
    with database.reading() as session:
        return list(session.connection().execute(text("SELECT n FROM counter ORDER BY id")).scalars())


def test_two_that_wait_for_each_other_both_come_through(database: Database) -> None:
    """PostgreSQL ends one of them, which then starts again; SQLite lets one in at a time."""
    met = Barrier(2, timeout=10)

    def count(first: int, second: int) -> None:
        tries = []

        def work(session: Session) -> None:
            tries.append(1)
            add_one(session, first)
            if len(tries) == 1 and database.engine.dialect.name == "postgresql":
                met.wait()
            add_one(session, second)

        database.write(work)

    both = [Thread(target=count, args=order) for order in ((1, 2), (2, 1))]
    for one in both:
        one.start()
    for one in both:
        one.join(timeout=30)

    assert counted(database) == [2, 2]


def add_one(session: Session, row: int) -> None:
    session.connection().execute(text("UPDATE counter SET n = n + 1 WHERE id = :row"), {"row": row})


def test_other_trouble_is_told_at_once_and_leaves_nothing(database: Database) -> None:
    tries = []

    def work(session: Session) -> None:
        tries.append(1)
        add_one(session, 1)
        raise OperationalError("the disk", {}, Exception("is full"))

    with pytest.raises(OperationalError):
        database.write(work)

    assert len(tries) == 1
    assert counted(database) == [0, 0]
