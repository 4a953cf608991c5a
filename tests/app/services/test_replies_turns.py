"""Replies about turns that have passed, from who was away, and orders that stand in part."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from app.house import House
from app.models import Player, Seat
from app.services.people import accounts
from app.services.play import host_actions
from app.services.upkeep import fsck
from engine.registry import game
from tests.app.services.correspondence import Correspondence, change, play
from tests.app.services.houses import bot_orders, letters, opened, order, pass_time, read, seat, seen

# --- Turns that have passed ---


def test_orders_for_a_turn_that_has_passed_are_told_what_was_played_and_what_is_asked(
    incan: Correspondence,
) -> None:
    old = incan.key(1)
    play(incan, "torch", "torch", "torch")
    before = read(incan.house, incan.code)

    told = incan.told(1, "camp", old)

    assert "that has been decided already; nothing was changed" in told
    assert "By you: torch" in told
    assert "You are asked for orders." in told
    assert incan.answer().reply_to == f"r.{incan.key(1)}@{incan.house.settings.domain}"
    assert read(incan.house, incan.code) == before


def test_answering_that_answer_plays_the_present_turn(incan: Correspondence) -> None:
    old = incan.key(1)
    play(incan, "torch", "torch", "torch")
    incan.mail(1, "camp", old)

    key = incan.answer().reply_to.split("@")[0].removeprefix("r.")
    incan.mail(1, "camp", key)

    assert incan.ask(1).orders == "camp"


def test_the_same_orders_for_a_turn_that_has_passed_get_their_receipt(incan: Correspondence) -> None:
    old = incan.key(1)
    play(incan, "torch", "torch", "torch")

    told = incan.told(1, "Torch!", old)

    assert "you had sent these orders before; they count once" in told
    assert "Receipt number: 1" in told
    assert incan.ask(1).answered_at is None


def test_an_answer_that_was_changed_is_no_receipt_for_what_was_played(incan: Correspondence) -> None:
    old = incan.key(1)
    order(incan.house, incan.code, 1, "torch")
    play(incan, "camp", "torch", "torch")

    told = incan.told(1, "torch", old)

    assert "that has been decided already" in told
    assert "By you: camp" in told


def test_orders_to_an_address_of_no_turn_are_not_played(incan: Correspondence) -> None:
    told = incan.told(1, "torch", seat(incan.house, incan.code, 1).post_key)

    assert "your orders were not played" in told
    assert "send your orders as a reply to this letter" in told
    assert incan.answer().reply_to.startswith(f"r.{incan.key(1)}@")
    assert incan.ask(1).answered_at is None


def test_who_is_not_asked_is_told_whose_turn_it_is(tikal: Correspondence) -> None:
    told = tikal.told(2, "end")

    assert "You are not asked for anything. The match waits for Ana now." in told


def test_a_paused_match_says_so(incan: Correspondence) -> None:
    host = read(incan.house, incan.code).host_id
    incan.house.db.write(lambda session: host_actions.pause(session, incan.house, incan.code, host))

    told = incan.told(1, "torch")

    assert "The match is paused; orders can be given when the host lets it go on." in told
    assert incan.ask(1).answered_at is None


@pytest.mark.parametrize("text", ["torch", "undo", "status", "plan: torch", "Thanks!"])
def test_a_match_that_is_over_stays_as_it_is(incan: Correspondence, text: str) -> None:
    old, host = incan.key(1), read(incan.house, incan.code).host_id
    incan.house.db.write(lambda session: host_actions.give_up(session, incan.house, incan.code, host))
    before = read(incan.house, incan.code)

    told = incan.told(1, text, old)

    assert "The match has been given up by its host." in told
    assert read(incan.house, incan.code) == before


# --- Who writes ---


def test_who_has_a_bot_in_the_seat_is_back_with_the_first_orders(incan: Correspondence) -> None:
    change(incan.house, Seat, seat(incan.house, incan.code, 1).id, deputy=True)

    told = incan.told(1, "torch")

    assert "You are back: the bot does not play for you any more." in told
    assert not seat(incan.house, incan.code, 1).deputy
    assert incan.ask(1).orders == "torch"


def test_even_orders_that_come_too_late_bring_their_writer_back(incan: Correspondence) -> None:
    old = incan.key(1)
    play(incan, "torch", "torch", "torch")
    change(incan.house, Seat, seat(incan.house, incan.code, 1).id, deputy=True)

    told = incan.told(1, "camp", old)

    assert "that has been decided already" in told
    assert not seat(incan.house, incan.code, 1).deputy


def test_a_look_at_the_board_leaves_the_bot_where_it_is(incan: Correspondence) -> None:
    change(incan.house, Seat, seat(incan.house, incan.code, 1).id, deputy=True)

    incan.mail(1, "board")

    assert seat(incan.house, incan.code, 1).deputy


def test_nobody_answers_for_a_former_player(incan: Correspondence) -> None:
    key, left = incan.key(1), seat(incan.house, incan.code, 1).player_id or 0
    incan.house.db.write(partial(accounts.forget, house=incan.house, player_id=left))

    assert incan.mail(1, "torch", key) == "nobody plays this seat by mail"
    assert not letters(incan.house, "reply")
    assert incan.ask(1).answered_at is None


def test_an_unknown_address_is_noted(incan: Correspondence) -> None:
    assert incan.mail(1, "torch", "a" * 26) == "there is no such address"


# --- Part of the orders ---


def near_a_wafer(house: House) -> tuple[Correspondence, int, str]:
    """A match in which a seat can take a treasure, with points left for more; the seat, and the order."""
    for _ in range(20):  # in some matches nobody ever can
        by = Correspondence(house, opened(house, "tikal", 2))
        while (match := read(house, by.code)).status == "running":
            (ask,) = seen(house, by.code).asks
            view = seen(house, by.code, ask.seat).game_view
            takes = [choice for choice in game("tikal").choices(view) if choice.startswith("take")]
            if takes and view["ap"] > 6:
                return by, ask.seat, takes[0]
            orders = bot_orders(house, match.code, ask.seat)
            order(house, match.code, ask.seat, orders.split("; ")[0] if view["hand"] else orders)
    raise AssertionError("nobody ever finds a treasure")


def test_what_stands_after_a_wafer_and_what_does_not_is_told_in_one_letter(house: House) -> None:
    by, number, take = near_a_wafer(house)

    told = by.told(number, f"{take}\ndig a5")

    assert "the first part of your orders was played, the rest was not" in told
    assert f"Understood: {take} " in told
    assert "> dig a5 > ^^^^^^" in told
    assert "Action 1 was done and stands" in told
    assert "Your turn is still open." in told
    (letter,) = letters(house, "refused")
    assert letter.dropped == "the answer to the mail tells it"


# --- Races ---


def test_two_last_answers_at_once_make_one_step(house: House) -> None:
    for _ in range(5):
        by = Correspondence(house, opened(house, "incan-gold", 3))
        order(house, by.code, 3, "torch")
        keys = [by.key(1), by.key(2)]

        with ThreadPoolExecutor(2) as both:
            sent = [both.submit(by.mail, number, "torch", key) for number, key in enumerate(keys, 1)]
        outcomes = [one.result() for one in sent]

        assert outcomes == ["receipt 1", "receipt 1"]
        assert read(house, by.code).steps == 2
    with house.db.reading() as session:
        assert fsck.check(session, house) == []


def test_the_answer_leaves_at_once(incan: Correspondence) -> None:
    incan.mail(1, "torch")

    letter = letters(incan.house, "reply")[-1]
    assert (letter.wanted_at, letter.due_at) == (letter.created_at, letter.created_at)


def test_time_that_has_run_out_while_nobody_rang_changes_no_answer(incan: Correspondence) -> None:
    pass_time(incan.house, incan.code, days=30)

    assert "Understood: camp" in incan.told(1, "camp")


def test_a_wish_for_no_letters_is_no_wish_for_no_answer(incan: Correspondence) -> None:
    mine = seat(incan.house, incan.code, 1)
    change(incan.house, Seat, mine.id, mute=True)
    change(incan.house, Player, mine.player_id, mail="none")

    assert "Understood: torch" in incan.told(1, "torch")
