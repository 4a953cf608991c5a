"""The answer to a mail: each thing that can come of a mail has words of its own."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest

from app.services.inbox.reply_facts import (
    AnsweredMail,
    AwayInReply,
    MailOutcome,
    PassedOrders,
    PlanInReply,
    ReceiptInReply,
    ReplyFacts,
    WishInReply,
)
from app.services.play.order_errors import OrderMistake, Place
from app.services.play.take_back import TakenBack
from tests.world import Friends, World

MAIL = AnsweredMail("1@mail.example", "Re: Sunday", ("Sorry, not today.",))
PLAYED = MailOutcome(receipt=ReceiptInReply(7, "torch", "0123abcd", turn=3))
TAKEN = MailOutcome(undone=TakenBack("camp"))
WRONG = OrderMistake("there is no {what}", {"what": "order"}, "tocrh", place=Place("", "tocrh", ""))


def played(**more: Any) -> MailOutcome:
    receipt = PLAYED.receipt
    assert receipt
    return MailOutcome(receipt=replace(receipt, **more))


WORDS: list[tuple[MailOutcome, list[str]]] = [
    (MailOutcome(words=("board",)), ["as it stands now"]),
    (MailOutcome(nothing=True), ["there were no orders in your email", "> Sorry, not today."]),
    (MailOutcome(nothing=True, doubt="question"), ["this looks like a question", "> Sorry, not today."]),
    (MailOutcome(nothing=True, doubt="if"), ["an order with a condition", "begin with “plan:”"]),
    (MailOutcome(unreadable="too long"), ["your email could not be read", "too long"]),
    (MailOutcome(wrong=WRONG), ["your orders could not be played", "> tocrh > ^^^^^", "no order"]),
    (MailOutcome(wrong=replace(WRONG, is_plan=True)), ["your plan could not be set"]),
    (MailOutcome(wrong=replace(WRONG, is_orders=False)), ["this could not be done", "> tocrh > ^^^^^"]),
    (MailOutcome(problem="{n} are too many", values={"n": 9}), ["this could not be done", "9 are too many"]),
    (MailOutcome(problem="no", unwritten=True), ["Nothing was written into your diary"]),
    (MailOutcome(problem="no", unsaid=True), ["Your message to the table was not sent either"]),
    (MailOutcome(diary="my secret"), ["your diary", "Nobody else can read it", "> my secret"]),
    (MailOutcome(unasked=True), ["your orders were not played", "as a reply to this letter"]),
    (MailOutcome(passed=(PassedOrders("camp", ""),)), ["this has already been decided", "By you: camp"]),
    (MailOutcome(passed=(PassedOrders("camp", ""),), old=True), ["To go on, reply to this letter"]),
    (
        PLAYED,
        [
            "your orders were played",
            "Understood: torch",
            "Receipt number: 7",
            "With these orders, the record ended in: 0123abcd",
        ],
    ),
    (played(again=True), ["you had already sent these orders; they count once"]),
    (played(again=True, lately=True), ["not played a second time", "add a line with the word “again”"]),
    (
        replace(PLAYED, refused=WRONG),
        ["the first part of your orders was played, but the rest was not", "> tocrh > ^^^^^", "no order"],
    ),
    (replace(PLAYED, undone=TAKEN.undone), ["your earlier answer was taken back: camp"]),
    (replace(PLAYED, later=("camp",)), ["lines of your email were not read as orders", "> camp"]),
    (replace(PLAYED, back=True), ["You are back: the bot no longer plays for you."]),
    (replace(PLAYED, said="hello\nall"), ["And this was said to everybody at the table: > hello > all"]),
    (MailOutcome(diary="I like e5"), ["your diary", "This is in your diary now", "> I like e5"]),
    (TAKEN, ["your answer has been taken back", "Taken back: camp"]),
    (MailOutcome(undone=TakenBack("")), ["there is nothing to take back"]),
    (MailOutcome(undone=TakenBack("camp", plan=True)), ["so the plan has been switched off too"]),
    (MailOutcome(plan=PlanInReply("torch")), ["Standing orders set: torch"]),
    (MailOutcome(plan=PlanInReply("torch", answered="camp")), ["They have already answered for you: camp"]),
    (MailOutcome(plan=PlanInReply("")), ["You have no standing orders now."]),
    (
        MailOutcome(away=AwayInReply("", "2026-12-03")),
        ["your absence", "You are away until Thu, 3 Dec 2026."],
    ),
    (MailOutcome(away=AwayInReply("", "")), ["You are away until you write “back”."]),
    (MailOutcome(returned=True), ["welcome back", "You are not away any more"]),
    (MailOutcome(awake=True), ["goes on", "You want the match to go on"]),
    (MailOutcome(wishes=(WishInReply("lend", email="d@example.org"),)), ["d@example.org is asked to play"]),
]


@pytest.fixture(scope="module")
def friends(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Friends]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.world.world.picture_of", lambda svg: None)
        world = World.new(tmp_path_factory.mktemp("house"))
        yield world.match()
        world.close()


@pytest.mark.parametrize(("outcome", "words"), WORDS)
def test_what_has_come_of_a_mail_is_told(friends: Friends, outcome: MailOutcome, words: list[str]) -> None:
    facts = ReplyFacts(1, MAIL, outcome).to_json()

    letter = friends.compose(friends.put("reply", facts.pop("seat"), **facts))

    told = " ".join(letter.text.split())
    assert [said for said in words if said not in told] == []


TOLD_OTHERWISE = {"gave_back"}  # in a letter of its own, as its writer has no seat any more


@pytest.mark.parametrize("name", sorted(asdict(MailOutcome()).keys() - {"steps", "values"} - TOLD_OTHERWISE))
def test_whatever_can_come_of_a_mail_is_among_them(name: str) -> None:
    assert any(getattr(outcome, name) for outcome, _ in WORDS)
