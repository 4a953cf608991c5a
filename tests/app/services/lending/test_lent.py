"""A seat that is lent: what the friend has of it, what stays with its owner, and how it ends."""

import json
from datetime import timedelta
from functools import partial

import pytest

from app.clock import now
from app.links import BadLink
from app.models import Seat
from app.problems import NotAllowed
from app.services.inbox.replies import writer_of
from app.services.matches import seat_links
from app.services.people import accounts
from app.services.upkeep.fsck import check_matches
from tests.world import World
from tests.world.council import Council
from tests.world.lending import DORA, Lending
from tests.world.mailer import Mailer

DAY = 24 * 3600


def problems(lending: Lending) -> list[str]:
    with lending.friends.house.reading() as session:
        return check_matches(session, lending.friends.house)


# --- While it is lent ---


def test_the_record_says_that_a_friend_has_played(lending: Lending) -> None:
    lending.lend()

    for number in (1, 2, 3):
        lending.friends.order(number, "torch")

    assert json.loads(lending.friends.steps()[-1].line)["by"] == {"1": "friend"}
    assert problems(lending) == []


def test_a_seat_goes_there_and_back_in_either_database(world_on_each: World, undrawn: None) -> None:
    lending = Lending(world_on_each.match("incan-gold", 3))
    owner = lending.friends.seat(1).player_id
    first = now().date() + timedelta(days=3)
    lending.lend(begins=first, ends=first)

    lending.ring(days=3)
    assert lending.friends.seat(1).owner_id == owner
    lending.ring(days=4)

    assert lending.friends.seat(1).player_id == owner
    assert problems(lending) == []


def test_orders_that_nobody_waits_for_are_a_friends_too(world: World) -> None:
    lending = Lending(world.match("tikal", 2)).lend()

    lending.friends.order(1)

    assert json.loads(lending.friends.steps()[-1].line)["by"] == {"1": "friend"}


def test_letters_go_to_the_friend_and_a_short_copy_to_the_owner(lending: Lending) -> None:
    ana = lending.friends.seat(1).player_id
    lending.lend()
    for number in (1, 2, 3):
        lending.friends.order(number, "torch")

    assert lending.friends.newest("borrowed").player_id == lending.player_id()
    turns = [letter for letter in lending.friends.letters("your_turn") if letter.facts["turn"] == 2]
    assert {letter.player_id for letter in turns if letter.facts["seat"] == 1} == {lending.player_id()}
    copy = lending.friends.newest("played")
    assert copy.player_id == ana
    assert "torch" in lending.friends.compose(copy).text


def test_links_and_addresses_are_renewed_at_both_changes_of_hands(lending: Lending) -> None:
    friends = lending.friends
    links = [friends.seat(1).holder]
    keys = [friends.ask(1).key]
    posts = [friends.seat(1).post_key]
    for change in (lending.lend, lending.call_back):
        change()
        links.append(friends.seat(1).holder)
        keys.append(friends.ask(1).key)
        posts.append(friends.seat(1).post_key)

    assert len(set(links)) == len(set(keys)) == len(set(posts)) == 3
    with friends.house.reading() as session:
        for old in links[:2]:
            with pytest.raises(BadLink):
                seat_links.check_holder(session, friends.code, 1, old)
        assert [writer_of(session, friends.house, key) is None for key in keys] == [True, True, False]


def test_what_was_made_ready_for_the_seat_stays_with_it(lending: Lending) -> None:
    friends = lending.friends
    friends.world.change(Seat, friends.seat(1).id, plan="torch until hazards >= 2")
    friends.order(1, "torch")

    lending.lend()

    assert friends.ask(1).orders == "torch"
    assert friends.seat(1).plan is not None


def test_the_friend_does_not_vote_and_the_owner_does(lending: Lending) -> None:
    council = Council(lending.friends)
    lending.lend()
    ana = lending.newest().owner_id

    council.propose(2, "end")

    letters = {letter.facts["seat"]: letter for letter in lending.friends.letters("proposed")}
    assert letters[1].player_id == ana
    assert "/vote/" in lending.friends.compose(letters[1]).text
    assert letters[1].facts["holder"] == lending.friends.seat(1).owner_holder


def test_the_letters_of_the_friend_have_no_talk_and_no_way_to_propose(lending: Lending) -> None:
    mailer = Mailer(lending.friends)
    mailer.mail(2, "say: good luck")
    lending.lend()

    text = lending.friends.compose(lending.friends.newest("borrowed")).text

    assert "good luck" not in text
    assert "/propose/" not in text
    assert "/return/" in text


def test_the_friend_does_not_talk_in_the_owners_name(lending: Lending) -> None:
    lending.lend()

    outcome = Mailer(lending.friends).came_of(1, "say: hello\n\ntorch")

    assert "talks" in outcome.problem
    assert lending.friends.ask(1).orders is None


def test_the_others_read_who_plays_and_until_when(lending: Lending) -> None:
    lending.lend(ends=now().date() + timedelta(days=400 - 390))

    lent = lending.friends.seen(2).lent[1]

    assert (lent.name, lent.until) == ("Dora", now().date() + timedelta(days=10))
    turn = lending.friends.put("your_turn", 2, turn=1)
    assert "Dora" in lending.friends.compose(lending.friends.put("resumed", 2)).text or turn


def test_a_deadline_gets_later_by_the_friends_hours_and_never_earlier(world: World) -> None:
    lending = Lending(world.match("incan-gold", 3, ask_seconds=2 * DAY))
    due = lending.friends.ask(1).due_at
    assert due
    hour = due.hour
    world.friend("Dora", wakes=(hour + 2) % 24, sleeps=(hour - 2) % 24)

    lending.lend()
    later = lending.friends.ask(1).due_at
    lending.call_back()

    assert later
    assert later > due
    assert lending.friends.ask(1).due_at == later


# --- The end ---


@pytest.mark.parametrize("ends", ["call_back", "give_back"])
def test_both_can_end_it_at_once(lending: Lending, ends: str) -> None:
    ana = lending.friends.seat(1).player_id
    lending.lend()

    getattr(lending, ends)()

    seat = lending.friends.seat(1)
    assert (seat.player_id, seat.owner_id, seat.owner_holder) == (ana, None, "")
    assert lending.friends.newest("returned").player_id == ana
    assert lending.friends.newest("given_back").player_id == lending.player_id()


def test_the_friend_ends_it_by_a_word(lending: Lending) -> None:
    lending.lend()

    assert Mailer(lending.friends).mail(1, "return") == "gave_back"

    assert lending.friends.seat(1).owner_id is None


@pytest.mark.parametrize("word", ["return", "I am back", "zurückgeben", "oddaję", "vracím", "rendre"])
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
