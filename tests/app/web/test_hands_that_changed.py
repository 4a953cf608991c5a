"""A seat can change hands between the look at a page and the lock of its match: then nothing is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.house import House
from app.models import Seat
from app.services.matches import seat_links
from app.services.proposals.links import vote_address
from tests.world.council import Council
from tests.world.lending import Lending
from tests.world.visitor import Evening

SIGNED_IN: dict[str, tuple[str, dict[str, Any]]] = {
    "talk": ("talk", {"talk": "hello"}),
    "a plan": ("plan", {"what": "set", "plan": "torch until hazards >= 2"}),
    "no plan": ("plan", {"what": "drop"}),
    "taking back": ("orders", {"what": "take-back", "turn": 1, "base": 1}),
    "a proposal": ("proposals", {"what": "propose", "kind": "pause"}),
    "a vote": ("proposals", {"what": "yes"}),
    "lending": ("lend", {"email": "dora@example.org"}),
    "a draft": ("compose", {"turn": 1, "base": 1, "orders": "torch"}),
    "going on": ("wake", {}),
    "orders": ("orders", {"what": "submit", "turn": 1, "base": 1, "orders": "camp"}),
}
BY_LINK: dict[str, tuple[str, dict[str, Any]]] = {
    "a plan": ("do", {"what": "set", "plan": "torch until hazards >= 2"}),
    "taking back": ("do", {"what": "take-back"}),
    "orders": ("do", {"what": "submit", "orders": "camp"}),
    "a proposal": ("propose", {"what": "propose", "kind": "pause"}),
    "a vote": ("vote", {"said": "yes"}),
    "lending": ("lend", {"email": "dora@example.org"}),
    "going on": ("on", {}),
    "being back": ("back", {}),
    "no letters": ("stop", {}),
}


@contextmanager
def meanwhile(patch: pytest.MonkeyPatch, do: Callable[[], object]) -> Iterator[None]:
    """A request looks at the seat, something happens, and only then it locks the match."""
    write, done = House.write, list[None]()

    def write_after_that(house: House, work: Any) -> Any:
        if not done:
            done.append(None)
            do()
        return write(house, work)

    with patch.context() as patched:
        patched.setattr(House, "write", write_after_that)
        yield
    assert done


@pytest.fixture
def answered(evening: Evening) -> Evening:
    """Bo's answer is in, and Cy has proposed something."""
    evening.friends.order(2, "torch")
    Council(evening.friends).propose(3, "end", stands=False)
    return evening


def is_refused(evening: Evening, patch: pytest.MonkeyPatch, send: Callable[[], TestResponse]) -> bool:
    """Whether nothing is done when Bo's seat goes to Eve in the middle of it. Then it is Bo's again."""
    world, bos = evening.world, evening.friends.seat(2)
    eve, before = world.friend("Eve"), list[str]()

    def goes_to_eve() -> None:
        world.change(Seat, bos.id, player_id=eve, holder="of-eve")
        before.append(world.dump())

    with meanwhile(patch, goes_to_eve):
        answer = send()
    changed = world.dump() != before[0]
    world.change(Seat, bos.id, player_id=bos.player_id, holder=bos.holder)
    return answer.status_code in (403, 404, 409, 422) and not changed


def test_what_is_sent_from_a_page_is_not_done(answered: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    key, done = Council(answered.friends).newest().key, []
    for way, (path, fields) in SIGNED_IN.items():
        sent = {"proposal": key, **fields}
        send = partial(answered.bo.post, f"/m/{answered.code}/{path}", sent)
        done += [] if is_refused(answered, monkeypatch, send) else [way]

    assert done == []


def test_what_is_sent_from_the_page_of_a_link_is_not_done(
    answered: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []
    for way, (purpose, fields) in BY_LINK.items():
        send = partial(answered.cy.post, link_of(answered, purpose), fields)
        done += [] if is_refused(answered, monkeypatch, send) else [way]

    assert done == []


def link_of(evening: Evening, purpose: str) -> str:
    friends, seat = evening.friends, evening.friends.seat(2)
    if purpose == "do":
        return friends.link(2)
    if purpose == "vote":
        return vote_address(friends.house, friends.match, seat, Council(friends).newest().key, "yes")
    if purpose == "back":
        return friends.seat_link("back", 2)
    return seat_links.seat_address(friends.house, purpose, friends.code, seat)


def test_a_friend_gives_back_no_seat_that_is_lent_to_somebody_else_by_now(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lending = Lending(evening.friends).lend(2)
    address = seat_links.seat_address(evening.friends.house, "return", evening.code, evening.friends.seat(2))

    def lend_it_to_eve() -> None:
        lending.call_back(2)
        lending.offer(2, "eve@example.org")
        lending.accept("Eve")

    with meanwhile(monkeypatch, lend_it_to_eve):
        answer = evening.cy.post(address)

    assert answer.status_code == 404
    assert evening.friends.seat(2).owner_id is not None
