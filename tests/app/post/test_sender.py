"""Letters leave at least once, by one sender at a time, and what cannot leave is not forgotten."""

import socket
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.clock import now
from app.db.write_through import BEGUN, THROUGH, WriteThrough
from app.models import Letter, Player, Seat
from app.post.sender import send_due
from app.services import outbox
from app.services.outbox import relay
from app.services.people import signing_in
from tests.world import Friends, World
from tests.world.mail_server import Sink

DAY = timedelta(days=1)


# --- Sent ---


def test_of_a_letter_that_has_left_the_links_are_not_kept(posting: Friends, sink: Sink) -> None:
    posting.send()

    kept = {posting.world.message_id(letter): letter for letter in posting.letters() if letter.sent_at}
    arrived = {message["Message-ID"]: message for message in sink.messages}
    assert arrived.keys() == kept.keys()
    for name, message in arrived.items():
        assert not message.defects
        assert message["Subject"] == kept[name].subject
        assert (kept[name].text, kept[name].html) == ("", "")


def test_a_letter_that_waited_is_dated_when_it_was_wanted(posting: Friends, sink: Sink) -> None:
    posting.world.change(Player, 1, mail="late", late_hours=12)
    posting.send()
    posting.send(timedelta(hours=12, minutes=1))

    letter = next(letter for letter in posting.letters("your_turn") if letter.player_id == 1)
    assert letter.wanted_at - letter.created_at >= timedelta(hours=11, minutes=59)
    assert sink.messages[-1]["Date"].datetime == letter.wanted_at


def test_each_letter_is_sent_once(posting: Friends, sink: Sink) -> None:
    assert posting.send() > 0
    assert posting.send() == 0

    assert len({message["Message-ID"] for message in sink.messages}) == len(sink.raw)


def test_a_letter_leaves_when_all_that_it_tells_is_on_the_disk(posting: Friends, sink: Sink) -> None:
    disk = posting.house.db.disk
    assert isinstance(disk, WriteThrough)
    taken, waits = sink.handle_DATA, list[bool]()

    async def noted(*asked: Any) -> str:
        waits.append(is_all_written_through(disk))
        return await taken(*asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sink, "handle_DATA", noted)
        posting.send()

    assert waits
    assert all(waits)
    assert is_all_written_through(disk)


def is_all_written_through(disk: WriteThrough) -> bool:
    return disk._numbers[THROUGH] == disk._numbers[BEGUN]


def test_two_senders_at_once_send_each_letter_once(mailing_on_each: World, sink: Sink) -> None:
    mailing = mailing_on_each
    for number in range(40):
        mailing.house.db.write(
            partial(signing_in.ask_to_sign_in, house=mailing.house, email=f"{number}@example.org")
        )

    with ThreadPoolExecutor(4) as senders:
        counts = list(senders.map(lambda _: send_due(mailing.house, limit=25), range(4)))

    assert sum(counts) == len(sink.raw) == 40
    assert len({message["To"] for message in sink.messages}) == 40


def test_without_a_mail_server_letters_are_kept(friends: Friends) -> None:
    friends.send()

    turns = friends.letters("your_turn")
    assert all(letter.sent_at and letter.subject and letter.text and letter.html for letter in turns)


def test_what_was_told_is_remembered_when_it_has_left(friends: Friends) -> None:
    assert friends.seat(1).told == 0
    friends.send()

    assert friends.seat(1).told == friends.match.steps == 1


def test_a_letter_that_has_not_left_is_told_again(posting: Friends, sink: Sink) -> None:
    sink.says = "451 later"
    posting.send()

    assert posting.seat(1).told == 0


# --- Not needed any more ---


def test_what_was_answered_before_it_left_is_dropped_with_the_reason(posting: Friends, sink: Sink) -> None:
    seat = posting.newest("your_turn").facts["seat"]
    posting.order(seat)
    posting.send()

    dropped = posting.newest("your_turn")
    assert (dropped.dropped, dropped.sent_at, dropped.due_at) == ("answered already", None, None)
    assert posting.newest("your_turn").message_id not in b"".join(sink.raw).decode()


def test_a_muted_seat_gets_nothing_more(posting: Friends, sink: Sink) -> None:
    posting.world.change(Seat, posting.seat(2).id, mute=True)
    posting.send()

    assert "bo@example.org" not in {message["To"].addresses[0].addr_spec for message in sink.messages}


# --- Failures ---


def test_an_address_that_no_server_takes_is_given_up_at_once(posting: Friends, sink: Sink) -> None:
    sink.refuses["bo@example.org"] = "550 no such user bo@example.org here"
    posting.send()

    [lost] = [letter for letter in posting.letters("your_turn") if not letter.sent_at]
    assert (lost.tries, lost.dropped, lost.due_at) == (1, "given up", None)
    assert lost.error == "550 no such user … here"
    assert len(sink.raw) == len(posting.letters("your_turn")) - 1


def test_the_host_is_told_what_was_given_up(posting: Friends, sink: Sink) -> None:
    sink.refuses["bo@example.org"] = "550 no"
    posting.send()

    with posting.house.db.reading() as session:
        lost = outbox.lost_letters(session, posting.match.id)
    assert [(letter.kind, letter.error) for letter in lost] == [("your_turn", "550 no")]


