"""Standing orders at a table: what they answer is an order like any other."""

import re
from functools import partial

from app.house import House
from app.services.play import plans
from tests.app.services.houses import letters, opened, order, read, seat, seen


def set_plan(house: House, code: str, number: int, text: str) -> None:
    house.db.write(partial(plans.set_plan, house=house, code=code, seat=number, text=text))


def test_what_a_plan_answers_has_a_receipt(house: House) -> None:
    code = opened(house, "incan-gold", 3)

    set_plan(house, code, 2, "always: camp if hazards >= 5; else torch")

    (receipt,) = seen(house, code, 2).receipts
    assert (receipt.number, receipt.orders) == (1, "torch")
    ask = seen(house, code, 2).ask
    assert ask
    assert ask.orders == "torch"


def test_a_plan_s_answer_to_an_open_ask_has_the_head_that_it_led_to(house: House) -> None:
    code = opened(house, "tikal", 2, options={"auction": True})
    (first,) = [ask.seat for ask in seen(house, code).asks]

    set_plan(house, code, first, "bid up to 3")

    (receipt,) = seen(house, code, first).receipts
    assert receipt.orders.startswith(("bid", "pass"))
    assert receipt.head8 == read(house, code).head[:8]


def test_no_letter_goes_out_for_what_a_plan_has_answered(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    set_plan(house, code, 2, "always: torch")
    asked = len(letters(house, "your_turn"))

    for number in (1, 3):
        order(house, code, number, "torch")

    new = letters(house, "your_turn")[asked:]
    assert new
    assert not [letter for letter in new if letter.facts["seat"] == 2]


def test_a_plan_that_is_disarmed_is_told_with_its_words(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    set_plan(house, code, 2, "torch until hazards >= 9")

    for number in (1, 3):
        order(house, code, number, "camp")
    while not seat(house, code, 2).plan_told and seen(house, code).match.status == "running":
        for ask in [ask for ask in seen(house, code).asks if not ask.answered]:
            order(house, code, ask.seat, "camp")

    told = seat(house, code, 2).plan_told
    # A round can be over before anybody is asked.
    assert re.match(r"“round \d: torch until hazards >= 9” – ", told)
    plan = seen(house, code, 2).plan
    assert plan
    assert plan.disarmed == told
