"""A seat that goes to a new person, with its links, addresses and clocks renewed."""

import re
from datetime import timedelta
from functools import partial

import pytest

from app.clock import now
from app.letters import NotNeeded
from app.links import BadLink
from app.models import Seat
from app.problems import Problem
from app.services.inbox import replies
from app.services.matches import seat_links, talk
from app.services.play import drafts, plans
from app.services.play.receipts import Submission
from app.services.play.submit import submit
from app.services.upkeep import fsck
from engine.verify import RIGHT, verify
from tests.world import World
from tests.world.friends import Friends

HOUR = 3600


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    """The tables are read and written as in play, which is tested on PostgreSQL too."""
    return world_on_sqlite


@pytest.fixture
def friends(world: World) -> Friends:
    """Bo has answered, and nobody knows what; then Dora takes over his seat."""
    at_table = world.match("incan-gold", 3, ask_seconds=10 * HOUR)
    at_table.order(2, "camp")
    return at_table


def give(friends: Friends, name: str = "Dora", seat: int = 2) -> None:
    friends.give_seat(seat, friends.world.friend(name), name)


def test_the_record_says_from_when_on_somebody_else_plays(friends: Friends) -> None:
    give(friends)

    assert '"seat":{"name":"Dora","number":2},"step":1}' in friends.steps()[-1].line
    assert (friends.steps()[-1].kind, friends.seat(2).name) == ("seat", "Dora")
    with friends.house.db.reading() as session:
        assert fsck.check_matches(session, friends.house) == []


def test_the_former_players_answer_and_plan_are_void(friends: Friends) -> None:
    house = friends.house
    house.db.write(
        lambda session: plans.set_plan(session, house, friends.code, 2, "torch until hazards >= 3")
    )

    give(friends)

    assert friends.waiting_for() == [1, 2, 3]
    assert (friends.ask(2).orders, friends.seat(2).plan) == (None, None)


def test_the_new_player_does_not_see_what_was_answered(friends: Friends) -> None:
    assert [receipt.orders for receipt in friends.seen(2).receipts] == ["camp"]

    give(friends)
    assert friends.seen(2).receipts == []
    friends.order(2, "torch")

    assert [receipt.orders for receipt in friends.seen(2).receipts] == ["torch"]


def test_the_draft_of_the_former_player_is_gone(friends: Friends) -> None:
    match = friends.match
    for seat in (2, 3):
        draft = partial(drafts.save_draft, code=match.code, seat=seat, turn=match.turn, base=1, text="torch")
        friends.house.db.write(draft)

    give(friends)

    with friends.house.db.reading() as session:
        assert drafts.of_seat(session, match, 2) is None
        assert drafts.draft_text(session, friends.match, 3, match.turn, 2) == "torch"


def test_links_and_addresses_of_the_former_player_are_void(friends: Friends) -> None:
    old_seat, old_ask = friends.seat(2), friends.ask(2)

    give(friends)

    assert friends.seat(2).post_key != old_seat.post_key
    with friends.house.db.reading() as session:
        assert replies.writer_of(session, friends.house, old_ask.key) is None
        with pytest.raises(BadLink):
            seat_links.check_holder(session, friends.code, 2, old_seat.holder)


def test_an_order_that_has_waited_for_the_change_of_hands_is_not_played(friends: Friends) -> None:
    holder, match = friends.seat(2).holder, friends.match
    given = Submission(2, match.turn, match.steps, "torch", holder=holder)

    give(friends)

    with pytest.raises(BadLink):
        friends.house.db.write(partial(submit, house=friends.house, code=friends.code, submission=given))
    assert friends.ask(2).orders is None


def test_old_addresses_for_answers_are_void_too(friends: Friends) -> None:
    for seat in (1, 3):
        friends.order(seat, "torch")
    before = {ask.key for ask in friends.all_asks() if ask.seat == 2}

    give(friends)

    with friends.house.db.reading() as session:
        assert not any(replies.writer_of(session, friends.house, key) for key in before)
    assert before


def test_the_new_player_has_the_full_time(friends: Friends) -> None:
    friends.pass_time(hours=9)

    give(friends)

    due = friends.ask(2).due_at
    assert due
    assert due - now() > timedelta(hours=9)
    assert (friends.ask(1).due_at or now()) - now() < timedelta(hours=2)


def test_the_answers_of_the_others_stay(friends: Friends) -> None:
    friends.order(1, "torch")

    give(friends)
    friends.order(3, "torch")
    friends.order(2, "torch")

    assert '"orders":{"1":"torch","2":"torch","3":"torch"}' in friends.steps()[-1].line


