"""Standing orders at a table: what they answer is an order like any other."""

import re
from functools import partial

from app.services.play import plans
from tests.world import Friends, World


def set_plan(friends: Friends, number: int, text: str) -> None:
    friends.house.db.write(
        partial(plans.set_plan, house=friends.house, code=friends.code, seat=number, text=text)
    )


def test_what_a_plan_answers_has_a_receipt(world: World) -> None:
    friends = world.match("incan-gold", 3)

    set_plan(friends, 2, "always: camp if hazards >= 5; else torch")

    (receipt,) = friends.seen(2).receipts
    assert (receipt.number, receipt.orders) == (1, "torch")
    ask = friends.seen(2).ask
    assert ask
    assert ask.orders == "torch"


def test_a_plan_s_answer_to_an_open_ask_has_the_head_that_it_led_to(world: World) -> None:
    friends = world.match("tikal", 2, options={"auction": True})
    (first,) = [ask.seat for ask in friends.seen().asks]

    set_plan(friends, first, "bid up to 3")

    (receipt,) = friends.seen(first).receipts
    assert receipt.orders.startswith(("bid", "pass"))
    assert receipt.head8 == friends.match.head[:8]


def test_no_letter_goes_out_for_what_a_plan_has_answered(world: World) -> None:
    friends = world.match("incan-gold", 3)
    set_plan(friends, 2, "always: torch")
    asked = len(world.letters("your_turn"))

    for number in (1, 3):
        friends.order(number, "torch")

    new = world.letters("your_turn")[asked:]
    assert new
    assert not [letter for letter in new if letter.facts["seat"] == 2]


def test_a_plan_that_is_disarmed_is_told_with_its_words(world: World) -> None:
    friends = world.match("incan-gold", 3)
    set_plan(friends, 2, "torch until hazards >= 9")

    for number in (1, 3):
        friends.order(number, "camp")
    while not friends.seat(2).plan_told and friends.seen().match.status == "running":
        for ask in [ask for ask in friends.seen().asks if not ask.answered]:
            friends.order(ask.seat, "camp")

    told = friends.seat(2).plan_told
    # A round can be over before anybody is asked.
    assert re.match(r"“round \d: torch until hazards >= 9” – ", told)
    plan = friends.seen(2).plan
    assert plan
    assert plan.disarmed == told
