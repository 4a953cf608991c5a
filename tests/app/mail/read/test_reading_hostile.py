"""Mails that are made to harm: nothing raises, and nothing takes longer than it is long."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mail.read.incoming import LONGEST_NAME, LONGEST_SUBJECT, LONGEST_WRITTEN, Incoming, read
from tests.app.mail.read.hostile import ATTACKS
from tests.lengths import long

ROOT = Path(__file__).parents[4]
READING = str(ROOT / "app/mail/read")
SECONDS = 120  # of one processor for all attacks at a megabyte; what is quadratic needs many times as long

HEADERS = st.sampled_from(
    "From To Subject Message-ID In-Reply-To References Return-Path Auto-Submitted Precedence List-Id "
    "X-Failed-Recipients Content-Type Content-Transfer-Encoding Content-Disposition Content-ID".split()
)
VALUES = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=60) | st.sampled_from(
    [
        *("text/plain; charset=utf-16", "text/html", "multipart/mixed; boundary=b", "multipart/alternative"),
        *("message/delivery-status", "text/calendar; method=REPLY", "text/plain; format=flowed; delsp=yes"),
        *("base64", "quoted-printable", "x-uuencode", "attachment; filename=x", "=?utf-8?B?xIxlbsSbaw==?="),
        *("message/feedback-report", "message/rfc822", "<l.0123456789abcdef0123456789abcdef@x> <@> <>"),
        *("mailer-daemon@example.org", "<>", "=?x?Q?=FF?=", "text/plain; charset=punycode"),
    ]
)
LINES = st.text(max_size=60) | st.sampled_from(
    [
        *("--b", "--b--", "", "-- ", "--", "> move 2 a5 b4", "##- write above -##", "8<---", "____"),
        *("On 16/11/2026 10:00, Chasqui wrote:", "From: a", "Sent: b", "To: c", "begin 644 x", "end"),
        *(
            "Van: a@b",
            "Тема: 2026",
            "---- On 16/11/2026, a@b wrote ----",
            "*-- Original Message --*",
            "a@b 2026:",
        ),
        *("<blockquote>", "</div>", "<p class=yahoo_quoted>", "&#99999999999;", "<!--", "<a href='", "<pre>"),
        *(
            "Action: failed",
            "Status: 5.1.1",
            "Feedback-Type: abuse",
            "550 user unknown",
            "-----BEGIN PGP SIGNATURE-----",
            "=20=",
        ),
    ]
)


def is_well_formed(incoming: Incoming) -> bool:
    texts = (incoming.message_id, incoming.subject, incoming.sender, incoming.problem, *incoming.lines)
    return (
        not any(set(text) & set("\0\r\n") for text in texts)
        and all(line == line.strip() for line in incoming.lines)
        and all(text.encode() is not None for text in texts)
        and max(len(incoming.message_id), len(incoming.sender)) <= LONGEST_NAME
        and len(incoming.subject) <= LONGEST_SUBJECT
        and sum(len(line) + 1 for line in incoming.lines) <= LONGEST_WRITTEN
        and not (incoming.problem and incoming.lines)
        and not any(line.startswith(">") for line in incoming.lines)
    )


@given(st.binary(max_size=2000), st.none() | st.text(max_size=20))
def test_any_bytes_can_be_read(raw: bytes, sender: str | None) -> None:
    assert is_well_formed(read(raw, sender))


@given(st.lists(st.tuples(HEADERS, VALUES), max_size=8), st.lists(LINES, max_size=30))
def test_anything_that_looks_like_a_mail_can_be_read(
    headers: list[tuple[str, str]], lines: list[str]
) -> None:
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)

    assert is_well_formed(read((head + "\r\n" + "\r\n".join(lines)).encode("utf-8", "surrogatepass")))


def leaf(kind: str, lines: list[str]) -> str:
    return f"Content-Type: {kind}; charset=utf-8\n\n" + "\n".join(lines)


def around(kind: str, parts: list[str]) -> str:
    boundary = f"b{sum(map(len, parts))}"
    between = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n{between}--{boundary}--\n'


LEAVES = st.builds(
    leaf,
    st.sampled_from(["text/plain", "text/html", "image/png", "text/calendar", "message/delivery-status"]),
    st.lists(LINES, max_size=6),
)
MAILS = st.recursive(
    LEAVES,
    lambda parts: st.builds(
        around,
        st.sampled_from(["mixed", "alternative", "related", "signed", "report", "encrypted"]),
        st.lists(parts, max_size=4),
    ),
    max_leaves=12,
)


@given(MAILS, st.integers(0, 400))
def test_parts_within_parts_can_be_read_whole_and_torn(mail: str, torn: int) -> None:
    raw = mail.encode("utf-8", "surrogatepass")

    assert is_well_formed(read(raw))
    assert is_well_formed(read(raw[:torn]))


# --- Time ---


def steps(raw: bytes) -> int:
    """Lines of our own code that run while it is read."""
    count = 0

    def inside(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return inside

    def entered(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        return inside if frame.f_code.co_filename.startswith(READING) else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        read(raw)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("attack", ATTACKS)
def test_twice_the_length_takes_twice_the_steps_at_most(attack: str) -> None:
    make = ATTACKS[attack]
    once, twice = steps(make(10_000)), steps(make(20_000))

    assert twice <= 2.2 * once + 500


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_comes_to_nothing(attack: str) -> None:
    assert is_well_formed(read(ATTACKS[attack](20_000)))


@pytest.mark.parametrize("size", [300_000, long(1_000_000)])
def test_no_search_within_the_text_is_quadratic(size: int) -> None:
    """Steps do not count what regular expressions do: here the processor's time runs out."""
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))\n"
        "from app.mail.read.incoming import read\n"
        "from tests.app.mail.read.hostile import ATTACKS\n"
        f"for make in ATTACKS.values(): read(make({size}))\n"
    )

    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_eight_megabytes_of_nesting_are_not_walked_into() -> None:
    nesting = ATTACKS["parts within parts"](8_000_000)

    assert read(nesting).problem == "its parts are too deep within each other"
    assert steps(nesting) < 2_000
