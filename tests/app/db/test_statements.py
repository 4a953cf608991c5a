"""Statements in the driver's own words: what goes wrong is told as SQLAlchemy tells it."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import Session

from app.clock import now
from app.db import statements
from app.db.rows import connection_of, insert_into, table_of
from app.house import House
from app.models import Match, Player, Seat
from tests.world import World

PLAYERS = sa.select(table_of(Player))


def in_writing(house: House, work: Any) -> Any:
    return house.db.write(lambda session: work(connection_of(session)))


def test_what_is_read_is_what_sqlalchemy_reads(world: World) -> None:
    world.match()
    with world.house.db.reading() as session:
        connection = session.connection()
        for model in (Player, Match, Seat):
            query = sa.select(table_of(model)).order_by(table_of(model).c.id)
            found = statements.read(connection, query, {})
            assert found
            assert [tuple(row) for row in found] == [tuple(row) for row in connection.execute(query)]


def test_values_may_be_part_of_the_statement_or_be_given(world: World) -> None:
    world.match()
    seats = table_of(Seat)
    query = sa.select(seats.c.number).where(
        seats.c.status == "taken", seats.c.number == sa.bindparam("wanted")
    )

    with world.house.db.reading() as session:
        assert statements.read(session.connection(), query, {"wanted": 2}) == [[2]]


def test_a_transaction_that_begins_with_one_is_one(world: World) -> None:
    """What was written is gone when the rest goes wrong."""
    world.friend("Ana")
    rename = sa.update(table_of(Player)).values(name=sa.bindparam("its_name"))

    def break_off(connection: sa.Connection) -> None:
        assert statements.write(connection, rename, [{"its_name": "Zoe"}]) > 0
        raise KeyError("in the middle")

    with pytest.raises(KeyError):
        in_writing(world.house, break_off)
    with world.house.db.reading() as session:
        assert "Zoe" not in session.connection().execute(sa.select(table_of(Player).c.name)).scalars().all()


def test_what_must_be_unique_is_told_and_tried_again(world: World) -> None:
    world.match()
    tries: list[int] = []

    def twice(session: Session) -> None:
        tries.append(1)
        row = Seat(match_id=1, position=1, key="k").model_dump(exclude={"id"})
        statements.write(connection_of(session), insert_into(table_of(Seat)), [row])

    with pytest.raises(IntegrityError) as caught:
        world.house.db.write(twice)
    assert len(tries) > 1, "another transaction may have been first"
    assert "empty" not in str(caught.value), "what was to be written stays out of logs"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_database_that_hangs_up_is_told_and_the_next_transaction_has_a_new_line(world: World) -> None:
    world.friend("Ana")

    def cut(connection: sa.Connection) -> None:
        own = connection.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
        with world.house.db.engine.connect() as other:
            other.execute(sa.text("SELECT pg_terminate_backend(:own)"), {"own": own})
        statements.read(connection, PLAYERS, {})

    with pytest.raises(OperationalError) as caught:
        in_writing(world.house, cut)
    assert caught.value.connection_invalidated
    assert len(in_writing(world.house, lambda connection: statements.read(connection, PLAYERS, {}))) == 1


def test_other_errors_are_raised_as_they_are(house: House) -> None:
    moment = sa.select(table_of(Player)).where(table_of(Player).c.created_at < sa.bindparam("at"))

    with pytest.raises(KeyError):
        in_writing(house, lambda connection: statements.read(connection, moment, {}))
    assert in_writing(house, lambda connection: statements.read(connection, moment, {"at": now()})) == []
