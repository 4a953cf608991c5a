"""A new edition of the program looks at every match that goes on; one that would differ is set aside."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlmodel import select

from app.clock import now
from app.models import Match, Proposal
from app.problems import BeingLookedAt, SetAside
from app.services.play import host_actions
from app.services.play.clocks import ring_due_clocks
from app.services.upkeep import editions, fsck
from app.services.upkeep.health import look_around
from tests.world import Friends, World
from tests.world.council import DAY, Council
from tests.world.editions import edition, look
from tests.world.letter_reader import Page, words

UNTOUCHED = ("state", "turn", "steps", "head", "format", "rules", "result", "idle_at", "started_at")


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    return world_on_sqlite


@pytest.fixture
def friends(world: World) -> Friends:
    made = world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={})
    made.play(7)
    return made


@pytest.fixture
def newer(friends: Friends) -> Iterator[Friends]:
    """Set aside by the edition that is here now."""
    with edition("newer", otherwise=True):
        look(friends.house)
        yield friends


def kept(friends: Friends) -> list[object]:
    match = friends.match
    steps = [(step.line, step.events) for step in friends.steps()]
    asks = [(ask.seat, ask.turn, ask.orders, ask.answered_at, ask.key) for ask in friends.asks()]
    return [*(getattr(match, name) for name in UNTOUCHED), steps, asks]


def test_a_match_that_would_differ_is_set_aside_untouched(friends: Friends) -> None:
    before = kept(friends)

    with edition("newer", otherwise=True):
        counts = look(friends.house)

    assert [seen.code for seen in counts.set_aside] == [friends.code]
    assert kept(friends) == before
    assert friends.match.aside_at
    assert "state" in friends.match.aside_why


def test_all_other_matches_go_on(newer: Friends, world: World) -> None:
    other = world.match("tikal", 2)
    with edition("newest", otherwise=True):
        look(world.house)
        other.play(1)

    assert not other.match.aside_at
    assert other.match.status == "running"


def test_an_edition_that_plays_alike_goes_on_with_all(friends: Friends) -> None:
    with edition("newer"):
        counts = look(friends.house)
        friends.play()

    assert (counts.seen, counts.set_aside) == (1, ())
    assert friends.match.status == "over"


def test_each_edition_looks_once(world_on_each: World) -> None:
    friends = world_on_each.match("incan-gold", 3).play(7)

    with edition("newer"):
        assert look(friends.house).seen == 1
        friends.play(3)
        assert look(friends.house).seen == 0


def test_players_are_told_and_the_letter_asks_the_engine_nothing(newer: Friends) -> None:
    letters = [newer.compose(letter) for letter in newer.letters("aside")]

    for letter in letters:
        assert words(letter.text) == words(Page(letter.html).text)
    assert sorted(letter.to for letter in letters) == ["ana@example.org", "bo@example.org", "cy@example.org"]
    assert "Nothing is lost" in " ".join(letters[0].text.split())


def test_nobody_is_told_twice(newer: Friends) -> None:
    with edition("newest", otherwise=True):
        look(newer.house)

    assert len(newer.letters("aside")) == 3


def test_orders_are_refused_kindly_and_change_nothing(newer: Friends) -> None:
    before = kept(newer)

    with pytest.raises(SetAside, match="Nothing is lost"):
        newer.order(newer.asks()[0].seat, "torch")

    assert kept(newer) == before
    assert newer.world.letters("refused") == []


def test_its_clocks_rest(newer: Friends) -> None:
    assert ring_due_clocks(newer.house, at=now() + timedelta(days=30)) == 0
    assert {ask.rings_at for ask in newer.asks()} == {None}


def test_nobody_can_end_or_resume_it(newer: Friends) -> None:
    who: dict[str, Any] = {"house": newer.house, "code": newer.code, "player_id": newer.seat(1).player_id}
    newer.world.change(Match, newer.match.id, needs={"pause": "host", "end": "host"})
    for act in (host_actions.resume, host_actions.give_up):
        with pytest.raises(SetAside):
            newer.house.write(partial(act, **who))

    assert newer.match.aside_at


def test_what_is_proposed_rests_and_is_decided_later(friends: Friends) -> None:
    council = Council(friends)
    ends_at = council.propose(1, "pause").ends_at
    with edition("newer", otherwise=True):
        look(friends.house)
        assert council.ring(days=30) == 0
        with pytest.raises(SetAside):
            council.vote(2, "yes")
        friends.world.change(Match, friends.match.id, aside_at=now() - timedelta(days=9))

    look(friends.house)
    council.vote(2, "yes")

    assert council.newest().ends_at > ends_at + timedelta(days=8)
    assert friends.match.status == "paused"


def test_it_goes_on_by_itself_with_an_edition_that_plays_as_before(newer: Friends) -> None:
    newer.pass_time(days=5)
    with edition("mended"):
        counts = look(newer.house)
        left = [ask.due_at - now() for ask in newer.asks() if ask.due_at and not ask.answered_at]
        letters = [newer.compose(letter) for letter in newer.letters("resumed")]
        newer.play()

    assert [seen.code for seen in counts.go_on] == [newer.code]
    assert min(left) > timedelta(seconds=2 * DAY - 60)
    assert len(letters) == 3
    assert all("set aside after an update" in " ".join(letter.text.split()) for letter in letters)
    assert newer.match.status == "over"


def test_the_old_program_takes_it_up_again(friends: Friends) -> None:
    look(friends.house)
    with edition("newer", otherwise=True):
        look(friends.house)

    look(friends.house)
    friends.play()

    with friends.house.reading() as session:
        assert fsck.check_matches(session, friends.house) == []


def test_what_was_paused_before_stays_paused(friends: Friends) -> None:
    host = friends.seat(1).player_id
    pause = partial(host_actions.pause, house=friends.house, code=friends.code, player_id=host)
    friends.world.change(Match, friends.match.id, needs={"pause": "host"})
    friends.house.write(pause)
    with edition("newer", otherwise=True):
        look(friends.house)

    look(friends.house)

    assert (friends.match.status, friends.match.aside_at) == ("paused", None)
    over = [letter for letter in friends.letters("aside") if letter.facts["over"]]
    assert "still paused" in friends.compose(over[0]).text


def test_operators_see_it_in_their_health(newer: Friends) -> None:
    with newer.house.reading() as session:
        seen = look_around(session, newer.house)
        listed = [match.code for match in editions.set_aside(session)]

    assert seen.facts["matches_set_aside"] == 1
    assert "update --check" in next(t.words for t in seen.troubles if t.name == "matches_set_aside")
    assert listed == [newer.code]


# --- Beside one another ---


def test_nothing_is_played_before_this_edition_has_looked(friends: Friends) -> None:
    steps = friends.match.steps
    with edition("newer", otherwise=True), pytest.raises(BeingLookedAt):
        friends.order(friends.asks()[0].seat, "torch")

    assert friends.match.steps == steps
    assert not friends.match.aside_at


def test_what_an_older_program_plays_meanwhile_is_looked_at_again(friends: Friends) -> None:
    with edition("newer"):
        look(friends.house)
    friends.play(3)

    with edition("newer"):
        assert editions.look_at_unseen(friends.house) == 1
        assert editions.look_at_unseen(friends.house) == 0


def test_the_older_program_sets_nothing_aside_while_the_newer_one_comes(friends: Friends) -> None:
    with edition("older", otherwise=True):
        friends.house.write(editions.arrive)
    look(friends.house)

    with edition("older", otherwise=True):
        assert editions.look_at_unseen(friends.house) == 0

    assert not friends.match.aside_at


def test_a_seed_that_cannot_be_opened_sets_nothing_aside(friends: Friends) -> None:
    friends.world.change(Match, friends.match.id, locked_seed="locked by another key")

    with edition("newer"):
        counts = look(friends.house)

    assert [seen.code for seen in counts.unknown] == [friends.code]
    assert not friends.match.aside_at


def test_proposals_of_other_matches_do_not_rest(newer: Friends, world: World) -> None:
    council = Council(world.match("tikal", 2, needs={}))

    council.propose(1, "pause")

    with world.house.reading() as session:
        assert session.exec(select(Proposal.rings_at)).one() is not None
