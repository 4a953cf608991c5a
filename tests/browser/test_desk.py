"""A match's page on a desk: all that a turn needs at one look, and what happens while it is open."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.tikal.legal import legal
from tests.browser.people import Seat, Served
from tests.lengths import long
from tests.world import Friends
from tests.world.visitor import Visitor

DESK = {"viewport": {"width": 1440, "height": 900}}
MOST = 10_000  # bytes that a tap may cost
SHIFTS = """new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(e => { sum += e.hadRecentInput ? 0 : e.value }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 600);
})"""


def four_seats(served: Served, played: int, **wish: Any) -> Friends:
    """Played until Ana has a tile to place that can be turned."""
    friends = served.world.match("tikal", 4, **wish).play(played)
    while not can_be_turned(friends.seen(1).game_view):
        friends.play(1)
    return friends


def can_be_turned(view: dict[str, Any]) -> bool:
    mine = view["to_move"] == 1 and view["phase"] == "tile"
    return mine and len(max(legal(view)["tile"].values(), key=len)) > 1


def is_at_hand(page: Page, part: Locator) -> bool:
    """Whole, and without scrolling."""
    box = part.bounding_box()
    assert box, part
    return box["y"] >= 0 and box["y"] + box["height"] <= 900 and page.evaluate("scrollY") == 0


@pytest.mark.parametrize("played", [6, long(30)])
def test_on_a_desk_a_turn_needs_no_scrolling(served: Served, played: int) -> None:
    friends = four_seats(served, played)
    page = served.page(f"/m/{friends.match.code}", served.ana, **DESK)
    expect(page.locator("#compose")).to_be_visible()

    for part in ("#board", "#beside", ".standing", "#news", "#compose [data-part=submit]"):
        assert is_at_hand(page, page.locator(part)), part
    assert page.evaluate("document.documentElement.scrollWidth") == 1440


@pytest.mark.parametrize("played", [0, long(50)])
def test_on_a_desk_an_auction_needs_no_scrolling(served: Served, played: int) -> None:
    friends = served.world.match("tikal", 4, options={"auction": True}).play(played)
    while "pass" not in friends.seen(1).choices:
        friends.play(1)
    page = served.page(f"/m/{friends.match.code}", served.ana, **DESK)

    for part in ("#board", "#beside", ".standing", "#choices"):
        assert is_at_hand(page, page.locator(part)), part
    expect(page.locator("#beside [data-tile]")).to_have_count(4)


@pytest.mark.parametrize("width", [375, long(320)])
def test_on_a_phone_nothing_beside_the_board_is_cut(served: Served, width: int) -> None:
    friends = four_seats(served, 30)
    size = {"viewport": {"width": width, "height": 667}}
    page = served.page(f"/m/{friends.match.code}", served.ana, **size)
    beside = page.locator("#beside svg")
    expect(beside).to_be_visible()

    box = beside.bounding_box()

    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_on_a_phone_the_tiles_of_an_auction_are_seen_with_the_bids(served: Served) -> None:
    friends = served.world.match("tikal", 4, options={"auction": True})
    while "pass" not in friends.seen(1).choices:
        friends.play(1)
    size = {"viewport": {"width": 375, "height": 667}}
    page = served.page(f"/m/{friends.match.code}", served.ana, **size)
    expect(page.locator("#choices")).to_be_visible()

    tile = page.locator("#beside [data-tile]").last.bounding_box()
    bids = page.locator("#choices").bounding_box()

    assert tile
    assert bids
    assert tile["y"] + tile["height"] <= bids["y"]
    assert bids["y"] + bids["height"] <= 667


def test_whoever_was_moved_stays_in_the_hand(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana, **DESK))
    seat.place_tile()
    seat.tap("a5")
    seat.do("Bring in a worker")
    seat.ends_with("enter 1 a5")

    seat.tap("b4")
    seat.ends_with("move 1 a5 b4")
    seat.tap("a4")

    expect(seat.field).to_have_value(re.compile("; move 1 a5 b4; move 1 b4 .*a4$"))


def test_the_tile_is_turned_by_a_picture_by_a_key_and_by_a_tap(served: Served) -> None:
    friends = four_seats(served, 0)
    seat = Seat(served.page(f"/m/{friends.match.code}", served.ana, **DESK))
    expect(seat.lit().first).to_be_visible()

    seat.page.locator('#beside [data-rotation="2"]').click()
    expect(seat.page.locator('#beside [data-rotation="2"]')).to_have_class("chosen")
    place = seat.place_tile()
    chosen = seat.field.input_value()
    seat.page.locator("h1").click()
    seat.page.keyboard.press("r")
    expect(seat.field).not_to_have_value(chosen)
    turned = seat.field.input_value()
    seat.tap(place)
    expect(seat.field).not_to_have_value(turned)

    assert chosen == f"tile {place} r2" or not chosen.endswith("r2")


def test_no_tap_costs_much(served: Served) -> None:
    friends = four_seats(served, 20)
    seat = Seat(served.page(f"/m/{friends.match.code}", served.ana, **DESK))
    sizes: list[int] = []
    seat.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    place = seat.place_tile()
    seat.tap(place)
    seat.do("Undo")
    # What is left to see hangs on the deal: some tiles fit in one rotation only, and then nothing was turned.
    expect(seat.dock.get_by_role("button", name="Redo")).to_be_enabled()

    assert sizes
    assert max(sizes) <= MOST


def test_the_board_that_taps_have_changed_is_the_one_that_is_loaded(served: Served) -> None:
    friends = four_seats(served, 10)
    seat = Seat(served.page(f"/m/{friends.match.code}", served.ana, **DESK))
    seat.place_tile()
    seat.left("10 AP left")
    tapped = seat.page.locator("#board").inner_html()

    again = Seat(served.page(f"/m/{friends.match.code}", served.ana, **DESK))
    expect(again.field).not_to_have_value("")
    expect(again.page.locator("#board [data-drawn]")).to_have_count(0)
    again.page.wait_for_function("html => document.getElementById('board').innerHTML === html", arg=tapped)


def test_an_open_page_notices_that_it_is_my_turn(served: Served) -> None:
    friends = served.world.match("tikal", 2)
    code = friends.match.code
    page = served.context(served.bo).new_page()
    page.clock.install()
    page.goto(f"{served.address}/m/{code}")
    page.locator("#note summary").click()
    page.locator("#note textarea").fill("not to be lost")

    friends.play(1)
    page.clock.fast_forward(55_000)

    expect(page.locator("#now")).to_contain_text("It is your turn now.")
    expect(page).to_have_title("● It is your turn now. Sunday · Chasqui")
    expect(page.locator("#note textarea")).to_have_value("not to be lost")


@pytest.mark.parametrize("size", [DESK, {"viewport": {"width": 375, "height": 667}}], ids=["desk", "phone"])
def test_nothing_jumps_while_the_page_loads(served: Served, size: dict[str, Any]) -> None:
    friends = four_seats(served, 8)
    page = served.page(f"/m/{friends.match.code}", served.ana, **size)
    expect(page.locator("#compose")).to_be_visible()

    assert page.evaluate(SHIFTS) < 0.02


def test_what_came_of_orders_is_said_and_the_proof_is_folded(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana, **DESK))
    seat.place_tile()
    seat.do("End the turn")
    seat.ends_with("; end")
    seat.do("Submit")

    expect(seat.page.locator("#receipt .outcome")).to_contain_text("bo plays next; you get a letter.")
    expect(seat.page.locator("#receipt code").first).to_be_hidden()


def test_on_a_phone_the_points_and_the_end_of_a_round_are_whole(served: Served) -> None:
    friends = served.world.match("incan-gold", 5)
    address = f"/m/{friends.code}"
    while "data-bust" not in Visitor(served.world).get(address).text:
        for number in friends.waiting_for():  # who always goes on ends so, whatever the cards are
            friends.order(number, "torch")

    page = served.page(address, served.ana, viewport={"width": 375, "height": 667})

    assert page.locator(".standing").evaluate("e => e.scrollWidth - e.clientWidth") == 0
    title = page.locator("[data-bust] > text").first.bounding_box()
    assert title
    assert title["x"] + title["width"] <= 375 - 16
