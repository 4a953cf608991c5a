"""Mail to the address that letters are from: the letter that it answers says what to do, never From."""

from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.models import Letter
from app.services.inbox import intake
from tests.app.services.inbox.mails import SERVICE, write
from tests.world import Friends, World
from tests.world.letter_reader import links


@pytest.fixture
def friends(world: World) -> Friends:
    """All three are in the temple, and have the letters that ask them."""
    friends = world.match("incan-gold", 3)
    friends.send()
    return friends


def asking(friends: Friends, seat: int) -> Letter:
    return next(one for one in friends.letters("your_turn")[::-1] if one.facts["seat"] == seat)


# --- It answers a letter ---


def test_an_answer_to_a_letter_plays_as_if_it_had_come_to_its_address(friends: Friends) -> None:
    outcome = write(friends.world, "torch", asking(friends, 2))

    assert outcome == "receipt 1"
    assert friends.ask(2).answered_at is not None
    assert friends.newest("reply").player_id == friends.seat(2).player_id


def test_references_say_it_too_and_the_nearest_letter_counts(friends: Friends) -> None:
    ids = [friends.world.message_id(asking(friends, seat)) for seat in (1, 2)]

    write(friends.world, "torch", References=f"<m.x.y@play.example> {' '.join(ids)}")

    assert [friends.ask(seat).answered_at is not None for seat in (1, 2, 3)] == [False, True, False]


def test_whoever_has_the_letter_may_answer_it_and_the_player_is_told(friends: Friends) -> None:
    write(friends.world, "torch", asking(friends, 2), From="Bo at work <bo@work.example>")

    assert friends.newest("reply").player_id == friends.seat(2).player_id


def test_an_answer_that_comes_late_does_not_play_the_next_turn(friends: Friends) -> None:
    letter = asking(friends, 2)
    for seat in (1, 2, 3):
        friends.order(seat, "torch")

    outcome = write(friends.world, "camp", letter)

    assert outcome == "passed"
    assert friends.ask(2).answered_at is None


def test_an_answer_to_an_invitation_takes_the_seat(world: World) -> None:
    friends = world.invite()
    friends.send()

    write(world, "accept", friends.letters("invitation")[0])

    assert friends.seat(2).status == "taken"


@pytest.mark.parametrize("name", ["<m.{code}.0123456789abcdef@play.example>", "<l.1@play.example>", "<1@x>"])
def test_what_can_be_guessed_is_no_answer_to_a_letter(friends: Friends, name: str) -> None:
    write(friends.world, "torch", In_Reply_To=name.format(code=friends.code))

    assert not any(ask.answered_at for ask in friends.asks())


# --- It answers nothing ---


def test_from_alone_plays_nothing_and_the_player_gets_the_open_turns(friends: Friends) -> None:
    outcome = write(friends.world, "torch")

    assert outcome == "to no match; answered with the open turns"
    assert friends.ask(2).answered_at is None
    assert friends.newest("open_turns").player_id == friends.seat(2).player_id


def test_each_open_turn_is_told_with_an_address_and_a_link_of_its_own(friends: Friends) -> None:
    second = friends.world.match("incan-gold", 3, title="Monday")
    write(friends.world, "torch")

    letter = friends.compose(friends.newest("open_turns"))

    for match in (friends, second):
        assert Addresses(match.house.settings).reply(match.ask(2).key) in letter.text
        assert match.match.title in letter.text
    assert sum("/do/" in link for link in links(letter.text)) == 2
    assert letter.reply_to == ""


def test_a_reply_to_the_answer_goes_to_the_only_turn(friends: Friends) -> None:
    write(friends.world, "torch")

    letter = friends.compose(friends.newest("open_turns"))

    assert letter.reply_to == Addresses(friends.house.settings).reply(friends.ask(2).key)
    assert letter.replied


def test_a_player_whom_nobody_asks_is_told_so(world: World) -> None:
    world.friend("Bo")
    write(world, "torch")

    assert "No turn waits for your answer now." in world.compose(world.newest("open_turns")).text


def test_a_stranger_gets_no_answer(friends: Friends) -> None:
    outcome = write(friends.world, "torch", From="Mallory <mallory@example.net>")

    assert outcome == "to no match, and from nobody who is known"
    assert not friends.letters("open_turns")


@pytest.mark.parametrize("header", ["Auto_Submitted: auto-replied", "List_Id: <a.example.org>"])
def test_automatic_mail_gets_no_answer(friends: Friends, header: str) -> None:
    name, _, value = header.partition(": ")

    assert write(friends.world, "I am away.", None, **{name: value}).startswith("automatic")
    assert not friends.letters("open_turns")


def test_a_player_gets_a_bound_number_of_answers(friends: Friends) -> None:
    for number in range(7):
        outcome = write(friends.world, f"torch {number}")

    assert outcome == "to no match; not answered: too many within an hour"
    assert len(friends.letters("open_turns")) == 5


def test_one_sender_does_not_fill_the_address_for_others(friends: Friends) -> None:
    taking = partial(intake.take_in, house=friends.house, to=SERVICE)
    for number in range(intake.MOST_AN_HOUR):
        assert friends.house.write(partial(taking, sender="bo@example.org", raw=b"%d" % number))

    assert friends.house.write(partial(taking, sender="bo@example.org", raw=b"more")) is None
    assert friends.house.write(partial(taking, sender="cy@example.org", raw=b"more"))
