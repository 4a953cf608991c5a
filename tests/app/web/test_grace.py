"""The pages of a match that gives time for second thoughts."""

import pytest

from tests.world import World
from tests.world.friends import Friends
from tests.world.visitor import Visitor, signed_in


@pytest.fixture
def friends(world: World) -> Friends:
    """Ana, Bo and Cy bid for tiles; nothing is turned up by a bid."""
    return world.match("tikal", 3, options={"auction": True}, grace_seconds=3600)


def visitor(friends: Friends, seat: int) -> Visitor:
    return signed_in(friends.world, f"{friends.names[seat - 1].lower()}@example.org")


def test_before_and_after_the_page_says_until_when(friends: Friends) -> None:
    seat = friends.waiting_for()[0]
    player = visitor(friends, seat)
    tried = player.order(friends.code, "bid 1", what="preview")

    player.order(friends.code, "bid 1")

    assert 'data-mark="grace"' in tried.text
    assert 'data-mark="held"' in player.get(f"/m/{friends.code}").text


def test_what_cannot_be_taken_back_says_so_before(world: World) -> None:
    friends = world.match("tikal", 2, grace_seconds=3600)

    tried = visitor(friends, 1).order(friends.code, friends.bot_orders(1), what="preview")

    assert 'data-mark="final"' in tried.text


def test_the_pages_of_others_are_the_same_to_the_byte(friends: Friends) -> None:
    seat = friends.waiting_for()[0]
    other = visitor(friends, 1 + seat % 3)
    pages = [other.get(f"/m/{friends.code}").data]

    friends.order(seat, "bid 1")

    pages.append(other.get(f"/m/{friends.code}").data)
    assert pages[0] == pages[1]


def test_a_button_takes_it_back(friends: Friends) -> None:
    seat = friends.waiting_for()[0]
    player = visitor(friends, seat)
    player.order(friends.code, "bid 1")

    player.order(friends.code, "", what="take-back")

    assert friends.ask(seat).held is None


def test_the_form_for_a_new_match_has_it(world: World) -> None:
    ana = signed_in(world, "ana@example.org")

    code = ana.open("tikal", **{"grace": "2", "grace-unit": "hours"})

    assert Friends(world, code).match.grace_seconds == 7200
    assert Friends(world, ana.open("tikal")).match.grace_seconds == 0
