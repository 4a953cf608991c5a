"""Lending a seat: a friend is asked and answers, and it begins and ends on its days."""

from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from app.clock import now
from app.models import Player
from app.problems import Problem
from app.services.people import refusals
from app.services.upkeep.fsck import check_matches
from tests.world import World
from tests.world.lending import DORA, Lending

DAY = 24 * 3600


def problems(lending: Lending) -> list[str]:
    with lending.friends.house.reading() as session:
        return check_matches(session, lending.friends.house)


# --- Asking ---


def test_before_the_friend_has_accepted_nothing_changes_and_there_is_no_account(lending: Lending) -> None:
    before = lending.friends.seat(1)

    lending.offer()

    assert lending.friends.seat(1) == before
    assert lending.player_id() == 0
    assert [letter.to for letter in lending.friends.letters("lending")] == [DORA]


def test_who_plays_in_the_match_is_lent_no_second_seat(lending: Lending) -> None:
    with pytest.raises(Problem):
        lending.offer(email="bo@example.org")

    assert lending.all() == []


def test_who_was_seated_meanwhile_cannot_accept(lending: Lending) -> None:
    lending.offer()
    dora = lending.friends.world.friend("Dora")
    lending.friends.give_seat(2, dora, "Dora")

    with pytest.raises(Problem):
        lending.accept()


def test_a_seat_is_offered_to_one_friend_at_a_time(lending: Lending) -> None:
    lending.offer()

    with pytest.raises(Problem):
        lending.offer(email="eve@example.org")


def test_a_mailbox_that_refuses_invitations_is_not_asked(lending: Lending) -> None:
    house = lending.friends.house
    house.write(partial(refusals.refuse, house=house, email=DORA))

    with pytest.raises(Problem):
        lending.offer()


@pytest.mark.parametrize(
    ("begins", "ends"), [(5, 4), (None, -1), (None, 500), (500, None)], ids=["order", "past", "long", "late"]
)
def test_days_that_make_no_sense_are_refused(lending: Lending, begins: int, ends: int) -> None:
    today = now().date()
    days = [None if n is None else today + timedelta(days=n) for n in (begins, ends)]

    with pytest.raises(Problem):
        lending.offer(begins=days[0], ends=days[1])


def test_a_friend_who_declines_leaves_all_as_it_is(lending: Lending) -> None:
    lending.offer()

    lending.decline()

    assert lending.newest().email is None
    assert lending.friends.newest("loan").facts["which"] == "declined"
    with pytest.raises(Problem):
        lending.accept()


@pytest.mark.parametrize(("text", "came"), [("Yes, gladly!", "accepted"), ("No, sorry.", "declined")])
def test_the_friend_may_answer_by_mail(lending: Lending, text: str, came: str) -> None:
    lending.offer()

    assert lending.mail("lending", text) == came

    assert (lending.friends.seat(1).owner_id is not None) == (came == "accepted")


def test_an_offer_that_nobody_answers_lapses(lending: Lending) -> None:
    lending.offer()

    lending.ring(days=15)

    assert lending.newest().why == "lapsed"
    assert lending.friends.newest("loan").facts["which"] == "lapsed"


# --- From a day to a day ---


def test_it_begins_on_its_first_day_and_ends_behind_its_last(lending: Lending) -> None:
    first = now().date() + timedelta(days=3)
    lending.lend(begins=first, ends=first + timedelta(days=2))
    assert lending.friends.seat(1).owner_id is None

    lending.ring_in_time()
    assert lending.friends.seat(1).player_id == lending.player_id()

    end = lending.newest().ends_at
    assert end
    assert end.astimezone(ZoneInfo("Europe/Warsaw")).date() == first + timedelta(days=3)
    lending.ring(seconds=(end - now()).total_seconds() - 1)
    assert lending.friends.seat(1).owner_id is not None
    lending.ring_in_time()
    assert lending.friends.seat(1).owner_id is None


def test_days_are_those_of_the_owner(world: World) -> None:
    lending = Lending(world.match("incan-gold", 3))
    world.change(Player, lending.friends.seat(1).player_id, zone="Asia/Tokyo")
    last = now().date() + timedelta(days=9)

    lending.lend(ends=last)

    ends = lending.newest().ends_at
    assert ends
    assert (ends.date(), ends.hour) == (last, 15)


def test_a_friend_who_took_a_seat_of_the_match_meanwhile_does_not_get_a_second_one(lending: Lending) -> None:
    lending.lend(begins=now().date() + timedelta(days=3))
    lending.friends.give_seat(2, lending.player_id(), "Dora")

    lending.ring_in_time()

    assert lending.friends.seat(1).owner_id is None
    assert lending.newest().why == "lapsed"
