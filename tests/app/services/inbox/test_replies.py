"""Orders in a reply: what is played, what is refused, and what the answer says of it."""

import re
from datetime import timedelta

import pytest

from app.models import Player, Receipt
from app.services.play.order_errors import Place
from engine.registry import game
from engine.speech import ENGLISH
from engine.words import LANGUAGES
from tests.world.mailer import Mailer

# --- What counts ---


def test_an_order_between_a_greeting_and_a_name_is_played(tikal: Mailer) -> None:
    first = tikal.tile()

    receipt = tikal.receipt_for(1, f"Hi all,\n\n{first}\nenter 2 a5\n\nSee you!\nAna")

    assert (receipt.orders, receipt.again) == (f"{first}; enter 2 a5", False)
    assert tikal.match.steps == 2


def test_the_receipt_in_the_answer_is_the_one_that_is_kept(tikal: Mailer) -> None:
    receipt = tikal.receipt_for(1, tikal.tile())

    (kept,) = tikal.friends.receipts()
    assert (receipt.number, receipt.head8) == (kept.number, kept.head[:8])
    assert kept.head == tikal.match.head


def test_the_answer_stands_in_the_thread_and_goes_to_the_registered_address_alone(
    tikal: Mailer,
) -> None:
    tikal.mail(1, tikal.tile(), sender="Mallory <mallory@evil.example>", message_id="abc@mail.example")

    answer = tikal.answer()

    assert (answer.to, answer.in_reply_to, answer.replied) == ("ana@example.org", "abc@mail.example", True)
    assert answer.subject == "Re: Sunday: your turn"
    assert "evil" not in answer.text + answer.html


def test_the_answer_shows_what_came_of_it_and_the_new_board(tikal: Mailer) -> None:
    told = tikal.told(1, tikal.tile())

    (placed,) = tikal.view().events
    assert placed.startswith("Ana places")
    assert f"- {placed}" in told
    assert "A Ana has 10 AP." in told


def test_a_turn_with_action_points_left_is_said_to_be_open(tikal: Mailer) -> None:
    told = tikal.told(1, f"{tikal.tile()}\nenter 3 a5")

    view = tikal.view()
    assert (view.still_open, view.points_left, view.can_end) == (True, 7, True)
    assert "It is still your turn. You have 7 action points left. Reply with the word “end” to end" in told


def test_several_mails_in_a_turn_each_play_on(tikal: Mailer) -> None:
    for text in (tikal.tile(), "enter 1 a5", "enter 2 a5", "end"):
        tikal.mail(1, text)

    assert [receipt.orders for receipt in tikal.friends.receipts()][1:] == ["enter 1 a5", "enter 2 a5", "end"]
    assert tikal.view().names_asked == "Bo"


def test_the_same_orders_in_a_new_mail_are_not_played_twice(tikal: Mailer) -> None:
    tikal.mail(1, tikal.tile())
    tikal.mail(1, "enter 2 a5")

    receipt = tikal.receipt_for(1, "Enter 2 into A5, please!")

    assert (receipt.number, receipt.again, receipt.lately) == (2, True, True)
    assert len(tikal.friends.receipts()) == 2


def test_the_same_orders_on_purpose_are_played_again(tikal: Mailer) -> None:
    tikal.mail(1, tikal.tile())
    tikal.mail(1, "enter 2 a5")

    tikal.mail(1, "again\nenter 2 a5")

    assert [receipt.orders for receipt in tikal.friends.receipts()][1:] == ["enter 2 a5", "enter 2 a5"]


def test_the_same_orders_after_an_hour_are_meant_anew(tikal: Mailer) -> None:
    tikal.mail(1, tikal.tile())
    tikal.mail(1, "enter 2 a5")
    tikal.world.change(
        Receipt, tikal.friends.receipts()[-1].id, at=tikal.friends.receipts()[-1].at - timedelta(hours=2)
    )

    tikal.mail(1, "enter 2 a5")

    assert len(tikal.friends.receipts()) == 3


# --- What does not ---


@pytest.mark.parametrize(
    ("text", "place", "right"),
    [
        ("not torch", Place("", "not", " torch"), "what not to do"),
        ("Hello!\n\ntorch\ncamp", Place("", "camp", ""), "one of torch and camp"),
        ("torch?", Place("torch", "?", ""), "this is a question"),
    ],
)
def test_a_mistake_is_marked_and_changes_nothing(incan: Mailer, text: str, place: Place, right: str) -> None:
    mistake = incan.mistake_in(1, text)

    answer = incan.answer()
    assert mistake.place == place
    assert right in mistake.tell(ENGLISH, ())
    assert f"> {place.line}\n    > {place.caret}\n" in answer.text
    assert f"<mark>{place.place}</mark>" in answer.html
    assert incan.ask(1).answered_at is None
    assert not incan.friends.receipts()


