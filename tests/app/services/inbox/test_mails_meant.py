"""Mails as programs write them in five languages, and what their writers meant (tests/mails/meant)."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.mail.read.incoming import Incoming, read
from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from app.services.inbox.reply_content import DoubtfulReply
from engine.registry import game
from engine.words import LANGUAGES

MAILS = Path(__file__).parents[3] / "mails" / "meant"
EXPECTED: Mapping[str, dict[str, Any]] = tomllib.loads((MAILS / "expected.toml").read_text())
ANSWERS = [name for name, said in EXPECTED.items() if "game" in said]
AUTOMATIC = [name for name, said in EXPECTED.items() if {"automatic", "perhaps"} & said.keys()]
BOUNCES = [name for name, said in EXPECTED.items() if "bounce" in said]
# Each is a player of the mails in one language.
NAMES = {"en": "Ana", "de": "Dörte", "pl": "Żaneta", "cs": "Čeněk", "fr": "Bérénice"}


class Came(NamedTuple):
    """Of a mail: the orders in notation, or that it is asked about."""

    plays: str = ""
    doubt: bool = False


def incoming_of(name: str) -> Incoming:
    return read((MAILS / f"{name}.eml").read_bytes(), EXPECTED[name].get("envelope", "a@example.org"))


def came_of(name: str) -> Came:
    said, incoming = EXPECTED[name], incoming_of(name)
    assert not incoming.automatic
    assert not incoming.bounce
    rules, names = game(said["game"]), [NAMES[said["language"]], "Bo"]
    reader = OrderReader(rules, names, said["ask"], tuple({said["language"], "en"}))
    try:
        content = parse_reply(reader, incoming.lines)
    except DoubtfulReply:
        return Came(doubt=True)
    return Came(rules.write(content.orders, names, said["ask"]) if content.orders else "")


@pytest.mark.parametrize("name", ANSWERS)
def test_a_mail_plays_what_its_writer_meant_or_is_asked_about(name: str) -> None:
    said = EXPECTED[name]

    assert came_of(name) == Came(said.get("plays", ""), said.get("doubt", False))


@pytest.mark.parametrize("name", AUTOMATIC)
def test_what_a_program_has_written_plays_nothing(name: str) -> None:
    said, incoming = EXPECTED[name], incoming_of(name)

    assert (incoming.automatic, incoming.perhaps_automatic) == (
        said.get("automatic", ""),
        said.get("perhaps", ""),
    )


@pytest.mark.parametrize("name", BOUNCES)
def test_only_what_is_about_an_address_counts_against_a_person(name: str) -> None:
    bounce = incoming_of(name).bounce

    assert bounce
    assert {"hard": bounce.hard, "about_us": bounce.about_us} == EXPECTED[name]["bounce"]


def test_every_mail_is_in_the_table() -> None:
    assert {file.stem for file in MAILS.glob("*.eml")} == EXPECTED.keys()
    assert {said["language"] for said in EXPECTED.values()} == set(LANGUAGES)


def test_of_the_mails_that_mean_orders_most_are_played_at_once() -> None:
    """Corrections are always asked about."""
    meant = [name for name in ANSWERS if {"plays", "means"} & EXPECTED[name].keys()]
    plain = [name for name in meant if not name.endswith(("-correction-of-a-bid", "-not", "-mind"))]

    assert len([name for name in plain if "plays" in EXPECTED[name]]) >= 0.95 * len(plain)
