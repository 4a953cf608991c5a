"""A real Postfix with the lines and maps of ./chasqui host, in front of a door that knows its addresses."""

import os
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiosmtpd.lmtp import LMTP

from app.hosting.plan import Plan
from tests.servers import until
from tests.world.mail_server import Sink, listening
from tests.world.postfix import postfix

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.geteuid() != 0, reason="Postfix is started by root only"),
]
KNOWN = ("chasqui@play.example", "r.key@play.example", "games+r.key@play.example")


class Door(Sink):
    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address not in KNOWN:
            return "550 5.1.1 nobody here has this address"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@contextmanager
def in_front(door: Door, plus: str) -> Iterator[int]:
    with (
        listening(door, door=LMTP),
        postfix(Plan("play.example", plus=plus, door=f"127.0.0.1:{door.port}")) as port,
    ):
        yield port


def said(port: int, to: str) -> int:
    """The answer to an address; while the door is still being asked about it, that is 450."""

    def code() -> int:
        with smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
            server.ehlo()
            server.mail("bo@example.org")
            return server.rcpt(to)[0]

    assert until(lambda: code() != 450, 60)
    return code()


@pytest.mark.parametrize(
    ("plus", "answered", "refused"),
    [
        ("", "r.key@play.example", "r.other@play.example"),
        ("games", "games+r.key@play.example", "r.key@play.example"),
    ],
)
def test_mail_for_the_door_comes_to_it_and_all_other_is_refused_at_once(
    plus: str, answered: str, refused: str
) -> None:
    door = Door()
    with in_front(door, plus) as port:
        assert said(port, answered) == 250
        assert said(port, refused) == 550
        assert said(port, "somebody@else.example") == 554
        assert said(port, "postmaster@play.example") == 250
        with smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
            server.sendmail("bo@example.org", [answered], b"Subject: Re\r\n\r\ntorch\r\n")

        assert until(lambda: len(door.raw) == 1, 30)
    assert b"torch" in door.raw[0]
