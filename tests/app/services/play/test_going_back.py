"""Going back to an earlier step: the state of then, the same chance, and no answer given since counts."""

from datetime import timedelta

import pytest

from app.clock import now
from app.models import Match
from app.problems import Problem
from app.services.matches import find
from app.services.play import drafts, going_back, host_actions, plans
from app.services.upkeep import fsck
from engine.verify import RIGHT, RUNNING, verify
from tests.world import World
from tests.world.friends import Friends

HOUR = 3600


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    """The tables are read and written as in play, which is tested on PostgreSQL too."""
    return world_on_sqlite


@pytest.fixture
def friends(world: World) -> Friends:
    """Three at Incan Gold; two steps have been played, and Ana has answered already."""
    at_table = world.match("incan-gold", 3, ask_seconds=10 * HOUR)
    for _ in range(2):
        for seat in at_table.waiting_for():
            at_table.order(seat, "torch")
    at_table.order(1, "camp")
    return at_table


def record(friends: Friends) -> bytes:
    return "".join(step.line + "\n" for step in friends.steps()).encode()


def problems(friends: Friends) -> list[str]:
    with friends.house.db.reading() as session:
        return fsck.check_matches(session, friends.house)


def test_the_match_goes_on_from_the_state_of_then(friends: Friends) -> None:
    after_one = friends.seen(1, step=1).game_view

    friends.go_back(1, [1, 2, 3])

    assert friends.seen(1).game_view == after_one
    assert friends.steps()[-1].kind == "back"
    assert '"agreed":[1,2,3]' in friends.steps()[-1].line
    assert verify(record(friends)).status == RUNNING
    assert problems(friends) == []


def test_a_table_goes_back_and_gives_a_seat_on_every_database(world_on_each: World) -> None:
    friends = world_on_each.match("incan-gold", 3)
    friends.play(3)
    friends.go_back(0)
    friends.give_seat(2, world_on_each.friend("Dora"), "Dora")

    friends.play()

    assert verify(record(friends)).status == RIGHT
    assert problems(friends) == []


def test_the_same_is_turned_up_again(friends: Friends) -> None:
    second = friends.steps()[2].events

    friends.go_back(1)
    for seat in (1, 2, 3):
        friends.order(seat, "torch")

    assert friends.steps()[-1].events == second


def test_a_sealed_answer_is_void_and_everybody_is_asked_afresh(friends: Friends) -> None:
    turn = friends.match.turn
    friends.pass_time(hours=4)

    friends.go_back(1)

    assert friends.waiting_for() == [1, 2, 3]
    assert {ask.turn for ask in friends.asks()} == {turn + 1}
    assert not any(ask.orders for ask in friends.all_asks() if ask.turn == turn)
    assert all(ask.due_at and ask.due_at > now() + timedelta(hours=9) for ask in friends.asks())


def test_plans_are_dropped_and_their_players_are_told(friends: Friends) -> None:
    house, code = friends.house, friends.code
    house.db.write(lambda session: plans.set_plan(session, house, code, 2, "always: torch until path > 70"))

    friends.go_back(1)

    assert friends.seat(2).plan is None
    assert "agreed to change" in friends.seat(2).plan_told


def test_drafts_are_dropped(friends: Friends) -> None:
    match = friends.match
    write = friends.house.db.write
    write(lambda session: drafts.save_draft(session, match.code, 2, match.turn, match.steps, "torch"))

    friends.go_back(1)

    with friends.house.db.reading() as session:
        assert drafts.of_seat(session, friends.match, 2) is None


def test_neither_an_answer_in_time_nor_a_pause_costs_a_time_bank(world: World) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=HOUR, bank_seconds=9 * HOUR)
    house, code = friends.house, friends.code
    for seat in (1, 2, 3, 1):
        friends.order(seat, "torch")
    friends.pass_time(hours=0.5)
    house.db.write(lambda session: host_actions.pause(session, house, code, friends.match.host_id))
    friends.pass_time(hours=4)

    friends.go_back(0)

    assert [seat.bank_left for seat in friends.seats()] == [9 * HOUR] * 3


def test_links_of_before_do_nothing_any_more(friends: Friends) -> None:
    before = friends.match

    friends.go_back(1)

    with pytest.raises(Problem, match="already been decided"):
        friends.order(2, "camp", turn=before.turn, base=before.steps)


def test_in_a_pause_clocks_wait_and_have_their_full_time_afterwards(friends: Friends) -> None:
    house, ana = friends.house, friends.match.host_id
    house.db.write(lambda session: host_actions.pause(session, house, friends.code, ana))
    friends.pass_time(hours=30)

    friends.go_back(1)
    assert not any(ask.rings_at for ask in friends.asks())
    house.db.write(lambda session: host_actions.resume(session, house, friends.code, ana))

    assert all(
        timedelta(hours=9) < (ask.due_at or now()) - now() < timedelta(hours=11) for ask in friends.asks()
    )
    assert {letter.facts["seat"] for letter in friends.letters("agreed")} == {1, 2, 3}


@pytest.mark.parametrize("step", [-1, 2, 3, 99])
def test_only_an_earlier_step_can_be_gone_back_to(friends: Friends, step: int) -> None:
    with pytest.raises(Problem, match="from 0 to 1"):
        friends.go_back(step)


def test_before_the_first_step_there_is_nothing_to_take_back(world: World) -> None:
    with pytest.raises(Problem, match="nothing that could be taken back"):
        world.match("tikal", 2).go_back(0)


def test_a_match_of_the_older_format_stays_as_it_is(friends: Friends) -> None:
    friends.world.change(Match, friends.match.id, format=1)

    with pytest.raises(Problem, match="older kind of record"):
        friends.go_back(1)
    with pytest.raises(Problem, match="older kind of record"):
        friends.give_seat(2, friends.world.friend("Dora"), "Dora")


def test_after_the_end_nothing_is_taken_back(friends: Friends) -> None:
    friends.play()

    with pytest.raises(Problem, match="in progress"):
        friends.go_back(1)


def test_forth_again_and_to_the_end(friends: Friends) -> None:
    friends.go_back(0)
    friends.go_back(2)
    friends.go_back(0)
    friends.play()

    assert verify(record(friends)).status == RIGHT
    assert problems(friends) == []


def test_a_proposal_shows_the_board_of_then_and_all_that_was_seen_since(friends: Friends) -> None:
    with friends.house.db.reading() as session:
        match = find.by_code(session, friends.code)
        goes = going_back.what_goes(session, friends.house, match, 1, seat=2)

    assert goes.view == friends.seen(2, step=1).game_view
    assert [step.number for step in goes.since] == [2]
    assert goes.shown[0] == "Ana, Bo and Cy go on."
    assert len(goes.shown) == len(friends.steps()[2].events)


def test_what_is_void_already_is_not_shown_again(friends: Friends) -> None:
    friends.go_back(1)

    with friends.house.db.reading() as session:
        match = find.by_code(session, friends.code)
        goes = going_back.what_goes(session, friends.house, match, 0)

    assert [step.number for step in goes.since] == [1, 3]
