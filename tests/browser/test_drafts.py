"""What is not submitted yet: kept, found again, and never played by itself."""

from playwright.sync_api import expect

from tests.browser.people import PHONE, Seat, Served


def test_a_draft_is_found_again_on_another_device(served: Served) -> None:
    code = served.tikal()
    first = Seat(served.page(f"/m/{code}", served.ana))
    first.place_tile()
    first.tap("a5")
    first.do("Bring in a worker")
    first.left("9 AP left")
    orders = first.field.input_value()

    phone = Seat(served.page(f"/m/{code}", served.ana, **PHONE), touching=True)

    expect(phone.field).to_have_value(orders)
    phone.left("9 AP left")


def test_the_link_of_a_letter_leads_to_the_same_draft(served: Served) -> None:
    code = served.tikal()
    first = Seat(served.page(served.friends(code).link(1)))
    first.place_tile()
    first.left("10 AP left")

    signed_in = Seat(served.page(f"/m/{code}", served.ana))
    expect(signed_in.field).to_have_value(first.field.input_value())
    first.do("Submit")

    assert first.submitted().startswith("tile ")


def test_of_two_tabs_the_later_one_is_told_what_has_happened(served: Served) -> None:
    code = served.tikal()
    context = served.context(served.ana)
    one, other = Seat(served.open(context, f"/m/{code}")), Seat(served.open(context, f"/m/{code}"))
    one.place_tile()
    one.do("Submit")
    one.submitted()
    steps = served.friends(code).match.steps

    expect(other.lit().first).to_be_visible()
    other.tap(other.lit().first.get_attribute("data-place") or "")
    expect(other.dock).to_contain_text("This has already been decided")
    served.expected("409")
    other.dock.get_by_role("link", name="See how the match stands").click()

    assert served.friends(code).match.steps == steps
    other.left("10 AP left")
    expect(other.field).to_have_value("")


def test_an_answer_that_does_not_come_loses_nothing(served: Served) -> None:
    code = served.tikal()
    seat = Seat(served.page(f"/m/{code}", served.ana))
    expect(seat.lit().first).to_be_visible()
    seat.page.context.set_offline(True)

    seat.tap(seat.lit().first.get_attribute("data-place") or "")
    expect(seat.dock).to_contain_text("No answer came")
    served.expected("ERR_INTERNET_DISCONNECTED")
    typed = seat.field.input_value()
    seat.page.context.set_offline(False)
    seat.tap("a5")
    seat.field.fill(typed + "; enter 1 a5")

    seat.left("9 AP left")


def test_a_treasure_is_announced_before_it_is_final(served: Served) -> None:
    code = served.tikal()
    served.stand_on_a_treasure(code)
    seat = Seat(served.page(f"/m/{code}", served.ana))
    expect(seat.lit().first).to_be_visible()

    seat.tap("b3")
    seat.do("Take a treasure")
    expect(seat.dock).to_contain_text("can be taken back")
    seat.left("7 AP left")
    seat.do("Take a second treasure")
    seat.ends_with("take b3 x2")
    seat.left("4 AP left")
    assert served.friends(code).match.steps == 1
    seat.do("Submit and see it")

    assert seat.submitted() == "take b3 x2"
    seat.left("4 AP left")
