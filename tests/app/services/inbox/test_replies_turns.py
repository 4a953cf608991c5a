"""Replies about turns that have passed, replies from a player who was away, and orders that stand in part."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.models import Player, Seat
from app.services.inbox.reply_facts import PassedOrders
from app.services.people import accounts
from app.services.play import host_actions
from app.services.play.order_errors import Place
from app.services.upkeep import fsck
from engine.registry import game
from tests.world import World
from tests.world.mailer import Mailer

# --- Turns that have passed ---


def test_orders_for_a_turn_that_has_passed_are_told_what_was_played_and_what_is_asked(
    incan: Mailer,
) -> None:
    old = incan.key(1)
    incan.choose("torch", "torch", "torch")
    before = incan.match

    came = incan.came_of(1, "camp", old)

    assert (came.passed, came.receipt) == ((PassedOrders("torch", ""),), None)
    assert "It is your turn to give orders." in incan.answer().text
    assert incan.answer().reply_to == Addresses(incan.house.settings).reply(incan.key(1))
    assert incan.match == before


def test_answering_that_answer_plays_the_present_turn(incan: Mailer) -> None:
    old = incan.key(1)
    incan.choose("torch", "torch", "torch")
    incan.mail(1, "camp", old)

    address = Addresses(incan.house.settings).read(incan.answer().reply_to)
    assert address
    incan.mail(1, "camp", address.key)

    assert incan.ask(1).orders == "camp"


def test_the_same_orders_for_a_turn_that_has_passed_get_their_receipt(incan: Mailer) -> None:
    old = incan.key(1)
    incan.choose("torch", "torch", "torch")

    receipt = incan.receipt_for(1, "Torch!", old)

    assert (receipt.number, receipt.again, receipt.lately) == (1, True, False)
    assert incan.outcome().passed == (PassedOrders("torch", ""),)
    assert incan.ask(1).answered_at is None


def test_an_answer_that_was_changed_is_no_receipt_for_what_was_played(incan: Mailer) -> None:
    old = incan.key(1)
    incan.friends.order(1, "torch")
    incan.choose("camp", "torch", "torch")

    came = incan.came_of(1, "torch", old)

    assert (came.passed, came.receipt) == ((PassedOrders("camp", ""),), None)


def test_orders_to_an_address_of_no_turn_are_not_played(incan: Mailer) -> None:
    came = incan.came_of(1, "torch", incan.friends.key_between(1, 0))

    assert (came.unasked, came.receipt) == (True, None)
    assert incan.answer().reply_to.startswith(f"r.{incan.key(1)}.")
    assert incan.ask(1).answered_at is None


def test_a_player_who_is_not_asked_is_told_whose_turn_it_is(tikal: Mailer) -> None:
    told = tikal.told(2, "end")

    assert "It is not your turn. The match is waiting for Ana now." in told


def test_a_paused_match_says_so(incan: Mailer) -> None:
    host = incan.match.host_id
    incan.house.db.write(lambda session: host_actions.pause(session, incan.house, incan.friends.code, host))

    told = incan.told(1, "torch")

    assert "The match is paused; you can give orders once it goes on." in told
    assert incan.ask(1).answered_at is None


@pytest.mark.parametrize("text", ["torch", "undo", "status", "plan: torch", "Thanks!"])
def test_a_match_that_is_over_stays_as_it_is(incan: Mailer, text: str) -> None:
    old, host = incan.key(1), incan.match.host_id
    incan.house.db.write(lambda session: host_actions.give_up(session, incan.house, incan.friends.code, host))
    before = incan.match

    told = incan.told(1, text, old)

    assert "The match was ended early, without a result." in told
    assert incan.match == before


# --- Who writes ---


def test_a_player_who_has_a_bot_in_the_seat_is_back_with_the_first_orders(incan: Mailer) -> None:
    incan.world.change(Seat, incan.friends.seat(1).id, deputy=True)

    came = incan.came_of(1, "torch")

    assert came.back
    assert not incan.friends.seat(1).deputy
    assert incan.ask(1).orders == "torch"


def test_even_orders_that_come_too_late_bring_their_writer_back(incan: Mailer) -> None:
    old = incan.key(1)
    incan.choose("torch", "torch", "torch")
    incan.world.change(Seat, incan.friends.seat(1).id, deputy=True)

    came = incan.came_of(1, "camp", old)

    assert (came.passed, came.back) == ((PassedOrders("torch", ""),), True)
    assert not incan.friends.seat(1).deputy


def test_a_look_at_the_board_leaves_the_bot_where_it_is(incan: Mailer) -> None:
    incan.world.change(Seat, incan.friends.seat(1).id, deputy=True)

    incan.mail(1, "board")

    assert incan.friends.seat(1).deputy


def test_nobody_answers_for_a_former_player(incan: Mailer) -> None:
    key, left = incan.key(1), incan.friends.seat(1).player_id or 0
    incan.house.db.write(partial(accounts.delete_account, house=incan.house, player_id=left))

    assert incan.mail(1, "torch", key) == "there is no such address"
    assert not incan.friends.letters("reply")
    assert incan.ask(1).answered_at is None


def test_an_unknown_address_is_noted(incan: Mailer) -> None:
    assert incan.mail(1, "torch", "a" * 26) == "there is no such address"


# --- Part of the orders ---


def near_a_wafer(world: World) -> tuple[Mailer, int, str]:
    """A match in which a seat can take a treasure, with points left for more; the seat, and the order."""
    for _ in range(20):  # in some matches nobody ever can
        by = Mailer(world.match("tikal", 2))
        while by.match.status == "running":
            (ask,) = by.friends.seen().asks
            view = by.friends.seen(ask.seat).game_view
            takes = [choice for choice in game("tikal").choices(view) if choice.startswith("take")]
            if takes and view["ap"] > 6:
                return by, ask.seat, takes[0]
            orders = by.friends.bot_orders(ask.seat)
            by.friends.order(ask.seat, orders.split("; ")[0] if view["hand"] else orders)
    raise AssertionError("nobody ever finds a treasure")


def test_what_stands_after_a_wafer_and_what_does_not_is_told_in_one_letter(world: World) -> None:
    by, number, take = near_a_wafer(world)

    came = by.came_of(number, f"{take}\ndig a5")

    assert came.receipt
    assert came.receipt.orders == take
    assert came.refused
    assert (came.refused.stood, came.refused.place) == (1, Place("", "dig a5", ""))
    assert by.view().still_open
    assert "Action 1 was done and stands" in " ".join(by.answer().text.split())
    (letter,) = world.letters("refused")
    assert letter.dropped == "the answer to the mail tells it"


# --- Races ---


def test_two_last_answers_at_once_make_one_step(world: World) -> None:
    for _ in range(5):
        by = Mailer(world.match("incan-gold", 3))
        by.friends.order(3, "torch")
        keys = [by.key(1), by.key(2)]

        with ThreadPoolExecutor(2) as both:
            sent = [both.submit(by.mail, number, "torch", key) for number, key in enumerate(keys, 1)]
        outcomes = [one.result() for one in sent]

        assert outcomes == ["receipt 1", "receipt 1"]
        assert by.match.steps == 2
    with world.house.db.reading() as session:
        assert fsck.check_matches(session, world.house) == []


def test_the_answer_leaves_at_once(incan: Mailer) -> None:
    incan.mail(1, "torch")

    letter = incan.friends.letters("reply")[-1]
    assert (letter.wanted_at, letter.due_at) == (letter.created_at, letter.created_at)


def test_time_that_has_run_out_while_nobody_rang_changes_no_answer(incan: Mailer) -> None:
    incan.friends.pass_time(days=30)

    assert incan.receipt_for(1, "camp").orders == "camp"


def test_a_wish_for_no_letters_is_no_wish_for_no_answer(incan: Mailer) -> None:
    mine = incan.friends.seat(1)
    incan.world.change(Seat, mine.id, mute=True)
    incan.world.change(Player, mine.player_id, mail="none")

    assert incan.receipt_for(1, "torch").orders == "torch"
