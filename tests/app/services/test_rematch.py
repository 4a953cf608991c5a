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
from tests.app.services.houses import friend, letters, opened, read


def finished(house: House, **more: object) -> str:
    """A match of Ana, Bo and Cy that has been given up."""
    code = opened(house, **more)  # type: ignore[arg-type]  # plain keywords
    house.db.write(partial(host_actions.give_up, house=house, code=code, player_id=friend(house, "Ana")))
    return code


def again(house: House, code: str, name: str) -> str:
    player_id = friend(house, name)
    return house.db.write(lambda session: rematch.again(session, house, code, player_id)).code


def seated(house: House, code: str) -> list[tuple[str, str]]:
    """Who sits where, by name or by the address of the invitation."""
    with house.db.reading() as session:
        seats = find.seats_of(session, find.by_code(session, code))
    return [(seat.status, seat.email or seat.name) for seat in seats]


def test_the_second_begins_and_the_others_are_invited(house: House) -> None:
    code = finished(house, title="Friday")

    new = again(house, code, "Ana")

    assert seated(house, new) == [
        ("invited", "bo@example.org"),
        ("invited", "cy@example.org"),
        ("taken", "Ana"),
    ]
    assert {letter.to for letter in letters(house, "invitation")} == {"bo@example.org", "cy@example.org"}


def test_it_has_the_same_rules_and_pace_and_a_number(house: House) -> None:
    wish = {"options": {"artifacts": False}, "ask_seconds": 7200, "bank_seconds": 600, "policy": "bot"}
    code = finished(house, title="Friday", watch="players", seating="drawn", **wish)

    old, new = read(house, code), read(house, again(house, code, "Bo"))

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


def test_a_second_click_and_another_player_lead_to_the_same_match(house: House) -> None:
    code = finished(house)
    first = again(house, code, "Ana")

    assert again(house, code, "Ana") == first
    assert again(house, code, "Bo") == first
    assert seated(house, first)[0] == ("taken", "bo@example.org")
    assert again(house, code, "Cy") == first
    assert read(house, first).status == "running"
    assert again(house, code, "Cy") == first


def test_bots_sit_down_at_once(house: House) -> None:
    code = finished(house, guests=["", "bot"])

    assert seated(house, again(house, code, "Bo"))[:2] == [("taken", "Bo"), ("taken", "Bot 2")]


def test_the_seat_of_a_former_player_is_free(house: House) -> None:
    code = finished(house)
    bo = friend(house, "Bo")
    house.db.write(lambda session: accounts.forget(session, house, bo))

    assert seated(house, again(house, code, "Ana"))[0] == ("empty", "")


def test_after_a_rematch_that_was_cancelled_there_can_be_another(house: House) -> None:
    code = finished(house)
    first = again(house, code, "Ana")
    ana = friend(house, "Ana")
    house.db.write(lambda session: opening.cancel(session, house, first, ana))

    second = again(house, code, "Bo")

    assert second != first
    assert again(house, code, "Ana") == second


def test_only_who_has_played_can_ask_and_only_afterwards(house: House) -> None:
    running, over = opened(house), finished(house)

    with pytest.raises(Problem, match="when the match is over"):
        again(house, running, "Ana")
    with pytest.raises(NotAllowed):
        again(house, over, "Dee")


def test_all_at_once_open_one(house: House) -> None:
    code = finished(house)

    with ThreadPoolExecutor(3) as threads:
        codes = set(threads.map(partial(again, house, code), ("Ana", "Bo", "Cy")))

    assert len(codes) == 1
    with house.db.reading() as session:
        assert len(session.exec(select(Match)).all()) == 2
    assert read(house, *codes).status == "running"
