"""Signing in and out, what a person wants, and leaving for good."""

import pytest
from sqlmodel import Session, select

from app.clock import now
from app.i18n.render import speech
from app.models import Player
from app.services.matches.find import FORMER_NAME
from app.web.people import local
from tests.world import Friends, World
from tests.world.visitor import Visitor, marks, read, signed_in


def test_a_link_by_mail_signs_in_once(world: World) -> None:
    guest = Visitor(world, "ana@example.org")
    sent = guest.post("/sign-in", {"email": " Ana@Example.org "})
    assert "sent" in marks(sent)
    assert "Ana@Example.org" in read(sent)
    assert world.woken
    link = guest.link_to_sign_in()

    assert "signs-in" in marks(guest.get(link))
    assert guest.post(link).location == "/"
    assert guest.get("/me").status_code == 200
    assert "already been used" in read(Visitor(world).get(link))


def test_what_the_browser_says_of_language_and_zone_is_kept(world: World) -> None:
    bo, polish = Visitor(world, "bo@example.org"), {"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.5"}
    bo.post("/sign-in", {"email": "bo@example.org"})
    bo.get(bo.link_to_sign_in())
    bo.post(bo.link_to_sign_in(), {"zone": "Europe/Warsaw"}, headers=polish)

    player = world.player("bo@example.org")
    assert (player.language, player.zone) == ("pl", "Europe/Warsaw")


def test_signing_in_leads_back_to_where_one_was(world: World) -> None:
    guest = Visitor(world, "ana@example.org")
    guest.post("/sign-in", {"email": "ana@example.org", "then": "/join/abc"})
    guest.get(guest.link_to_sign_in())

    assert guest.post(guest.link_to_sign_in()).location == "/join/abc"


@pytest.mark.parametrize(
    "wrong", ["//evil.org", "https://evil.org", "/\\evil.org", "evil", "/a\nb", "/" + "x" * 300]
)
def test_nobody_is_sent_elsewhere(wrong: str) -> None:
    assert local(wrong) == "/"


@pytest.mark.parametrize("email", ["", "ana", "ana@", "a b@c.org", "ana@ex..org", "<ana@example.org>"])
def test_an_address_that_is_none_is_told_and_kept(world: World, email: str) -> None:
    answer = Visitor(world).post("/sign-in", {"email": email})

    assert answer.status_code == 400
    assert "is not an email address" in read(answer)
    assert 'name="email" value="' in answer.text


def test_signing_out(ana: Visitor) -> None:
    assert ana.post("/sign-out").location == "/"
    assert ana.get("/me").status_code == 303


WISHES = {
    "name": "Ana María",
    "language": "fr",
    "zone": "America/Lima",
    "mail": "digest",
    "digest_hour": "20",
    "late_hours": "30",
    "quiet_from": "22",
    "quiet_to": "7",
    "receipts": "True",
}


def test_wishes_are_saved(world: World, ana: Visitor) -> None:
    assert ana.post("/me", WISHES).location == "/me?saved"
    assert speech("fr").gettext("Saved.") in read(ana.get("/me?saved"))
    player = world.player("ana@example.org")
    assert {name: str(getattr(player, name)) for name in WISHES} == WISHES


def test_saved_wishes_are_what_the_page_shows_and_sends_again(world: World, ana: Visitor) -> None:
    ana.post("/me", WISHES)
    page = ana.get("/me").text

    for shown in ('value="digest" checked', '"20" selected', 'value="30"', '"22" selected', '"7" selected'):
        assert shown in page
    assert 'value="True" checked' in page


def test_what_is_not_on_a_form_stays_and_a_box_without_its_tick_is_off(world: World, ana: Visitor) -> None:
    ana.post("/me", WISHES)
    ana.post("/me", {"name": "Anita", "receipts": ""})

    player = world.player("ana@example.org")
    assert (player.mail, player.digest_hour, player.quiet_from, player.quiet_to) == ("digest", 20, 22, 7)
    assert (player.name, player.receipts) == ("Anita", False)


