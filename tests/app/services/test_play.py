"""Orders, receipts, sealed answers and the letters they lead to."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import select

from app.house import House
from app.models import Receipt, Step
from app.problems import Stale
from app.services.matches import find, history
from app.services.matches.shown_receipts import shown_receipt
from app.services.people import accounts
from app.services.play import host_actions
from app.services.upkeep import fsck
from engine.errors import Illegal, Unreadable
from engine.verify import RIGHT, RUNNING, verify
from tests.app.services.houses import asks, bot_orders, friend, letters, opened, order, read, seat, seen


def test_the_first_line_of_the_record_is_written_when_the_match_starts(house: House) -> None:
    code = opened(house, "tikal", 3)

    with house.db.reading() as session:
        verdict = verify(history.record(session, code).encode())

    assert verdict.status == RUNNING
    assert verdict.lines[0]["seats"] == ["Ana", "Bo", "Cy"]
    assert verdict.head == read(house, code).head


def test_an_order_is_a_step_and_gets_a_receipt(house: House) -> None:
    code = opened(house, "tikal", 2)
    tile = seen(house, code, 1).examples[0]

    done = order(house, code, 1, f"  {tile.upper()} ;; enter 2 into a5")

    assert done.receipt.orders == f"{tile}; enter 2 a5"
    assert done.receipt.number == 1
    assert done.receipt.head == read(house, code).head
    assert read(house, code).steps == 2


@pytest.mark.parametrize(("text", "error"), [("hello", Unreadable), ("end", Illegal)])
def test_orders_that_cannot_be_change_nothing(house: House, text: str, error: type[Exception]) -> None:
    code = opened(house, "tikal", 2)
    before = read(house, code)

    with pytest.raises(error):
        order(house, code, 1, text)

    assert read(house, code) == before
    assert len(letters(house, "your_turn")) == 1


def test_the_same_orders_again_get_the_same_receipt(house: House) -> None:
    code = opened(house, "tikal", 2)
    turn, base = read(house, code).turn, read(house, code).steps
    orders = bot_orders(house, code, 1)
    first = order(house, code, 1, orders)

    again = order(house, code, 1, orders, turn, base)

    assert again.again
    assert shown_receipt(again.receipt) == shown_receipt(first.receipt)
    assert read(house, code).steps == base + 1


def test_other_orders_for_what_has_been_answered_do_not_get_the_receipt_as_if_they_counted(
    house: House,
) -> None:
    code = opened(house, "incan-gold", 3)
    turn, base = read(house, code).turn, read(house, code).steps
    for number in (1, 2, 3):
        order(house, code, number, "torch")

    with pytest.raises(Stale) as caught:
        order(house, code, 1, "camp", turn, base)

    assert caught.value.receipt.orders == "torch"
    assert order(house, code, 1, "torch", turn, base).again


def test_orders_for_what_has_passed_are_stale(house: House) -> None:
    code = opened(house, "tikal", 2)
    turn, base = read(house, code).turn, read(house, code).steps
    order(house, code, 1, bot_orders(house, code, 1))

    with pytest.raises(Stale):
        order(house, code, 2, "end", turn, base)


def test_a_submission_that_leaves_the_same_seat_to_move_keeps_its_ask(house: House) -> None:
    code = opened(house, "tikal", 2)
    (before,) = asks(house, code)

    order(house, code, 1, seen(house, code, 1).examples[0])
    (after,) = asks(house, code)

    assert (after.id, after.due_at, after.turn) == (before.id, before.due_at, before.turn)
    assert (before.kind, after.kind) == ("tile", "ap")
    assert len(letters(house, "your_turn")) == 1


def test_a_sealed_answer_waits_for_the_others(house: House) -> None:
    code = opened(house, "incan-gold", 3)

    order(house, code, 1, "torch")
    order(house, code, 2, "camp")

    assert read(house, code).steps == 1
    assert [ask.answered for ask in seen(house, code).asks] == [True, True, False]


def test_the_last_sealed_answer_makes_one_step_of_all(house: House) -> None:
    code = opened(house, "incan-gold", 3)

    for number, choice in ((3, "torch"), (1, "camp"), (2, "torch")):
        order(house, code, number, choice)

    (told,) = seen(house, code).history[-1:]
    assert [said.text for said in told.orders] == ["camp", "torch", "torch"]


def test_a_sealed_answer_can_be_changed_until_all_are_in(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    first = order(house, code, 1, "torch").receipt
    second = order(house, code, 1, "camp").receipt

    assert (first.number, second.number) == (1, 2)
    ask = seen(house, code, 1).ask
    assert ask
    assert ask.orders == "camp"


def test_nobody_sees_what_or_when_somebody_answered(house: House) -> None:
    """Whatever the others choose, and change, an onlooker and another seat get the same page."""
    code = opened(house, "incan-gold", 3)
    order(house, code, 1, "torch")
    before = [seen(house, code, number) for number in (None, 2)]

    order(house, code, 1, "camp")

    assert [seen(house, code, number) for number in (None, 2)] == before


def test_a_letter_goes_to_whoever_is_asked_and_to_nobody_else(house: House) -> None:
    code = opened(house, "tikal", 3)

    assert [letter.facts for letter in letters(house, "your_turn")] == [{"seat": 1, "turn": 1}]
    assert len(letters(house, "started")) == 2
    order(house, code, 1, bot_orders(house, code, 1))
    assert [letter.facts["seat"] for letter in letters(house, "your_turn")] == [1, 2]


@pytest.mark.parametrize(("name", "seats"), [("tikal", 2), ("incan-gold", 4)])
def test_a_match_is_played_to_its_end(house: House, name: str, seats: int) -> None:
    code = opened(house, name, seats)

    while read(house, code).status == "running":
        for ask in [ask for ask in asks(house, code) if not ask.answered_at]:
            order(house, code, ask.seat, bot_orders(house, code, ask.seat))

    with house.db.reading() as session:
        assert verify(history.record(session, code).encode()).status == RIGHT
        assert fsck.check(session, house) == []
    assert len(letters(house, "result")) == seats


def test_the_past_shows_what_a_seat_saw_then(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    views = [seen(house, code, 2).game_view]
    for _ in range(4):
        for ask in asks(house, code):
            order(house, code, ask.seat, "torch")
        views.append(seen(house, code, 2).game_view)

    assert [seen(house, code, 2, step).game_view for step in range(5)] == views


def test_two_at_once_make_one_step_and_two_receipts_that_agree(house: House) -> None:
    for _ in range(10):
        code = opened(house, "tikal", 2)
        match, orders = read(house, code), bot_orders(house, code, 1)

        with ThreadPoolExecutor(2) as both:
            twice = [both.submit(order, house, code, 1, orders, match.turn, match.steps) for _ in range(2)]
        receipts = [one.result().receipt for one in twice]

        assert shown_receipt(receipts[0]) == shown_receipt(receipts[1])
        with house.db.reading() as session:
            made = session.exec(select(Step).where(Step.match_id == match.id)).all()
            given = session.exec(select(Receipt).where(Receipt.match_id == match.id)).all()
        assert len(made) == match.steps + 1
        assert len(given) == 1


def test_a_match_that_is_given_up_publishes_its_seed(house: House) -> None:
    code = opened(house, "tikal", 2)
    host = read(house, code).host_id

    house.db.write(lambda session: host_actions.give_up(session, house, code, host))

    with house.db.reading() as session:
        verdict = verify(history.record(session, code).encode())
    assert verdict.status == RIGHT
    assert verdict.lines[-1]["abandoned"] is True


def test_fsck_finds_a_state_that_is_not_what_the_orders_lead_to(house: House) -> None:
    code = opened(house, "tikal", 2)

    def spoil(session: object) -> None:
        match = find.by_code(session, code)  # type: ignore[arg-type]
        match.state = {**(match.state or {}), "ap": 99}

    house.db.write(spoil)

    with house.db.reading() as session:
        assert fsck.check(session, house) == [f"match {code}: the kept state is not what the orders lead to"]


def test_the_seed_is_not_kept_in_the_open(house: House) -> None:
    code = opened(house, "tikal", 2)

    locked = read(house, code).locked_seed

    assert house.vault.open(locked).hex() not in locked
    assert seat(house, code, 1).salt


def test_who_wants_receipts_by_letter_gets_one_for_each_order_on_a_page(house: House) -> None:
    code = opened(house, "incan-gold", 3)
    bo = friend(house, "Bo")
    house.db.write(lambda session: accounts.change(session, bo, receipts=True))

    for number in (1, 2):
        order(house, code, number, "torch")
        order(house, code, number, "torch")

    assert [letter.facts for letter in letters(house, "receipt")] == [{"seat": 2, "receipt": 1}]
