"""Why letters come back, in the words of many servers: only what is about the address is hard."""

import re
from collections.abc import Callable

import pytest

from app.mail.read.incoming import Bounce, read
from tests.app.mail.read.diagnostics import ADDRESS, PASSING, US, said_of

TOLD = {"address": said_of(ADDRESS), "us": said_of(US), "passing": said_of(PASSING)}
CASES = [(reason, said) for reason, lines in TOLD.items() for said in lines]
OURS = "Subject: Spam Temple: your turn\n\nuser unknown, spam, mailbox full\n"


def delivery_report(said: str) -> str:
    """RFC 3464: Postfix, Exchange, Gmail."""
    code = re.search(r"[245]\.\d\.\d+", said)
    status = code[0] if code else "4.0.0" if said.startswith("4") else "5.0.0"
    return (
        "From: MAILER-DAEMON@mx.example.org\nSubject: Undelivered Mail Returned to Sender\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nThis is the mail system. Spam? User unknown? See below.\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"
        f"Final-Recipient: rfc822; bo@example.org\nAction: failed\nStatus: {status}\n"
        f"Diagnostic-Code: smtp; {said}\n\n--b\nContent-Type: message/rfc822\n\n{OURS}--b--\n"
    )


def in_words(said: str) -> str:
    """Exim, qmail, sendmail."""
    return (
        "From: Mail Delivery System <Mailer-Daemon@mx.example.org>\nX-Failed-Recipients: bo@example.org\n"
        "Subject: Mail delivery failed: returning message to sender\n\n"
        "This message was created automatically by mail delivery software.\n\n"
        "A message that you sent could not be delivered to one or more of its\n"
        "recipients. This is a permanent error. The following address(es) failed:\n\n  bo@example.org\n"
        f"    {said}\n\n------ This is a copy of the message, including all the headers. ------\n\n{OURS}"
    )


def reason(bounce: Bounce | None) -> str:
    assert bounce
    return "address" if bounce.hard else "us" if bounce.about_us else "passing"


@pytest.mark.parametrize("shape", [delivery_report, in_words])
@pytest.mark.parametrize(("expected", "said"), CASES)
def test_a_letter_comes_back_for_the_reason_that_the_server_gives(
    shape: Callable[[str], str], expected: str, said: str
) -> None:
    found = reason(read(shape(said).encode(), "").bounce)

    assert found == expected


def test_the_table_is_long_enough() -> None:
    assert len(CASES) >= 150


def test_a_letter_that_comes_back_for_no_reason_says_nothing_about_its_reader() -> None:
    raw = b"From: Postmaster <postmaster@example.org>\nSubject: Undeliverable\n\nIt was not delivered.\n"

    assert reason(read(raw, "").bounce) == "passing"


def test_a_server_that_still_tries_has_not_refused_us() -> None:
    raw = delivery_report("450 4.7.1 policy").replace("Action: failed", "Action: delayed").encode()

    assert reason(read(raw, "").bounce) == "passing"
