"""An account moves to another address: both are told, the new one proves itself, the old one can stop it."""

import re
from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import select

from app.clock import now
from app.models import Browser, Letter, NewAddress, Player, Seat
from app.services.people import accounts, new_address
from tests.world import World
from tests.world.visitor import Evening, Visitor, local, marks, signed_in

ANA, NEW = "ana@example.org", "ana@new.example"


def link(world: World, kind: str) -> str:
    """Of the newest letter of the kind, as its reader finds it there."""
    text = world.compose(world.newest(kind)).text
    found = re.search(r"https?://\S+/go", text)
    assert found
    return local(found[0])


def ask(visitor: Visitor, email: str = NEW) -> Visitor:
    assert visitor.post("/me/address", {"new-address": email}).status_code == 303
    return visitor


def move(visitor: Visitor, email: str = NEW) -> Visitor:
    ask(visitor, email)
    assert "moved" in marks(visitor.act(link(visitor.world, "new_address")))
    return visitor


def player(world: World, email: str) -> Player | None:
    with world.house.db.reading() as session:
        return session.exec(select(Player).where(Player.email == email)).first()


def test_both_addresses_are_told_and_nothing_has_changed_yet(world: World, ana: Visitor) -> None:
    ask(ana)

    assert [world.newest(kind).to for kind in ("new_address", "old_address")] == [NEW, ANA]
    assert "ana" not in world.compose(world.newest("new_address")).text.replace(NEW, "").lower()
    assert player(world, ANA)
    assert not player(world, NEW)
    assert "waiting-address" in marks(ana.get("/me"))


def test_opening_the_link_shows_what_it_would_do_and_the_button_does_it(world: World, ana: Visitor) -> None:
    ask(ana)
    there = link(world, "new_address")

    assert "moves" in marks(ana.get(there))
    assert player(world, ANA)
    assert "moved" in marks(ana.act(there))
    assert player(world, NEW)
    assert not player(world, ANA)
    assert NEW in ana.get("/me").text


def test_open_turns_are_told_at_the_new_address_and_links_in_the_old_mailbox_end(evening: Evening) -> None:
    world = evening.world
    world.send()
    before = world.newest("your_turn")
    mailed_before = local(re.findall(r"https?://\S+/do/\S+/go", world.compose(before).text)[0])

    move(evening.ana)

    again = world.newest("your_turn")
    assert (again.id != before.id, again.facts["seat"], world.compose(again).to) == (True, 1, NEW)
    seats = world.house.db
    with seats.reading() as session:
        assert session.exec(select(Seat).where(Seat.player_id == again.player_id)).one()
    if before.facts["seat"] == 1:
        assert Visitor(world).get(mailed_before).status_code == 404


def test_an_invitation_that_waits_goes_along(evening: Evening, world: World) -> None:
    code = evening.bo.open(**{"seat-2": "mail", "email-2": ANA})
    move(evening.ana)

    page = evening.ana.get("/").text
    assert "/invitation/" in page
    assert world.compose(world.newest("invitation")).to == NEW
    assert NEW not in evening.bo.get(f"/m/{code}").text


def test_the_link_alone_takes_no_account(world: World, ana: Visitor, bo: Visitor) -> None:
    ask(ana)
    there = link(world, "new_address")

    for stranger in (Visitor(world), bo, signed_in(world, NEW)):
        page = stranger.get(there)
        assert "sign-in-first" in marks(page)
        assert ANA not in page.text
        assert stranger.post(there).status_code == 403

    assert player(world, ANA)


def test_another_site_cannot_press_the_button_of_the_link(world: World, ana: Visitor) -> None:
    ask(ana)

    assert ana.client.post(link(world, "new_address")).status_code == 403

    assert player(world, ANA)


