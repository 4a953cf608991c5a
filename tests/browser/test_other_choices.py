"""Auctions, and Incan Gold from the first card to the last."""

from playwright.sync_api import expect

from engine import incan_gold
from tests.browser.people import PHONE, Seat, Served


def test_an_auction_is_won_and_the_tile_placed(served: Served) -> None:
    code = served.tikal(**{"option-auction": "1"})
    page = served.page(f"/m/{code}", served.ana)
    seat = Seat(page)
    expect(page.locator(".stakes")).to_contain_text("20 points")

    page.get_by_role("button", name="bid 2").click()
    assert seat.submitted() == "bid 2"
    served.bo.order(code, "pass")
    page.goto(f"{served.address}/m/{code}")
    page.get_by_role("button", name="pick").first.click()
    assert seat.submitted().startswith("pick A")
    place = seat.place_tile()
    seat.do("End the turn")
    seat.ends_with("; end")
    seat.do("Submit")

    assert served.played(code).startswith(f"tile {place} r")


def test_incan_gold_is_played_to_its_end(served: Served) -> None:
    code = served.gold()
    page = served.page(f"/m/{code}", served.ana, **PHONE)

    choices = 0
    while served.friends(code).match.status == "running":
        state = incan_gold.from_json(served.friends(code).match.state or {}, None)
        for seat, friend in ((2, served.bo), (3, served.cy)):
            if seat in state.inside:
                friend.order(code, "torch" if len(state.path) < 2 else "camp")
        if 1 in state.inside:
            page.get_by_role("button", name="torch" if len(state.path) < 3 else "camp").tap()
            expect(page.locator("#receipt")).to_contain_text("Receipt no.")
            choices += 1
        page.goto(f"{served.address}/m/{code}")

    assert choices >= 1
    expect(page.get_by_role("heading", name="The end")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_what_is_at_stake_is_beside_the_choice(served: Served) -> None:
    code = served.gold()
    page = served.page(f"/m/{code}", served.ana)

    stakes = page.locator(".stakes")

    for told in ("You hold (at risk)", "On the path", "Hazards seen", "bo and cy"):
        expect(stakes).to_contain_text(told)


def test_a_plan_is_filled_in_rehearsed_and_set(served: Served) -> None:
    code = served.gold()
    page = served.page(f"/m/{code}", served.ana)
    page.get_by_text("Standing orders").click()

    page.get_by_label("or when I hold at least").fill("12")
    page.get_by_label("or when there is an artifact").focus()
    expect(page.locator("form.blanks").get_by_role("status")).to_contain_text("it would answer: torch")
    page.get_by_role("button", name="Try it out").first.click()
    expect(page.get_by_text("Only tried out, not set")).to_be_visible()
    page.get_by_role("button", name="Set").last.click()

    expect(page.get_by_text("Now in force")).to_contain_text("torch until hold >= 12; else camp")
