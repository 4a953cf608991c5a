"""What the door takes in, what it refuses and how it says so; spoken to by real clients."""

from collections.abc import Iterator
from pathlib import Path
from smtplib import SMTP, SMTPDataError, SMTPRecipientsRefused

import pytest

from app.house import House
from app.keys import post_key
from app.mail.addresses import Addresses
from app.post.rate_limit import RateLimit
from app.post.smtp_handler import MOST_RECIPIENTS
from app.services.inbox import intake
from tests.world import Friends, World
from tests.world.mail_door import RAW, SENDER, Standing, reply_address, standing, without_database


@pytest.fixture
def friends(world_on_each: World) -> Friends:
    """On both databases: what is answered is what has been committed."""
    return world_on_each.invite().sit()


@pytest.fixture
def door(friends: Friends) -> Iterator[Standing]:
    with standing(friends.house) as made:
        yield made


@pytest.fixture
def near(world: World) -> Iterator[Standing]:
    """On SQLite: for what has nothing to do with storing."""
    with standing(world.house) as made:
        yield made


def bring(door: Standing, *to: str, raw: bytes = RAW) -> None:
    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.sendmail(SENDER, to, raw)


def refusal(door: Standing, to: str) -> str:
    with pytest.raises(SMTPRecipientsRefused) as refused:
        bring(door, to)
    [(code, said)] = refused.value.recipients.values()
    return f"{code} {said.decode()}"


# --- Taken in ---


def test_a_mail_is_kept_as_it_came_and_the_worker_is_woken(door: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)

    bring(door, to)

    [mail] = door.mails()
    assert (mail.to, mail.sender) == (World(door.house).kept(to), SENDER)
    assert intake.raw_of(door.house, mail) == RAW
    assert mail.due_at == mail.received_at
    assert door.woken == ["woken"]


def test_capitals_and_a_plus_lead_to_the_same_address(door: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)

    bring(door, to.upper().replace("R.", "R+", 1))

    assert [mail.to for mail in door.mails()] == [World(door.house).kept(to)]


def test_the_same_mail_a_second_time_is_answered_and_not_kept_twice(door: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)

    for _ in range(2):
        bring(door, to)

    assert len(door.mails()) == 1


def test_a_bounce_has_no_sender(door: Standing, friends: Friends) -> None:
    letter = friends.letters()[0]
    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.sendmail("", [Addresses(friends.house.settings).bounce(letter.message_id)], RAW)

    assert [mail.sender for mail in door.mails()] == [""]


def test_a_mail_in_any_bytes_and_from_anybody_is_kept(door: Standing, friends: Friends) -> None:
    to, raw = reply_address(friends.house, friends.code), b"Subject: \xff\x00\r\n\r\n\xc4\x85\x00\x80\r\n"
    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.ehlo()
        client.send("MAIL FROM:<żółw@example.org> SMTPUTF8 BODY=8BITMIME\r\n".encode())
        assert client.getreply()[0] == 250
        client.rcpt(to)
        assert client.data(raw)[0] == 250

    [mail] = door.mails()
    assert intake.raw_of(door.house, mail) == raw


def test_two_addresses_of_one_mail_are_two_mails(door: Standing, friends: Friends) -> None:
    both = [reply_address(friends.house, friends.code, position) for position in (1, 2)]

    bring(door, *both)

    assert sorted(mail.to for mail in door.mails()) == sorted(map(World(door.house).kept, both))


def test_an_address_of_a_match_that_is_over_is_still_known(door: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)
    friends.play()

    bring(door, to)

    assert len(door.mails()) == 1


def test_a_large_photo_does_not_keep_an_answer_out(door: Standing, friends: Friends) -> None:
    bring(door, reply_address(friends.house, friends.code), raw=RAW + (b"x" * 76 + b"\r\n") * 300_000)

    assert len(door.mails()) == 1


def test_mail_to_the_address_that_letters_are_from_is_taken_in(door: Standing) -> None:
    bring(door, "Game@play.example")

    assert [mail.to for mail in door.mails()] == ["game@play.example"]


# --- Refused ---


def test_unknown_addresses_are_refused_with_what_would_be_right(door: Standing, friends: Friends) -> None:
    ours = Addresses(friends.house.settings)

    for unknown in (
        ours.reply(post_key()),
        ours.unsubscribe(post_key()),
        ours.bounce(f"l.{7:032x}"),
        "ana@play.example",
    ):
        said = refusal(door, unknown)
        assert said.startswith("550 5.1.1 ")
        assert "Answer one of our letters" in said

    assert not door.mails()


def test_nothing_is_passed_on_to_other_domains(near: Standing) -> None:
    for elsewhere in ("bo@example.org", "bo%example.org@elsewhere.example", "@play.example:bo@example.org"):
        assert refusal(near, elsewhere).startswith("55")


def test_a_bound_number_of_recipients(door: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)
    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.ehlo()
        client.mail(SENDER)

        said = [client.rcpt(to)[0] for _ in range(MOST_RECIPIENTS + 1)]

    assert said == [250] * MOST_RECIPIENTS + [452]


def test_too_many_mails_to_one_address_have_to_wait(door: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)
    for number in range(intake.MOST_AN_HOUR):
        bring(door, to, raw=RAW + b"%d\r\n" % number)

    with pytest.raises(SMTPDataError) as full:
        bring(door, to, raw=RAW + b"one more\r\n")

    assert full.value.smtp_code == 452
    assert len(door.mails()) == intake.MOST_AN_HOUR


def test_too_many_from_one_machine_have_to_wait(friends: Friends) -> None:
    with standing(friends.house, pace=RateLimit(2, 3600)) as door:
        to = reply_address(friends.house, friends.code)
        for number in range(2):
            bring(door, to, raw=RAW + b"%d\r\n" % number)

        assert refusal(door, to).startswith("451 4.7.1")


@pytest.mark.parametrize("word", ["VRFY", "EXPN"])
def test_nobody_is_told_who_is_here(door: Standing, friends: Friends, word: str) -> None:
    known, unknown = (
        reply_address(friends.house, friends.code),
        Addresses(friends.house.settings).reply("a" * 26),
    )
    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.ehlo()

        assert client.docmd(word, known) == client.docmd(word, unknown)


# --- A database that is away ---


def test_without_a_database_a_mail_is_to_come_later(house: House, tmp_path: Path) -> None:
    away = without_database(house, tmp_path)
    with standing(away) as door:
        said = refusal(door, Addresses(house.settings).reply(post_key()))

    assert said.startswith("451 4.3.0 ")
    assert "sqlite" not in said.lower()


def test_a_mail_that_could_not_be_put_down_is_to_come_again(world: World, near: Standing) -> None:
    friends = world.invite().sit()
    to = reply_address(near.house, friends.code)
    with SMTP("127.0.0.1", near.port, timeout=20) as client:
        client.ehlo()
        client.mail(SENDER)
        client.rcpt(to)
        with near.house.db.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE mail RENAME TO elsewhere")

        code, said = client.data(RAW)

    assert (code, b"later" in said) == (451, True)
    assert not near.woken
