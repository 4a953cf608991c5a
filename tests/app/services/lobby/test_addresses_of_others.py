"""No addresses to strangers: a host sees the addresses that this host has typed, and no others."""

from functools import partial

import pytest

from app.models import Letter
from app.services import outbox
from app.services.lobby import opening, seats
from app.services.lobby.opening import LobbyView
from app.services.matches.match_view import LostLetter, view_for
from app.services.people import accounts
from tests.world import Friends, World


def lobby(friends: Friends, name: str) -> LobbyView:
    player_id = friends.world.friend(name)
    with friends.house.db.reading() as session:
        return opening.lobby_view(session, friends.house, friends.code, player_id)


def lose(friends: Friends, kind: str, why: str) -> None:
    letter = friends.newest(kind)
    friends.world.change(Letter, letter.id, dropped=outbox.GIVEN_UP, error=why, due_at=None)


def test_who_typed_an_address_sees_it_and_what_became_of_the_invitation(world: World) -> None:
    friends = world.invite()
    lose(friends, "invitation", "550 5.1.1 <di@example.org>: no such user")

    shown = lobby(friends, "Ana")

    assert [seat.asked_as for seat in shown.seats[1:]] == [f"{n}@example.org" for n in ("bo", "cy", "di")]
    assert shown.lost == [LostLetter("invitation", "di@example.org", "550 5.1.1 <…>: no such user")]


def test_a_player_who_becomes_host_does_not_see_what_the_earlier_host_typed(world: World) -> None:
    friends = world.invite()
    token = world.house.links.make("invitation", [friends.seat(2).key])
    world.house.db.write(partial(seats.accept, house=world.house, token=token, name="Bo"))
    ana = world.friend("Ana")

    world.house.db.write(partial(accounts.delete_account, house=world.house, player_id=ana))

    shown = lobby(friends, "Bo")
    assert shown.is_host
    assert "example.org" not in str(shown)


@pytest.mark.parametrize("why", ["550 <Bo@Example.org> unknown", "bo@example.org, cy+x@example.org: no"])
def test_what_a_mail_server_has_answered_is_told_to_a_host_without_addresses(world: World, why: str) -> None:
    friends = world.match()
    friends.send()
    lose(friends, "your_turn", why)

    ana = world.friend("Ana")
    with world.house.db.reading() as session:
        lost = view_for(session, world.house, friends.code, ana).lost

    assert len(lost) == 1
    assert "@" not in str(lost)
