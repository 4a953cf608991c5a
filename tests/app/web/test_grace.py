"""The pages of a match that gives time for second thoughts."""

import pytest

from tests.world import World
from tests.world.friends import Friends
from tests.world.visitor import Visitor, marks, signed_in


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


@pytest.mark.parametrize(("auction", "mark"), [(True, "grace"), (False, "final")])
def test_the_page_of_an_order_by_link_says_whether_it_can_be_taken_back(
    world: World, auction: bool, mark: str
) -> None:
    friends = world.match("tikal", 3, options={"auction": auction}, grace_seconds=3600)
    (seat,) = friends.waiting_for()

    page = Visitor(world).get(friends.link(seat, "bid 1" if auction else friends.bot_orders(seat)))

    assert mark in marks(page)


def test_held_orders_are_shown_without_a_deadline_to_answer_by(world: World) -> None:
    friends = world.match("tikal", 3, options={"auction": True}, grace_seconds=3600, ask_seconds=86400)
    (seat,) = friends.waiting_for()
    friends.order(seat, "bid 1")

    assert "due" not in marks(visitor(friends, seat).get(f"/m/{friends.code}"))


def test_the_letters_say_for_how_long(world: World) -> None:
    invited = world.invite("tikal", options={"auction": True}, grace_seconds=7200)
    told = "can be taken back for 2 hours"
    assert told in world.compose(world.newest("invitation")).text

    invited.sit()

    assert told in world.compose(world.newest("your_turn")).text
