"""Nobody's mailbox is a weapon: how many sign-in letters strangers can make the service send."""

from datetime import timedelta
from functools import partial
from pathlib import Path

from sqlmodel import select
from werkzeug.test import TestResponse

from app.clock import now
from app.models import Player
from app.services.people import accounts, signing_in
from tests.world import World
from tests.world.visitor import Visitor, local, marks, read

VICTIM = "victim@third-party.example"


def ask(world: World, email: str, place: str = "203.0.113.7") -> TestResponse:
    return Visitor(world).post("/sign-in", {"email": email}, environ_base={"REMOTE_ADDR": place})


def addresses(world: World) -> list[str | None]:
    with world.house.reading() as session:
        return list(session.exec(select(Player.email)))


def test_one_stranger_cannot_ask_for_many_sign_in_letters(world: World) -> None:
    answers = [ask(world, f"somebody{number}@example.org") for number in range(30)]

    assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 20
    assert len(world.letters("sign_in")) == 10
    assert "Please try again in 1 min" in read(answers[-1])


def test_spellings_of_a_mailbox_share_its_limit(world: World) -> None:
    answers = [ask(world, VICTIM.replace("@", f"+{n}@"), f"198.51.{n}.1") for n in range(20)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 15
    assert "another letter in 12 min" in read(answers[-1])


def test_a_mailbox_gets_few_sign_in_letters_a_day(world: World) -> None:
    for hour in range(48):
        for number in range(6):
            ask(world, VICTIM.replace("@", f"+{hour}.{number}@"), f"198.{hour}.{number}.1")
        world.wait(timedelta(hours=1))

    assert len(world.letters("sign_in")) <= 24 + 48


def test_neighbours_in_a_network_share_its_limit(world: World) -> None:
    for number in range(70):
        ask(world, f"somebody{number}@example.org", f"203.0.113.{number}")

    assert len(world.letters("sign_in")) == 60
    assert ask(world, "bo@example.org", "203.0.114.1").status_code == 200


def test_the_house_has_a_limit_that_its_settings_change(tmp_path: Path) -> None:
    limited = World.new(tmp_path, limits=("sign-in.house=20/h",))
    for number in range(25):
        ask(limited, f"somebody{number}@example.org", f"198.51.{number}.1")

    assert len(limited.letters("sign_in")) == 20
    limited.close()


def test_asking_for_a_link_makes_no_account(world: World) -> None:
    ask(world, VICTIM)

    assert addresses(world) == []


def test_known_and_unknown_addresses_get_the_same_answer(world: World) -> None:
    world.friend("Bo")

    known, unknown = (ask(world, f"{name}@example.org") for name in ("bo", "du"))

    assert known.text.replace("bo@", "du@") == unknown.text


def test_the_account_comes_with_the_link(world: World) -> None:
    ask(world, VICTIM)
    address = signing_in.first_sign_in_address(world.house, world.newest("sign_in"))
    assert "signs-in" in marks(Visitor(world).get(local(address)))
    assert addresses(world) == []

    assert Visitor(world).follow(local(address)).status_code == 303
    assert addresses(world) == [VICTIM]
    assert Visitor(world).post(local(address)).status_code == 404


def test_a_link_that_was_used_brings_no_account_back_that_was_deleted(world: World) -> None:
    ask(world, VICTIM)
    address = local(signing_in.first_sign_in_address(world.house, world.newest("sign_in")))
    Visitor(world).follow(address)
    leaving = world.player(VICTIM).id

    world.house.write(partial(accounts.delete_account, house=world.house, player_id=leaving))

    assert Visitor(world).post(address).status_code == 404
    assert addresses(world) == [None]


def test_an_address_that_never_used_its_link_is_forgotten(world: World) -> None:
    ask(world, VICTIM)

    world.house.write(partial(signing_in.forget_unused_links, at=now() + timedelta(hours=23)))
    assert len(world.letters()) == 1
    world.house.write(partial(signing_in.forget_unused_links, at=now() + timedelta(hours=25)))
    assert VICTIM not in world.dump()


def test_a_person_who_signs_in_starts_anew(world: World) -> None:
    for number in range(5):
        ask(world, "bo@example.org", f"198.51.{number}.1")
    assert ask(world, "bo@example.org").status_code == 429

    Visitor(world).follow(local(signing_in.first_sign_in_address(world.house, world.newest("sign_in"))))

    assert ask(world, "bo@example.org").status_code == 200
