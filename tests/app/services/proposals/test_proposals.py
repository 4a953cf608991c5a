"""Proposals: who is asked, when they pass, fail or lapse, and what they do to the match."""

from functools import partial

import pytest

from app.models import Seat
from app.problems import NotAllowed, Problem, TooMuch
from app.services.people import accounts
from app.services.play import host_actions
from tests.world import Friends, World
from tests.world.council import DAY, Council


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={})


@pytest.fixture
def council(friends: Friends) -> Council:
    return Council(friends)


# --- Who is asked ---


def test_each_of_the_others_gets_one_letter(council: Council) -> None:
    council.propose(2, "pause")

    assert council.told("proposed") == [1, 3]
    assert council.outcome() == ""


def test_a_bot_is_not_asked_and_does_not_count(world: World) -> None:
    council = Council(world.match("incan-gold", 3, guests=["", "bot"], needs={}))
    council.propose(1, "pause")

    council.vote(2, "yes")

    assert council.told("proposed") == [2]
    assert council.outcome() == "passed"


def test_a_player_for_whom_a_bot_plays_is_asked(council: Council) -> None:
    council.friends.world.change(Seat, council.friends.seat(3).id, deputy=True)
    council.propose(1, "pause")

    council.vote(3, "yes")

    assert council.friends.match.status == "paused"


def test_where_only_one_person_plays_it_passes_at_once_without_letters(world: World) -> None:
    council = Council(world.match("incan-gold", 3, guests=["bot", "bot"], needs={}))

    council.propose(1, "end", stands=False)

    assert council.outcome() == "passed"
    assert council.friends.match.status == "abandoned"
    assert council.told("decided") == council.told("proposed") == []


def test_a_stranger_proposes_nothing(council: Council) -> None:
    with pytest.raises(NotAllowed):
        council.propose(7, "pause")


def test_the_host_alone_decides_where_the_match_was_opened_so(world: World) -> None:
    council = Council(world.match("incan-gold", 3, needs={"pause": "host"}))
    council.propose(2, "pause")
    assert council.told("proposed") == [1]
    with pytest.raises(NotAllowed):
        council.vote(3, "yes")

    council.vote(1, "no")

    assert council.outcome() == "failed"


def test_the_host_cannot_pause_or_end_alone_what_was_not_opened_so(council: Council) -> None:
    friends = council.friends
    host = friends.seat(1).player_id

    for deed in (host_actions.pause, host_actions.give_up):
        with pytest.raises(NotAllowed):
            friends.house.write(partial(deed, house=friends.house, code=friends.code, player_id=host))

    assert friends.match.status == "running"


# --- Passing, failing, lapsing ---


def test_it_passes_as_soon_as_enough_have_agreed(council: Council) -> None:
    council.propose(1, "pause")

    council.vote(3, "yes")

    assert council.outcome() == "passed"
    assert council.friends.match.status == "paused"
    assert council.friends.match.proposals == 0


def test_it_fails_as_soon_as_it_cannot_pass_any_more(council: Council) -> None:
    council.propose(1, "end", stands=False)

    council.vote(2, "no")

    assert council.outcome() == "failed"
    assert council.friends.match.status == "running"
    assert council.told("decided") == [1, 2]


def test_it_lapses_when_its_time_is_over(council: Council) -> None:
    council.propose(1, "pause")
    assert council.ring(hours=47) == 0

    assert council.ring(hours=49) == 1

    assert council.outcome() == "lapsed"
    assert council.ring(hours=50) == 0


def test_until_it_is_decided_a_player_can_think_again(council: Council) -> None:
    council.propose(1, "end", stands=False)
    council.vote(2, "yes")
    council.vote(2, "no")

    assert council.outcome() == "failed"
    assert not council.vote(2, "yes").counted
    assert council.outcome() == "failed"


def test_one_of_a_kind_is_open_at_once(council: Council) -> None:
    council.propose(1, "pause")

    with pytest.raises(Problem, match="proposed already"):
        council.propose(2, "pause")

    council.propose(2, "end", stands=False)


def test_only_its_own_player_takes_it_back(council: Council) -> None:
    council.propose(1, "pause")
    with pytest.raises(NotAllowed):
        council.withdraw(2)

    council.withdraw(1)

    assert council.outcome() == "withdrawn"
    assert not council.vote(2, "yes").counted


def test_somebody_who_proposes_too_often_is_slowed_down(council: Council) -> None:
    for _ in range(6):
        council.propose(1, "pause")
        council.withdraw(1)

    with pytest.raises(TooMuch):
        council.propose(1, "pause")

    council.propose(2, "pause")


def test_a_player_who_leaves_for_good_is_not_waited_for(council: Council) -> None:
    friends = council.friends
    council.propose(1, "end", stands=False)
    council.vote(2, "yes")

    leaving = friends.seat(3).player_id or 0
    friends.house.write(partial(accounts.delete_account, house=friends.house, player_id=leaving))
    council.ring(seconds=1)

    assert council.outcome() == "passed"


# --- What is seen ---


def test_until_it_is_decided_all_see_who_has_answered_and_nobody_how(council: Council) -> None:
    council.propose(1, "end", stands=False)
    council.vote(2, "yes")

    for_all, mine = council.seen(3)[0], council.seen(2)[0]

    assert (for_all.answered, for_all.awaited, for_all.yes, for_all.no) == (["Ana", "Bo"], ["Cy"], [], [])
    assert (for_all.said, mine.said) == ("", "yes")


def test_when_it_is_decided_all_see_how(council: Council) -> None:
    council.propose(1, "pause")
    council.vote(2, "yes")

    one = council.seen()[0]

    assert (one.outcome, one.yes, one.no) == ("passed", ["Ana", "Bo"], [])
