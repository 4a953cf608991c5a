"""The film of a match on the page of its book."""

from app.services.books.films import make_due_film
from tests.browser.people import PHONE, Served, grave


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


def test_the_film_can_be_put_away(served: Served) -> None:
    page = served.page(f"/m/{finished(served)}/report", served.bo)
    page.locator("#film summary").click()

    assert not page.locator("#film img").is_visible()
