"""The door as the mail server of a site speaks to it: LMTP on a socket."""

import socket
from collections.abc import Iterator
from pathlib import Path
from smtplib import LMTP

import pytest

from app.post import smtp_server
from app.services.inbox import intake
from tests.world import Friends
from tests.world.mail_door import RAW, SENDER, Standing, reply_address, standing


@pytest.fixture
def lmtp(tmp_path: Path, friends: Friends) -> Iterator[Standing]:
    with standing(friends.house, f"lmtp://{tmp_path / 'door.sock'}") as made:
        yield made


def at_lmtp(door: Standing) -> LMTP:
    return LMTP(door.entrance.place, timeout=20)


def said_to_each(client: LMTP, to: list[str], raw: bytes = RAW) -> list[int]:
    """The words after the mail, one for each recipient."""
    client.ehlo()
    client.mail(SENDER)
    for address in to:
        assert client.rcpt(address)[0] == 250
    first = client.data(raw)[0]
    return [first, *(client.getreply()[0] for _ in to[1:])]


def test_lmtp_answers_for_each_recipient(lmtp: Standing, friends: Friends) -> None:
    full, free = (reply_address(friends.house, friends.code, position) for position in (1, 2))
    with at_lmtp(lmtp) as client:
        for number in range(intake.MOST_AN_HOUR):
            assert said_to_each(client, [full], RAW + b"%d\r\n" % number) == [250]

        assert said_to_each(client, [full, free]) == [452, 250]
        assert client.noop()[0] == 250


def test_lmtp_refuses_a_large_mail_for_each_recipient(lmtp: Standing, friends: Friends) -> None:
    both = [reply_address(friends.house, friends.code, position) for position in (1, 2)]
    with at_lmtp(lmtp) as client:
        assert said_to_each(client, both, b"line of a mail\r\n" * (smtp_server.LARGEST_MAIL // 15)) == [
            552,
            552,
        ]
        assert client.noop()[0] == 250


def test_lmtp_knows_no_smtp_greeting(lmtp: Standing) -> None:
    with at_lmtp(lmtp) as client:
        assert client.docmd("EHLO", "me")[0] == 500


def test_a_socket_that_was_left_over_is_used_again_and_one_in_use_is_not(
    tmp_path: Path, friends: Friends
) -> None:
    path = tmp_path / "door.sock"
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()

    with (
        standing(friends.house, f"lmtp://{path}"),
        pytest.raises(smtp_server.AddressInUse, match="another program listens"),
        standing(friends.house, f"lmtp://{path}"),
    ):
        pass

    assert not path.exists()


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path, friends: Friends) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("mine")

    with (
        pytest.raises(smtp_server.AddressInUse, match="no socket"),
        standing(friends.house, f"lmtp://{path}"),
    ):
        pass

    assert path.read_text() == "mine"
