"""Mails as programs write them (tests/mails), and what must come of each."""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from app.mail.read.incoming import Incoming, read

MAILS = Path(__file__).parents[3] / "mails"
EXPECTED: Mapping[str, dict[str, Any]] = tomllib.loads((MAILS / "expected.toml").read_text())
# What the table says only where it matters.
MAY_BE_ANYTHING = {"message_id", "subject", "sender", "answers"}
NOTHING = Incoming()


def told(incoming: Incoming) -> dict[str, Any]:
    bounce = incoming.bounce
    return {
        **asdict(incoming),
        "lines": list(incoming.lines),
        "bounce": {"hard": bounce.hard, "why": bounce.why} if bounce else None,
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_a_mail_says_what_the_table_says(name: str) -> None:
    expected = dict(EXPECTED[name])

    incoming = told(read((MAILS / f"{name}.eml").read_bytes(), expected.pop("envelope", None)))

    expected = {**told(NOTHING), **expected}
    left_out = MAY_BE_ANYTHING - EXPECTED[name].keys()
    assert {key: value for key, value in incoming.items() if key not in left_out} == {
        key: value for key, value in expected.items() if key not in left_out
    }


def test_every_mail_is_in_the_table() -> None:
    assert {file.stem for file in MAILS.glob("*.eml")} == EXPECTED.keys()


@pytest.mark.parametrize("name", sorted(EXPECTED.keys() - {"only-carriage-returns"}))
def test_the_same_comes_of_it_with_other_line_ends(name: str) -> None:
    unix = (MAILS / f"{name}.eml").read_bytes().replace(b"\r\n", b"\n")

    assert read(unix) == read(unix.replace(b"\n", b"\r\n"))


def test_headers_are_told_in_one_line_each() -> None:
    incoming = read(
        b"From: =?utf-8?Q?=C4=8Cen=C4=9Bk?= <cenek@example.org>\r\nMessage-ID:\r\n <one@example.org>\r\n"
        b"Subject: Re: =?utf-8?Q?Tikal=0Aby?= the\r\n river\r\n\r\nend\r\n"
    )

    assert (incoming.sender, incoming.message_id) == ("Čeněk <cenek@example.org>", "one@example.org")
    assert incoming.subject == "Re: Tikal by the river"
