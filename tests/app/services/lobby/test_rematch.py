"""A rematch: one, with the same people in another order."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from sqlmodel import select

from app.house import House
from app.models import Match
from app.problems import NotAllowed, Problem
from app.services.lobby import opening, rematch
from app.services.matches import find
from app.services.people import accounts
from app.services.play import host_actions
from tests.world import Friends, World


def finished(world: World, **more: object) -> Friends:
    """A match of Ana, Bo and Cy that has been given up."""
    friends = world.match(**more)  # type: ignore[arg-type]  # plain keywords
    world.house.db.write(
        partial(host_actions.give_up, house=world.house, code=friends.code, player_id=world.friend("Ana"))
    )
    return friends


def again(friends: Friends, name: str) -> str:
    house, player_id = friends.house, friends.world.friend(name)
    return house.db.write(
        lambda session: rematch.ask_for_rematch(session, house, friends.code, player_id)
    ).code


def seated(house: House, code: str) -> list[tuple[str, str]]:
    """The seats in their order: each by its name or by the address of its invitation."""
    with house.db.reading() as session:
        seats = find.seats_of(session, find.by_code(session, code))
    return [(seat.status, seat.email or seat.name) for seat in seats]


def test_the_second_begins_and_the_others_are_invited(world: World) -> None:
    friends = finished(world, title="Friday")

    new = again(friends, "Ana")

    assert seated(world.house, new) == [
        ("invited", "bo@example.org"),
        ("invited", "cy@example.org"),
        ("taken", "Ana"),
    ]
    assert {letter.to for letter in world.letters("invitation")} == {"bo@example.org", "cy@example.org"}


def test_it_has_the_same_rules_and_pace_and_a_number(world: World) -> None:
    wish = {"options": {"artifacts": False}, "ask_seconds": 7200, "bank_seconds": 600, "policy": "bot"}
    friends = finished(world, title="Friday", watch="players", seating="drawn", **wish)

    old, new = friends.match, Friends(world, again(friends, "Bo")).match

    kept = ("game", "options", "size", "ask_seconds", "bank_seconds", "policy", "watch", "seating")
    assert [getattr(new, name) for name in kept] == [getattr(old, name) for name in kept]
    assert (old.title, new.title) == ("Friday", "Friday 2")


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("Friday", "Friday 2"),
        ("Friday 2", "Friday 3"),
        ("7", "7 2"),
        ("Since 1999", "Since 1999 2"),
        ("x" * 60, "x" * 58 + " 2"),
        ("x" * 58 + " 9", "x" * 57 + " 10"),
    ],
)
def test_titles_are_counted(title: str, following: str) -> None:
    assert rematch.next_title(title) == following


def test_a_second_click_and_another_player_lead_to_the_same_match(world: World) -> None:
    friends = finished(world)
    first = again(friends, "Ana")

    assert again(friends, "Ana") == first
    assert again(friends, "Bo") == first
    assert seated(world.house, first)[0] == ("taken", "bo@example.org")
    assert again(friends, "Cy") == first
    assert Friends(world, first).match.status == "running"
    assert again(friends, "Cy") == first


def test_bots_sit_down_at_once(world: World) -> None:
    friends = finished(world, guests=["", "bot"])

    assert seated(world.house, again(friends, "Bo"))[:2] == [("taken", "Bo"), ("taken", "Bot 2")]


def test_the_seat_of_a_former_player_is_free(world: World) -> None:
    friends = finished(world)
    bo = world.friend("Bo")
    world.house.db.write(lambda session: accounts.delete_account(session, world.house, bo))

    assert seated(world.house, again(friends, "Ana"))[0] == ("empty", "")


def test_after_a_rematch_that_was_cancelled_there_can_be_another(world: World) -> None:
    friends = finished(world)
    first = again(friends, "Ana")
    ana = world.friend("Ana")
    world.house.db.write(lambda session: opening.cancel(session, world.house, first, ana))

    second = again(friends, "Bo")

    assert second != first
    assert again(friends, "Ana") == second


def test_only_a_player_who_has_played_can_ask_and_only_afterwards(world: World) -> None:
    running, over = world.match(), finished(world)

    with pytest.raises(Problem, match="when the match is over"):
        again(running, "Ana")
    with pytest.raises(NotAllowed):
        again(over, "Di")


def test_all_at_once_open_one(world: World) -> None:
    friends = finished(world)

    with ThreadPoolExecutor(3) as threads:
        codes = set(threads.map(partial(again, friends), ("Ana", "Bo", "Cy")))

    assert len(codes) == 1
    with world.house.db.reading() as session:
        assert len(session.exec(select(Match)).all()) == 2
    assert Friends(world, codes.pop()).match.status == "running"


def test_bots_are_as_strong_as_before(world: World) -> None:
    friends = finished(world, guests=["strong bot", "bot"])

    with world.house.db.reading() as session:
        match = find.by_code(session, again(friends, "Ana"))
        bots = {seat.strength for seat in find.seats_of(session, match) if seat.bot}

    assert bots == {"modest", "strong"}
