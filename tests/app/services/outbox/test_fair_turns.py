"""Letters that wait leave in turns: a flood of letters delays only those of its own cause."""

from functools import partial

import pytest
from sqlmodel import Session

from app.clock import now
from app.services import outbox
from tests.world import World


def put(world: World, kind: str, cause: str, count: int = 1) -> None:
    def put_some(session: Session) -> None:
        for number in range(count):
            key = f"{kind} {cause} {number}"
            outbox.put(session, kind, key, to=f"{number}@example.org", cause=cause)

    world.house.write(put_some)


def next_ones(world: World, limit: int) -> list[tuple[str, str]]:
    letters = world.house.write(partial(outbox.claim, at=now(), limit=limit))
    return [(letter.kind, letter.cause) for letter in letters]


@pytest.fixture
def flooded(world: World) -> World:
    put(world, "sign_in", "a flood", 30)
    put(world, "invitation", "another flood", 30)
    return world


def test_a_flood_delays_nobodys_sign_in_letter(flooded: World) -> None:
    put(flooded, "sign_in", "a person")

    assert next_ones(flooded, 3) == [("sign_in", cause) for cause in ("a flood", "a person", "a flood")]


def test_turns_and_sign_in_letters_leave_before_others(flooded: World) -> None:
    put(flooded, "your_turn", "a match", 2)

    taken = next_ones(flooded, 40)

    assert [kind for kind, _ in taken[:4]] == ["sign_in", "your_turn", "sign_in", "your_turn"]
    assert [kind for kind, _ in taken[4:]] == ["sign_in"] * 28 + ["invitation"] * 8


def test_those_who_invite_many_wait_for_one_another(flooded: World) -> None:
    next_ones(flooded, 30)
    put(flooded, "invitation", "a host", 2)

    assert [cause for _, cause in next_ones(flooded, 5)] == [
        *("another flood", "a host", "another flood", "a host", "another flood")
    ]


def test_all_invitations_of_a_host_have_one_cause(world: World) -> None:
    first, second = world.invite(), world.invite("tikal")

    causes = {letter.cause for letter in world.letters("invitation")}

    assert len(causes) == 1
    assert first.match.host_id == second.match.host_id


def test_of_one_match_the_oldest_letter_leaves_first(world: World) -> None:
    put(world, "your_turn", "a match", 5)

    letters = world.house.write(partial(outbox.claim, at=now(), limit=5))

    assert [letter.key for letter in letters] == [f"your_turn a match {number}" for number in range(5)]
