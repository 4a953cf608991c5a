"""Lending a seat: asked, accepted, played by a friend, and back again."""

import json
from datetime import timedelta
from functools import partial

import pytest

from app.clock import now
from app.links import BadLink
from app.models import Player, Seat
from app.problems import NotAllowed, Problem
from app.services.inbox.replies import writer_of
from app.services.matches import seat_links
from app.services.people import accounts, refusals
from app.services.upkeep.fsck import check_matches
from tests.world import World
from tests.world.council import Council
from tests.world.lending import DORA, Lending
from tests.world.mailer import Mailer

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

    lending.ring(days=3)
    assert lending.friends.seat(1).player_id == lending.player_id()

    lending.ring(days=5)
    assert lending.friends.seat(1).owner_id is not None
    lending.ring(days=6)
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

    lending.ring(days=3)

    assert lending.friends.seat(1).owner_id is None
    assert lending.newest().why == "lapsed"


# --- While it is lent ---


def test_the_record_says_that_a_friend_has_played(lending: Lending) -> None:
    lending.lend()

    for number in (1, 2, 3):
        lending.friends.order(number, "torch")

    assert json.loads(lending.friends.steps()[-1].line)["by"] == {"1": "friend"}
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
