"""Tapping in another language: the field has the player's own words, and the record has the notation."""

import re

from playwright.sync_api import expect

from app.i18n.render import speech
from app.models import Player
from engine import tikal
from tests.browser.people import Seat, Served


def test_what_is_tapped_is_written_in_the_players_words(served: Served) -> None:
    code = served.tikal()
    served.world.change(Player, served.friends(code).seat(1).player_id, language="pl")
    page = served.page(f"/m/{code}", served.ana)
    seat, field = Seat(page), page.locator("#orders-text")

    expect(seat.lit().first).to_be_visible()
    place = seat.lit().first.get_attribute("data-place") or ""
    seat.tap(place)
    expect(field).to_have_value(re.compile(f"^{tikal.in_words('tile', 'pl')} {place} r[0-5]$"))
    seat.tap("a5")
    page.locator("#compose").get_by_role("button", name=speech("pl").gettext("Bring in a worker")).click()

    expect(field).to_have_value(re.compile(f"; {tikal.in_words('enter 1 a5', 'pl')}$"))
    page.locator('[data-part="submit"]').click()
    expect(page.locator("#receipt")).to_be_visible()
    assert re.fullmatch(rf"tile {place} r[0-5]; enter 1 a5", served.played(code))
