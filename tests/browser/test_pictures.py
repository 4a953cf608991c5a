"""The film of a match on the page of its book."""

import pytest

from app.services.books.films import make_due_film
from tests.browser.people import PHONE, Served, grave
from tests.lengths import long


def finished(served: Served) -> str:
    code = served.gold()
    served.friends(code).play(4)
    served.ana.post(f"/m/{code}/give-up", {"sure": "give up"})
    while make_due_film(served.world.house):
        pass
    return code


def test_the_film_is_shown_and_the_last_board_to_readers_who_want_no_motion(served: Served) -> None:
    code = finished(served)

    for motion, ending in (("no-preference", "film.gif?language=en"), ("reduce", ".svg")):
        page = served.page(f"/m/{code}/report#film", served.bo, reduced_motion=motion, **PHONE)
        picture = page.locator("#film img")
        picture.scroll_into_view_if_needed()
        page.wait_for_function("document.querySelector('#film img').complete")
        shown = picture.evaluate("img => [img.currentSrc, img.naturalWidth, img.clientWidth]")
        assert shown[0].endswith(ending)
        assert shown[1] > 0
        assert 0 < shown[2] <= 320
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert not grave(page)


def played_out(served: Served, code: str) -> str:
    """To the end, so that its book has charts; without its film."""
    served.friends(code).play()
    return code


SMALLEST, DRAWN = 14, 320  # the letters of a narrow chart, and how wide it is drawn
LEAST = 11  # pixels of such letters
ROOM = "all => all.map(each => each.scrollWidth - each.clientWidth)"


@pytest.mark.parametrize("width", [320, 375])
def test_charts_fit_a_phone_and_their_letters_can_be_read(served: Served, width: int) -> None:
    path = f"/m/{played_out(served, served.tikal())}/report"
    page = served.page(path, served.bo, viewport={"width": width, "height": 667})
    page.wait_for_load_state("networkidle")
    charts = page.locator(".chart img")

    shown = charts.evaluate_all("all => all.map(img => [img.currentSrc.split('/').pop(), img.clientWidth])")

    assert [name for name, _ in shown] == [
        f"{name}-narrow.svg" for name in ("over-time", "by-source", "held")
    ]
    assert min(SMALLEST * wide / DRAWN for _, wide in shown) >= LEAST
    # Nothing has to be moved under the finger, no table either.
    assert max(page.locator(".chart, .book .sheet").evaluate_all(ROOM)) <= 1


@pytest.mark.long
def test_a_desk_gets_the_wide_charts(served: Served) -> None:
    page = served.page(
        f"/m/{played_out(served, served.tikal())}/report", served.bo, viewport={"width": 1440, "height": 900}
    )
    page.wait_for_load_state("networkidle")

    shown = page.locator(".chart img").evaluate_all("all => all.map(img => img.currentSrc)")

    assert shown
    assert not [name for name in shown if "narrow" in name]


WATCH = """
window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shift += e.value; }))
  .observe({type: "layout-shift", buffered: true});
"""
STILL = 0.02
SIZES = {"phone": (375, 667), "desk": (1440, 900)}


@pytest.mark.parametrize("size", ["phone", long("desk")])
def test_nothing_jumps_when_the_pictures_of_a_book_come_late(served: Served, size: str) -> None:
    width, height = SIZES[size]
    context, held = served.context(served.bo, viewport={"width": width, "height": height}), []
    context.add_init_script(WATCH)
    context.route("**/report/*.svg", lambda route: held.append(route))
    page = context.new_page()
    page.goto(f"{served.address}/m/{played_out(served, served.gold())}/report", wait_until="domcontentloaded")
    page.evaluate("document.fonts.ready")
    before = page.evaluate("document.documentElement.scrollHeight")

    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)

    shift, after = page.evaluate("[window.shift, document.documentElement.scrollHeight]")
    print(f"report, {size}: CLS {shift:.3f}")
    assert held
    assert shift < STILL
    assert after == before


def test_the_film_can_be_put_away(served: Served) -> None:
    page = served.page(f"/m/{finished(served)}/report", served.bo)
    page.locator("#film summary").click()

    assert not page.locator("#film img").is_visible()
