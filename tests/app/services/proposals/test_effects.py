"""What a proposal does when it has passed, and what overtakes it before."""

from datetime import timedelta
from functools import partial

import pytest

from app.models import Proposal
from app.problems import Problem
from app.services.play import host_actions
from app.services.play.clocks import ring_due_clocks
from tests.world import Friends, World
from tests.world.council import DAY, Council


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={})


@pytest.fixture
def council(friends: Friends) -> Council:
    return Council(friends)


# --- More time ---


def test_more_time_is_a_later_deadline(council: Council) -> None:
    due = council.friends.ask(2).due_at
    council.propose(2, "time", 2, seconds=DAY)
    assert council.friends.ask(2).due_at == due

    council.vote(3, "yes")

    assert due
    assert council.friends.ask(2).due_at == due + timedelta(days=1)
    assert council.told("decided") == [1, 2, 3]


def test_nobody_refuses_time_so_the_player_who_gets_it_is_not_asked(world: World) -> None:
    council = Council(world.match("tikal", 2, ask_seconds=DAY, needs={}))
    asked = council.friends.asks()[0].seat

    council.propose(3 - asked, "time", asked, seconds=DAY)

    assert council.outcome() == "passed"


def test_time_that_one_player_gives_another_needs_the_others(council: Council) -> None:
    council.propose(1, "time", 2, seconds=DAY)
    assert council.told("proposed") == [3]
    assert council.outcome() == ""

    council.vote(3, "yes")

    assert council.outcome() == "passed"


def test_of_a_deadline_that_has_passed_more_time_counts_from_now(world: World) -> None:
    council = Council(world.match("tikal", 2, ask_seconds=DAY, needs={}))
    ask = council.friends.asks()[0]
    council.friends.pass_time(days=9)

    council.propose(3 - ask.seat, "time", ask.seat, seconds=DAY)

    later = council.friends.asks()[0].due_at
    assert later
    assert ask.due_at
    assert later >= ask.due_at


def test_more_time_lapses_when_the_player_has_played(council: Council) -> None:
    council.propose(2, "time", 2, seconds=DAY)
    council.friends.order(2, "torch")

    assert council.ring(seconds=1) == 1

    assert council.outcome() == "lapsed"
    assert council.seen(1)[0].why == "Bo has played meanwhile."


def test_without_a_clock_there_is_no_more_time(world: World) -> None:
    council = Council(world.match("incan-gold", 3, ask_seconds=None))

    with pytest.raises(Problem, match="no clock"):
        council.propose(2, "time", 2, seconds=DAY)


# --- A bot ---


def test_a_bot_plays_one_turn(council: Council) -> None:
    council.propose(1, "bot", 2, once=True)
    council.vote(3, "yes")

    assert council.friends.ask(2).by == "deputy"
    assert not council.friends.seat(2).deputy


def test_a_bot_plays_until_the_player_is_back(council: Council) -> None:
    council.propose(1, "bot", 2, once=False)
    council.vote(3, "yes")
    assert council.friends.seat(2).deputy

    council.friends.play(2)
    ring_due_clocks(council.friends.house)
    council.friends.order(2, "torch")

    assert not council.friends.seat(2).deputy


def test_the_player_it_is_about_has_a_voice_but_cannot_hold_it_up_by_silence(world: World) -> None:
    council = Council(world.match("tikal", 2, needs={}))
    council.propose(1, "bot", 2, once=False)
    assert council.outcome() == ""

    council.ring(hours=49)

    assert council.outcome() == "passed"
    assert council.friends.seat(2).deputy


def test_each_time_of_a_bot_has_a_link_back_of_its_own(council: Council) -> None:
    for times in (1, 2):
        council.propose(1, "bot", 2, once=False)
        council.vote(3, "yes")
        assert (council.friends.seat(2).deputy, council.friends.seat(2).away) == (True, times)
        council.friends.order(2, "torch")


def test_a_bot_is_not_needed_any_more_when_the_player_plays(council: Council) -> None:
    council.propose(1, "bot", 2, once=False)
    council.friends.order(2, "torch")

    assert not council.vote(3, "yes").counted

    assert council.outcome() == "lapsed"
    assert not council.friends.seat(2).deputy


# --- Pause and end ---


def test_a_pause_ends_by_agreement_too(council: Council) -> None:
    council.propose(1, "pause")
    council.vote(2, "yes")
    council.propose(3, "resume")
    council.vote(2, "yes")

    assert council.friends.match.status == "running"
    assert council.told("paused") == council.told("resumed") == [1, 2, 3]
    assert council.told("decided") == []


def test_a_pause_by_the_host_overtakes_the_same_proposal(world: World) -> None:
    council = Council(world.match("incan-gold", 3, needs={"pause": "host"}))
    council.propose(2, "pause")
    council.propose(1, "end", stands=False)

    friends = council.friends
    host = friends.seat(1).player_id
    friends.house.write(partial(host_actions.pause, house=friends.house, code=friends.code, player_id=host))
    council.ring(seconds=1)

    assert [each.outcome for each in council.all()] == ["lapsed", ""]


def test_an_end_as_it_stands_tells_the_points_and_no_winner(council: Council) -> None:
    council.friends.play(12)
    council.propose(1, "end", stands=True)
    for seat in (2, 3):
        council.vote(seat, "yes")

    match = council.friends.match
    assert (match.status, match.result) == ("abandoned", None)
    assert match.standing
    assert len(match.standing) == 3
    assert '"abandoned"' in council.friends.steps()[-1].line


def test_the_end_of_the_match_overtakes_all_that_is_open(council: Council) -> None:
    council.propose(1, "pause")
    council.friends.play()

    council.ring(seconds=1)

    assert council.outcome() == "lapsed"
    assert council.told("decided") == []


# --- Taking back ---


def test_taking_back_needs_all_and_leads_to_the_state_of_then(world: World) -> None:
    council = Council(world.match("tikal", 3, needs={"end": "host"}))
    before = council.friends.match.state
    council.friends.play(4)
    council.propose(1, "back", step=0)
    council.vote(2, "yes")
    assert council.outcome() == ""

    council.vote(3, "yes")

    match = council.friends.match
    assert (council.outcome(), match.proposals) == ("passed", 0)
    assert match.state == before
    assert '"agreed":[1,2,3]' in council.friends.steps()[-1].line
    assert council.told("decided") == []


def test_what_is_not_there_is_not_taken_back(council: Council) -> None:
    for step in (-1, 0, 99):
        with pytest.raises(Problem):
            council.propose(1, "back", step=step)


def test_a_step_that_is_taken_back_already_overtakes_the_proposal(world: World) -> None:
    council = Council(world.match("tikal", 2, guests=[""], needs={}))
    council.friends.play(6)
    late = council.propose(1, "back", step=4)
    world.change(Proposal, late.id, kind="end")  # one of a kind is open at once
    council.propose(2, "back", step=1)
    council.vote(1, "yes")
    world.change(Proposal, late.id, kind="back")

    council.ring(seconds=1)

    assert council.all()[0].outcome == "lapsed"
