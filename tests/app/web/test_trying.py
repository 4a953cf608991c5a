"""Trying a game in one click, without an account."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from app.clock import now
from app.models import Player
from app.services.lobby import guests
from engine.registry import GAMES
from tests.world import Friends, World
from tests.world.visitor import Visitor, local_world, marks, read, signed_in


def begin(visitor: Visitor, game: str = "incan-gold", **more: Any) -> str:
    answer = visitor.post(f"/try/{game}", **more)
    assert answer.status_code == 303, read(answer)
    return answer.location.removeprefix("/m/")


@pytest.mark.parametrize("game", GAMES)
def test_one_click_leads_to_a_table_where_the_guest_is_asked(world: World, game: str) -> None:
    guest = Visitor(world)

    page = guest.act(f"/try/{game}")

    assert page.status_code == 200
    assert "You are Guest" in read(page)
    assert 'name="orders"' in page.text
    assert "trying" in marks(page)


def test_the_bots_have_answered_when_the_next_page_is_shown(world: World) -> None:
    guest = Visitor(world)
    code = begin(guest)

    page = guest.get(guest.order(code, "torch").location)

    assert Friends(world, code).match.steps == 2
    assert {"receipt-1", "asked-1", "answered-2", "answered-3"} <= marks(page)
    assert [seat.name for seat in Friends(world, code).seats()] == ["Guest", "Bot 2", "Bot 3"]


def test_a_guest_can_take_a_preview_plan_talk_and_give_up(world: World) -> None:
    guest = Visitor(world)
    code = begin(guest)

    assert "preview" in marks(guest.order(code, "torch", what="preview"))
    assert guest.post(f"/m/{code}/talk", {"talk": "hello"}).status_code == 303
    assert guest.post(f"/m/{code}/plan", {"plan": "torch", "what": "rehearse"}).status_code == 200
    assert guest.post(f"/m/{code}/give-up", {"sure": "give up"}).status_code == 303
    assert Friends(world, code).match.status == "abandoned"


def test_the_guest_finds_the_match_again_on_the_first_page(world: World) -> None:
    guest = Visitor(world)
    code = begin(guest)

    assert f'href="/m/{code}"' in guest.get("/").text
    assert f'href="/m/{code}"' not in Visitor(world).get("/").text


def test_a_second_click_leads_to_the_same_match(world: World) -> None:
    guest = Visitor(world)

    assert begin(guest) == begin(guest)


def test_others_cannot_play_for_the_guest(world: World, ana: Visitor) -> None:
    code = begin(Visitor(world))

    assert ana.order(code, "torch").status_code == 403
    assert Visitor(world).order(code, "torch").status_code == 403


def test_a_guest_has_no_page_of_a_person(world: World) -> None:
    guest = Visitor(world)
    begin(guest)

    for path in ("/me", "/me/delete", "/matches/new"):
        assert guest.get(path).status_code == 303
    assert guest.post("/me/delete", {"sure": "delete"}).status_code == 403
    assert guest.post("/matches/new", {"game": "tikal"}).status_code == 403


def test_a_form_of_a_guest_needs_its_token_too(world: World) -> None:
    guest = Visitor(world)
    code = begin(guest)
    before = world.dump()

    for path in ("/try/tikal", f"/m/{code}/orders", f"/m/{code}/note"):
        assert guest.post(path, {"csrf": "x", "note": "n"}).status_code == 403
    assert world.dump() == before


def test_nothing_is_tried_by_looking(world: World) -> None:
    before = world.dump()

    assert Visitor(world).get("/try/tikal").status_code == 405
    assert Visitor(world).post("/try/chess").status_code == 404
    assert world.dump() == before


def test_a_player_who_signs_in_from_the_same_browser_keeps_the_match(world: World) -> None:
    guest = Visitor(world, "dee@example.org")
    code, note = begin(guest), "remember the spider"
    guest.post(f"/m/{code}/note", {"note": note})
    guest.post("/sign-in", {"email": "dee@example.org"})

    assert guest.post(guest.link_to_sign_in()).status_code == 303

    page = guest.get(f"/m/{code}")
    assert marks(page) & {"seat-1", "trying"} == {"seat-1"}
    assert note in page.text
    assert f'href="/m/{code}"' in guest.get("/").text
    assert guest.order(code, "torch").status_code == 303
    with world.house.db.reading() as session:
        assert [player.email for player in session.exec(select(Player))] == ["dee@example.org"]


def test_the_cookie_of_a_guest_who_is_gone_is_nobodys(world: World) -> None:
    guest = Visitor(world)
    begin(guest)
    world.house.db.write(
        lambda session: guests.delete_old_guests(session, now() + guests.KEPT_FOR + timedelta(hours=1))
    )
    signed_in(world, "eve@example.org")  # may get the guest's number

    assert guest.get("/me").status_code == 303
    assert "My matches" not in read(guest.get("/"))


def test_a_player_who_is_signed_in_tries_under_their_own_name(world: World, ana: Visitor) -> None:
    code = begin(ana, "tikal")

    assert [seat.name for seat in Friends(world, code).seats()] == ["ana", "Bot 2"]
    assert "trying" not in marks(ana.get(f"/m/{code}"))


def test_one_address_cannot_fill_the_house(world: World) -> None:
    for _ in range(guests.MOST_A_DAY):
        begin(Visitor(world))

    refused = Visitor(world).post("/try/incan-gold")

    assert refused.status_code == 429
    assert "Sign in to play more" in read(refused)
    assert begin(Visitor(world), environ_base={"REMOTE_ADDR": "203.0.113.9"})


def networks(world: World, *requests: tuple[str, str]) -> int:
    """From how many different ones guests have come, after these requests."""
    for remote, forwarded in requests:
        headers = {"X-Forwarded-For": forwarded} if forwarded else {}
        begin(Visitor(world), environ_base={"REMOTE_ADDR": remote}, headers=headers)
    with world.house.db.reading() as session:
        return len(set(session.exec(select(Player.guest))))


def test_a_household_is_one_address(world: World) -> None:
    assert networks(world, ("2001:db8:1:2::3", ""), ("2001:db8:1:2:ffff::4", "")) == 1


@pytest.mark.parametrize("remote", ["127.0.0.1", "10.0.0.1", "203.0.113.1", "::1"])
def test_nobody_is_believed_to_be_a_proxy_who_is_not_named(world: World, remote: str) -> None:
    assert networks(world, (remote, ""), (remote, "198.51.100.1"), (remote, "198.51.100.2")) == 1


def test_a_proxy_that_is_named_tells_where_a_request_comes_from(tmp_path: Path) -> None:
    world = local_world(tmp_path, proxies=("127.0.0.1/32", "10.0.0.0/8"))

    assert networks(world, ("127.0.0.1", "198.51.100.1"), ("127.0.0.1", "9.9.9.9, 198.51.100.1")) == 1
    assert networks(world, ("127.0.0.1", "9.9.9.9, 198.51.100.1, 10.1.2.3")) == 1
    assert networks(world, ("203.0.113.1", "198.51.100.1"), ("203.0.113.1", "198.51.100.2")) == 2
    assert networks(world, ("127.0.0.1", "nonsense")) == 3
    world.close()
