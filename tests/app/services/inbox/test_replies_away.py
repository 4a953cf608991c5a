"""Absences by mail: what is put down, what is asked back, what the answer says."""

from datetime import timedelta

import pytest

from app.clock import now
from app.models import Match, Player, Seat
from app.services.play import resting
from tests.world import World
from tests.world.mailer import Mailer


def absences(mailer: Mailer, seat: int = 1) -> list[list[str]]:
    with mailer.house.db.reading() as session:
        return session.get_one(Player, mailer.friends.seat(seat).player_id).absences


def test_an_absence_is_put_down_and_told(tikal: Mailer) -> None:
    last = (now() + timedelta(days=5)).date()

    told = tikal.told(1, f"away until {last.isoformat()}")

    assert absences(tikal) == [[now().date().isoformat(), last.isoformat()]]
    assert "You are away until" in told


@pytest.mark.parametrize("before", ["away", "away until {week}"])
def test_what_is_said_last_of_an_absence_that_goes_on_counts(tikal: Mailer, before: str) -> None:
    today = now().date()
    tikal.mail(1, before.format(week=today + timedelta(days=7)))
    tikal.mail(1, f"away until {today + timedelta(days=2)}")

    assert absences(tikal) == [[today.isoformat(), (today + timedelta(days=2)).isoformat()]]


def test_a_day_that_could_be_two_is_asked_about_and_nothing_is_done(tikal: Mailer) -> None:
    tikal.mail(1, f"{tikal.tile()}\naway until 3/12")

    assert tikal.outcome().wrong
    assert (absences(tikal), tikal.match.steps) == ([], 1)


@pytest.mark.parametrize("text", ["away until 3/12", "say:", "diary:"])
def test_what_is_no_order_is_not_called_orders(tikal: Mailer, text: str) -> None:
    told = tikal.told(1, text)

    assert "this could not be done, and nothing was changed" in told
    assert "orders could not be played" not in told


def test_orders_and_an_absence_go_in_one_mail(tikal: Mailer) -> None:
    tikal.mail(1, f"{tikal.tile()}\n\nI'm away until tomorrow")

    assert tikal.outcome().receipt
    assert tikal.outcome().away
    assert len(absences(tikal)) == 1


def test_orders_in_the_same_line_are_not_lost(tikal: Mailer) -> None:
    tikal.mail(1, "away until tomorrow, enter 2 a5")

    assert tikal.outcome().wrong
    assert absences(tikal) == []


def test_back_ends_the_absence_and_the_bot(tikal: Mailer) -> None:
    tikal.mail(1, "away")
    tikal.world.change(Seat, tikal.friends.seat(1).id, deputy=True)

    told = tikal.told(1, "back")

    assert absences(tikal) == []
    assert not tikal.friends.seat(1).deputy
    assert "You are not away any more" in told


def test_a_vacation_notice_says_nothing(tikal: Mailer) -> None:
    outcome = tikal.mail(1, "I am away until tomorrow", perhaps_automatic="a mailing list")

    assert outcome.startswith("automatic, it seems")
    assert absences(tikal) == []


def test_back_plays_where_it_is_an_order_and_its_writer_is_here(incan: Mailer) -> None:
    incan.mail(1, "back")

    assert incan.outcome().receipt


@pytest.mark.parametrize("words", ["wake up", "Obudź się", "probuď se", "aufwachen", "réveil"])
def test_a_match_at_rest_wakes_up_by_a_word(world: World, words: str) -> None:
    mailer = Mailer(world.match("tikal", 2))
    for _ in range(2):
        world.change(Match, mailer.match.id, idle_at=now())
        resting.look_for_idle(world.house)

    mailer.mail(2, words)

    assert (mailer.match.status, mailer.match.rests_at) == ("running", None)


# --- Shall the match go on? ---


@pytest.mark.parametrize("text", ["Yes", "tak!", "Ja, gern", "Oui", "Ano, prosím"])
def test_a_plain_yes_answers_whether_the_match_shall_go_on(tikal: Mailer, text: str) -> None:
    tikal.world.change(Match, tikal.match.id, asked_on_at=now())

    tikal.mail(2, text)

    assert tikal.outcome().awake
    assert tikal.match.asked_on_at is None


@pytest.mark.parametrize(("asked", "text"), [(True, "No, let it rest"), (True, "Hm?"), (False, "Yes")])
def test_no_other_word_and_no_other_time_wakes_it_up(tikal: Mailer, asked: bool, text: str) -> None:
    tikal.world.change(Match, tikal.match.id, asked_on_at=now() if asked else None)

    tikal.mail(2, text)

    assert not tikal.outcome().awake
    assert bool(tikal.match.asked_on_at) == asked
