"""A link to sign in is for the browser that asked for it; in another, its reader has to say whose it is."""

from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from tests.world import World
from tests.world.visitor import Visitor, marks, read, signed_in

MINE = {"mine": "True"}


def email_of(visitor: Visitor) -> str:
    """The address that this browser is signed in with; "" if it is not."""
    page = visitor.get("/me")
    addresses = [name for name in ("ana@example.org", "mallory@example.org") if name in page.text]
    return "".join(addresses) if page.status_code == 200 else ""


def has_asked(world: World, email: str) -> Visitor:
    visitor = Visitor(world, email)
    assert "sent" in marks(visitor.post("/sign-in", {"email": email}))
    return visitor


@pytest.fixture
def mallory(world: World) -> Visitor:
    return has_asked(world, "mallory@example.org")


def from_another_site(visitor: Visitor, link: str, **headers: str) -> TestResponse:
    """As an old browser sends it: it does not say where the form was, and no cookie of ours comes with it."""
    return visitor.client.post(link, data=MINE, headers=headers)


def test_the_browser_that_asked_signs_in_with_one_click(world: World) -> None:
    ana = has_asked(world, "ana@example.org")

    page = ana.get(ana.link_to_sign_in())

    assert marks(page) & {"signs-in", "asked-elsewhere"} == {"signs-in"}
    assert ana.post(ana.link_to_sign_in()).status_code == 303
    assert email_of(ana) == "ana@example.org"


def test_another_browser_is_told_whose_account_it_is_and_asked_once(world: World, mallory: Visitor) -> None:
    phone, link = Visitor(world), mallory.link_to_sign_in()

    page = phone.get(link)

    assert {"signs-in", "asked-elsewhere"} <= marks(page)
    assert "mallory@example.org is my address" in read(page)
    assert phone.post(link).status_code == 400
    assert not email_of(phone)
    assert phone.post(link, MINE).status_code == 303
    assert email_of(phone) == "mallory@example.org"


def test_a_link_that_somebody_else_sent_does_not_change_accounts_unseen(
    world: World, ana: Visitor, mallory: Visitor
) -> None:
    link = mallory.link_to_sign_in()

    assert from_another_site(Visitor(world), link).status_code == 403
    assert from_another_site(ana, link).status_code == 403
    ana.get(link)
    assert ana.post(link).status_code == 400
    assert email_of(ana) == "ana@example.org"


def test_a_browser_that_asked_for_another_address_has_not_asked_for_this_one(
    world: World, mallory: Visitor
) -> None:
    ana = has_asked(world, "ana@example.org")

    assert "asked-elsewhere" in marks(ana.get(mallory.link_to_sign_in()))
    assert ana.post(mallory.link_to_sign_in()).status_code == 400


@pytest.mark.parametrize(
    "header",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://[::1"},
    ],
)
def test_no_other_site_signs_in_or_asks_for_a_link(
    world: World, mallory: Visitor, header: dict[str, str]
) -> None:
    phone, link = Visitor(world), mallory.link_to_sign_in()
    phone.get(link)

    assert phone.post(link, MINE, headers=header).status_code == 403
    assert phone.post("/sign-in", {"email": "eve@example.org"}, headers=header).status_code == 403
    assert "eve@example.org" not in world.dump()


@pytest.mark.parametrize("origin", ["null", "http://localhost", "https://localhost:8443"])
def test_a_form_of_our_own_page_is_taken(world: World, mallory: Visitor, origin: str) -> None:
    phone, link = Visitor(world), mallory.link_to_sign_in()
    phone.get(link)

    assert phone.post(link, MINE, headers={"Origin": origin}).status_code == 303


def test_where_one_wanted_to_go_is_remembered_for_ones_own_link_only(world: World, mallory: Visitor) -> None:
    phone = Visitor(world)
    phone.post("/sign-in", {"email": "ana@example.org", "then": "/m/abc"})
    phone.get(mallory.link_to_sign_in())

    assert phone.post(mallory.link_to_sign_in(), MINE).location == "/"


# --- Signing out ---


