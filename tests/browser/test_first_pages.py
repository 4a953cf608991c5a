"""The first pages in Chromium: what is seen first, what works without a mouse, and that nothing jumps."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.i18n.languages import LANGUAGES
from tests.browser.people import Seat, Served, grave
from tests.lengths import long

STILL = 0.02  # of layout shift
SIZES = {
    "phone": {"viewport": {"width": 375, "height": 667}},
    "desk": {"viewport": {"width": 1440, "height": 900}},
}
WATCH = """
window.seen = {shift: 0, lcp: 0};
new PerformanceObserver((list) => list.getEntries().forEach((e) => {
  if (!e.hadRecentInput) window.seen.shift += e.value;
})).observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.seen.lcp = e.startTime; }))
  .observe({type: "largest-contentful-paint", buffered: true});
"""


def measured(served: Served, path: str, who: Any, **size: Any) -> tuple[Page, dict[str, float]]:
    """The page, its layout shift, and when its largest picture or text was there."""
    context = served.context(who, **size)
    context.add_init_script(WATCH)
    page = served.open(context, path)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("window.seen.lcp > 0")
    seen: dict[str, float] = page.evaluate("window.seen")
    return page, seen


def pages(served: Served) -> Iterator[tuple[str, str, Any]]:
    served.friends(served.tikal())
    code = served.gold()
    yield "welcome", "/", None
    yield "home", "/", served.ana
    yield "table", f"/m/{code}", served.ana
    yield "shelf", "/shelf", served.ana
    over = served.gold()
    served.friends(over).play(6)
    served.ana.post(f"/m/{over}/give-up", {"sure": "give up"})
    yield "report", f"/m/{over}/report", served.bo


@pytest.mark.parametrize("size", ["phone", long("desk")])
def test_nothing_jumps_while_a_page_is_read(served: Served, size: str, record_property: Any) -> None:
    for name, path, who in pages(served):
        _, seen = measured(served, path, who, **SIZES[size])
        print(f"{name}, {size}: LCP {seen['lcp']:.0f} ms, CLS {seen['shift']:.3f}")
        record_property(f"{name} {size}", seen)

        assert seen["shift"] < STILL, (name, size)


def test_the_first_pages_can_be_read_by_everybody(served: Served) -> None:
    for _, path, who in pages(served):
        page = served.page(path, who)
        page.locator(".languages summary").first.click()

        assert grave(page) == [], path


@pytest.mark.parametrize("size", ["phone", long("desk")])
def test_the_first_screen_has_the_buttons_and_the_letter(served: Served, size: str) -> None:
    page = served.page("/", None, **SIZES[size])
    height = SIZES[size]["viewport"]["height"]

    for mark in ('form[action="/try/tikal"] button >> nth=0', ".phone img"):
        box = page.locator(mark).first.bounding_box()
        assert box
        assert box["y"] + min(box["height"], 160) < height, mark


@pytest.mark.parametrize("language", ["en", *(long(each) for each in LANGUAGES if each != "en")])
def test_no_page_is_wider_than_a_small_screen(served: Served, language: str) -> None:
    served.ana.post("/language", {"language": language})
    guest, played = {"locale": language}, served.gold()
    served.friends(played).play(6)
    for _, path, who in [
        *pages(served),
        ("me", "/me", served.ana),
        ("new", "/matches/new?game=tikal", served.ana),
        ("rules", "/rules/tikal", None),
        ("steps", f"/m/{played}/steps/1", None),
    ]:
        page = served.page(path, who, viewport={"width": 320, "height": 640}, **guest)
        page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")

        assert page.evaluate("document.documentElement.scrollWidth") <= 320, (path, language)


@pytest.mark.long
def test_a_language_is_chosen_with_the_keyboard(served: Served) -> None:
    page = served.page("/")

    page.locator(".languages summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator("html")).to_have_attribute("lang", "pl")


def test_hints_come_one_at_a_time_and_go_on_with_what_is_played(served: Served) -> None:
    page = served.page("/", None, viewport={"width": 375, "height": 667})
    page.locator('form[action="/try/tikal"] button').first.click()
    hints = page.locator("#hints li:visible")
    expect(hints).to_have_count(1)
    first = hints.inner_text()

    Seat(page).place_tile()

    expect(hints).not_to_have_text(first)
    assert hints.evaluate("hint => hint.value") == 2
    page.locator("#hints button.plain").click()
    expect(page.locator("#hints")).to_have_count(0)
    page.reload()
    expect(page.locator("#compose")).to_be_visible()
    expect(page.locator("#hints")).to_have_count(0)


@pytest.mark.long
def test_without_a_script_all_hints_are_read_and_can_be_put_away(served: Served) -> None:
    page = served.page("/", java_script_enabled=False)
    page.locator('form[action="/try/tikal"] button').first.click()
    expect(page.locator("#hints li")).to_have_count(5)

    page.locator("#hints button.plain").click()

    expect(page.locator("#hints")).to_have_count(0)


@pytest.mark.long
def test_an_address_to_pass_on_is_copied(served: Served) -> None:
    code = served.ana.open("tikal")
    context = served.context(served.ana, permissions=["clipboard-read", "clipboard-write"])
    page = served.open(context, f"/m/{code}")
    button = page.locator("[data-copy]").first

    button.click()

    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == button.get_attribute("data-copy")
