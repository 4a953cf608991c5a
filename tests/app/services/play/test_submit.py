"""Orders, receipts, sealed answers and the letters they lead to."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import select

from app.models import Receipt, Step
from app.problems import Stale
from app.services.matches import find, history
from app.services.matches.history import shown_receipt
from app.services.people import accounts
from app.services.play import host_actions
from app.services.upkeep import fsck
from engine.errors import Illegal, Unreadable
from engine.verify import RIGHT, RUNNING, verify
from tests.world import World


def test_the_first_line_of_the_record_is_written_when_the_match_starts(world: World) -> None:
    friends = world.match("tikal", 3)

    with world.house.db.reading() as session:
        verdict = verify(history.record_of(session, friends.code).encode())

    assert verdict.status == RUNNING
    assert verdict.lines[0]["seats"] == ["Ana", "Bo", "Cy"]
    assert verdict.head == friends.match.head


def test_an_order_is_a_step_and_gets_a_receipt(world: World) -> None:
    friends = world.match("tikal", 2)
    tile = friends.seen(1).examples[0]

    done = friends.order(1, f"  {tile.upper()} ;; enter 2 into a5")

    assert done.receipt.orders == f"{tile}; enter 2 a5"
    assert done.receipt.number == 1
    assert done.receipt.head == friends.match.head
    assert friends.match.steps == 2


@pytest.mark.parametrize(("text", "error"), [("hello", Unreadable), ("end", Illegal)])
def test_orders_that_cannot_be_change_nothing(world: World, text: str, error: type[Exception]) -> None:
    friends = world.match("tikal", 2)
    before = friends.match

    with pytest.raises(error):
        friends.order(1, text)

    assert friends.match == before
    assert len(world.letters("your_turn")) == 1


def test_the_same_orders_again_get_the_same_receipt(world: World) -> None:
    friends = world.match("tikal", 2)
    turn, base = friends.match.turn, friends.match.steps
    orders = friends.bot_orders(1)
    first = friends.order(1, orders)

    again = friends.order(1, orders, turn, base)

    assert again.again
    assert shown_receipt(again.receipt) == shown_receipt(first.receipt)
    assert friends.match.steps == base + 1


def test_other_orders_for_what_has_been_answered_do_not_get_the_receipt_as_if_they_counted(
    world: World,
) -> None:
    friends = world.match("incan-gold", 3)
    turn, base = friends.match.turn, friends.match.steps
    for number in (1, 2, 3):
        friends.order(number, "torch")

    with pytest.raises(Stale) as caught:
        friends.order(1, "camp", turn, base)

    assert caught.value.receipt.orders == "torch"
    assert friends.order(1, "torch", turn, base).again


def test_orders_for_what_has_passed_are_stale(world: World) -> None:
    friends = world.match("tikal", 2)
    turn, base = friends.match.turn, friends.match.steps
    friends.order(1, friends.bot_orders(1))

    with pytest.raises(Stale):
        friends.order(2, "end", turn, base)


def test_a_submission_that_leaves_the_same_seat_to_move_keeps_its_ask(world: World) -> None:
    friends = world.match("tikal", 2)
    (before,) = friends.asks()

    friends.order(1, friends.seen(1).examples[0])
    (after,) = friends.asks()

    assert (after.id, after.due_at, after.turn) == (before.id, before.due_at, before.turn)
    assert (before.kind, after.kind) == ("tile", "ap")
    assert len(world.letters("your_turn")) == 1


def test_a_sealed_answer_waits_for_the_others(world: World) -> None:
    friends = world.match("incan-gold", 3)

    friends.order(1, "torch")
    friends.order(2, "camp")

    assert friends.match.steps == 1
    assert [ask.answered for ask in friends.seen().asks] == [True, True, False]


def test_the_last_sealed_answer_makes_one_step_of_all(world: World) -> None:
    friends = world.match("incan-gold", 3)

    for number, choice in ((3, "torch"), (1, "camp"), (2, "torch")):
        friends.order(number, choice)

    (told,) = friends.seen().history[-1:]
    assert [said.text for said in told.orders] == ["camp", "torch", "torch"]


def test_a_sealed_answer_can_be_changed_until_all_are_in(world: World) -> None:
    friends = world.match("incan-gold", 3)
    first = friends.order(1, "torch").receipt
    second = friends.order(1, "camp").receipt

    assert (first.number, second.number) == (1, 2)
    ask = friends.seen(1).ask
    assert ask
    assert ask.orders == "camp"


def test_nobody_sees_what_or_when_somebody_answered(world: World) -> None:
    """Whatever the others choose, and change, an onlooker and another seat get the same page."""
    friends = world.match("incan-gold", 3)
    friends.order(1, "torch")
    before = [friends.seen(number) for number in (None, 2)]

    friends.order(1, "camp")

    assert [friends.seen(number) for number in (None, 2)] == before


def test_a_letter_goes_to_whoever_is_asked_and_to_nobody_else(world: World) -> None:
    friends = world.match("tikal", 3)

    assert [letter.facts for letter in world.letters("your_turn")] == [{"seat": 1, "turn": 1}]
    assert len(world.letters("started")) == 2
    friends.order(1, friends.bot_orders(1))
    assert [letter.facts["seat"] for letter in world.letters("your_turn")] == [1, 2]


@pytest.mark.parametrize(("name", "seats"), [("tikal", 2), ("incan-gold", 4)])
def test_a_match_is_played_to_its_end(world: World, name: str, seats: int) -> None:
    friends = world.match(name, seats)

    while friends.match.status == "running":
        for ask in [ask for ask in friends.asks() if not ask.answered_at]:
            friends.order(ask.seat, friends.bot_orders(ask.seat))

    with world.house.db.reading() as session:
        assert verify(history.record_of(session, friends.code).encode()).status == RIGHT
        assert fsck.check_matches(session, world.house) == []
    assert len(world.letters("result")) == seats


def test_the_past_shows_what_a_seat_saw_then(world: World) -> None:
    friends = world.match("incan-gold", 3)
    views = [friends.seen(2).game_view]
    for _ in range(4):
        for ask in friends.asks():
            friends.order(ask.seat, "torch")
        views.append(friends.seen(2).game_view)

    assert [friends.seen(2, step).game_view for step in range(5)] == views


def test_two_at_once_make_one_step_and_two_receipts_that_agree(world: World) -> None:
    for _ in range(10):
        friends = world.match("tikal", 2)
        match, orders = friends.match, friends.bot_orders(1)

        with ThreadPoolExecutor(2) as both:
            twice = [both.submit(friends.order, 1, orders, match.turn, match.steps) for _ in range(2)]
        receipts = [one.result().receipt for one in twice]

        assert shown_receipt(receipts[0]) == shown_receipt(receipts[1])
        with world.house.db.reading() as session:
            made = session.exec(select(Step).where(Step.match_id == match.id)).all()
            given = session.exec(select(Receipt).where(Receipt.match_id == match.id)).all()
        assert len(made) == match.steps + 1
        assert len(given) == 1


def test_a_match_that_is_given_up_publishes_its_seed(world: World) -> None:
    friends = world.match("tikal", 2)
    host = friends.match.host_id

    world.house.db.write(lambda session: host_actions.give_up(session, world.house, friends.code, host))

    with world.house.db.reading() as session:
        verdict = verify(history.record_of(session, friends.code).encode())
    assert verdict.status == RIGHT
    assert verdict.lines[-1]["abandoned"] is True


def test_fsck_finds_a_state_that_is_not_what_the_orders_lead_to(world: World) -> None:
    friends = world.match("tikal", 2)

    def spoil(session: object) -> None:
        match = find.by_code(session, friends.code)  # type: ignore[arg-type]
        match.state = {**(match.state or {}), "ap": 99}

    world.house.db.write(spoil)

    with world.house.db.reading() as session:
        assert fsck.check_matches(session, world.house) == [
            f"match {friends.code}: the kept state is not what the orders lead to"
        ]


def test_the_seed_is_not_kept_in_the_open(world: World) -> None:
    friends = world.match("tikal", 2)

    locked = friends.match.locked_seed

    assert world.house.vault.decrypt(locked).hex() not in locked
    assert friends.seat(1).salt


def test_a_player_who_wants_receipts_by_letter_gets_one_for_each_order_on_a_page(world: World) -> None:
    friends = world.match("incan-gold", 3)
    bo = world.friend("Bo")
    world.house.db.write(lambda session: accounts.change_account(session, bo, receipts=True))

    for number in (1, 2):
        friends.order(number, "torch")
        friends.order(number, "torch")

    assert [letter.facts for letter in world.letters("receipt")] == [{"seat": 2, "receipt": 1}]
