"""The pages around a match: everybody can read them, on any screen, by light and in the dark."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Seat, Served, grave
from tests.world import Friends
from tests.world.visitor import NOT_PLAYED, Visitor, signed_in

WIDTHS = (320, 768, 1440)
NEEDED = ("document", "stylesheet", "script", "font", "fetch", "xhr")


def pages(served: Served) -> list[tuple[Visitor | None, str]]:
    """Who looks at what."""
    ana, running = served.ana, served.gold()
    for who in (ana, served.bo, served.cy):
        who.order(running, "torch")
    invited = {**NOT_PLAYED, "seat-2": "mail", "email-2": "dee@example.org", "seat-3": "bot"}
    waiting = ana.open(title="Waiting", **invited)
    over = served.gold()
    ana.post(f"/m/{over}/give-up", {"sure": "give up"})
    fresh = signed_in(served.world, "new@example.org")
    return [
        (None, "/"),
        (None, "/sign-in"),
        (None, "/mailbox"),
        (None, "/rules/tikal"),
        (None, "/rules/incan-gold"),
        (None, "/nothing-here"),
        (None, f"/join/{served.friends(waiting).join_key}"),
        (None, f"/m/{running}/steps/1"),
        (ana, "/"),
        (fresh, "/"),
        (ana, "/matches/new"),
        (ana, "/matches/new?game=tikal"),
        (ana, "/me"),
        (ana, "/me/delete"),
        (ana, f"/m/{waiting}"),
        (ana, f"/m/{running}/steps/1"),
        (ana, f"/m/{over}"),
        (None, f"/m/{over}/report"),
        (None, f"/m/{over}/books"),
        (
            None,
            Friends(served.world, running).seat_link("stop", 1).removeprefix(served.world.house.settings.url),
        ),
    ]


def too_wide(page: Page) -> list[int]:
    """The screens that a page is wider than."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(width)
    return found


@pytest.mark.long
def test_every_page_is_for_every_screen_and_every_reader(served: Served) -> None:
    wrong: dict[str, Any] = {}
    for who, path in pages(served):
        page = served.page(path, who)
        if found := grave(page) + too_wide(page):
            wrong[f"{path} of {who.email if who else 'a guest'}"] = found
        page.close()

    assert wrong == {}
    served.wrong[:] = [told for told in served.wrong if "404" not in told]  # the page that is not there


def test_a_first_page_is_a_document_a_style_a_script_and_two_faces(served: Served) -> None:
    asked: list[str] = []
    page = served.page("/sign-in")
    page.on("request", lambda request: asked.append(request.resource_type))

    page.goto(f"{served.address}/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    kinds = sorted(kind for kind in asked if kind in NEEDED)
    # The second style sheet is the one that names the faces; it is not there where the font is missing.
    assert kinds == ["document", "font", "font", "script", "stylesheet", "stylesheet"]


def test_a_guest_tries_a_game_without_a_mouse_and_without_an_account(served: Served) -> None:
    page = served.page("/")
    button = page.locator('form[action="/try/incan-gold"] button').first
    button.focus()
    page.keyboard.press("Enter")

    expect(page.get_by_text("You are trying this without an account")).to_be_visible()
    page.get_by_role("button", name="torch").first.click()
    expect(page.locator("#receipt")).to_contain_text("Receipt no. 1")
    assert page.get_by_text("has answered").count() >= 2


def test_a_guest_plays_a_turn_of_tikal_by_tapping_and_the_bot_has_answered(served: Served) -> None:
    page = served.page("/")
    page.locator('form[action="/try/tikal"] button').first.click()
    seat = Seat(page)

    seat.place_tile()
    page.get_by_label("In words, one after another").press("End")
    page.get_by_label("In words, one after another").press_sequentially("; end")
    seat.dock.get_by_role("button", name="Submit").click()

    seat.submitted()
    expect(page.locator(".story").get_by_text("turned up for Guest").first).to_be_visible()
    expect(seat.lit().first).to_be_visible()


def test_all_of_it_works_without_scripts(served: Served) -> None:
    page = served.page("/", java_script_enabled=False)

    page.locator('form[action="/try/incan-gold"] button').first.click()
    page.get_by_role("button", name="torch").first.click()
    expect(page.locator("#receipt")).to_contain_text("Receipt no. 1")
    page.locator("#note summary").click()
    page.get_by_label("Only you can read this").fill("spiders")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Only you can read this")).to_have_value("spiders")
    page.get_by_role("link", name="The whole match from the start").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Step 1 of 1")).to_be_visible()
    page.get_by_role("spinbutton", name="Step").fill("0")
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_text("Step 0 of 1")).to_be_visible()