def test_typing_mistakes_that_can_only_mean_one_order_are_mended(tikal: Mailer) -> None:
    first = tikal.tile()

    receipt = tikal.receipt_for(1, f"{first}\nenetr 2 a5\nmvoe 1 a5 b4")

    assert receipt.orders == f"{first}; enter 2 a5; move 1 a5 b4"


def test_one_mistake_among_orders_stops_all_of_them(tikal: Mailer) -> None:
    mistake = tikal.mistake_in(1, f"say: hello\n\n{tikal.tile()}\nenter 2 a5\nenetr 1 a5 b4\nend")

    assert (mistake.quoted, mistake.values["nearest"]) == ("enetr", "enter")
    assert (tikal.outcome().unsaid, tikal.outcome().said) == (True, "")
    assert tikal.match.steps == 1
    assert not tikal.friends.seen().asks[0].answered


def test_what_the_rules_forbid_is_told_with_its_place(tikal: Mailer) -> None:
    first = tikal.tile()

    mistake = tikal.mistake_in(1, f"Hi,\n\n{first}\ndig h5\nend")

    answer = tikal.answer()
    assert (mistake.action, mistake.place, mistake.values) == (2, Place("", "dig h5", ""), {"place": "h5"})
    assert "> dig h5\n    > ^^^^^^\n" in answer.text
    assert "h5 is not explored yet" in answer.text
    assert tikal.match.steps == 1


def test_conditions_without_the_word_plan_are_offered_as_standing_orders(incan: Mailer) -> None:
    told = incan.told(1, "torch until hazards >= 2")

    # A round can be over before anybody is asked.
    assert re.search(r"> plan: round \d: torch until hazards >= 2", told)
    assert not incan.friends.seat(1).plan


def test_help_tells_the_words_of_the_readers_language(incan: Mailer) -> None:
    english = incan.told(1, "help")
    incan.world.change(Player, incan.friends.seat(1).player_id, language="de")

    german = incan.told(1, "Hilfe")

    rules = game("incan-gold")
    assert re.search(r"- torch \(\w+, [\w ,]+\): Go on", " ".join(english.split()))
    assert f"- {rules.in_words('torch', 'de')} (torch, " in german


def test_a_plan_that_answers_at_once_says_so(incan: Mailer) -> None:
    told = incan.told(1, "plan: torch")

    plan = incan.outcome().plan
    assert plan
    assert re.fullmatch(r"round \d: torch", plan.text)
    assert plan.answered == "torch"
    assert "it would answer" not in told
    assert incan.ask(1).orders == "torch"


def test_a_plan_that_cannot_be_is_not_called_orders(incan: Mailer) -> None:
    mistake = incan.mistake_in(1, "plan: torch until hazzards >> 2")

    assert (mistake.is_plan, mistake.quoted) == (True, "hazzards")
    assert not incan.friends.seat(1).plan


def test_a_mail_without_orders_gets_examples_that_are_legal_now(tikal: Mailer) -> None:
    told = tikal.told(1, "Sorry, I am busy until Sunday.\nMy dog says hello.")

    assert tikal.outcome().nothing
    assert tikal.facts().mail.rows == ("Sorry, I am busy until Sunday.", "My dog says hello.")
    for example in tikal.friends.seen(1).examples:
        assert example.split("; ")[0] in told
    assert tikal.match.steps == 1


def test_a_second_run_of_other_orders_is_asked_about_and_nothing_is_played(incan: Mailer) -> None:
    mistake = incan.mistake_in(1, "torch\n\nWhat a day!\n\ncamp")

    assert mistake.place == Place("", "camp", "")
    assert incan.ask(1).answered_at is None


def test_talk_with_words_of_orders_is_quoted_beside_the_receipt(incan: Mailer) -> None:
    receipt = incan.receipt_for(1, "torch\n\nI leave for Rome tomorrow.")

    assert (receipt.orders, incan.outcome().later) == ("torch", ("I leave for Rome tomorrow.",))
    assert incan.ask(1).orders == "torch"


# --- How long an answer is ---


def test_what_was_wrong_and_what_to_type_stand_on_the_first_screen(tikal: Mailer) -> None:
    for language in LANGUAGES:
        tikal.world.change(Player, tikal.friends.seat(1).player_id, language=language)
        tikal.mistake_in(1, "dig h9")

        told = tikal.answer().text.splitlines()

        wrong = next(n for n, line in enumerate(told) if "h9" in line)
        examples = [n for n, line in enumerate(told) if line.startswith("    > ") and n > wrong]
        board = next(n for n, line in enumerate(told) if "\\___" in line)
        assert wrong < 8
        assert len(examples) > 2
        assert examples[-1] < min(40, board), language
        assert len(told) < 120