def test_an_open_turn_of_another_player_goes_on_with_its_links(world: World) -> None:
    friends = world.match("tikal", 2)
    (asked,) = friends.waiting_for()
    before = friends.match

    give(friends, seat=3 - asked)
    friends.order(asked, friends.bot_orders(asked), turn=before.turn, base=before.steps)

    assert friends.steps()[-1].kind == "orders"


def test_the_letter_to_the_new_player_has_all_they_need(friends: Friends) -> None:
    friends.order(1, "torch")
    friends.order(3, "torch")

    give(friends)

    letter = friends.newest("new_hands")
    text = friends.compose(letter).text
    assert letter.player_id == friends.seat(2).player_id
    assert "in place of Bo" in text
    assert "Dora now plays in place of Bo." in text
    assert re.search(r"What has happened\n-+\n\n.*(Ana|Bo|Cy|earlier turns)", text, re.DOTALL)
    assert friends.code in text


def test_letters_to_the_former_player_do_not_leave(friends: Friends) -> None:
    bos = next(letter for letter in friends.letters("your_turn") if letter.facts["seat"] == 2)

    give(friends)

    with pytest.raises(NotNeeded, match="somebody else's"):
        friends.compose(bos)


def test_the_name_is_unlike_all_others_at_the_table(friends: Friends) -> None:
    for player, name in [("Dora", "Cy"), ("Emil", "Cy")]:
        friends.give_seat(2, friends.world.friend(player), name)

    assert friends.seat(2).name == "Cy 3"


def test_a_player_of_the_table_cannot_take_a_second_seat(friends: Friends) -> None:
    with pytest.raises(Problem, match="has a seat in this match already"):
        give(friends, "Cy")


def test_a_bots_seat_can_go_to_a_person(world: World) -> None:
    friends = world.match("tikal", 2, guests=["bot"])

    give(friends)

    assert not friends.seat(2).bot
    friends.play()
    assert verify("".join(step.line + "\n" for step in friends.steps()).encode()).status == RIGHT


def test_taking_back_does_not_change_who_sits_where(friends: Friends) -> None:
    give(friends)
    for seat in (1, 2, 3):
        friends.order(seat, "torch")

    friends.go_back(0)

    assert friends.seat(2).name == "Dora"
    assert friends.seen(2).names == ["Ana", "Dora", "Cy"]


def test_pages_name_those_who_played_then(friends: Friends) -> None:
    friends.order(1, "torch")
    friends.order(3, "torch")

    give(friends)

    assert friends.seen(1, step=1).names == ["Ana", "Bo", "Cy"]
    assert [order.name for order in friends.seen(1).history[1].orders] == ["Ana", "Bo", "Cy"]
    assert [(hand.name, hand.letter, hand.last) for hand in friends.seen(1).course.hands()] == [
        ("Bo", "B", 1)
    ]


def test_what_the_former_player_said_stays_theirs(friends: Friends) -> None:
    friends.house.db.write(lambda session: talk.say(session, friends.code, 2, "I have to go"))

    give(friends)
    friends.house.db.write(lambda session: talk.say(session, friends.code, 2, "Here I am"))

    with friends.house.db.reading() as session:
        said = talk.latest_remarks(session, friends.match)
    assert [(remark.name, remark.letter) for remark in said] == [("Bo", "B"), ("Dora", "B")]


def test_a_seat_that_is_not_there_cannot_be_given(friends: Friends) -> None:
    with pytest.raises(Problem, match="no seat 9"):
        give(friends, seat=9)


# --- The player who had the seat ---


def test_the_former_player_is_told_and_the_deadline_leaves_their_calendar(friends: Friends) -> None:
    due = friends.ask(2).due_at
    friends.world.change(Seat, friends.seat(2).id, entry_at=due)

    give(friends)

    letter = friends.compose(friends.newest("handed_over"))
    assert (letter.to, friends.seat(2).entry_at) == ("bo@example.org", None)
    assert "Dora plays on in your place" in letter.text
    assert letter.deadline
    assert (letter.deadline.at, letter.deadline.cancelled) == (due, True)


def test_without_an_entry_nothing_is_taken_out_of_a_calendar(friends: Friends) -> None:
    give(friends)

    assert friends.compose(friends.newest("handed_over")).deadline is None


def test_a_player_who_has_stopped_the_letters_of_the_match_gets_none_about_its_end(friends: Friends) -> None:
    friends.world.change(Seat, friends.seat(2).id, mute=True)

    give(friends)

    assert friends.letters("handed_over") == []
