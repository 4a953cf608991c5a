"""Two processes at the same moment, each with its own way to the database: one effect, and both hear it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlmodel import Session

from app.house import House
from app.limits import DEFAULTS
from app.services.matches.history import orders_of
from app.services.people import signing_in
from app.services.play import clocks
from app.services.play.clocks import oldest_overdue_since
from app.services.upkeep import fsck
from tests.cluster.rivals import AnswerInvitation, Leave, Submit, ring, send
from tests.lengths import long
from tests.servers import until
from tests.world import Friends, World
from tests.world.mail_server import Sink
from tests.world.rivals import Rivals

HOUR = 3600

# Two meet at the very moment only now and then.
often = pytest.mark.parametrize("times", [10, long(100)])
as_often_as_ana_may_invite = pytest.mark.parametrize(
    "times", [10, long(DEFAULTS["invitation.host"].rates[0].most)]
)


@pytest.fixture
def world(world_on_each: World) -> World:
    return world_on_each


def orders(friends: Friends) -> list[dict[int, str]]:
    """By step."""
    return list(orders_of(friends.steps()))


def going_on(friends: Friends | None, fresh: Callable[[], Friends]) -> Friends:
    return friends if friends and friends.match.status == "running" else fresh()


# --- Orders ---


@often
@pytest.mark.parametrize("same", [True, False], ids=["the same orders", "different orders"])
def test_of_two_orders_for_one_ask_one_is_played_and_both_get_its_receipt(
    world: World, rivals: Rivals, same: bool, times: int
) -> None:
    friends: Friends | None = None
    for _ in range(times):
        friends = going_on(friends, lambda: world.match("tikal", 2))
        match = friends.match
        asked = friends.asks()[0].seat
        first = second = friends.bot_orders(asked)
        if not same:
            second = next((text for text in friends.seen(asked).examples if text != first), first)
        before = orders(friends)

        one, two = rivals.at_once(
            Submit(friends.code, asked, match.turn, match.steps, first),
            Submit(friends.code, asked, match.turn, match.steps, second),
        )

        assert one[0] == two[0]
        assert [one[1], two[1]].count(True) == 1
        assert orders(friends) == [*before, {asked: one[0].orders}]


@often
def test_of_two_equal_sealed_answers_of_one_seat_both_get_one_receipt(
    world: World, rivals: Rivals, times: int
) -> None:
    friends: Friends | None = None
    for _ in range(times):
        friends = going_on(friends, lambda: world.match("incan-gold", 3))
        match = friends.match
        waiting = [ask.seat for ask in friends.asks() if not ask.answered_at]
        answer = Submit(friends.code, waiting[0], match.turn, match.steps, friends.bot_orders(waiting[0]))

        one, two = rivals.at_once(answer, answer)

        assert one[0] == two[0]
        assert [one[1], two[1]].count(True) == 1
        after = friends.match
        moved_on = after.turn == match.turn + 1 or after.status == "over"
        assert moved_on == (len(waiting) == 1)


@often
def test_the_last_two_sealed_answers_at_once_resolve_the_turn_once(
    world: World, rivals: Rivals, times: int
) -> None:
    friends: Friends | None = None
    turns = 0
    while turns < times:
        friends = going_on(friends, lambda: world.match("incan-gold", 4))
        match = friends.match
        asked = [ask.seat for ask in friends.asks()]
        choice = {number: friends.bot_orders(number) for number in asked}
        for early in asked[:-2]:
            friends.order(early, choice[early])
        if len(asked) == 1:
            friends.order(asked[0], choice[asked[0]])
            continue
        before = orders(friends)

        last = [
            Submit(friends.code, number, match.turn, match.steps, choice[number]) for number in asked[-2:]
        ]
        told = rivals.at_once(*last)

        assert [(receipt.orders, again) for receipt, again in told] == [
            (choice[number], False) for number in asked[-2:]
        ]
        assert orders(friends) == [*before, choice]
        assert not [ask for ask in friends.asks() if ask.answered_at or ask.turn == match.turn]
        turns += 1


# --- Clocks ---


@often
def test_a_clock_that_two_ring_at_once_reminds_once(world: World, rivals: Rivals, times: int) -> None:
    matches = [world.match("incan-gold", 3, ask_seconds=10 * HOUR) for _ in range(times)]
    asked = 3 * times

    for hours, so_far in ((5, {"half": asked}), (3, {"half": asked, "fifth": asked})):
        for friends in matches:
            friends.pass_time(hours=hours)
        rivals.at_once(ring, ring)

        assert Counter(letter.facts["which"] for letter in world.letters("reminder")) == so_far


@often
def test_a_clock_that_two_ring_at_once_answers_once(world: World, rivals: Rivals, times: int) -> None:
    more = {"ask_seconds": HOUR, "policy": "automatic"}
    games = [("incan-gold", 3), ("tikal", 2)] * (times // 2)
    matches = [world.match(name, size, **more) for name, size in games]
    for friends in matches:
        friends.pass_time(hours=1)

    rivals.at_once(ring, ring)

    for friends, (_, size) in zip(matches, games, strict=True):
        played = orders(friends)
        assert len({step.turn for step in friends.steps()[1:]}) == 1, "the next decision has its own time"
        assert set().union(*played) == ({1} if size == 2 else {1, 2, 3})
        assert {ask.turn for ask in friends.asks()} == {2}
        assert len(friends.asks()) == (1 if size == 2 else len(friends.seen().asks))


@often
def test_bots_that_two_call_at_once_play_the_match_once(world: World, rivals: Rivals, times: int) -> None:
    matches = [world.match(guests=["bot", "bot"]) for _ in range(times // 2)]
    for turn in range(1, 6):
        waiting = [friends for friends in matches if friends.match.status == "running"]
        before = {friends.code: friends.match for friends in waiting}
        for friends in waiting:
            if 1 in {ask.seat for ask in friends.asks()}:
                friends.order(1, "torch")
        assert until(lambda: not sum(rivals.at_once(ring, ring)))

        for friends in waiting:
            assert friends.match.turn > before[friends.code].turn, f"stands still in round {turn}"
    for friends in matches:
        turns = [step.turn for step in friends.steps()[1:-1]]
        assert len(turns) == len(set(turns)), "a turn was resolved twice"


@often
def test_a_player_who_leaves_for_good_while_answering_stops_no_clock(
    world: World, rivals: Rivals, times: int
) -> None:
    for _ in range(times):
        friends = world.match(size=3, guests=["", "bot"], ask_seconds=None)
        assert until(lambda: not clocks.ring_due_clocks(world.house))
        match, bo = friends.match, world.friend("Bo")
        friends.order(1, "torch")

        rivals.at_once(Leave(bo), Submit(friends.code, 2, match.turn, match.steps, "camp"))

        assert until(lambda: not clocks.ring_due_clocks(world.house)), "a clock rings for ever"
        assert {ask.seat for ask in friends.asks() if not ask.answered_at} == {1}
        assert not overdue(world.house)
    assert fsck_finds(world.house) == []


def overdue(house: House) -> object:
    with house.db.reading() as session:
        return oldest_overdue_since(session)


def fsck_finds(house: House) -> list[str]:
    with house.db.reading() as session:
        return fsck.check_matches(session, house)


# --- Letters ---


@often
def test_two_senders_at_once_send_each_letter_once(
    world: World, processes: Rivals, sink: Sink, times: int
) -> None:
    def put(session: Session) -> None:
        for number in range(2 * times):
            signing_in.ask_to_sign_in(session, world.house, f"ana{number}@example.org")

    world.house.db.write(put)

    processes.enter(replace(world.house.settings, smtp_url=sink.url))
    processes.at_once(send, send)
    processes.leave()

    ids = Counter(str(message["Message-ID"]) for message in sink.messages)
    assert len(ids) == 2 * times
    assert set(ids.values()) == {1}
    assert all(letter.sent_at and not letter.due_at for letter in world.letters())


# --- Invitations ---


@as_often_as_ana_may_invite
def test_a_player_who_accepts_twice_at_once_sits_down_once(world: World, rivals: Rivals, times: int) -> None:
    for number in range(times):
        friends = world.match(size=3, guests=[f"bo{number}@example.org", "bot"])
        token = invitation(friends)

        assert rivals.at_once(AnswerInvitation(token, True), AnswerInvitation(token, True)) == [True, True]
        assert friends.match.status == "running"


@as_often_as_ana_may_invite
def test_of_accepting_and_declining_at_once_one_holds(world: World, rivals: Rivals, times: int) -> None:
    for number in range(times):
        friends = world.match(size=3, guests=[f"bo{number}@example.org", "bot"])
        token = invitation(friends)

        accepted, declined = rivals.at_once(AnswerInvitation(token, True), AnswerInvitation(token, False))

        assert accepted is not declined
        assert friends.seats()[1].status == ("taken" if accepted else "empty")
        assert friends.match.status == ("running" if accepted else "open")


def invitation(friends: Friends) -> str:
    invited = friends.seats()[1]
    return friends.house.links.make("invitation", [invited.key])
