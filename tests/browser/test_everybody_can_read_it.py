"""The pages of a match, checked by axe-core: in light and dark, with and without a draft."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Seat, Served, grave


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_a_turn_of_tikal(served: Served, device: dict[str, Any]) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana, **device))
    expect(seat.lit().first).to_be_visible()
    before = grave(seat.page)

    seat.place_tile()
    seat.tap("a5")
    seat.dock.get_by_text("All hexes as buttons").click()
    seat.do("Bring in a worker")
    seat.left("9 AP left")

    assert before == grave(seat.page) == []


def test_a_choice_of_incan_gold(served: Served) -> None:
    code = served.gold()
    page = served.page(f"/m/{code}", served.ana)
    page.get_by_text("Standing orders").click()

    assert grave(page) == []
