"""Signing in and out, what a person wants, and leaving for good."""

import pytest

from app.services import people
from app.web.people import local
from tests.app.web.visitors import Site, Visitor, read
from tests.app.web.visitors import local as path_of


def sign_in_link(site: Site, email: str) -> str:
    with site.house.db.reading() as session:
        player = people.by_address(session, email)
        assert player
        return path_of(people.sign_in_address(site.house, player))


def test_a_link_by_mail_signs_in_once(site: Site) -> None:
    guest = site.guest()
    sent = guest.post("/sign-in", {"email": " Ana@Example.org ", "zone": "Europe/Prague"})
    assert "A letter with a link is on its way to Ana@Example.org" in read(sent)
    assert site.woken
    link = sign_in_link(site, "Ana@example.org")

    assert "This button signs you in" in read(guest.get(link))
    assert guest.post(link).location == "/"
    assert guest.get("/me").status_code == 200
    assert site.guest().post(link).status_code == 404
    assert "used already" in read(site.guest().get(link))


def test_what_the_browser_says_of_language_and_zone_is_kept(site: Site) -> None:
    form = {"email": "bo@example.org", "zone": "Europe/Warsaw"}
    site.guest().post("/sign-in", form, headers={"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.5"})

    player = site.player("bo@example.org")
    assert (player.language, player.zone) == ("pl", "Europe/Warsaw")


def test_signing_in_leads_back_to_where_one_was(site: Site) -> None:
    guest = site.guest()
    guest.post("/sign-in", {"email": "ana@example.org", "then": "/join/abc"})

    assert guest.post(sign_in_link(site, "ana@example.org")).location == "/join/abc"


@pytest.mark.parametrize(
    "wrong", ["//evil.org", "https://evil.org", "/\\evil.org", "evil", "/a\nb", "/" + "x" * 300]
)
def test_nobody_is_sent_elsewhere(wrong: str) -> None:
    assert local(wrong) == "/"


@pytest.mark.parametrize("email", ["", "ana", "ana@", "a b@c.org", "ana@ex..org", "<ana@example.org>"])
def test_an_address_that_is_none_is_told_and_kept(site: Site, email: str) -> None:
    answer = site.guest().post("/sign-in", {"email": email})

    assert answer.status_code == 400
    assert "is not an e-mail address" in read(answer)
    assert 'name="email" value="' in answer.text


def test_signing_out(ana: Visitor) -> None:
    assert ana.post("/sign-out").location == "/"
    assert ana.get("/me").status_code == 303


def test_wishes_are_saved(site: Site, ana: Visitor) -> None:
    form = {"name": "Ana María", "language": "fr", "zone": "America/Lima", "mail": "none"}

    assert ana.post("/me", form).location == "/me?saved"
    assert "Saved." in read(ana.get("/me?saved"))
    player = site.player("ana@example.org")
    assert (player.name, player.language, player.zone, player.mail) == tuple(form.values())


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("name", "x" * 41), ("language", "tlh"), ("zone", "Mars"), ("mail", "x")],
)
def test_a_wish_that_cannot_be_is_told_and_the_rest_is_kept(ana: Visitor, field: str, value: str) -> None:
    form = {"name": "Anita", "language": "en", "zone": "Europe/Prague", "mail": "each", field: value}

    answer = ana.post("/me", form)

    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "<option selected>Europe/Prague" in answer.text or field == "zone"


def test_times_are_told_for_the_reader(site: Site, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.post("/me", {"name": "Bo", "language": "en", "zone": "Asia/Kathmandu", "mail": "each"})
    bo.join(code)

    assert "UTC+05:45" in read(bo.get(f"/m/{code}"))
    assert "UTC+05:45" in read(site.guest().get(site.link(code, 2)))
    assert "UTC+05:45" not in read(ana.get(f"/m/{code}"))


def test_who_goes_becomes_a_former_player(site: Site, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)

    assert bo.post("/me/delete", {"sure": "yes"}).status_code == 400
    assert "You are deleted" in read(bo.post("/me/delete", {"sure": "delete"}))
    assert bo.get("/me").status_code == 303
    assert "a former player" in read(ana.get(f"/m/{code}"))
