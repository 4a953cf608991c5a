"""The typeface of pages in Chromium: what words are really set in, and that nothing jumps when it comes."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.people import Served
from tests.lengths import long

FONTS = "**/fonts/**/*.woff2"
FAMILY = "Source Sans Pro"
STILL = 0.02  # of layout shift
SIZES = {
    "phone": {"viewport": {"width": 375, "height": 667}},
    "desk": {"viewport": {"width": 1440, "height": 900}},
}
WATCH = """
window.shift = 0;
new PerformanceObserver(() => { window.painted = true; })
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shift += e.value; }))
  .observe({type: "layout-shift", buffered: true});
"""
SETTLED = "document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 300)))"


def fonts_of(page: Page, selector: str) -> set[tuple[str, bool]]:
    """In which families it is drawn, and whether each was loaded from a server."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    found = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {(font["familyName"], font["isCustomFont"]) for font in found}


def addresses(served: Served) -> Iterator[tuple[str, Any]]:
    code = served.tikal()
    yield "/", None
    yield "/", served.ana
    yield f"/m/{code}", served.ana


def test_words_titles_and_boards_are_set_in_our_typeface(served: Served) -> None:
    page = served.page(f"/m/{served.tikal()}", served.ana, **SIZES["desk"])
    page.evaluate(SETTLED)

    for selector in ("h1", "#news p, .headline p", ".standing td", "nav a", "button", "#board svg text"):
        assert fonts_of(page, selector) == {(FAMILY, True)}, selector


def test_orders_keep_their_monospaced_figures(served: Served) -> None:
    page = served.page(f"/m/{served.tikal()}", served.ana, **SIZES["desk"])
    page.evaluate(SETTLED)

    assert (
        page.locator("textarea")
        .first.evaluate("e => getComputedStyle(e).fontFamily")
        .startswith('"DejaVu Sans Mono"')
    )


def without_fonts(context: BrowserContext, address: str) -> tuple[Page, list[Route]]:
    """The page as it is before its fonts come, and what they wait for."""
    held: list[Route] = []
    context.add_init_script(WATCH)
    context.route(FONTS, lambda route: held.append(route))
    page = context.new_page()
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_function("() => window.painted")
    return page, held


@pytest.mark.parametrize("size", ["phone", long("desk")])
def test_nothing_jumps_when_the_typeface_comes_late(served: Served, size: str) -> None:
    for path, who in addresses(served):
        page, held = without_fonts(served.context(who, **SIZES[size]), served.address + path)
        assert FAMILY not in {family for family, _ in fonts_of(page, "h1")}

        for route in held:
            route.continue_()
        page.wait_for_load_state("networkidle")
        page.evaluate(SETTLED)

        assert fonts_of(page, "h1") == {(FAMILY, True)}
        assert page.evaluate("window.shift") < STILL, path


def test_a_page_loads_few_bytes_of_fonts(served: Served) -> None:
    context = served.context()
    sizes: list[int] = []
    context.on(
        "requestfinished",
        lambda request: sizes.append(request.sizes()["responseBodySize"] if "/fonts/" in request.url else 0),
    )
    page = served.open(context, "/")
    page.wait_for_load_state("networkidle")

    assert 0 < sum(sizes) <= 60_000