def test_nobody_finds_out_by_asking_whether_an_address_has_an_account(
    world: World, ana: Visitor, bo: Visitor
) -> None:
    def asked(email: str) -> tuple[int, str, list[str]]:
        answer = ana.post("/me/address", {"new-address": email})
        shown = ana.get("/me").text.replace(email, "")
        letters = [world.compose(world.newest(kind)).text for kind in ("new_address", "old_address")]
        bare = [re.sub(r"/go|https?://\S+", "", text).replace(email, "") for text in letters]
        return answer.status_code, answer.location + re.sub(r'value="[^"]*"', "", shown), bare

    assert asked("nobody@example.org") == asked("bo@example.org")


def test_an_address_with_an_account_is_not_taken_over_even_by_its_own_reader(
    world: World, ana: Visitor, bo: Visitor
) -> None:
    ask(ana, "bo@example.org")

    answer = ana.post(link(world, "new_address"))

    assert answer.status_code == 400
    assert player(world, ANA)
    assert bo.get("/me").status_code == 200


def test_the_old_address_stops_it_before_it_is_done(world: World, ana: Visitor) -> None:
    ask(ana)
    there, stopping = link(world, "new_address"), link(world, "old_address")

    assert "stopped" in marks(Visitor(world).act(stopping))

    assert ana.get("/me").status_code == 303  # all browsers are signed out
    again = signed_in(world, ANA)
    assert again.post(there).status_code == 404
    assert player(world, ANA)


def test_the_old_address_takes_it_back_for_a_week(world: World, ana: Visitor) -> None:
    move(ana)
    stopping = link(world, "old_address")
    signed_in(world, ANA)  # who wonders where the matches are, and so has a new account at the old address

    assert "stopped" in marks(Visitor(world).act(stopping))

    with world.house.db.reading() as session:
        assert not session.exec(select(NewAddress)).all()
        assert not session.exec(select(Browser)).all()
    assert player(world, ANA)
    assert not player(world, NEW)


def test_an_account_with_matches_that_came_to_the_old_address_meanwhile_is_not_deleted(
    world: World, ana: Visitor
) -> None:
    move(ana)
    other = signed_in(world, ANA)
    other.open()

    assert Visitor(world).post(link(world, "old_address")).status_code == 400

    assert player(world, NEW)
    assert other.get("/me").status_code == 200


def test_after_a_week_the_change_stands_and_the_addresses_are_forgotten(world: World, ana: Visitor) -> None:
    move(ana)
    stopping = link(world, "old_address")

    world.house.write(partial(new_address.forget_old, at=now() + timedelta(days=8)))

    assert Visitor(world).post(stopping).status_code == 404
    with world.house.db.reading() as session:
        assert not session.exec(select(NewAddress)).all()
        assert not [letter for letter in session.exec(select(Letter)) if letter.to in (ANA, NEW)]


@pytest.mark.parametrize("email", ["", "nobody", ANA, "a b@example.org"])
def test_what_is_no_other_address_is_told_at_once(ana: Visitor, email: str) -> None:
    assert ana.post("/me/address", {"new-address": email}).status_code == 400


def test_mailboxes_are_not_flooded_by_changes_of_mind(world: World, ana: Visitor) -> None:
    codes = [ana.post("/me/address", {"new-address": f"ana{n}@new.example"}).status_code for n in range(5)]

    assert codes == [303, 303, 303, 429, 429]
    assert len(world.letters("old_address")) == 3


def test_only_the_newest_address_asked_for_can_be_confirmed(world: World, ana: Visitor) -> None:
    ask(ana, "typo@new.example")
    first = link(world, "new_address")
    ask(ana)

    assert ana.post(first).status_code == 404
    assert "moved" in marks(ana.act(link(world, "new_address")))


def test_a_player_who_leaves_takes_the_change_along(world: World, ana: Visitor) -> None:
    ask(ana)
    leaving = player(world, ANA)
    assert leaving

    world.house.write(partial(accounts.delete_account, house=world.house, player_id=leaving.id))

    with world.house.db.reading() as session:
        assert not session.exec(select(NewAddress)).all()
