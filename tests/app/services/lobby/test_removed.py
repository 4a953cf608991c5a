"""A player whose seat the host makes free is told so."""

from functools import partial

import pytest

from app.letters import NotNeeded
from app.models import Player
from app.services.lobby import host_seats, seats
from tests.world import Friends, World


@pytest.fixture
def bo_is_out(world: World) -> Friends:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["", ""])
    joining = partial(seats.join, house=world.house, join_key=friends.join_key, player_id=world.friend("Bo"))
    world.house.db.write(joining)
    freeing = partial(
        host_seats.free_seat, house=world.house, code=friends.code, host_id=friends.match.host_id
    )
    world.house.db.write(partial(freeing, position=2))
    return friends


def test_a_letter_says_that_the_seat_is_free_again(bo_is_out: Friends) -> None:
    letter = bo_is_out.compose(bo_is_out.newest("removed"))

    assert letter.to == "bo@example.org"
    assert letter.subject == "Sunday: you do not have a seat any more"


def test_a_seat_that_nobody_had_makes_no_letter(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["bot", "cy@example.org"])
    freeing = partial(
        host_seats.free_seat, house=world.house, code=friends.code, host_id=friends.match.host_id
    )

    for position in (2, 3):
        world.house.db.write(partial(freeing, position=position))

    assert world.letters("removed") == []


def test_nothing_is_told_to_a_player_who_has_a_seat_again_or_wants_no_letters(bo_is_out: Friends) -> None:
    world, bo = bo_is_out.world, bo_is_out.world.player("bo@example.org").id
    joining = partial(seats.join, house=world.house, join_key=bo_is_out.join_key, player_id=bo)
    world.change(Player, bo, mail="none")
    with pytest.raises(NotNeeded):
        bo_is_out.compose(bo_is_out.newest("removed"))

    world.change(Player, bo, mail="each")
    world.house.db.write(joining)
    with pytest.raises(NotNeeded):
        bo_is_out.compose(bo_is_out.newest("removed"))
