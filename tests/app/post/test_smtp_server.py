"""How much and how many the door bears, whatever is said there."""

import socket
from collections.abc import Iterator
from smtplib import SMTP, SMTPResponseException, SMTPSenderRefused

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.post import smtp_server
from tests.servers import until
from tests.world import Friends
from tests.world.mail_door import SENDER, Standing, reply_address, standing


@pytest.fixture
def door(friends: Friends) -> Iterator[Standing]:
    with standing(friends.house) as made:
        yield made


@pytest.fixture
def client(door: Standing) -> Iterator[SMTP]:
    with SMTP("127.0.0.1", door.port, timeout=20) as made:
        yield made


def test_the_size_that_is_allowed_is_announced_and_more_is_refused(client: SMTP) -> None:
    client.ehlo()
    assert client.esmtp_features["size"] == str(smtp_server.LARGEST_MAIL)

    with pytest.raises(SMTPSenderRefused) as declared:
        client.sendmail(SENDER, ["x@play.example"], b"x" * (smtp_server.LARGEST_MAIL + 1))
    assert declared.value.smtp_code == 552


def test_a_mail_that_is_larger_than_it_said_is_refused(door: Standing, friends: Friends) -> None:
    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.ehlo()
        client.mail(SENDER)
        client.rcpt(reply_address(friends.house, friends.code))

        assert client.data(b"line of a mail\r\n" * (smtp_server.LARGEST_MAIL // 15))[0] == 552
        assert client.noop()[0] == 250

    assert not door.mails()


def test_a_mail_that_is_too_large_is_told_what_would_be_right(client: SMTP) -> None:
    client.ehlo()

    code, said = client.docmd("MAIL", f"FROM:<{SENDER}> SIZE={smtp_server.LARGEST_MAIL + 1}")

    assert code == 552
    assert b"5.3.4 A mail may have 25 MB at most." in said
    assert b"without the attachments" in said


@pytest.fixture
def narrow(friends: Friends) -> Iterator[Standing]:
    """One that takes in a megabyte at once."""
    with standing(friends.house, most_at_once=1_000_000) as made:
        yield made


def test_large_mails_that_come_at_once_have_to_wait(narrow: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)
    with at_door(narrow) as first, at_door(narrow) as second:
        begin(first, to, LARGE)
        assert until(lambda: narrow.entrance.unanswered >= len(LARGE))

        with pytest.raises(OSError, match=r"reset|roken|connected"):
            begin(second, to, LARGE * 20)
        first.send(b".\r\n")

        assert first.getreply()[0] == 250
        assert until(lambda: not narrow.entrance.unanswered)
        assert len(narrow.mails()) == 1


def test_small_mails_do_not_wait_for_large_ones(narrow: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)
    with at_door(narrow) as first, at_door(narrow) as small:
        begin(first, to, LARGE)
        assert until(lambda: narrow.entrance.unanswered >= len(LARGE))

        begin(small, to, b"torch\r\n" * 20_000 + b".\r\n")

        assert small.getreply()[0] == 250
        first.send(b".\r\n")
        assert first.getreply()[0] == 250


LARGE = b"Subject: a photo\r\n\r\n" + b"line\r\n" * 160_000


def at_door(door: Standing) -> SMTP:
    return SMTP("127.0.0.1", door.port, timeout=20)


def begin(client: SMTP, to: str, mail: bytes) -> None:
    """All but the end of a mail."""
    client.ehlo()
    client.mail(SENDER)
    client.rcpt(to)
    assert client.docmd("DATA")[0] == 354
    client.send(mail)


def test_a_line_that_never_ends_is_not_kept_in_memory(door: Standing, friends: Friends) -> None:
    with socket.create_connection(("127.0.0.1", door.port), timeout=20) as wire:
        talk(wire, b"EHLO me\r\n", f"MAIL FROM:<{SENDER}>\r\n".encode())
        talk(wire, f"RCPT TO:<{reply_address(friends.house, friends.code)}>\r\nDATA\r\n".encode())

        with pytest.raises(OSError, match=r"reset|[Bb]roken"):
            endless(wire)

    assert not door.mails()


def endless(wire: socket.socket) -> None:
    for _ in range(smtp_server.LARGEST_MAIL * 8 // 65536):
        wire.sendall(b"x" * 65536)


def talk(wire: socket.socket, *said: bytes) -> None:
    for words in said:
        wire.sendall(words)
        wire.recv(4000)


def test_a_client_that_comes_when_the_door_is_crowded_is_asked_to_come_back(door: Standing) -> None:
    waiting = [
        socket.create_connection(("127.0.0.1", door.port), timeout=20)
        for _ in range(smtp_server.MOST_CONNECTIONS)
    ]
    assert until(lambda: len(door.entrance.inside) == smtp_server.MOST_CONNECTIONS)

    with pytest.raises(SMTPResponseException) as crowded:
        SMTP("127.0.0.1", door.port, timeout=20)
    assert crowded.value.smtp_code == 421

    for connection in waiting:
        connection.close()
    assert until(lambda: not door.entrance.inside)
    SMTP("127.0.0.1", door.port, timeout=20).quit()


def crowd(door: Standing, amount: int) -> list[socket.socket]:
    inside = [socket.create_connection(("127.0.0.1", door.port), timeout=20) for _ in range(amount)]
    assert until(lambda: len(door.entrance.inside) == amount)
    return inside


def long_ago(door: Standing) -> None:
    """As if all that the clients have said had been a minute earlier."""
    for each in tuple(door.entrance.inside):
        each._heard -= 60
        each._since -= 60


def test_one_that_says_nothing_gives_its_place_to_another(door: Standing) -> None:
    silent = crowd(door, smtp_server.MOST_CONNECTIONS)
    long_ago(door)

    with SMTP("127.0.0.1", door.port, timeout=20) as client:
        assert client.noop()[0] == 250

    for connection in silent:
        connection.close()


def test_one_machine_has_some_of_the_places_unless_it_is_a_mail_server_in_front(door: Standing) -> None:
    inside = crowd(door, smtp_server.MOST_OF_ONE_MACHINE)
    for each in tuple(door.entrance.inside):
        each.machine = "203.0.113.9"
    door.entrance.door.proxies = ("198.51.100.0/24",)
    refused = {name: door.entrance.why_not(name) for name in ("203.0.113.9", "203.0.113.10")}
    for each in tuple(door.entrance.inside):
        each.machine = "198.51.100.7"

    assert refused["203.0.113.9"].startswith(b"421")
    assert not refused["203.0.113.10"]
    assert not door.entrance.why_not("198.51.100.7")
    for connection in inside:
        connection.close()


def test_a_slow_writer_of_a_large_mail_gives_way_to_a_quick_one(narrow: Standing, friends: Friends) -> None:
    to = reply_address(friends.house, friends.code)
    with at_door(narrow) as slow, at_door(narrow) as quick:
        begin(slow, to, LARGE[:600_000])
        assert until(lambda: narrow.entrance.unanswered >= 600_000)
        long_ago(narrow)

        begin(quick, to, LARGE + b".\r\n")

        assert quick.getreply()[0] == 250
        assert slow.getreply()[0] == 421


# --- Anything at all ---

WORDS = st.sampled_from(
    [
        *(
            b"EHLO x",
            b"HELO",
            b"HELP ",
            b"VRFY ",
            b"RSET",
            b"DATA",
            b".",
            b"STARTTLS",
            b"AUTH PLAIN =",
            b"BDAT 9",
        ),
        *(b"MAIL FROM:<>", b"MAIL FROM:<a@b> SIZE=", b"RCPT TO:<", b"RCPT TO:<r.", b"@play.example>"),
        *(b"(" * 300, b"\xc4\x85"),
    ]
)
LINES = st.lists(st.one_of(WORDS, st.binary(max_size=60)), max_size=6).map(b"".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=12))
def test_no_bytes_break_the_door(door: Standing, lines: list[bytes]) -> None:
    with socket.create_connection(("127.0.0.1", door.port), timeout=20) as wire:
        wire.sendall(b"\r\n".join([*lines, b".", b"QUIT", b""]))
        heard = b"".join(iter(lambda: wire.recv(65536), b""))

    assert {line[:1] for line in heard.splitlines()} <= {b"2", b"3", b"4", b"5"}
    assert b"Error: (" not in heard
    assert not door.mails()
