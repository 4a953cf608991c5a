"""A sealed answer that waits for the others': every letter to who gave it says which one it is."""

import pytest

from app.services.play import host_actions
from tests.world.mailer import Mailer

NOT_ASKED = "You are not asked for anything"
KEPT = "Your answer is kept until everybody has answered: torch."
HOW = "Until then you can change it with another reply, or take it back with “undo”."


@pytest.mark.parametrize(
    "text", ["Nice evening, friends!", "status", "board", "help", "say: hello", "tocrh", "plan: none"]
)
def test_whoever_has_answered_is_told_what_and_how_to_change_it(incan: Mailer, text: str) -> None:
    incan.mail(1, "torch")

    told = incan.told(1, text)

    assert told.count(KEPT) == told.count(HOW) == 1
    assert (incan.view().sealed_answer, incan.view().names_asked) == ("torch", "Bo and Cy")
    assert "The match is waiting for Bo and Cy now." in told
    assert NOT_ASKED not in told
    assert KEPT in incan.answer().html


def test_the_answer_to_that_letter_changes_it(incan: Mailer) -> None:
    incan.mail(1, "torch")
    incan.mail(1, "status")

    key = incan.answer().reply_to.split("@")[0].removeprefix("r.").partition(".")[0]
    incan.mail(1, "camp", key)

    assert incan.ask(1).orders == "camp"


def test_an_answer_that_a_receipt_tells_is_told_once(incan: Mailer) -> None:
    told = incan.told(1, "torch")

    receipt = incan.outcome().receipt
    assert receipt
    assert (receipt.orders, incan.view().still_sealed) == ("torch", True)
    assert KEPT not in told
    assert told.count(HOW) == 1


def test_an_answer_that_was_changed_meanwhile_is_told_as_it_is_now(incan: Mailer) -> None:
    receipt = incan.receipt_for(1, "camp")
    incan.friends.order(1, "torch")

    told = " ".join(incan.answer().text.split())

    assert receipt.orders == "camp"
    assert told.count(KEPT) == told.count(HOW) == 1


def test_a_receipt_of_an_earlier_turn_tells_no_answer_of_the_present_one(incan: Mailer) -> None:
    old = incan.key(1)
    incan.choose("torch", "torch", "torch")
    incan.friends.order(1, "torch")

    told = incan.told(1, "torch", old)

    receipt, view = incan.outcome().receipt, incan.view()
    assert receipt
    assert (receipt.again, view.still_sealed, view.sealed_answer) == (True, False, "")
    assert KEPT not in told


def test_in_a_pause_it_is_told_and_cannot_be_changed(incan: Mailer) -> None:
    incan.mail(1, "torch")
    host = incan.match.host_id
    incan.house.db.write(lambda session: host_actions.pause(session, incan.house, incan.friends.code, host))

    told = incan.told(1, "status")

    assert KEPT in told
    assert HOW not in told


def test_nobody_else_is_told_of_it(incan: Mailer) -> None:
    incan.mail(1, "torch")

    told = incan.told(2, "status")

    assert incan.view().sealed_answer == ""
    assert KEPT not in told
    assert "It is your turn to give orders." in told


# --- The head beside a receipt ---

# The letter is to say which of the three a head is.
WITH = "With these orders, the record ended in"
WHEN = "When you answered, the record ended in"
SO_FAR = "Record"


def test_orders_that_were_played_have_the_head_that_they_led_to(tikal: Mailer) -> None:
    told = tikal.told(1, tikal.tile())

    (kept,) = tikal.friends.receipts()
    assert not tikal.view().was_sealed
    assert f"{WITH}: {kept.head[:8]}" in told
    assert told.count(SO_FAR) == 1, "in the foot"


def test_a_sealed_answer_has_the_head_of_when_it_was_given(incan: Mailer) -> None:
    before = incan.match.head[:8]
    told = incan.told(1, "torch")
    assert f"{WHEN}: {before}" in told
    assert incan.view().was_sealed

    incan.choose("torch", "torch", "torch")
    told = " ".join(incan.answer().text.split())

    after = incan.match.head[:8]
    assert before != after
    assert f"{WHEN}: {before}" in told
    assert f"{SO_FAR}: {after}" in told
    assert told.count(SO_FAR) == 1, "in the foot"
