"""Limits are kept to by all processes, and what they remember is bounded."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import select

from app.clock import now
from app.house import House, open_house
from app.models import Pace
from app.problems import TooMuch
from app.services import pace
from app.services.pace import Use
from app.settings import is_loopback
from app.web import guests
from tests.world import World

BO = Use("talk.seat", "bo")
THREE = ("talk.seat=3/h",)


def keep_to(house: House, *uses: Use) -> None:
    house.write(partial(pace.keep_to, uses=uses, changes=THREE))


def keys(house: House) -> list[str]:
    with house.reading() as session:
        return list(session.exec(select(Pace.key)))


def test_so_many_come_at_once_and_then_one_after_another(world: World) -> None:
    for _ in range(3):
        keep_to(world.house, BO)
    with pytest.raises(TooMuch, match=r"in 20 min\."):
        keep_to(world.house, BO)

    world.wait(timedelta(minutes=20))
    keep_to(world.house, BO)
    with pytest.raises(TooMuch):
        keep_to(world.house, BO)


def test_one_does_not_use_up_what_another_has(world: World) -> None:
    for _ in range(3):
        keep_to(world.house, BO)

    keep_to(world.house, Use("talk.seat", "cy"))


def test_what_was_refused_counts_for_nobody(world: World) -> None:
    for _ in range(3):
        keep_to(world.house, BO)
    before = keys(world.house)

    with pytest.raises(TooMuch):
        keep_to(world.house, Use("talk.house", pace.ALL), BO)

    assert keys(world.house) == before


def test_two_processes_share_a_limit(world: World) -> None:
    other = open_house(world.house.settings)
    for house in (world.house, other, world.house):
        keep_to(house, BO)

    with pytest.raises(TooMuch):
        keep_to(other, BO)
    other.db.close()


def test_what_is_used_up_no_more_is_forgotten(world: World) -> None:
    keep_to(world.house, BO)

    world.house.write(partial(pace.delete_old_paces, at=now()))
    assert len(keys(world.house)) == 1
    world.house.write(partial(pace.delete_old_paces, at=now() + timedelta(minutes=21)))
    assert keys(world.house) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.200", True),
        ("203.0.113.7", "203.0.114.7", False),
        ("2001:db8:1:200::/64", "2001:db8:1:2ff::/64", True),
        ("2001:db8:1:200::/64", "2001:db8:1:300::/64", False),
        ("::ffff:203.0.113.7", "203.0.113.200", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.114.7", False),
        ("::ffff:127.0.0.1", "::1", False),
        ("nowhere", "nowhere", True),
    ],
)
def test_neighbours_are_in_one_network(one: str, other: str, same: bool) -> None:
    assert (pace.network_of(one) == pace.network_of(other)) is same


@pytest.mark.parametrize(
    ("written", "household"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("[::ffff:203.0.113.7]:4711", "203.0.113.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]:4711", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        ("nobody", "nowhere"),
    ],
)
def test_an_address_is_the_same_however_a_socket_or_a_proxy_writes_it(written: str, household: str) -> None:
    assert guests.network(written) == household


@pytest.mark.parametrize("proxy", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_a_proxy_is_known_however_its_address_is_written(proxy: str) -> None:
    assert pace.caller(proxy, "198.51.100.1, 203.0.113.7", ("127.0.0.0/8",)) == "203.0.113.7"
    assert is_loopback(proxy)


def test_the_database_has_no_address(world: World) -> None:
    uses = pace.of_networks(world.house.settings, "sign-in", "203.0.113.7")
    keep_to(world.house, *uses, Use("sign-in.mailbox", pace.mailbox_hash(world.house.settings, "bo@b.org")))

    assert not [key for key in keys(world.house) if "203.0" in key or "@" in key]
    assert all(re.fullmatch(r"sign-in\.\w+ \d+ [0-9a-f]{32}", key) for key in keys(world.house))


def test_people_at_a_machine_of_their_own_are_no_strangers(world: World) -> None:
    public = world.house.settings
    own = replace(public, url="http://127.0.0.1:8000")

    assert public.is_public
    assert pace.of_networks(public, "sign-in", "127.0.0.1")
    assert not pace.of_networks(own, "sign-in", "127.0.0.1")
    assert pace.of_networks(own, "sign-in", "203.0.113.7")
