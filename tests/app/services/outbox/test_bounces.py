"""Letters that come back: who is not reached any more, and how they come back themselves."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from sqlmodel import Session, select

from app.mail.addresses import Addresses
from app.mail.read.incoming import Bounce
from app.models import Letter, Player
from app.services import outbox
from app.services.inbox import intake
from app.services.matches import find
from app.services.outbox import bounces
from app.services.outbox.facts import SeatFacts
from app.services.people import accounts
from tests.app.services.outbox.returning import (
    SOFT,
    come_back,
    comes_back,
    is_alive,
    letter_to,
    player,
)
from tests.servers import until
from tests.world import Friends, World


@pytest.fixture
def friends(world: World) -> Friends:
    """Ana hosts; Bo and Cy play."""
    return world.match(ask_seconds=3600, policy="automatic")


# --- Counting ---


def test_three_hard_bounces_in_a_row_and_letters_rest(friends: Friends) -> None:
    come_back(friends.world, "Bo", 2)
    assert (player(friends.world, "Bo").hard_bounces, player(friends.world, "Bo").resting_at) == (2, None)

    come_back(friends.world, "Bo", 1)

    assert player(friends.world, "Bo").resting_at is not None
    assert player(friends.world, "Cy").resting_at is None


def test_soft_ones_are_noted_and_not_counted(friends: Friends) -> None:
    outcome = comes_back(friends.house, letter_to(friends.world, "Bo"), SOFT)
    come_back(friends.world, "Bo", 9, SOFT)

    assert outcome == "soft: mailbox full"
    assert player(friends.world, "Bo").hard_bounces == 0


def test_one_letter_counts_once(friends: Friends) -> None:
    letter = letter_to(friends.world, "Bo")

    for _ in range(4):
        outcome = comes_back(friends.house, letter)

    assert outcome == "this letter has come back before"
    assert player(friends.world, "Bo").hard_bounces == 1


def test_what_is_no_bounce_is_none(friends: Friends) -> None:
    outcome = comes_back(friends.house, letter_to(friends.world, "Bo"), None, automatic="vacation notice")

    assert outcome == "no bounce: vacation notice"
    assert player(friends.world, "Bo").hard_bounces == 0


def test_a_sign_of_life_begins_the_count_anew(friends: Friends) -> None:
    come_back(friends.world, "Bo", 2)
    is_alive(friends.world, "Bo")
    come_back(friends.world, "Bo", 2)

    assert (player(friends.world, "Bo").hard_bounces, player(friends.world, "Bo").resting_at) == (2, None)


def test_a_player_who_has_left_for_good_has_nothing_to_count(friends: Friends) -> None:
    letter, person = letter_to(friends.world, "Bo"), friends.world.friend("Bo")
    friends.house.db.write(lambda session: accounts.delete_account(session, friends.house, person))

    comes_back(friends.house, letter)

    with friends.house.db.reading() as session:
        assert session.get_one(Player, person).hard_bounces == 0


def test_a_mail_server_that_refuses_at_once_counts_alike(friends: Friends) -> None:
    for _ in range(3):
        letter = letter_to(friends.world, "Bo")
        friends.house.db.write(partial(bounces.count_refusal, letter=letter, why="550 5.1.1 no such user"))

    assert player(friends.world, "Bo").resting_at is not None


@pytest.mark.parametrize(
    "why", ["550 5.7.1 your network is blocked", "550-5.7.26 not authenticated", "552 5.2.2 mailbox full"]
)
def test_a_refusal_for_another_reason_is_not_counted(friends: Friends, why: str) -> None:
    for _ in range(3):
        friends.house.db.write(partial(bounces.count_refusal, letter=letter_to(friends.world, "Bo"), why=why))

    assert player(friends.world, "Bo").hard_bounces == 0


def test_what_a_server_has_against_us_is_told_to_the_operator_and_not_counted(
    friends: Friends, caplog: pytest.LogCaptureFixture
) -> None:
    letter = letter_to(friends.world, "Bo")

    outcome = comes_back(friends.house, letter, Bounce(False, "550 5.7.26 not authenticated", about_us=True))

    assert outcome == "about us: 550 5.7.26 not authenticated"
    assert "refused because of us, not of its reader: 550 5.7.26" in caplog.text
    assert player(friends.world, "Bo").hard_bounces == 0
    with friends.house.db.reading() as session:
        assert [lost.id for lost in outbox.lost_letters(session, friends.match.id)] == [letter.id]


def test_an_invitation_that_comes_back_is_told_to_the_host(world: World) -> None:
    friends = world.match(guests=["zoe@example.org", ""])
    [letter] = world.letters("invitation")

    comes_back(world.house, letter, Bounce(True, "550 no Zoe@example.org here"))

    with world.house.db.reading() as session:
        [lost] = outbox.lost_letters(session, find.by_code(session, friends.code).id)
    assert lost.error == "came back: 550 no … here"


def test_bounces_come_in_as_mail(friends: Friends) -> None:
    """Of a real mail server: who it is about is in the address, not in what it says."""
    report = (
        b"From: MAILER-DAEMON@example.org\r\nSubject: Undelivered Mail\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nI could not deliver.\r\n"
        b"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.org\r\n\r\n"
        b"Final-Recipient: rfc822; somebody.else@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        b"Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--b--\r\n"
    )
    for _ in range(3):
        to = Addresses(friends.house.settings).bounce(letter_to(friends.world, "Bo").message_id)
        friends.house.db.write(partial(intake.take_in, house=friends.house, to=to, sender="", raw=report))
    before = len(friends.world.letters())

    intake.read_due(friends.house)

    assert player(friends.world, "Bo").resting_at is not None
    assert [letter.kind for letter in friends.world.letters()[before:]] == [
        "resting"
    ]  # to the host, and to nobody else


# --- Back again ---


def test_letters_that_rested_leave_when_somebody_is_heard_of(friends: Friends) -> None:
    come_back(friends.world, "Bo", 3)

    def rests(session: Session) -> None:
        letter = session.exec(select(Letter).where(Letter.key == "rested")).one()
        outbox.mark_not_needed(session, letter, bounces.RESTING)

    match = friends.match
    bo = player(friends.world, "Bo")
    friends.house.db.write(lambda s: outbox.put(s, "resumed", "rested", SeatFacts(2), bo, match=match))
    friends.house.db.write(rests)

    is_alive(friends.world, "Bo")

    assert player(friends.world, "Bo").resting_at is None
    [letter] = friends.world.letters("resumed")
    assert (letter.dropped, letter.due_at is not None) == ("", True)


def test_orders_and_a_bounce_at_the_same_time_wait_for_each_other(friends: Friends) -> None:
    """Both lock the match first and then the person: the other way about, one would have to start again."""
    come_back(friends.world, "Bo", 1)
    letter, friend_id, begun = letter_to(friends.world, "Bo"), friends.world.friend("Bo"), list[str]()

    def bouncing(session: Session) -> None:
        begun.append("bounce")
        bounces.count_refusal(session, session.get_one(Letter, letter.id), "550 5.1.1 no such user")

    def ordering(session: Session) -> bool:
        begun.append("orders")
        find.by_code(session, friends.code, locked=True)
        bounce = threads.submit(friends.house.db.write, bouncing)
        waits = not until(bounce.done, 0.3)
        bounces.forget_bounces(session, session.get_one(Player, friend_id))
        session.flush()
        return waits

    with ThreadPoolExecutor(1) as threads:
        assert friends.house.db.write(ordering)

    assert begun == ["orders", "bounce"]
    assert player(friends.world, "Bo").hard_bounces == 1
