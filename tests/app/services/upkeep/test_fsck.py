"""Fsck: right while people play, and wrong when anything is further than the record."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlmodel import Session, col

from app.models import Ask, Letter, Match, Receipt, Seat, Step
from app.services.matches.history import steps_of
from app.services.upkeep import fsck
from engine.verify import verify
from tests.world import Friends, World


def wrong(world: World, friends: Friends) -> list[str]:
    return fsck.check_match(world.house, friends.match.id)


def change(world: World, statement: Any) -> None:
    world.house.db.write(lambda session: session.connection().execute(statement))


@pytest.fixture
def friends(world: World) -> Friends:
    friends = world.match("tikal", 2)
    friends.play(6)
    world.send()
    return friends


def cut(session: Session, match_id: int) -> None:
    """The last line is gone, and the match's row is of the moment before."""
    match = session.get_one(Match, match_id)
    steps = sorted(steps_of(session, match), key=lambda step: step.number)
    session.connection().execute(delete(Step).where(col(Step.id) == steps[-1].id))
    match.steps -= 1
    match.head = str(verify("".join(f"{step.line}\n" for step in steps[:-1]).encode()).head)


def test_a_match_in_which_people_have_played_is_right(world: World, friends: Friends) -> None:
    assert wrong(world, friends) == []


def test_a_finished_match_is_right(world: World) -> None:
    friends = world.match("incan-gold", 3)
    friends.play()
    world.send()

    assert wrong(world, friends) == []


@pytest.mark.parametrize("kept", [{}, None, {"board": 1}])
def test_a_state_that_cannot_be_read_is_noticed(world: World, friends: Friends, kept: Any) -> None:
    world.change(Match, friends.match.id, state=kept)

    assert [line.partition(": ")[2] for line in wrong(world, friends)] == [
        "the kept state is not what the orders lead to"
    ]


def test_letters_that_answer_mails_are_no_trouble(world: World, friends: Friends) -> None:
    change(world, of(Letter, friends.match.id).values(facts={"seat": 1, "receipt": {"number": 1}}))

    assert wrong(world, friends) == []


def test_a_receipt_without_its_step_is_noticed(world: World, friends: Friends) -> None:
    world.house.db.write(lambda session: cut(session, friends.match.id))

    assert any("names the head" in problem for problem in wrong(world, friends))


def of(model: Any, match: int) -> Any:
    return update(model).where(col(model.match_id) == match)


def letter_with(match: int, **facts: int) -> Any:
    return of(Letter, match).where(col(Letter.kind) == "your_turn").values(facts={"seat": 1, **facts})


CHANGES: dict[str, Callable[[int], Any]] = {
    "its end is lost": lambda match: of(Receipt, match).values(base=99),
    "letters have told of 99 lines": lambda match: of(Seat, match).values(told=99),
    "seats were asked in turn": lambda match: of(Ask, match).values(turn=Ask.turn + 50),
    "is about turn 50": lambda match: letter_with(match, turn=50),
    "(your_turn) is about receipt 99": lambda match: letter_with(match, turn=1, receipt=99),
    "are missing": lambda match: of(Receipt, match).where(col(Receipt.number) == 1).values(number=99),
}


@pytest.mark.parametrize("told", CHANGES)
def test_what_is_further_than_the_record_is_noticed(world: World, friends: Friends, told: str) -> None:
    change(world, CHANGES[told](friends.match.id))

    assert any(told in problem for problem in wrong(world, friends))


def test_a_living_match_never_looks_wrong(world: World) -> None:
    friends, done, said = world.match("incan-gold", 3), Event(), list[str]()
    number = friends.match.id

    def look() -> None:
        while not done.is_set():
            said.extend(fsck.check_match(world.house, number))
            said.extend(fsck.check_lost(world.house))

    looking = Thread(target=look)
    looking.start()
    try:
        friends.play(30)
    finally:
        done.set()
        looking.join(30)

    assert said == []


def test_only_matches_that_have_begun_are_checked(world: World, friends: Friends) -> None:
    world.open("tikal", 3, title="", guests=["", ""])

    with world.house.reading() as session:
        assert fsck.begun_matches(session) == [friends.match.id]
