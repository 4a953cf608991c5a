"""The address that ends the letters of a match, and whose mails it obeys."""

from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.services.inbox import intake
from tests.world import Friends, World

FROM = "From: Bo <bo@example.org>\r\n"


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match()


def stopped(friends: Friends, headers: str, sender: str = "bo@example.org") -> bool:
    """Whether Bo gets no letters any more after such a mail."""
    to = Addresses(friends.house.settings).unsubscribe(friends.seat(2).post_key)
    raw = f"{headers}\r\nUnsubscribe\r\n".encode()
    friends.house.write(partial(intake.take_in, house=friends.house, to=to, sender=sender, raw=raw))
    intake.read_due(friends.house)
    return friends.seat(2).mute


@pytest.mark.parametrize(
    "headers", [f"{FROM}Subject: stop\r\n", FROM, f"{FROM}Subject: no more letters please\r\n"]
)
def test_a_person_is_obeyed_whatever_the_subject(friends: Friends, headers: str) -> None:
    assert stopped(friends, headers)


@pytest.mark.parametrize("subject", ["stop", "Unsubscribe"])
def test_the_button_of_a_mail_program_is_obeyed(friends: Friends, subject: str) -> None:
    assert stopped(friends, f"{FROM}Subject: {subject}\r\nAuto-Submitted: auto-generated\r\n")


@pytest.mark.parametrize(
    "headers",
    [
        f"{FROM}Subject: Automatic reply: stop\r\n",
        f"{FROM}Subject: Re: stop\r\nAuto-Submitted: auto-replied\r\n",
        "From: MAILER-DAEMON@example.org\r\nSubject: Undeliverable: stop\r\n",
    ],
)
def test_other_automatic_mail_is_not_obeyed(friends: Friends, headers: str) -> None:
    assert not stopped(friends, headers)
    assert friends.world.outcomes()[0].startswith("automatic")