def copied(visitor: Visitor) -> Visitor:
    """Another browser with a copy of the cookie."""
    copy, cookie = replace(visitor), visitor.client.get_cookie("chasqui")
    assert cookie
    copy.client.set_cookie("chasqui", cookie.value)
    return copy


def test_a_copied_cookie_is_good_for_nothing_once_its_browser_has_signed_out(ana: Visitor) -> None:
    copy, elsewhere = copied(ana), signed_in(ana.world, "ana@example.org")
    assert email_of(copy)

    ana.post("/sign-out")

    assert not email_of(copy)
    assert email_of(elsewhere)


def test_signing_out_everywhere_ends_every_browser_and_every_link(ana: Visitor) -> None:
    copy, elsewhere = copied(ana), signed_in(ana.world, "ana@example.org")
    link = has_asked(ana.world, "ana@example.org").link_to_sign_in()

    ana.post("/sign-out", {"everywhere": "1"})

    assert [email_of(browser) for browser in (ana, copy, elsewhere)] == [""] * 3
    assert Visitor(ana.world).get(link).status_code == 404


def test_signing_in_again_ends_the_session_before(ana: Visitor) -> None:
    copy = copied(ana)

    ana.sign_in()

    assert email_of(ana)
    assert not email_of(copy)


def test_a_player_who_has_left_for_good_is_signed_in_nowhere(ana: Visitor) -> None:
    copy = copied(ana)

    ana.post("/me/delete", {"sure": "delete"})

    assert not email_of(copy)


def test_the_cookie_of_a_guest_who_signs_in_does_not_become_the_players(world: World) -> None:
    guest = Visitor(world, "ana@example.org")
    guest.post("/try/incan-gold")
    copy = copied(guest)

    guest.sign_in()

    assert email_of(guest)
    assert not email_of(copy)


def test_the_database_has_no_key_that_a_cookie_could_have(ana: Visitor) -> None:
    with ana.client.session_transaction() as session:
        key = str(session["browser"])

    assert key not in ana.world.dump()


def test_the_page_with_the_addresses_of_feeds_is_not_stored(ana: Visitor) -> None:
    assert ana.get("/me").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "then", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_to_pages_of_our_own_only(world: World, then: str) -> None:
    ana = Visitor(world, "ana@example.org")
    ana.post("/sign-in", {"email": "ana@example.org", "then": then})
    ana.get(ana.link_to_sign_in())

    assert ana.post(ana.link_to_sign_in()).location == "/"


# --- A name ---


def test_a_new_player_may_give_a_name_when_signing_in(world: World) -> None:
    ana = has_asked(world, "ana@example.org")

    page = ana.get(ana.link_to_sign_in())
    assert 'name="name"' in page.text
    assert "Guest" not in read(page)
    ana.post(ana.link_to_sign_in(), {"name": " Ana "})

    assert 'value="Ana"' in ana.get("/me").text


def test_a_name_that_cannot_be_used_is_told_and_the_link_still_signs_in(world: World) -> None:
    ana = has_asked(world, "ana@example.org")

    ana.get(ana.link_to_sign_in())
    refused = ana.post(ana.link_to_sign_in(), {"name": "x" * 41})

    assert refused.status_code == 400
    assert "A name can have 1 to 40 characters." in read(refused)
    assert ana.post(ana.link_to_sign_in(), {"name": ""}).status_code == 303


def test_a_player_with_a_name_is_not_asked_for_one(world: World, ana: Visitor) -> None:
    ana.post("/me", {"name": "Ana"})
    assert "sent" in marks(ana.post("/sign-in", {"email": "ana@example.org"}))

    page = ana.get(ana.link_to_sign_in())

    assert 'name="name"' not in page.text
    assert "Welcome, Ana" in read(page)


@pytest.mark.parametrize("fields", [{}, {"everywhere": "1"}])
def test_whoever_signs_out_leaves_no_page_in_the_browser(world: World, fields: dict[str, str]) -> None:
    answer = signed_in(world, "ana@example.org").post("/sign-out", fields)

    assert answer.headers["Clear-Site-Data"] == '"cache"'
