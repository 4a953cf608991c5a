"""One letter for one need: what an answer has told of a turn is not told again by the letter about it."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Letter, Player, Seat
from app.post.fates import PreparedLetter
from app.post.sender import prepare_letter, send_due
from app.services.inbox.replies import MOST_ANSWERS
from app.services.play import clocks, host_actions
from tests.world import World
from tests.world.letter_reader import examples, one_click
from tests.world.mailer import Mailer

pytestmark = pytest.mark.usefixtures("undrawn")
TOLD = "told in the answer to what was played before"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def incan(world: World) -> Mailer:
    """Bo and Cy have answered, so Ana's answer is the last one; the letters so far have left."""
    by = Mailer(world.match())
    send(by)
    by.friends.order(2, "torch")
    by.friends.order(3, "torch")
    return by


@pytest.fixture
def tikal(world: World) -> Mailer:
    """Ana against a bot."""
    by = Mailer(world.match("tikal", 2, guests=["bot"]))
    while asked(by) != [1]:
        clocks.ring_due_clocks(world.house)
    send(by)
    return by


def send(by: Mailer, later: timedelta = timedelta(0)) -> None:
    """Two looks at the outbox, as they follow one another."""
    for look in range(2):
        send_due(by.house, 500, now() + later + timedelta(seconds=2 * look))


def asked(by: Mailer) -> list[int]:
    return [ask.seat for ask in by.friends.asks()]


def to(by: Mailer, number: int, kind: str) -> list[Letter]:
    return [letter for letter in by.friends.letters(kind) if letter.facts["seat"] == number]


def about_the_turn(by: Mailer, number: int = 1) -> Letter:
    newest = to(by, number, "your_turn")[-1]
    assert newest.facts["turn"] == by.match.turn
    return newest


# --- An answer that tells the turn ---


def test_the_last_to_answer_gets_one_letter_about_the_next_turn(incan: Mailer) -> None:
    incan.mail(1, "torch")
    send(incan)

    assert set(one_click(to(incan, 1, "reply")[-1].text)) == {"torch", "camp", ""}
    assert (about_the_turn(incan).sent_at, about_the_turn(incan).dropped) == (None, TOLD)
    assert about_the_turn(incan, 2).sent_at, "the others have no answer that tells them"


def test_so_does_a_player_who_is_asked_again_when_the_bots_have_answered(tikal: Mailer) -> None:
    tikal.mail(1, f"{tikal.tile()}; end")
    while asked(tikal) != [1]:
        clocks.ring_due_clocks(tikal.house)
    send(tikal)

    assert examples(to(tikal, 1, "reply")[-1].text) == tikal.friends.seen(1).examples
    assert about_the_turn(tikal).dropped == TOLD


def test_a_receipt_of_what_was_played_on_a_page_is_such_an_answer(incan: Mailer) -> None:
    incan.world.change(Player, incan.friends.seat(1).player_id, receipts=True)
    incan.friends.order(1, "torch")
    send(incan)

    assert "It is your turn." in to(incan, 1, "receipt")[-1].text
    assert about_the_turn(incan).dropped == TOLD


def test_a_letter_that_waits_for_the_morning_is_needless_then(incan: Mailer) -> None:
    hour = now().hour
    night = {"zone": "UTC", "quiet_from": hour, "quiet_to": (hour + 8) % 24}
    incan.world.change(Player, incan.friends.seat(1).player_id, **night)
    incan.mail(1, "torch")
    send(incan)
    assert to(incan, 1, "reply")[-1].sent_at
    assert about_the_turn(incan).due_at

    send(incan, later=timedelta(hours=9))
    assert about_the_turn(incan).dropped == TOLD


def test_what_reminds_of_the_turn_goes_on(incan: Mailer) -> None:
    incan.mail(1, "torch")
    send(incan)
    half = (incan.ask(1).rings_at or now()) + MINUTE
    clocks.ring_due_clocks(incan.house, at=half)
    send(incan, later=half - now())

    assert [letter.facts["which"] for letter in to(incan, 1, "reminder") if letter.sent_at] == ["half"]


# --- Where the turn would be lost ---


def test_an_answer_that_left_before_the_turn_came_stands_for_nothing(tikal: Mailer) -> None:
    tikal.mail(1, f"{tikal.tile()}; end")
    send(tikal)
    while asked(tikal) != [1]:
        clocks.ring_due_clocks(tikal.house)
    send(tikal)

    assert about_the_turn(tikal).sent_at


def test_the_answer_of_the_turn_before_stands_for_nothing(incan: Mailer) -> None:
    incan.mail(1, "torch")
    send(incan)
    incan.choose("torch", "torch", "torch")
    send(incan)

    assert about_the_turn(incan).sent_at


def test_a_player_who_gets_no_more_answers_gets_the_letter(incan: Mailer) -> None:
    for _ in range(MOST_ANSWERS):
        incan.mail(1, "say: hello")
    send(incan)
    incan.mail(1, "torch")
    send(incan)

    assert incan.outcomes[-1].endswith("too many within an hour")
    assert about_the_turn(incan).sent_at


def test_an_answer_that_cannot_leave_holds_up_nothing(incan: Mailer) -> None:
    def fails(session: Session, house: House, letter: Letter) -> PreparedLetter:
        if letter.kind == "reply":
            raise ValueError
        return prepare_letter(session, house, letter)

    incan.mail(1, "torch")
    for look in range(2):
        send_due(incan.house, 500, now() + timedelta(seconds=2 * look), write=fails)

    assert not to(incan, 1, "reply")[-1].sent_at
    assert about_the_turn(incan).sent_at


def test_a_turn_that_was_asked_anew_after_a_pause_is_told(incan: Mailer) -> None:
    host = incan.match.host_id
    incan.mail(1, "torch")
    incan.house.db.write(lambda session: host_actions.pause(session, incan.house, incan.friends.code, host))
    send(incan)
    assert "The match is paused" in to(incan, 1, "reply")[-1].text
    incan.house.db.write(lambda session: host_actions.resume(session, incan.house, incan.friends.code, host))
    send(incan)

    assert to(incan, 1, "resumed")[-1].sent_at


def test_a_player_who_has_stopped_the_letters_gets_the_answer_alone(incan: Mailer) -> None:
    incan.world.change(Seat, incan.friends.seat(1).id, mute=True)
    incan.mail(1, "torch")
    send(incan)

    assert to(incan, 1, "reply")[-1].sent_at
    assert [letter.facts["turn"] for letter in to(incan, 1, "your_turn")] == [1]
