"""A player who leaves a seat, is replaced, or signs out everywhere has no link or address left that works."""

from collections.abc import Callable
from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.models import Player
from app.services.books import board_page
from app.services.inbox import intake
from app.services.people import accounts, feeds, signing_in, unsubscribe
from tests.world import Friends, World
from tests.world.visitor import Visitor, local

Leave = Callable[[World, int], object]


def signs_out(world: World, player_id: int) -> object:
    return world.house.db.write(partial(signing_in.sign_out_everywhere, player_id=player_id))


def leaves_for_good(world: World, player_id: int) -> object:
    return world.house.db.write(partial(accounts.delete_account, house=world.house, player_id=player_id))


def links(friends: Friends, player: Player) -> list[str]:
    """Of each kind one that letters to Bo have had."""
    house = friends.house
    return [
        friends.link(2),
        friends.link(2, "torch"),
        friends.seat_link("stop", 2),
        friends.seat_link("back", 2),
        board_page.board_address(house, friends.code, friends.seat(2), 0),
        unsubscribe.digest_address(house, player),
        f"/feed/{feeds.feed_key(house, player)}/asks.xml",
    ]


def addresses(friends: Friends) -> list[str]:
    ours, keys = Addresses(friends.house.settings), [friends.answer_key(2), friends.key_between(2, 0)]
    return [*map(ours.reply, keys), ours.unsubscribe(friends.seat(2).post_key)]


def known(world: World, found: list[str]) -> int:
    with world.house.db.reading() as session:
        return sum(intake.known_address(session, world.house, one) is not None for one in found)


@pytest.fixture
def played(world_on_sqlite: World) -> Friends:
    """Bo has been asked once before, and has a feed."""
    friends = world_on_sqlite.match()
    for number in (1, 2, 3):
        friends.order(number, "torch")
    world_on_sqlite.house.db.write(
        partial(accounts.new_feed_key, player_id=friends.seat(2).player_id)  # type: ignore[arg-type]
    )
    return friends


@pytest.mark.parametrize("leave", [signs_out, leaves_for_good])
def test_no_link_of_earlier_letters_works_any_more(played: Friends, leave: Leave) -> None:
    world, bo = played.world, played.world.player("bo@example.org")
    earlier = links(played, bo)
    assert {Visitor(world).get(link).status_code for link in earlier} == {200}

    leave(world, bo.id)

    before = world.dump()
    for link in earlier:
        assert Visitor(world).get(link).status_code == 404
        assert Visitor(world).client.post(local(link)).status_code in (404, 405)
    assert world.dump() == before


@pytest.mark.parametrize("leave", [signs_out, leaves_for_good])
def test_no_address_of_earlier_letters_works_any_more(played: Friends, leave: Leave) -> None:
    earlier = [
        *addresses(played),
        *(Addresses(played.house.settings).reply(a.key) for a in played.all_asks() if a.seat == 2),
    ]
    assert known(played.world, earlier) == len(earlier)

    leave(played.world, played.seat(2).player_id or 0)

    assert known(played.world, earlier) == 0


def test_the_others_keep_their_links_and_addresses(played: Friends) -> None:
    link, key = played.link(1), played.answer_key(1)

    signs_out(played.world, played.seat(2).player_id or 0)

    assert Visitor(played.world).get(link).status_code == 200
    assert known(played.world, [Addresses(played.house.settings).reply(key)]) == 1


def test_new_letters_have_new_links_that_work(played: Friends) -> None:
    signs_out(played.world, played.seat(2).player_id or 0)

    assert Visitor(played.world).get(played.link(2)).status_code == 200
    assert known(played.world, addresses(played)) == 3


def test_links_that_left_before_seats_had_a_holder_still_work(played: Friends) -> None:
    earlier = played.house.links.address("do", [played.code, 2, played.match.turn, played.match.steps, ""])
    assert Visitor(played.world).get(earlier).status_code == 404

    played.world.change(type(played.seat(2)), played.seat(2).id, holder="")

    assert Visitor(played.world).get(earlier).status_code == 200


def test_keys_for_replies_for_the_end_of_letters_and_for_pages_are_different(played: Friends) -> None:
    seat, ours = played.seat(2), Addresses(played.house.settings)

    assert len({seat.post_key, seat.holder, seat.key, played.answer_key(2)}) == 4
    assert known(played.world, [ours.reply(seat.post_key), ours.unsubscribe(played.answer_key(2))]) == 0
