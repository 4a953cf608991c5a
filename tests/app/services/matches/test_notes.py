"""Private notes."""

import pytest
from sqlmodel import select

from app.models import Note
from app.problems import Problem
from app.services.matches import find, notes
from app.services.people import accounts
from tests.world import Friends, World


def keep(friends: Friends, name: str, text: str) -> None:
    who = friends.world.friend(name)
    friends.house.db.write(lambda session: notes.save_note(session, friends.code, who, text))


def kept(friends: Friends, name: str) -> str:
    who = friends.world.friend(name)
    with friends.house.db.reading() as session:
        return notes.note_text(session, find.by_code(session, friends.code), who)


def test_everybody_has_a_note_of_their_own(world: World) -> None:
    friends = world.match()

    keep(friends, "Ana", "Bo always runs")
    keep(friends, "Bo", "Ana never does")

    assert kept(friends, "Ana") == "Bo always runs"
    assert kept(friends, "Bo") == "Ana never does"
    assert kept(friends, "Cy") == ""


def test_there_is_one_to_a_match(world: World) -> None:
    first, second = world.match(), world.match()

    keep(first, "Ana", "one")
    keep(first, "Ana", "two")
    keep(second, "Ana", "three")

    assert [kept(friends, "Ana") for friends in (first, second)] == ["two", "three"]


def test_an_empty_note_is_none(world: World) -> None:
    friends = world.match()
    keep(friends, "Ana", "one")

    keep(friends, "Ana", " \n")

    with world.house.db.reading() as session:
        assert session.exec(select(Note)).all() == []


def test_a_note_that_is_too_long_changes_nothing(world: World) -> None:
    friends = world.match()
    keep(friends, "Ana", "one")

    with pytest.raises(Problem, match="5001"):
        keep(friends, "Ana", "x" * 5001)

    assert kept(friends, "Ana") == "one"


def test_notes_go_with_the_person(world: World) -> None:
    friends = world.match()
    keep(friends, "Ana", "a secret")
    keep(friends, "Bo", "mine")
    ana = world.friend("Ana")

    world.house.db.write(lambda session: accounts.delete_account(session, world.house, ana))

    with world.house.db.reading() as session:
        assert notes.note_text(session, friends.match, ana) == ""
    assert kept(friends, "Bo") == "mine"