def test_a_busy_server_is_tried_again_with_growing_pauses(posting: Friends, sink: Sink) -> None:
    sink.refuses["bo@example.org"] = "450 greylisted"
    start, tried = now(), list[int]()

    for minute in range(120):
        before = tries_of(posting)
        send_due(posting.house, at=start + timedelta(minutes=minute))
        if tries_of(posting) > before:
            tried.append(minute)

    assert tried == [0, 1, 6, 21, 81]


def tries_of(posting: Friends) -> int:
    return sum(letter.tries for letter in posting.letters("your_turn") if letter.error or not letter.sent_at)


def test_it_arrives_when_the_server_has_come_round(posting: Friends, sink: Sink) -> None:
    sink.says = "451 later"
    posting.send()
    assert not sink.raw
    sink.says = "250 OK"
    posting.send(timedelta(minutes=1))

    assert len(sink.raw) == len([letter for letter in posting.letters() if letter.sent_at]) > 0
    assert not [letter for letter in posting.letters() if letter.error]


@pytest.fixture
def away(tmp_path: Path) -> Friends:
    """No server listens at this port."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    return World.new(tmp_path, smtp=f"smtp://127.0.0.1:{port}").invite()


def test_a_server_that_is_down_costs_no_try(away: Friends) -> None:
    start = now()
    for hours in range(0, 7 * 24, 12):
        assert send_due(away.house, at=start + timedelta(hours=hours)) == 0

    assert {(letter.tries, letter.claims, letter.dropped) for letter in away.letters()} == {(0, 0, "")}
    with away.house.reading() as session:
        known = relay.state(session)
    assert known
    assert (known.away_since, "refused" in known.why) == (start, True)


def test_after_a_day_of_refusals_a_letter_that_no_turn_needs_is_given_up(mailing: World, sink: Sink) -> None:
    invited, start, minute = mailing.invite(), now(), 0
    sink.refuses["bo@example.org"] = "450 mailbox is full"
    while any(letter.due_at for letter in invited.letters()):
        send_due(invited.house, at=start + timedelta(minutes=minute))
        minute += 20

    assert DAY < timedelta(minutes=minute) < 1.1 * DAY
    [lost] = [letter for letter in invited.letters() if not letter.sent_at]
    assert (lost.dropped, lost.error) == ("given up", "450 mailbox is full")


# --- Crashes ---


def test_a_sender_that_crashed_keeps_a_letter_no_longer_than_the_lease(posting: Friends, sink: Sink) -> None:
    posting.house.db.write(partial(outbox.claim, at=now(), limit=500))

    assert posting.send(outbox.LEASE - timedelta(seconds=5)) == 0
    assert posting.send(outbox.LEASE + timedelta(seconds=5)) > 0
    assert len(sink.raw) > 0


def test_a_sender_that_comes_back_after_the_lease_undoes_nothing(posting: Friends, sink: Sink) -> None:
    late = posting.house.db.write(partial(outbox.claim, at=now(), limit=500))
    posting.send(outbox.LEASE + timedelta(seconds=5))

    for letter in late:
        posting.house.db.write(partial(outbox.mark_failed, letter=letter, at=now(), error="too late"))

    assert not [letter for letter in posting.letters() if letter.error or letter.due_at]


def test_a_letter_that_breaks_every_sender_is_set_aside(posting: Friends, sink: Sink) -> None:
    for tries in range(len(outbox.PAUSES) + 1):
        posting.house.db.write(partial(outbox.claim, at=now() + DAY * tries, limit=500))
    posting.send(30 * DAY)

    assert not sink.raw
    assert {letter.error for letter in posting.letters()} == {"every try to send it broke off"}
    assert {letter.dropped for letter in posting.letters("your_turn")} == {outbox.SET_ASIDE}


def test_one_broken_letter_does_not_hold_up_the_others(posting: Friends, sink: Sink) -> None:
    broken = posting.put("your_turn", 1, turn="not a number", strange=True)
    posting.world.change(type(broken), broken.id, facts={})
    posting.send()

    assert posting.newest("your_turn").error == "KeyError"
    assert len(sink.raw) == len(posting.letters("your_turn")) - 1


def test_an_address_that_mail_servers_do_not_take_is_given_up(mailing: World, sink: Sink) -> None:
    mailing.house.db.write(partial(signing_in.ask_to_sign_in, house=mailing.house, email="lodz@example.org"))
    [letter] = mailing.letters()
    mailing.change(Letter, letter.id, to="łódź@example.org")  # as earlier versions took it
    send_due(mailing.house)

    assert not sink.raw
    with mailing.house.db.reading() as session:
        assert outbox.oldest_unsent_since(session) is None


# --- The outbox ---


def test_one_letter_for_one_need(friends: Friends) -> None:
    before = len(friends.letters())
    first = friends.put("paused", 1)

    assert friends.put("paused", 1).id == first.id
    assert len(friends.letters()) == before + 1


def test_the_oldest_unsent_letter_is_known(friends: Friends) -> None:
    with friends.house.db.reading() as session:
        assert outbox.oldest_unsent_since(session) == friends.letters()[0].created_at
    friends.send()

    with friends.house.db.reading() as session:
        assert outbox.oldest_unsent_since(session) is None
