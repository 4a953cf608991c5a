"""A loan ends: by its owner, by the friend, with the match, or because somebody leaves."""

from datetime import timedelta
from functools import partial

import pytest

from app.clock import now
from app.problems import NotAllowed
from app.services.people import accounts
from tests.world.lending import DORA, Lending, problems
from tests.world.mailer import Mailer

DAY = 24 * 3600


@pytest.mark.parametrize("ends", ["call_back", "give_back"])
def test_both_can_end_it_at_once(lending: Lending, ends: str) -> None:
    ana = lending.friends.seat(1).player_id
    lending.lend()

    getattr(lending, ends)()

    seat = lending.friends.seat(1)
    assert (seat.player_id, seat.owner_id) == (ana, None)
    assert lending.friends.newest("returned").player_id == ana
    assert lending.friends.newest("given_back").player_id == lending.player_id()


def test_the_friend_ends_it_by_a_word(lending: Lending) -> None:
    lending.lend()

    assert Mailer(lending.friends).mail(1, "return") == "gave_back"

    assert lending.friends.seat(1).owner_id is None


@pytest.mark.parametrize(
    "word",
    [
        "return",
        "I am back",
        "zurückgeben",
        "oddaję",
        "vracím",
        "rendre",
        "I want my seat back",
        "meinen Platz zurück",
    ],
)
def test_the_owner_ends_it_by_a_word(lending: Lending, word: str) -> None:
    lending.lend()

    assert lending.mail("loan", word) == "called back"

    assert lending.friends.seat(1).owner_id is None


def test_what_is_not_clear_ends_nothing(lending: Lending) -> None:
    lending.lend()

    assert lending.mail("loan", "How is it going?") == "neither"

    assert lending.friends.seat(1).owner_id is not None
    assert lending.friends.newest("loan").facts["which"] == "unclear"


def test_back_again_the_owner_hears_of_all_that_has_happened(lending: Lending) -> None:
    lending.friends.send()
    told = lending.friends.seat(1).told
    lending.lend()
    lending.friends.play(6)
    lending.friends.send()

    lending.call_back()

    assert lending.friends.seat(1).told == told


def test_after_the_match_nothing_is_lent(lending: Lending) -> None:
    lending.lend()

    lending.friends.play()

    assert lending.friends.seat(1).owner_id is None
    assert lending.newest().closed_at is not None
    assert lending.newest().owner_id in {letter.player_id for letter in lending.friends.letters("result")}
    assert problems(lending) == []


def test_a_new_person_on_the_seat_ends_the_loan(lending: Lending) -> None:
    lending.lend()

    lending.friends.give_seat(1, lending.friends.world.friend("Eve"), "Eve")

    assert lending.newest().why == "new hands"
    assert lending.friends.seat(1).owner_id is None
    assert lending.friends.seat(1).name == "Eve"


def test_a_friend_who_leaves_for_good_gives_the_seat_back(lending: Lending) -> None:
    ana = lending.friends.seat(1).player_id
    lending.lend()
    house = lending.friends.house

    house.write(partial(accounts.delete_account, house=house, player_id=lending.player_id()))

    assert (lending.friends.seat(1).player_id, lending.friends.seat(1).deputy) == (ana, False)
    assert lending.friends.newest("returned").player_id == ana
    assert DORA not in lending.friends.world.dump()


def test_a_friend_who_leaves_before_it_begins_has_declined(lending: Lending) -> None:
    lending.lend(begins=now().date() + timedelta(days=3))
    house = lending.friends.house

    house.write(partial(accounts.delete_account, house=house, player_id=lending.player_id()))

    assert lending.newest().closed_at is not None
    assert lending.friends.newest("loan").facts["which"] == "declined"


def test_an_owner_who_leaves_for_good_ends_the_loan_and_a_bot_plays(lending: Lending) -> None:
    lending.lend()
    house, owner = lending.friends.house, lending.newest().owner_id

    house.write(partial(accounts.delete_account, house=house, player_id=owner))

    seat = lending.friends.seat(1)
    assert (seat.player_id, seat.owner_id, seat.deputy) == (owner, None, True)


def test_somebody_without_a_seat_lends_none(lending: Lending) -> None:
    with pytest.raises(NotAllowed):
        lending.offer(seat=9)


def test_a_step_back_and_a_pause_leave_the_seat_with_the_friend(lending: Lending) -> None:
    lending.lend()
    lending.friends.play(6)

    lending.friends.go_back(0, [1, 2, 3])

    assert lending.friends.seat(1).player_id == lending.player_id()
    assert problems(lending) == []
