"""A vote, an order and a time-out at the same moment: whichever comes first decides, and all fit together."""

from datetime import timedelta

import pytest

from app.services.upkeep import fsck
from tests.cluster.rivals import SayYes, Submit, ring_all
from tests.lengths import long
from tests.world import Friends, World
from tests.world.council import DAY, Council
from tests.world.rivals import Rivals

RIVALS = 3  # at once
HOUR, DAY_LONG = 3600, timedelta(days=1)

often = pytest.mark.parametrize("times", [long(5), long(200)])


@pytest.fixture
def world(world_on_each: World) -> World:
    return world_on_each


def overdue(world: World) -> Friends:
    """A clock that rings now, and a simple order is played."""
    friends = world.match("tikal", 2, ask_seconds=HOUR, policy="automatic", needs={})
    friends.pass_time(hours=2)
    return friends


@often
def test_more_time_an_order_and_a_time_out(world: World, rivals: Rivals, times: int) -> None:
    for _ in range(times):
        world.wait(DAY_LONG)
        friends = overdue(world)
        council, match, (ask,) = Council(friends), friends.match, friends.asks()
        proposal = council.propose(ask.seat, "time", ask.seat, seconds=DAY)
        order = Submit(friends.code, ask.seat, match.turn, match.steps, friends.bot_orders(ask.seat))

        counted, _, rang = rivals.at_once(SayYes(friends.code, 3 - ask.seat, proposal.key), order, ring_all)
        council.ring()

        (decided,) = [one for one in council.all() if one.id == proposal.id]
        assert decided.outcome == ("passed" if counted else "lapsed")
        assert friends.match.proposals == 0
        assert not (counted and clock_played(friends))
        assert len(friends.steps()) > match.steps or rang == 0
    assert broken(world) == []


def clock_played(friends: Friends) -> bool:
    return any(':"clock"}' in step.line for step in friends.steps())


def broken(world: World) -> list[str]:
    with world.house.reading() as session:
        return fsck.check_matches(session, world.house)


@often
def test_the_last_two_votes_and_the_end_of_the_time(world: World, rivals: Rivals, times: int) -> None:
    for _ in range(times):
        world.wait(DAY_LONG)
        friends = world.match("incan-gold", 3, needs={})
        council = Council(friends)
        proposal = council.propose(1, "end", stands=False)
        votes = [SayYes(friends.code, seat, proposal.key) for seat in (2, 3)]

        rivals.at_once(*votes, ring_all)

        assert council.outcome() == "passed"
        assert friends.match.status == "abandoned"
        assert [step.line.count('"abandoned"') for step in friends.steps()].count(1) == 1
    assert broken(world) == []
