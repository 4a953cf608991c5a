"""Right before a letter leaves, it is looked once more whether its answer is still missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Letter
from app.post import sender
from app.post.fates import PreparedLetter
from app.post.sender import send_due
from app.services import outbox
from app.services.play.receipts import Submission
from app.services.play.submit import submit
from tests.servers import until
from tests.world import Friends, World
from tests.world.mail_server import Sink


@pytest.fixture
def friends(mailing_on_each: World, undrawn: None) -> Friends:
    return mailing_on_each.match("tikal", 2)


def answer(friends: Friends, session: Session) -> None:
    match = friends.match
    given = Submission(1, match.turn, match.steps, friends.bot_orders(1))
    submit(session, friends.house, friends.code, given)


def test_an_answer_that_comes_while_its_letter_is_made_keeps_the_letter_back(
    friends: Friends, sink: Sink
) -> None:
    def made_slowly(session: Session, house: House, letter: Letter) -> PreparedLetter:
        ready = sender.prepare_letter(session, house, letter)
        if letter.kind == "your_turn":
            friends.order(1)
        return ready

    send_due(friends.house, limit=1, write=made_slowly)

    first = friends.letters("your_turn")[0]
    assert (first.sent_at, first.dropped, first.tries) == (None, "answered already", 0)
    assert not sink.raw


def test_an_answer_that_comes_before_the_server_wants_the_letter_keeps_it_back(
    friends: Friends, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail server takes its time for the recipient."""
    taken = sink.handle_RCPT

    async def slowly(*asked: Any) -> str:
        said = await taken(*asked)
        friends.order(1)
        return said

    monkeypatch.setattr(Sink, "handle_RCPT", lambda self, *asked: slowly(*asked))
    send_due(friends.house, limit=1)

    assert not sink.raw
    assert friends.letters("your_turn")[0].dropped == "answered already"


@contextmanager
def answering(friends: Friends) -> Iterator[Event]:
    """An answer whose transaction is open; it commits when the event is set."""
    begun, may_commit = Event(), Event()

    def slowly(session: Session) -> None:
        answer(friends, session)
        begun.set()
        assert may_commit.wait(20)

    thread = Thread(target=friends.house.write, args=(slowly,))
    thread.start()
    assert begun.wait(20)
    yield may_commit
    thread.join()


def test_an_answer_that_is_just_being_committed_is_waited_for(friends: Friends, sink: Sink) -> None:
    """Two transactions: the letter is made when there is no answer, and leaves when one is half taken."""
    made, may_leave = Event(), Event()

    def make(session: Session, house: House, letter: Letter) -> PreparedLetter:
        ready = sender.prepare_letter(session, house, letter)
        made.set()
        assert may_leave.wait(20)
        return ready

    sending = Thread(target=send_due, args=(friends.house, 1), kwargs={"write": make})
    sending.start()
    assert made.wait(20)
    with answering(friends) as may_commit:
        may_leave.set()
        left_early = until(lambda: bool(sink.raw), seconds=0.5)
        may_commit.set()
    sending.join()

    assert not left_early
    assert not sink.raw
    assert friends.letters("your_turn")[0].dropped == "answered already"


def test_without_a_mail_server_the_look_and_the_mark_are_one_transaction(world: World, undrawn: None) -> None:
    friends = world.match("tikal", 2)

    def made_slowly(session: Session, house: House, letter: Letter) -> PreparedLetter:
        ready = sender.prepare_letter(session, house, letter)
        if letter.kind == "your_turn" and letter.facts["seat"] == 1:
            friends.order(1)
        return ready

    send_due(friends.house, limit=1, write=made_slowly)

    assert [letter.dropped for letter in friends.letters("your_turn")] == ["answered already", ""]


# --- Letters that kill their makers ---


class Killed(BaseException):
    """As kill -9 would do it: nothing is put down any more."""


def test_a_letter_whose_making_kills_its_sender_takes_no_other_with_it(
    mailing_on_each: World, sink: Sink, undrawn: None
) -> None:
    world = mailing_on_each
    for number in range(5):
        world.match("incan-gold", 3, title=f"match {number}")
    poison = world.letters("your_turn")[7].id

    def make(session: Session, house: House, letter: Letter) -> PreparedLetter:
        if letter.id == poison:
            raise Killed
        return sender.prepare_letter(session, house, letter)

    ends = rounds(world, make)

    letters = world.letters("your_turn")
    assert ends == 3
    assert [letter.id for letter in letters if not letter.sent_at] == [poison]
    assert {letter.dropped for letter in letters if letter.id == poison} == {"set aside"}
    assert len(sink.raw) == len({message["Message-ID"] for message in sink.messages})


def rounds(world: World, make: sender.Prepare) -> int:
    """A worker that begins again six minutes after it was killed. Returns how often it was."""
    ends, at = 0, now()
    while any(letter.due_at for letter in world.letters()):
        try:
            while send_due(world.house, at=at, write=make):
                pass
        except Killed:
            ends += 1
        at += outbox.LEASE
        assert ends < 20
    return ends
