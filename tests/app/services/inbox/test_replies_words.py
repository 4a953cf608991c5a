"""The words of a mail: help, board, status, undo, plan and say; and mails that get no answer."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

import engine.incan_gold
from app.house import House
from app.models import Letter, Talk
from app.services.inbox import replies
from app.services.inbox.reply_facts import MailOutcome, PassedOrders, PlanInReply
from app.services.play import clocks
from app.services.play.take_back import FINAL, TakenBack
from engine.speech import later
from tests.world.letter_reader import Page, links, without_board, words
from tests.world.mailer import Mailer

# --- Looking ---


@pytest.mark.parametrize("word", ["board", "Status!", "help"])
def test_looking_changes_nothing(incan: Mailer, word: str) -> None:
    before = incan.match, incan.friends.asks()

    told = incan.told(1, word)

    assert incan.outcome().words == (word.lower().strip("!"),)
    assert re.search(r"Round [1-5] of 5", told)
    assert (incan.match, incan.friends.asks()) == before


def test_status_says_who_is_waited_for_and_the_time(incan: Mailer) -> None:
    incan.friends.order(2, "torch")

    told = incan.told(1, "status")

    asked = {ask.name: ask.answered for ask in incan.view().asks}
    assert asked == {"Ana": False, "Bo": True, "Cy": False}
    assert re.search(r"Bo has answered\. Cy has to answer by .* Left in your time bank: 1 hour\.", told)


def test_help_says_what_a_reply_can_say(incan: Mailer) -> None:
    told = incan.told(1, "help")

    for word in ("board", "status", "say: ...", "plan: ...", "plan: none", "undo"):
        assert f"“{word}”" in told
    assert incan.view().plan_help in told
    assert "torch until hazards >= 2; else camp" in incan.view().plan_help


def test_help_says_what_newer_rules_have_changed(incan: Mailer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "in which this is not so yet" not in incan.told(1, "help")
    newer = replace(engine.incan_gold.META, rules=2, changes={2: later("The temple has a cellar.")})
    monkeypatch.setattr(engine.incan_gold, "META", newer)

    told = " ".join(incan.told(1, "help").split())

    assert "in which this is not so yet: - The temple has a cellar." in told


@pytest.mark.parametrize(
    "text",
    [
        "torch",
        "tocrh",
        "torch until hazards >= 2",
        "Hello there!",
        "help\nstatus",
        "undo",
        "say: <b>hello</b>\n\n> quoted\n\ncamp\n\nor else\n\ntorch",
        "plan: always: camp",
        "plan: none",
    ],
)
def test_text_and_page_of_an_answer_say_the_same(incan: Mailer, text: str) -> None:
    incan.mail(1, text, attachments=2)

    letter = incan.answer()
    assert words(without_board(letter.text)) == words(Page(letter.html).text)
    assert links(letter.text) == Page(letter.html).links


# --- Undo ---


def test_undo_opens_a_sealed_ask_again(incan: Mailer) -> None:
    before = incan.ask(1)
    incan.mail(1, "torch")

    came = incan.came_of(1, "undo")

    assert came.undone == TakenBack("torch")
    assert incan.ask(1) == before


def test_an_answer_that_was_taken_back_costs_the_bank_as_if_it_had_never_been(incan: Mailer) -> None:
    incan.mail(1, "torch")
    incan.mail(1, "undo")
    incan.friends.pass_time(days=3, minutes=20)

    for number in (1, 2, 3):
        incan.friends.order(number, "torch")

    used = 3600 - incan.friends.seat(1).bank_left
    assert 20 * 60 <= used < 22 * 60  # the test itself takes a moment


def test_a_reminder_comes_for_an_answer_that_was_taken_back(incan: Mailer) -> None:
    incan.mail(1, "torch")
    incan.mail(1, "undo")
    incan.friends.pass_time(days=2)

    clocks.ring_due_clocks(incan.house)

    assert 1 in [letter.facts["seat"] for letter in incan.friends.letters("reminder")]


def test_undo_and_other_orders_go_together(incan: Mailer) -> None:
    incan.mail(1, "torch")

    receipt = incan.receipt_for(1, "undo\ncamp")

    assert receipt.orders == "camp"
    assert incan.outcome().undone == TakenBack("torch")
    assert incan.ask(1).orders == "camp"


def test_undo_before_an_answer_says_that_there_is_none(incan: Mailer) -> None:
    assert incan.came_of(1, "undo").undone == TakenBack("")


def test_what_has_been_played_is_final(tikal: Mailer) -> None:
    tikal.mail(1, tikal.friends.seen(1).examples[0])
    before = tikal.match

    came = tikal.came_of(1, "undo\nenter 1 a5")

    assert (came.problem, came.receipt) == (FINAL, None)
    assert tikal.match == before


def test_undo_of_a_turn_that_has_passed_leaves_the_present_answer_alone(incan: Mailer) -> None:
    old = incan.key(1)
    for number in (1, 2, 3):
        incan.friends.order(number, "torch")
    incan.mail(1, "camp")

    came = incan.came_of(1, "undo", old)

    assert (came.passed, came.undone) == ((PassedOrders("torch", ""),), None)
    assert incan.ask(1).orders == "camp"


def test_undo_of_what_a_plan_answered_takes_the_plan_back_too(incan: Mailer) -> None:
    incan.mail(1, "plan: always: torch")
    assert incan.ask(1).orders == "torch"

    came = incan.came_of(1, "undo")

    assert came.undone == TakenBack("torch", plan=True)
    assert incan.ask(1).answered_at is None
    assert incan.friends.seat(1).plan is None


# --- Plans ---


def test_a_plan_is_set_and_rehearsed(tikal: Mailer) -> None:
    told = tikal.told(1, "plan: end scoring")

    assert tikal.outcome().plan == PlanInReply("always: end scoring")
    assert "From what you can see now, it would not answer." in told
    assert tikal.friends.seat(1).plan == "always: end scoring"


def test_a_plan_is_taken_away(tikal: Mailer) -> None:
    tikal.mail(1, "plan: end scoring")

    came = tikal.came_of(1, "Plan: off")

    assert came.plan == PlanInReply("")
    assert tikal.friends.seat(1).plan is None


def test_a_plan_with_a_mistake_undoes_the_orders_beside_it(incan: Mailer) -> None:
    mistake = incan.mistake_in(1, "torch\n\nplan: torch until hazads >= 2")

    assert (mistake.quoted, mistake.values["nearest"]) == ("hazads", "hazards")
    assert incan.ask(1).answered_at is None
    assert incan.friends.seat(1).plan is None


def test_orders_count_for_now_and_the_plan_beside_them_for_later(incan: Mailer) -> None:
    incan.mail(1, "plan: always: camp\n\ntorch")
    for number in (2, 3):
        incan.friends.order(number, "torch")

    (told,) = incan.friends.seen().history[-1:]
    assert told.orders[0].text == "torch"
    assert incan.ask(1).orders == "camp"


# --- Say ---


def said(house: House) -> list[tuple[int, str]]:
    with house.db.reading() as session:
        return [(row.seat, row.text) for row in session.exec(select(Talk))]


def test_several_things_in_one_mail_get_one_answer(incan: Mailer) -> None:
    receipt = incan.receipt_for(1, "say: good luck\nto you all\n\nboard\n\ntorch")

    assert said(incan.house) == [(1, incan.outcome().said)] == [(1, "good luck\nto you all")]
    assert receipt.orders == "torch"
    assert incan.outcome().words == ("board",)
    assert len(incan.friends.letters("reply")) == 1


def test_the_others_read_it_in_their_next_letter_and_only_once(incan: Mailer) -> None:
    incan.mail(1, "say: where were you?")

    assert "Ana says: where were you?" in incan.told(2, "board")
    assert "where were you" not in incan.told(1, "board")


def test_what_is_too_long_to_be_said_is_not_cut(incan: Mailer) -> None:
    came = incan.came_of(1, "say: " + "word " * 500 + "\n\ntorch")

    assert came.problem
    assert (came.values, came.unsaid) == ({"length": 2499, "most": 2000}, True)
    assert said(incan.house) == []
    assert incan.ask(1).answered_at is None


# --- No answer ---


def test_a_mail_that_cannot_be_read_is_answered_with_the_reason(incan: Mailer) -> None:
    came = incan.came_of(1, "", lines=(), problem="it has too many parts")

    assert came == MailOutcome(unreadable="it has too many parts")
    assert came.unreadable in incan.answer().text


def test_orders_beyond_the_answers_of_an_hour_count_and_are_not_answered(incan: Mailer) -> None:
    most = replies.MOST_ANSWERS
    for n in range(most):
        incan.mail(1, ("torch", "camp")[n % 2])

    outcome = incan.mail(1, "torch")

    assert outcome == f"receipt {most + 1}; not answered: too many within an hour"
    assert incan.ask(1).orders == "torch"
    silent = [letter.facts["silent"] for letter in incan.friends.letters("reply")]
    assert silent == [*[False] * (most - 1), True], "the last answer says that it is the last"
    incan.mail(2, "torch")
    assert len(incan.friends.letters("reply")) == most + 1


def test_of_mails_without_orders_few_an_hour_are_answered(incan: Mailer) -> None:
    for text in ("Hello", "tocrh", "...", "Bye", *["Hm"] * (replies.MOST_UNREAD - 5)):
        incan.mail(1, text)
    incan.mail(1, "", lines=(), problem="it is empty")
    assert incan.friends.letters("reply")[-1].facts["silent"]
    incan.mail(1, "Hello?")
    assert len(incan.friends.letters("reply")) == replies.MOST_UNREAD

    incan.mail(1, "torch")

    assert len(incan.friends.letters("reply")) == replies.MOST_UNREAD + 1


def test_after_an_hour_answers_come_again(incan: Mailer) -> None:
    for _ in range(replies.MOST_UNREAD):
        incan.mail(1, "Hello")

    def older(session: object) -> None:
        for letter in session.exec(select(Letter)):  # type: ignore[attr-defined]
            letter.created_at -= timedelta(hours=1, seconds=1)

    incan.house.db.write(older)

    assert incan.mail(1, "Hello") == "nothing"
    assert len(incan.friends.letters("reply")) == replies.MOST_UNREAD + 1
