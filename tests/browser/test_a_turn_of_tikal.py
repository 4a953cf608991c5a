"""A turn of Tikal on the page, from the tile to the receipt."""

import re

from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, Seat, Served

MOST_TABS = 120


def play_a_turn(seat: Seat) -> str:
    """Ten AP: two workers enter, go to the temple on a4 and dig two levels. The orders that it takes."""
    place = seat.place_tile()
    seat.tap("a5")
    seat.do("Bring in a worker")
    seat.ends_with("enter 1 a5")
    seat.do("Bring in a worker")
    seat.ends_with("enter 2 a5")
    seat.left("8 AP left")
    seat.tap("a4")
    seat.ends_with("move 1 a5 a4")
    seat.tap("a4")
    seat.ends_with("move 2 a5 a4")
    seat.do("Dig a level")
    seat.ends_with("dig a4")
    seat.do("Dig a level")
    seat.ends_with("dig a4 x2")
    seat.left("Your turn ends here")
    assert seat.field.input_value().startswith(f"tile {place} r")
    return seat.field.input_value()


def test_a_whole_turn_by_clicks(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana))

    orders = play_a_turn(seat)
    seat.do("Submit")

    assert seat.submitted() == orders
    assert served.played(code) == orders


def test_a_whole_turn_on_a_phone(served: Served) -> None:
    code = served.tikal()
    page = served.page(f"/m/{code}", served.ana, **PHONE)
    seat = Seat(page, touching=True)

    orders = play_a_turn(seat)
    widest = page.evaluate("document.documentElement.scrollWidth")
    seat.do("Submit")

    assert seat.submitted() == orders
    assert widest == 320


def test_on_a_phone_everything_is_large_enough_for_a_finger(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana, **PHONE), touching=True)
    seat.place_tile()
    seat.tap("a5")
    expect(seat.dock.get_by_role("button", name="Bring in the leader")).to_be_visible()

    buttons = [
        button.bounding_box() for button in seat.dock.get_by_role("button").all() if button.is_visible()
    ]
    hexagon = seat.page.locator('#touch [data-place="a5"] path').bounding_box()

    assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in buttons)
    assert hexagon
    assert hexagon["width"] >= 44


def test_a_whole_turn_by_keyboard(served: Served) -> None:
    code = served.tikal()
    page = served.page(f"/m/{code}", served.ana)
    seat = Seat(page)
    expect(seat.dock).to_be_visible()

    tab_to(page, "All hexes as buttons")
    tab_to(page, re.compile("unexplored"))
    seat.says("tile ")
    tab_to(page, "a5, base camp")
    tab_to(page, "Bring in a worker")
    seat.ends_with("enter 1 a5")
    page.keyboard.press("Enter")  # the focus has stayed where it was
    seat.ends_with("enter 2 a5")
    tab_to(page, "a4, temple 1, in reach for 2 AP")
    seat.ends_with("move 1 a5 a4")
    page.keyboard.press("Enter")
    seat.ends_with("move 2 a5 a4")
    tab_to(page, "Dig a level")
    seat.ends_with("dig a4")
    tab_to(page, "End the turn")
    seat.ends_with("; end")
    orders = seat.field.input_value()
    tab_to(page, "Submit")

    assert seat.submitted() == orders


def tab_to(page: Page, name: str | re.Pattern[str]) -> None:
    """With the Tab key alone, then Enter; what has the focus can be seen."""
    wanted = re.compile(f"^{re.escape(name)}") if isinstance(name, str) else name
    # What is looked for may appear only with an answer.
    expect(page.locator("#compose :is(button, summary)").filter(has_text=wanted).first).to_be_visible()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.textContent.trim()")
        if wanted.search(focused) and page.evaluate("document.activeElement.matches('button, summary')"):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") != "0px"
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{name} is not reached by Tab")


def test_the_orders_can_be_edited_and_the_board_follows(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana))
    seat.place_tile()

    seat.field.fill(seat.field.input_value() + "\nbring three xyzzy to a5")
    expect(seat.dock.get_by_role("alert")).to_contain_text("bring")
    seat.field.fill(seat.field.input_value().replace("bring three xyzzy to", "enter 3"))
    seat.left("7 AP left")
    seat.tap("a5")
    seat.tap("a4")

    seat.ends_with("enter 3 a5; move 1 a5 a4")


def test_undo_and_redo_go_all_the_way_back_and_forth(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana))
    orders = play_a_turn(seat)

    for _ in range(6):
        seat.do("Undo")
    expect(seat.field).to_have_value(re.compile("^tile .. r.$"))
    seat.do("Undo")
    expect(seat.field).to_have_value("")
    for _ in range(7):
        seat.do("Redo")

    expect(seat.field).to_have_value(orders)
    seat.left("Your turn ends here")


def test_what_a_draft_of_another_day_began_can_be_undone(served: Served) -> None:
    code = served.tikal()
    first = Seat(served.page(f"/m/{code}", served.ana))
    place = first.place_tile()
    first.tap("a5")
    first.do("Bring in the leader")
    first.ends_with("enter L a5")

    later = Seat(served.page(f"/m/{code}", served.ana))
    expect(later.dock).to_be_visible()
    later.do("Undo")

    expect(later.field).to_have_value(re.compile(f"^tile {place} r.$"))


def test_a_turn_works_without_script(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana, java_script_enabled=False))

    seat.field.fill("tile a3 r0; enter 1 a5")
    seat.page.get_by_role("button", name="Preview").click()
    expect(seat.page.get_by_role("status")).to_contain_text("nothing has been submitted")
    seat.page.get_by_role("button", name="Submit").click()

    assert seat.submitted() == "tile a3 r0; enter 1 a5"
    expect(seat.dock).to_have_count(0)


def test_the_leader_goes_where_the_leader_is_wanted(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana))
    seat.place_tile()
    seat.tap("a5")
    seat.do("Bring in a worker")
    seat.left("9 AP left")
    seat.do("Bring in the leader")
    seat.left("8 AP left")

    seat.dock.get_by_role("button", name="Leader", exact=True).click()
    expect(seat.dock.get_by_role("button", name="Leader", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    seat.tap("a4")

    seat.ends_with("move L a5 a4")
