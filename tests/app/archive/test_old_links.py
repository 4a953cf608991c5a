"""After a restore, numbers of rows are given out again. What was sent before leads to nobody else's seat.

A friend's letters from after the backup are still in the mailbox. Meanwhile, in the restored service, other
people have got the same numbers: of players, matches and seats.
"""

from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

import pytest

from app.house import House
from app.links import BadLink
from app.mail.addresses import Addresses
from app.models import Player
from app.problems import Missing, Problem
from app.services.inbox import intake
from app.services.lobby import host_seats, seats
from app.services.matches import seat_links
from app.services.people import signing_in
from tests.world import Friends, World
from tests.world.archived import Service


@dataclass
class Both:
    """The same service twice: as it went on, and as it was restored."""

    lost: World
    restored: World


@pytest.fixture
def lobby(service: Service) -> Friends:
    """Ana has opened a match with two empty seats, and then the backup is made."""
    with service.house() as house:
        return World(house).open("incan-gold", 3, title="Sunday", guests=["", ""])


@pytest.fixture
def both(service: Service, lobby: Friends, elsewhere: Service, tmp_path: Path):  # type: ignore[no-untyped-def]
    backup = service.backup(tmp_path / "backup")
    copytree(service.folder, elsewhere.folder, ignore=lambda *_: {"chasqui.db"})
    for file in elsewhere.folder.glob("chasqui.db-*"):
        file.unlink()
    assert elsewhere.restore(backup) == 0
    with service.house() as one, elsewhere.house() as other:
        yield Both(World(one), World(other))


def in_world(world: World, friends: Friends) -> Friends:
    return Friends(world, friends.code, friends.names)


def sit(friends: Friends, *names: str) -> Friends:
    """They take the empty seats, in this order."""
    for name in names:
        player = friends.world.friend(name)
        join = lambda session, player=player: seats.join(  # noqa: E731
            session, house=friends.house, player_id=player, join_key=friends.join_key
        )
        friends.house.db.write(join)
    return friends


def seat_of_link(house: House, link: str) -> str:
    """The name at the seat that a link of a letter opens."""
    action = house.links.read_action(link.split("/")[-2])
    with house.reading() as session:
        return seat_links.held_seat(session, action.match, action.seat, action.holder).name


def test_a_link_of_a_seat_that_others_took_after_the_restore_is_void(both: Both, lobby: Friends) -> None:
    before = sit(in_world(both.lost, lobby), "Bo", "Cy")
    links = [before.link(seat) for seat in (2, 3)]

    sit(in_world(both.restored, lobby), "Xen", "Yan")

    for link in links:
        with pytest.raises(BadLink):
            seat_of_link(both.restored.house, link)


def test_ones_own_link_from_before_the_backup_still_works(both: Both, lobby: Friends) -> None:
    sit(in_world(both.lost, lobby), "Bo", "Cy")
    sit(in_world(both.restored, lobby), "Xen", "Yan")

    [ana] = [seat for seat in in_world(both.restored, lobby).seats() if seat.position == 1]
    assert ana.holder == in_world(both.lost, lobby).seat(1).holder


def test_addresses_of_a_seat_that_others_took_after_the_restore_are_nobodys(
    both: Both, lobby: Friends
) -> None:
    before = sit(in_world(both.lost, lobby), "Bo", "Cy")
    addresses = Addresses(both.lost.house.settings)
    keys = [before.answer_key(2), before.key_between(2, 0), before.key_between(2, 1)]
    old = [addresses.reply(key) for key in keys] + [addresses.unsubscribe(before.seat(2).post_key)]

    sit(in_world(both.restored, lobby), "Xen", "Yan")

    with both.restored.house.reading() as session:
        found = [intake.known_address(session, both.restored.house, address) for address in old]
    assert found == [None] * 4


def test_an_invitation_from_after_the_backup_takes_no_other_guests_seat(both: Both, lobby: Friends) -> None:
    def invited(world: World, email: str) -> str:
        friends = in_world(world, lobby)
        host = friends.match.host_id
        world.house.db.write(
            lambda session: host_seats.invite_to(session, world.house, lobby.code, host, 2, email)
        )
        return world.house.links.make("invitation", [friends.seats()[1].key])

    old = invited(both.lost, "bo@example.org")
    invited(both.restored, "xen@example.org")

    with both.restored.house.reading() as session, pytest.raises((Missing, Problem)):
        seats.read_invitation(session, both.restored.house, old, locked=False)


def test_a_players_number_leads_into_nobody_elses_account(both: Both) -> None:
    bo = both.lost.friend("Zoe")
    with both.lost.house.reading() as session:
        link = signing_in.sign_in_address(both.lost.house, session.get_one(Player, bo))

    assert both.restored.friend("Xen") == bo

    with both.restored.house.reading() as session, pytest.raises(BadLink):
        signing_in.player_of_link(session, both.restored.house, link.split("/")[-2])


def test_a_match_with_the_number_of_a_lost_one_has_none_of_its_links(both: Both) -> None:
    lost = both.lost.match("incan-gold", 3)
    links = [lost.link(seat) for seat in (1, 2, 3)]

    new = both.restored.match("incan-gold", 3)

    assert new.match.id == lost.match.id
    for link in links:
        with pytest.raises(BadLink):
            seat_of_link(both.restored.house, link)
