"""Private notes."""

import pytest
from sqlmodel import select

from app.house import House
from app.models import Note
from app.problems import Problem
from app.services.matches import find, notes
from app.services.people import accounts
from tests.app.services.houses import friend, opened, read


def keep(house: House, code: str, name: str, text: str) -> None:
    who = friend(house, name)
    house.db.write(lambda session: notes.keep(session, code, who, text))


def kept(house: House, code: str, name: str) -> str:
    who = friend(house, name)
    with house.db.reading() as session:
        return notes.kept(session, find.by_code(session, code), who)


def test_everybody_has_a_note_of_their_own(house: House) -> None:
    code = opened(house)

    keep(house, code, "Ana", "Bo always runs")
    keep(house, code, "Bo", "Ana never does")

    assert kept(house, code, "Ana") == "Bo always runs"
    assert kept(house, code, "Bo") == "Ana never does"
    assert kept(house, code, "Cy") == ""


def test_there_is_one_to_a_match(house: House) -> None:
    first, second = opened(house), opened(house)

    keep(house, first, "Ana", "one")
    keep(house, first, "Ana", "two")
    keep(house, second, "Ana", "three")

    assert [kept(house, code, "Ana") for code in (first, second)] == ["two", "three"]


def test_an_empty_note_is_none(house: House) -> None:
    code = opened(house)
    keep(house, code, "Ana", "one")

    keep(house, code, "Ana", " \n")

    with house.db.reading() as session:
        assert session.exec(select(Note)).all() == []


def test_a_note_that_is_too_long_changes_nothing(house: House) -> None:
    code = opened(house)
    keep(house, code, "Ana", "one")

    with pytest.raises(Problem, match="5001"):
        keep(house, code, "Ana", "x" * 5001)

    assert kept(house, code, "Ana") == "one"


def test_notes_go_with_the_person(house: House) -> None:
    code = opened(house)
    keep(house, code, "Ana", "a secret")
    keep(house, code, "Bo", "mine")
    ana = friend(house, "Ana")

    house.db.write(lambda session: accounts.forget(session, house, ana))

    with house.db.reading() as session:
        assert notes.kept(session, read(house, code), ana) == ""
    assert kept(house, code, "Bo") == "mine"
