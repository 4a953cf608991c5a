"""Sentences and mails in five languages, by players who had not seen the vocabulary.

Each file says in its first line how it is read. A `!` in front of a line marks what is known not to be read
rightly yet; a correction has it in its last line. Once it is read rightly, the mark has to go.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.registry import game as rules_of

FOLDER = Path(__file__).parent
KNOWN = "! "
NOTHING = "ask"


class Phrase(NamedTuple):
    """A sentence or a mail, and the orders in notation that it means; "" for none."""

    text: str
    meant: str = ""
    game: str = ""
    known: bool = False  # not to be read rightly yet


class Match(NamedTuple):
    game: str
    language: str
    seed: bytes
    options: dict[str, bool]
    names: list[str]
    mails: list[tuple[int, Phrase]]  # each with the seat that sends it


def names(language: str) -> list[str]:
    """The players that sentences name."""
    text = (FOLDER / language / "tikal.txt").read_text(encoding="utf-8")
    return next(line for line in text.splitlines() if line.startswith("# names "))[8:].split(", ")


def sentences(language: str, game: str) -> list[Phrase]:
    return [_with_orders(line, language, game) for line in _lines(language, game)]


def doubts(language: str) -> list[Phrase]:
    lines = (line.split(" | ", 1) for line in _lines(language, "doubt"))
    return [Phrase(_bare(text), "", game, _is_known(text)) for game, text in lines]


def prose(language: str) -> list[Phrase]:
    return [_prose(line) for line in _lines(language, "prose")]


def corrections(language: str) -> list[Phrase]:
    mails = "\n".join(_lines(language, "corrections")).split("\n---\n")
    return [_correction(mail, language) for mail in mails]


def match(language: str, game: str) -> Match:
    said = (FOLDER / language / f"match_{game}.txt").read_text(encoding="utf-8").splitlines()
    seed, options, players = (line.split(" ", 2)[2] for line in said[1:4])
    seats = players.split(", ")
    mails = "\n".join(said[4:]).removeprefix("== ").split("\n== ")
    sent = [(seats.index(_sender(mail)) + 1, _mail(mail, game, seats)) for mail in mails]
    return Match(game, language, bytes.fromhex(seed), json.loads(options), seats, sent)


def _lines(language: str, name: str) -> Iterator[str]:
    text = (FOLDER / language / f"{name}.txt").read_text(encoding="utf-8")
    return (line for line in text.splitlines() if not line.startswith("# "))


def _is_known(line: str) -> bool:
    return line.startswith(KNOWN)


def _bare(line: str) -> str:
    return line.removeprefix(KNOWN)


def _with_orders(line: str, language: str, game: str) -> Phrase:
    text, _, meant = line.rpartition(" = ")
    return Phrase(_bare(text), rules_of(game).write(meant, names(language)), game, _is_known(line))


def _prose(line: str) -> Phrase:
    text, _, meant = line.partition(" = ")
    return Phrase(_bare(text), meant, "", _is_known(line))


def _correction(mail: str, language: str) -> Phrase:
    text, _, last = mail.rpartition("\n")
    meant = _bare(last).removeprefix("=> ")
    if meant == NOTHING:
        return Phrase(text, known=_is_known(last))
    game = "incan-gold" if meant in ("torch", "camp") else "tikal"
    return Phrase(text, rules_of(game).write(meant, names(language)), game, _is_known(last))


def _sender(mail: str) -> str:
    return mail.partition("\n")[0].split(" ", 1)[1]


def _mail(mail: str, game: str, seats: list[str]) -> Phrase:
    text, _, meant = mail.partition("\n")[2].rpartition("\n=> ")
    return Phrase(text, rules_of(game).write(meant, seats), game)
