"""What friends arrange at the same moment as something else: whichever comes first, all fits together."""

from datetime import timedelta

import pytest

from app.clock import now
from app.models import Match
from app.services.play import resting
from app.services.proposals import offers
from app.services.upkeep import fsck
from tests.cluster.rivals import (
    BeAway,
    GiveSeat,
    OrderByLink,
    RingLater,
    SayYes,
    Submit,
    TakeSeat,
    Undo,
    WakeUp,
    ring_all,
)
from tests.lengths import long
from tests.world import Friends, World
from tests.world.council import DAY, Council
from tests.world.rivals import Rivals

HOUR, A_DAY = 3600, timedelta(days=1)

often = pytest.mark.parametrize("times", [long(5), long(200)])


@pytest.fixture
def world(world_on_each: World) -> World:
    return world_on_each


def order_of(friends: Friends, seat: int) -> Submit:
    match = friends.match
    return Submit(friends.code, seat, match.turn, match.steps, friends.bot_orders(seat))


def kinds(friends: Friends) -> list[str]:
    return [step.kind for step in friends.steps()]


def whole(world: World, friends: Friends) -> bool:
    with world.house.reading() as session:
        return fsck.check_matches(session, world.house) == [] and bool(friends.waiting_for())


@often
def test_the_last_yes_to_going_back_and_an_order(world: World, rivals: Rivals, times: int) -> None:
    for _ in range(times):
        world.wait(A_DAY)
        friends = world.match("tikal", 2, needs={}).play(1)
        then = friends.match.state
        friends.play(3)
        council, (asked,) = Council(friends), friends.waiting_for()
        proposal = council.propose(asked, "back", step=1)

        counted, _ = rivals.at_once(SayYes(friends.code, 3 - asked, proposal.key), order_of(friends, asked))

        assert counted
        assert kinds(friends).count("back") == 1
        assert friends.match.state == then
        assert kinds(friends).index("back") in (5, 6)
    assert whole(world, friends)


@often
def test_two_yes_that_both_are_the_last(world: World, rivals: Rivals, times: int) -> None:
    """One step back, however many want it at once."""
    for _ in range(times):
        world.wait(A_DAY)
        friends = world.match("tikal", 3, needs={}).play(4)
        proposal = Council(friends).propose(1, "back", step=1)

        rivals.at_once(*(SayYes(friends.code, seat, proposal.key) for seat in (2, 3)))

        assert kinds(friends).count("back") == 1
        assert friends.match.proposals == 0
    assert whole(world, friends)


@often
def test_a_seat_that_is_given_away_and_an_order_of_its_player(
    world: World, rivals: Rivals, times: int
) -> None:
    for number in range(times):
        friends = world.match("tikal", 2, needs={})
        (asked,) = friends.waiting_for()
        new = world.friend(f"New{number}")
        order = OrderByLink(order_of(friends, asked), friends.seat(asked).holder)

        _, ordered = rivals.at_once(GiveSeat(friends.code, asked, new, "Dora"), order)

        assert kinds(friends)[1:] == (["orders", "seat"] if ordered else ["seat"])
        assert friends.seat(asked).player_id == new
    assert whole(world, friends)


@often
def test_two_people_take_the_same_seat(world: World, rivals: Rivals, times: int) -> None:
    for number in range(times):
        world.wait(A_DAY)
        friends = world.match("tikal", 2, needs={"substitute": "host"})
        offer = Council(friends).propose(1, "substitute", 2)
        token = offers.offer_address(world.house, friends.match, offer).split("/")[-2]
        new = [world.friend(f"{name}{number}") for name in ("Kim", "Lou")]

        taken = rivals.at_once(*(TakeSeat(token, player) for player in new))

        assert sorted(taken) == [False, True]
        assert friends.seat(2).player_id == new[taken.index(True)]
        assert kinds(friends) == ["first", "seat"]
    assert whole(world, friends)


@often
def test_two_friends_wake_a_match_up(world: World, rivals: Rivals, times: int) -> None:
    for _ in range(times):
        friends = world.match("tikal", 2, ask_seconds=HOUR)
        for _ in range(2):
            world.change(Match, friends.match.id, idle_at=now())
            resting.look_for_idle(world.house)
        assert friends.match.rests_at

        rivals.at_once(*(WakeUp(friends.code, seat) for seat in (1, 2)))

        assert friends.match.status == "running"
        assert len([one for one in friends.letters("resumed") if one.match_id == friends.match.id]) == 2
        assert all(ask.rings_at for ask in friends.asks())
    assert whole(world, friends)


@often
def test_a_match_is_woken_up_by_one_and_resumed_by_the_table(
    world: World, rivals: Rivals, times: int
) -> None:
    for _ in range(times):
        world.wait(A_DAY)
        friends = world.match("tikal", 2, ask_seconds=HOUR, needs={"pause": "all"})
        for _ in range(2):
            world.change(Match, friends.match.id, idle_at=now())
            resting.look_for_idle(world.house)
        proposal = Council(friends).propose(1, "resume")

        rivals.at_once(WakeUp(friends.code, 1), SayYes(friends.code, 2, proposal.key))
        Council(friends).ring(seconds=1)

        assert (friends.match.status, friends.match.proposals) == ("running", 0)
        assert len([one for one in friends.letters("resumed") if one.match_id == friends.match.id]) == 2
    assert whole(world, friends)


@often
def test_an_absence_and_the_end_of_the_time(world: World, rivals: Rivals, times: int) -> None:
    """Either the clock has played, or the absence came first; an earlier deadline never comes of it."""
    for _ in range(times):
        friends = world.match("tikal", 2, ask_seconds=DAY, policy="automatic", counts="own")
        friends.pass_time(hours=24)
        ask = friends.asks()[0]

        rivals.at_once(BeAway(friends.seat(ask.seat).player_id or 0), ring_all)

        assert all((one.due_at or now()) >= (ask.due_at or now()) for one in friends.asks())
        assert friends.waiting_for()
    assert whole(world, friends)


@often
def test_taking_back_and_the_end_of_the_time_for_it(world: World, rivals: Rivals, times: int) -> None:
    """Either it has been taken back and nothing is played, or it is played and the player hears that."""
    for _ in range(times):
        friends = world.match("tikal", 3, options={"auction": True}, grace_seconds=HOUR)
        (asked,) = friends.waiting_for()
        friends.order(asked, "bid 1")

        undone, rung = rivals.at_once(Undo(friends.code, asked), RingLater(2 * HOUR))

        played = ["bid 1" in step.line for step in friends.steps()][1:]
        assert (undone, rung, played) in (("bid 1", 0, []), (None, 1, [True]))
        assert (asked in friends.waiting_for()) == bool(undone)
        assert all(ask.held is None for ask in friends.asks())
    assert whole(world, friends)
