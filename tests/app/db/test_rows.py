"""Rows without the ORM: read, changed and written back as if it were there."""

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, select
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, col

from app.db import rows, statements
from app.db.rows import Rows, look_up, savepoint, table_of
from app.models import Match, Seat
from app.services.matches import find
from app.services.play.live import changing
from app.services.play.receipts import Submission, give_receipt
from tests.world import World

MATCHES = select(table_of(Match))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was written, in the database's words."""
    heard: list[str] = []

    def write(connection: Connection, statement: Any, rows: Any) -> int:
        heard.append(str(statement))
        return statements.write(connection, statement, rows)

    monkeypatch.setattr(rows, "statements", SimpleNamespace(read=statements.read, write=write))
    return heard


def test_what_has_not_changed_is_not_written(world: World, said: list[str]) -> None:
    friends = world.match()

    def look(session: Session) -> None:
        with changing(session, world.house, friends.code) as live:
            live.match.title = live.match.title

    said.clear()
    world.house.db.write(look)

    assert not said


def test_only_the_columns_that_changed_are_written_and_the_version_goes_up(
    world: World, said: list[str]
) -> None:
    friends = world.match()
    said.clear()
    before = friends.match.version

    def rename(session: Session) -> None:
        with changing(session, world.house, friends.code) as live:
            live.match.title = "Monday"

    world.house.db.write(rename)

    (statement,) = said
    assert statement.startswith("UPDATE")
    assert "title" in statement
    assert "head" not in statement
    assert (friends.match.title, friends.match.version) == ("Monday", before + 1)


def test_rows_that_change_alike_are_written_by_one_statement(world: World, said: list[str]) -> None:
    friends = world.match()

    def mute_all(session: Session) -> None:
        with changing(session, world.house, friends.code) as live:
            for own in live.seats.values():
                own.mute = True

    said.clear()
    world.house.db.write(mute_all)

    assert len(said) == 1
    assert [friends.seat(number).mute for number in (1, 2, 3)] == [True] * 3


def test_the_later_of_two_writers_is_told_so(world: World) -> None:
    world.match()

    def both(session: Session) -> None:
        first, second = Rows(session.connection()), Rows(session.connection())
        for mine in (first, second):
            mine.read(Match, MATCHES)[0].title = "mine"
        first.write()
        with pytest.raises(StaleDataError):
            second.write()

    world.house.db.write(both)


def test_an_error_writes_nothing_of_a_match_that_was_changing(world: World) -> None:
    friends = world.match()

    def break_off(session: Session) -> None:
        with changing(session, world.house, friends.code) as live:
            live.match.title = "half"
            raise KeyError("in the middle")

    with pytest.raises(KeyError):
        world.house.db.write(break_off)

    assert friends.match.title == "Sunday"


def test_a_player_who_read_the_match_before_sees_it_as_it_is_now(world: World) -> None:
    friends = world.match()

    def change(session: Session) -> str:
        known = find.by_code(session, friends.code)
        with changing(session, world.house, friends.code) as live:
            live.match.title = "Monday"
        return known.title

    assert world.house.db.write(change) == "Monday"


def test_what_the_orm_has_not_written_yet_is_in_the_match(world: World) -> None:
    friends = world.match()

    def change(session: Session) -> str:
        find.by_code(session, friends.code).title = "Monday"
        with changing(session, world.house, friends.code) as live:
            return live.match.title

    assert world.house.db.write(change) == "Monday"


def test_a_new_row_has_the_defaults_of_its_model_and_may_be_changed_until_it_is_written(world: World) -> None:
    friends = world.match()
    match_id = friends.match.id

    def add(session: Session) -> None:
        mine = Rows(session.connection())
        fresh = mine.new(Seat, match_id=match_id, position=9, key="a key of its own")
        fresh.name = "late"
        mine.write()

    world.house.db.write(add)

    with world.house.db.reading() as session:
        late = find.seats_of(session, find.by_code(session, friends.code))[-1]
    assert (late.name, late.status, late.mute, late.bot) == ("late", "empty", False, False)
    assert len(late.post_key) == 26


def test_receipts_go_on_counting_for_each_seat(world: World) -> None:
    friends = world.match()

    def give(session: Session) -> list[int]:
        with changing(session, world.house, friends.code) as live:
            given = [Submission(seat, live.match.turn, live.match.steps, "torch") for seat in (1, 2, 1)]
            return [give_receipt(live, each, "torch").number for each in given]

    assert [world.house.db.write(give), world.house.db.write(give)] == [[1, 1, 2], [3, 2, 4]]


SEATS = select(Seat).where(col(Seat.match_id) == bindparam("match_id")).order_by(col(Seat.number))


def test_what_is_looked_up_is_what_the_orm_finds(world: World) -> None:
    match_id = world.match("tikal", 3).match.id

    with world.house.db.reading() as session:
        found = look_up(session, Seat, SEATS, match_id=match_id)
        expected = session.scalars(SEATS, {"match_id": match_id}).all()

        assert [vars(row) for row in found] == [row.model_dump() for row in expected]


def test_what_is_looked_up_has_what_was_assigned_before_and_cannot_be_changed(world: World) -> None:
    friends = world.match("tikal", 3)

    def rename(session: Session) -> None:
        session.get_one(Seat, friends.seat(1).id).name = "Eva"
        [first, *_] = look_up(session, Seat, SEATS, match_id=friends.match.id)
        assert first.name == "Eva"
        with pytest.raises(TypeError, match="name cannot be changed"):
            first.name = "Nobody"

    world.house.db.write(rename)

    assert friends.seat(1).name == "Eva"


def test_rows_are_equal_by_their_values(world: World) -> None:
    match_id = world.match("tikal", 3).match.id

    with world.house.db.reading() as session:
        once, again = (look_up(session, Seat, SEATS, match_id=match_id) for _ in range(2))

    assert once == again
    assert once[0] != once[1]


def test_a_savepoint_takes_back_what_went_past_the_orm(world: World) -> None:
    friends = world.match()

    def rename(session: Session) -> None:
        with changing(session, world.house, friends.code) as live:
            live.match.title = "Monday"

    def rename_in_vain(session: Session) -> None:
        with suppress(ValueError), savepoint(session):
            rename(session)
            raise ValueError("in vain")

    world.house.db.write(rename_in_vain)

    assert friends.match.title == "Sunday"
