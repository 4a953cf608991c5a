"""The pages of a match, checked by axe-core: in light and dark, with and without a draft."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, Seat, Served

COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def grave(page: Page) -> list[Any]:
    """By light, and in the dark: there only colours are others."""
    return found(page, "light", {}) + found(page, "dark", COLOURS)


def found(page: Page, scheme: Literal["light", "dark"], options: dict[str, Any]) -> list[Any]:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    violations = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        (scheme, each["id"], [node["html"][:200] for node in each["nodes"]])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]


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
