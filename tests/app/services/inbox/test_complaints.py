"""Complaints about spam, as mail providers pass them on."""

from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.models import Letter, Player
from app.services import outbox
from app.services.inbox import intake
from tests.app.services.inbox.mails import SERVICE
from tests.world import Friends, World


@pytest.fixture
def friends(world: World) -> Friends:
    friends = world.match("incan-gold", 3)
    friends.send()
    return friends


def complain(world: World, to: str, letter: Letter, kind: str = "abuse") -> str:
    """What came of a report that has the letter's headers in it."""
    raw = (
        "From: staff@provider.example\r\nSubject: complaint\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nThis is an abuse report.\r\n"
        f"--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: {kind}\r\nVersion: 1\r\n\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: game@play.example\r\n"
        f"Message-ID: {world.message_id(letter)}\r\n\r\ntorch\r\n--b--\r\n"
    ).encode()
    taking = partial(intake.take_in, house=world.house, to=to, sender="staff@provider.example", raw=raw)
    assert world.house.write(taking)
    intake.read_due(world.house)
    return world.outcomes()[-1]


def letter_of(friends: Friends, seat: int) -> Letter:
    return next(one for one in friends.letters("your_turn") if one.facts["seat"] == seat)


def mutes(friends: Friends) -> list[bool]:
    return [friends.seat(number).mute for number in (1, 2, 3)]


@pytest.mark.parametrize("to", ["bounce", "service"])
def test_a_complaint_ends_the_letters_of_the_match_for_its_reader(
    friends: Friends, to: str, caplog: pytest.LogCaptureFixture
) -> None:
    letter = letter_of(friends, 2)
    address = Addresses(friends.house.settings).bounce(letter.message_id) if to == "bounce" else SERVICE

    outcome = complain(friends.world, address, letter)

    assert outcome == "complaint, no more such letters: abuse"
    assert mutes(friends) == [False, True, False]
    assert "complains: abuse" in caplog.text


def test_a_complaint_is_no_bounce(friends: Friends) -> None:
    letter = letter_of(friends, 2)

    complain(friends.world, Addresses(friends.house.settings).bounce(letter.message_id), letter)

    with friends.house.db.reading() as session:
        assert session.get_one(Player, friends.seat(2).player_id).hard_bounces == 0


def test_a_letter_that_is_no_spam_after_all_changes_nothing(friends: Friends) -> None:
    complain(friends.world, SERVICE, letter_of(friends, 2), "not-spam")

    assert mutes(friends) == [False, False, False]


def test_a_complaint_about_no_letter_of_ours_changes_nothing(friends: Friends) -> None:
    outcome = complain(friends.world, SERVICE, Letter(kind="your_turn", key="x", message_id="l.1"))

    assert outcome == "complaint without a letter: abuse"
    assert mutes(friends) == [False, False, False]


def test_a_complaint_about_the_letter_of_the_day_ends_it(world: World) -> None:
    world.friend("Bo", mail="digest")
    bo = world.player("bo@example.org")
    world.house.write(lambda session: outbox.put(session, "digest", "digest", player=bo))

    complain(world, SERVICE, world.newest("digest"))

    assert world.player("bo@example.org").mail == "none"
