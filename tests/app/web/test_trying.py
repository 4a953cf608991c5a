"""Trying a game in one click, without an account."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from app.models import Player, now
from app.services.lobby import guests
from app.services.people import accounts
from engine.registry import GAMES
from tests.app.web.visitors import Site, Visitor, local, read


def begin(visitor: Visitor, game: str = "incan-gold", **more: Any) -> str:
    answer = visitor.post(f"/try/{game}", **more)
    assert answer.status_code == 303, read(answer)
    return answer.location.removeprefix("/m/")


@pytest.mark.parametrize("game", GAMES)
def test_one_click_leads_to_a_table_where_the_guest_is_asked(site: Site, game: str) -> None:
    guest = site.guest()

    page = guest.act(f"/try/{game}")

    assert page.status_code == 200
    assert "You are Guest" in read(page)
    assert 'name="orders"' in page.text
    assert "without an account" in read(page)


def test_the_bots_have_answered_when_the_next_page_is_shown(site: Site) -> None:
    guest = site.guest()
    code = begin(guest)

    page = guest.get(guest.order(code, "torch").location)

    assert "Receipt no. 1" in read(page)
    assert site.match(code).steps == 2
    assert "Guest you is asked Bot 2 has answered Bot 3 has answered" in read(page)


def test_a_guest_can_take_a_preview_plan_talk_and_give_up(site: Site) -> None:
    guest = site.guest()
    code = begin(guest)

    assert "This is a preview" in read(guest.order(code, "torch", what="preview"))
    assert guest.post(f"/m/{code}/talk", {"talk": "hello"}).status_code == 303
    assert guest.post(f"/m/{code}/plan", {"plan": "torch", "what": "rehearse"}).status_code == 200
    assert guest.post(f"/m/{code}/give-up", {"sure": "give up"}).status_code == 303
    assert site.match(code).status == "abandoned"


def test_the_guest_finds_the_match_again_on_the_first_page(site: Site) -> None:
    guest = site.guest()
    code = begin(guest)

    assert f'href="/m/{code}"' in guest.get("/").text
    assert f'href="/m/{code}"' not in site.guest().get("/").text


def test_a_second_click_leads_to_the_same_match(site: Site) -> None:
    guest = site.guest()

    assert begin(guest) == begin(guest)


def test_others_cannot_play_for_the_guest(site: Site, ana: Visitor) -> None:
    code = begin(site.guest())

    assert ana.order(code, "torch").status_code == 403
    assert site.guest().order(code, "torch").status_code == 403


def test_a_guest_has_no_page_of_a_person(site: Site) -> None:
    guest = site.guest()
    begin(guest)

    for path in ("/me", "/me/delete", "/matches/new"):
        assert guest.get(path).status_code == 303
    assert guest.post("/me/delete", {"sure": "delete"}).status_code == 403
    assert guest.post("/matches/new", {"game": "tikal"}).status_code == 403


def test_a_form_of_a_guest_needs_its_token_too(site: Site) -> None:
    guest = site.guest()
    code = begin(guest)
    before = site.dump()

    for path in ("/try/tikal", f"/m/{code}/orders", f"/m/{code}/note"):
        assert guest.post(path, {"csrf": "x", "note": "n"}).status_code == 403
    assert site.dump() == before


def test_nothing_is_tried_by_looking(site: Site) -> None:
    before = site.dump()

    assert site.guest().get("/try/tikal").status_code == 405
    assert site.guest().post("/try/chess").status_code == 404
    assert site.dump() == before


def test_who_signs_in_from_the_same_browser_keeps_the_match(site: Site) -> None:
    guest = site.guest()
    code = begin(guest)
    guest.post(f"/m/{code}/note", {"note": "remember the spider"})
    guest.post("/sign-in", {"email": "dee@example.org"})
    with site.house.db.reading() as session:
        dee = accounts.by_address(session, "dee@example.org")
        assert dee
        address = accounts.sign_in_address(site.house, dee)

    assert guest.post(local(address)).status_code == 303

    page = guest.get(f"/m/{code}")
    assert "You are Guest" in read(page)
    assert "remember the spider" in page.text
    assert "without an account" not in read(page)
    assert f'href="/m/{code}"' in guest.get("/").text
    assert guest.order(code, "torch").status_code == 303
    with site.house.db.reading() as session:
        assert [player.email for player in session.exec(select(Player))] == ["dee@example.org"]


def test_the_cookie_of_a_guest_who_is_gone_is_nobodys(site: Site) -> None:
    guest = site.guest()
    begin(guest)
    site.house.db.write(lambda session: guests.sweep(session, now() + guests.KEPT + timedelta(hours=1)))
    site.person("eve@example.org")  # may get the guest's number

    assert guest.get("/me").status_code == 303
    assert "My matches" not in read(guest.get("/"))


def test_who_is_signed_in_tries_as_themselves(site: Site, ana: Visitor) -> None:
    code = begin(ana, "tikal")

    assert [seat.name for seat in site.seats(code)] == ["ana", "Bot 2"]
    assert "without an account" not in read(ana.get(f"/m/{code}"))


def test_one_address_cannot_fill_the_house(site: Site) -> None:
    for _ in range(guests.MOST_A_DAY):
        begin(site.guest())

    refused = site.guest().post("/try/incan-gold")

    assert refused.status_code == 429
    assert "Sign in to play more" in read(refused)
    assert begin(site.guest(), environ_base={"REMOTE_ADDR": "203.0.113.9"})


def test_a_household_is_one_address_and_a_server_in_front_is_none(site: Site) -> None:
    def hashes(*requests: tuple[str, str]) -> int:
        for remote, forwarded in requests:
            headers = {"X-Forwarded-For": forwarded} if forwarded else {}
            begin(site.guest(), environ_base={"REMOTE_ADDR": remote}, headers=headers)
        with site.house.db.reading() as session:
            return len(set(session.exec(select(Player.guest))))

    assert hashes(("2001:db8:1:2::3", ""), ("2001:db8:1:2:ffff::4", "")) == 1
    assert hashes(("127.0.0.1", "198.51.100.1"), ("127.0.0.1", "9.9.9.9, 198.51.100.1")) == 2
    assert hashes(("203.0.113.1", "198.51.100.1"), ("203.0.113.1", "198.51.100.2")) == 3
    assert hashes(("127.0.0.1", "nonsense")) == 4
