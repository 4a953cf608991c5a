"""What the outbox keeps of a mail until its answer is composed: rows in a database outlive the code."""

import json
from typing import Any

import pytest

from app.mail.read.incoming import Incoming
from app.services.inbox.reply_facts import (
    AnsweredMail,
    MailOutcome,
    PassedOrders,
    PlanInReply,
    ReceiptInReply,
    ReplyFacts,
    RsvpFacts,
    RsvpOutcome,
)
from app.services.outbox.facts import ReminderFacts
from app.services.play.order_errors import OrderMistake, Place
from app.services.play.take_back import TakenBack

MAIL = AnsweredMail.of(
    Incoming("1@mail.example", "Re: Sunday", lines=(" torch ", "", "say: hi"), attachments=2)
)
MISTAKE = OrderMistake(
    "{square} is not explored yet", {"square": "h5"}, "dig h5", 1, "h5", 0, Place("dig ", "h5", "")
)
OUTCOMES = [
    MailOutcome(),
    MailOutcome(nothing=True, words=("help",)),
    MailOutcome(wrong=MISTAKE, unsaid=True, back=True),
    MailOutcome(problem="{most} at the most", values={"most": 3}),
    MailOutcome(receipt=ReceiptInReply(3, "torch", "0a1b2c3d", 7, again=True), steps=(8, 9), later=("camp",)),
    MailOutcome(passed=(PassedOrders("torch", "clock"),), refused=MISTAKE),
    MailOutcome(undone=TakenBack("camp", plan=True), plan=PlanInReply("torch", answered="torch"), said="hi"),
]
ROW: dict[str, Any] = {
    "seat": 1,
    "mail": "1@mail.example",
    "about": "",
    "rows": [],
    "attachments": 0,
    "silent": False,
}


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_what_came_of_a_mail_is_the_same_when_its_answer_is_composed(outcome: MailOutcome) -> None:
    facts = ReplyFacts(2, MAIL, outcome, silent=True)

    row = json.loads(json.dumps(facts.to_json()))

    assert ReplyFacts.from_json(row) == facts


def test_a_mail_that_led_to_nothing_leaves_no_keys_that_say_so() -> None:
    assert MailOutcome().to_json() == {}


def test_a_row_with_empty_facts_says_the_same_as_one_without_them() -> None:
    empty = {"words": [], "later": [], "unsaid": False, "plan": None, "steps": [4, 4]}

    outcome = ReplyFacts.from_json({**ROW, **empty}).outcome

    assert outcome == MailOutcome(steps=(4, 4))


def test_an_answer_to_an_invitation_is_read_back() -> None:
    outcome = RsvpOutcome(problem="Too late: {when}.", values={"when": "now"})
    facts = RsvpFacts(5, AnsweredMail("1@mail.example", "Re: come", ("yes",)), outcome)

    assert RsvpFacts.from_json(json.loads(json.dumps(facts.to_json()))) == facts


def test_a_key_of_another_version_is_left_alone() -> None:
    row = {"seat": 1, "turn": 2, "which": "half", "colour": "red"}

    assert ReminderFacts.from_json(row) == ReminderFacts(1, 2, "half")
