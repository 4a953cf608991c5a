"""Rows without the ORM: read, changed and written back as if it were there."""

from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session

from app.house import House
from app.models import Match, Receipt, Seat
from app.rows import Rows, table_of
from app.services import matches
from app.services.playing import playing
from tests.app.services.houses import opened, read, seat

MATCHES = select(table_of(Match))


def statements(house: House, work: Any) -> list[str]:
    said: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        said.append(" ".join(statement.split()))

    event.listen(house.db.writing, "before_cursor_execute", note)
    try:
        house.db.write(work)
    finally:
        event.remove(house.db.writing, "before_cursor_execute", note)
    return [statement for statement in said if not statement.startswith(("SELECT", "BEGIN"))]


def test_what_has_not_changed_is_not_written(house: House) -> None:
    code = opened(house)

    def look(session: Session) -> None:
        with playing(session, house, code) as table:
            table.match.title = table.match.title

    assert not statements(house, look)


def test_only_the_columns_that_changed_are_written_and_the_version_goes_up(house: House) -> None:
    code = opened(house)
    before = read(house, code).version

    def rename(session: Session) -> None:
        with playing(session, house, code) as table:
            table.match.title = "Monday"

    (statement,) = statements(house, rename)
    assert statement.startswith("UPDATE")
    assert "title" in statement
    assert "head" not in statement
    assert (read(house, code).title, read(house, code).version) == ("Monday", before + 1)


def test_rows_that_change_alike_are_written_by_one_statement(house: House) -> None:
    code = opened(house)

    def mute_all(session: Session) -> None:
        with playing(session, house, code) as table:
            for own in table.seats.values():
                own.mute = True

    assert len(statements(house, mute_all)) == 1
    assert [seat(house, code, number).mute for number in (1, 2, 3)] == [True] * 3


def test_who_was_second_is_told_so(house: House) -> None:
    opened(house)

    def both(session: Session) -> None:
        first, second = Rows(session.connection()), Rows(session.connection())
        for rows in (first, second):
            rows.read(Match, MATCHES)[0].title = "mine"
        first.write()
        with pytest.raises(StaleDataError):
            second.write()

    house.db.write(both)


def test_an_error_at_the_table_writes_nothing_of_it(house: House) -> None:
    code = opened(house)

    def break_off(session: Session) -> None:
        with playing(session, house, code) as table:
            table.match.title = "half"
            raise KeyError("in the middle")

    with pytest.raises(KeyError):
        house.db.write(break_off)

    assert read(house, code).title == "Sunday"


def test_who_read_the_match_before_sees_it_as_it_is_now(house: House) -> None:
    code = opened(house)

    def change(session: Session) -> str:
        known = matches.by_code(session, code)
        with playing(session, house, code) as table:
            table.match.title = "Monday"
        return known.title

    assert house.db.write(change) == "Monday"


def test_what_the_orm_has_not_written_yet_is_at_the_table(house: House) -> None:
    code = opened(house)

    def change(session: Session) -> str:
        matches.by_code(session, code).title = "Monday"
        with playing(session, house, code) as table:
            return table.match.title

    assert house.db.write(change) == "Monday"


def test_a_new_row_has_the_defaults_of_its_model_and_may_be_changed_until_it_is_written(house: House) -> None:
    code = opened(house)
    match_id = read(house, code).id

    def add(session: Session) -> None:
        rows = Rows(session.connection())
        fresh = rows.new(Seat, match_id=match_id, position=9, key="a key of its own")
        fresh.name = "late"
        rows.write()

    house.db.write(add)

    with house.db.reading() as session:
        late = matches.seats_of(session, matches.by_code(session, code))[-1]
    assert (late.name, late.status, late.mute, late.bot) == ("late", "empty", False, False)
    assert len(late.post_key) == 26


def test_receipts_are_numbered_by_the_database(house: House) -> None:
    code = opened(house)

    def twice(session: Session) -> list[int]:
        with playing(session, house, code) as table:
            own: dict[str, Any] = {"match_id": table.match.id, "seat": 1, "turn": 1, "base": 1, "at": None}
            said: dict[str, Any] = {"typed": "x", "orders": "x", "head": "x", "at": table.match.created_at}
            counted = select(table_of(Receipt).c.number).where(table_of(Receipt).c.seat == 1)
            number = counted.order_by(table_of(Receipt).c.number.desc()).limit(1).scalar_subquery()
            first = table.rows.put(Receipt, "number", 7, {}, **{**own, **said})
            second = table.rows.put(Receipt, "number", number + 1, {}, **{**own, **said})
            return [first.number, second.number]

    assert house.db.write(twice) == [7, 8]
