"""A seat that is lent: what the friend has of it, what stays with its owner, and how it ends."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import Session

from app.clock import now
from app.links import BadLink
from app.models import Seat
from app.services.inbox.replies import writer_of
from app.services.matches import seat_links
from app.services.play import stops
from app.services.play.live import LiveMatch, changing
from tests.world import Friends, World
from tests.world.council import Council
from tests.world.lending import Lending, problems
from tests.world.letter_reader import one_click
from tests.world.mailer import Mailer

DAY = 24 * 3600


def do_in_match(session: Session, friends: Friends, deed: Callable[[LiveMatch], None]) -> None:
    with changing(session, friends.house, friends.code) as live:
        deed(live)


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

    lending.ring_in_time()
    assert lending.friends.seat(1).owner_id == owner
    lending.ring_in_time()

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


def test_turns_that_are_played_in_one_moment_are_told_in_one_letter(lending: Lending) -> None:
    friends = lending.lend().friends
    for _ in range(2):
        for number in (1, 2, 3):
            friends.order(number, "torch")

    friends.world.send()

    sent = [letter for letter in friends.letters("played") if letter.sent_at and not letter.dropped]
    assert len(friends.letters("played")) == 2
    assert [letter.subject for letter in sent] == ["Sunday: Dora has played for you (turns 1 to 2)"]
    assert friends.compose(sent[0]).text.count("> torch") == 2


def test_the_owner_hears_too_that_the_match_is_paused_and_goes_on(lending: Lending) -> None:
    friends, ana = lending.friends, lending.friends.seat(1).player_id
    lending.lend()

    for kind, deed in (("paused", stops.pause_match), ("resumed", stops.resume_match)):
        friends.house.write(partial(do_in_match, friends=friends, deed=deed))
        letters = [letter for letter in friends.letters(kind) if letter.facts["seat"] == 1]
        assert {letter.player_id for letter in letters} == {ana, lending.player_id()}
        own = next(friends.compose(letter).text for letter in letters if letter.player_id == ana)
        assert "your turn" not in own
        assert not one_click(own)


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