@pytest.mark.parametrize(("begin", "end"), [("", ""), ("9", "9")])
def test_no_quiet_hours(world: World, ana: Visitor, begin: str, end: str) -> None:
    ana.post("/me", WISHES)

    assert ana.post("/me", {**WISHES, "quiet_from": begin, "quiet_to": end}).status_code == 303
    assert world.player("ana@example.org").quiet_from is None


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("name", "", "A name can have 1 to 40 characters."),
        ("name", "x" * 41, "A name can have 1 to 40 characters."),
        ("language", "tlh", "“tlh” is not one of our languages."),
        ("zone", "Mars", "We do not know the time zone “Mars”; it should look like Europe/Prague."),
        ("zone", "Europe/Warsav", "Did you mean one of these: Europe/Warsaw"),
        ("zone", "Louisville", "Did you mean one of these: America/Kentucky/Louisville, America/Louisville?"),
        ("mail", "x", "“x” is not one of the ways to get letters: each, digest, late, none."),
        ("digest_hour", "24", "The hour of the daily letter must be a whole number from 0 to 23, not “24”."),
        ("digest_hour", "-1", "from 0 to 23, not “-1”."),
        ("late_hours", "0", "a whole number from 1 to 168, not “0”."),
        ("late_hours", "169", "from 1 to 168, not “169”."),
        ("late_hours", "", "from 1 to 168, not “”."),
        ("late_hours", "²", "from 1 to 168, not “²”."),
        ("quiet_from", "25", "from 0 to 23, not “25”."),
        ("quiet_to", "", "choose both, or “off” twice."),
    ],
)
def test_a_wish_that_cannot_be_is_told_and_the_rest_is_kept(
    world: World, ana: Visitor, field: str, value: str, told: str
) -> None:
    before = world.player("ana@example.org")
    answer = ana.post("/me", {**WISHES, field: value})

    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert told in read(answer)
    assert 'value="America/Lima"' in answer.text or field == "zone"
    assert 'value="digest" checked' in answer.text or field == "mail"
    assert '"22" selected' in answer.text or field == "quiet_from"
    assert world.player("ana@example.org") == before


@pytest.mark.parametrize("text", ["Europe/Warsaw", " europe/warsaw ", "Warsaw", "WARSAW"])
def test_a_zone_is_found_as_people_type_it(world: World, ana: Visitor, text: str) -> None:
    ana.post("/me", {**WISHES, "zone": text})

    assert world.player("ana@example.org").zone == "Europe/Warsaw"


def test_a_zone_of_two_words_may_have_a_blank(world: World, ana: Visitor) -> None:
    ana.post("/me", {**WISHES, "zone": "new york"})

    assert world.player("ana@example.org").zone == "America/New_York"


def test_times_are_told_for_the_reader(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.post("/me", {"name": "Bo", "language": "en", "zone": "Asia/Kathmandu", "mail": "each"})
    bo.join(code)

    assert "UTC+05:45" in read(bo.get(f"/m/{code}"))
    assert "UTC+05:45" in read(Visitor(world).get(Friends(world, code).play(1).link(2)))
    assert "UTC+05:45" not in read(ana.get(f"/m/{code}"))


def test_a_player_who_goes_becomes_a_former_player(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)

    assert bo.post("/me/delete", {"sure": "yes"}).status_code == 400
    assert "deleted" in marks(bo.post("/me/delete", {"sure": "delete"}))
    assert bo.get("/me").status_code == 303
    assert FORMER_NAME in read(ana.get(f"/m/{code}"))


def test_of_a_player_who_goes_the_address_is_kept_nowhere(world: World, ana: Visitor) -> None:
    code = ana.open("tikal", **{"seat-2": "mail", "email-2": "zoe@example.org"})
    zoe = signed_in(world, "zoe@example.org")
    zoe.join(code)
    assert Friends(world, code).match.status == "running"
    assert "zoe@example.org" in world.dump()

    zoe.post("/me/delete", {"sure": "delete"})

    assert "zoe@example.org" not in world.dump()
    assert FORMER_NAME in read(ana.get(f"/m/{code}"))


def test_whose_letters_rest_is_told_so_beside_the_wishes(world: World, ana: Visitor) -> None:
    def rest(session: Session) -> None:
        session.exec(select(Player)).one().resting_at = now()

    world.house.db.write(rest)

    assert "resting" in marks(ana.get("/me"))
