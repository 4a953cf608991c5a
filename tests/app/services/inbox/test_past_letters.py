"""Only the present acts, the past only tells: addresses of letters whose turn has passed."""

from typing import Any

import pytest
from sqlmodel import select

from app.mail.addresses import Addresses
from app.models import Receipt, Seat, Talk
from app.services.inbox.carry_out import OLD_LETTER
from app.services.inbox.reply_facts import PassedOrders
from tests.world.mailer import Mailer

PLANS = ["plan: always: camp", "plan: none", "undo", "say: I am a cheat", "torch\n\nsay: I am a cheat"]


def present(mailer: Mailer) -> list[Any]:
    """What an act would change."""
    with mailer.house.db.reading() as session:
        rows = [session.exec(select(table)).all() for table in (Talk, Receipt)]
        seats = session.exec(select(Seat.plan, Seat.deputy)).all()
    return [mailer.match, mailer.friends.asks(), seats, *rows]


@pytest.fixture
def later(incan: Mailer) -> tuple[Mailer, str]:
    """Ana has secrets in turn 2; with the address that her letter of turn 1 had."""
    old = incan.key(1)
    incan.choose("torch", "torch", "torch")
    incan.mail(1, "camp\nplan: always: torch if path > 77; else camp")
    return incan, old


@pytest.mark.parametrize("text", PLANS)
def test_an_address_of_the_past_sets_no_plan_says_nothing_and_takes_nothing_back(
    later: tuple[Mailer, str], text: str
) -> None:
    mailer, old = later
    before = present(mailer)

    came = mailer.came_of(1, text, old)

    assert present(mailer) == before
    assert (came.passed, came.plan, came.said, came.undone) == ((PassedOrders("torch", ""),), None, "", None)
    assert came.unsaid == ("say:" in text)


def test_its_answer_tells_what_was_played_and_how_to_go_on(later: tuple[Mailer, str]) -> None:
    mailer, old = later

    told = mailer.told(1, "say: hello", old)

    assert "By you: torch" in told
    assert "To go on, reply to this letter" in told
    assert mailer.answer().reply_to == Addresses(mailer.house.settings).reply(mailer.key(1))


@pytest.mark.parametrize("text", ["plan: always: camp", "say: I am a cheat", "board", "status", "help"])
def test_the_answer_to_an_address_of_the_past_does_not_show_the_present_secrets(
    later: tuple[Mailer, str], text: str
) -> None:
    mailer, old = later

    told = mailer.told(1, text, old)

    assert "path > 77" not in told
    assert "is kept until" not in told


@pytest.mark.parametrize("text", PLANS)
def test_so_does_an_address_of_the_time_before_the_seat_was_asked(incan: Mailer, text: str) -> None:
    before = present(incan)

    came = incan.came_of(1, text, incan.friends.key_between(1, 0))

    assert present(incan) == before
    assert came.unasked or came.problem == OLD_LETTER


def test_the_newest_letter_between_two_turns_can_still_say_something(tikal: Mailer) -> None:
    tikal.friends.play(1)
    newest = tikal.friends.key_between(1, 1)

    assert tikal.came_of(1, "say: good luck", newest).said == "good luck"
    tikal.friends.play(1)
    assert tikal.came_of(1, "say: good luck again", newest).problem == OLD_LETTER


def test_the_address_that_ends_letters_plays_nothing(incan: Mailer) -> None:
    key = incan.friends.seat(1).post_key

    assert incan.mail(1, "plan: always: camp", key) == "there is no such address"
    assert incan.mail(1, "torch", key) == "there is no such address"
    assert incan.friends.seat(1).plan is None
