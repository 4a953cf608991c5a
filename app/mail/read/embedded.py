"""Removes what is embedded in a text and no part of it: files written as text, and PGP signatures."""

import re
from typing import NamedTuple


class EmbeddedKind(NamedTuple):
    begin: re.Pattern[str]
    end: re.Pattern[str]
    file: bool


KINDS = (
    # uuencode, whose last line would be read as orders ("end"), and yEnc.
    EmbeddedKind(re.compile(r"begin [0-7]{3,4} \S"), re.compile(r"end\s*$"), True),
    EmbeddedKind(re.compile(r"=ybegin "), re.compile(r"=yend "), True),
    EmbeddedKind(re.compile(r"-----BEGIN PGP SIGNATURE"), re.compile(r"-----END PGP SIGNATURE"), False),
    EmbeddedKind(re.compile(r"-----BEGIN PGP SIGNED MESSAGE"), re.compile(r"\s*$"), False),  # and its headers
    EmbeddedKind(re.compile(r"-----BEGIN PGP PUBLIC KEY"), re.compile(r"-----END PGP PUBLIC KEY"), True),
)
ENCRYPTED = "-----BEGIN PGP MESSAGE"


def remove_embedded(lines: list[str]) -> tuple[list[str], int]:
    """The remaining lines, and how many files there were. A block without an end remains."""
    last_end = {kind: _last_match(kind.end, lines) for kind in KINDS}
    remaining, files, at = list[str](), 0, 0
    while at < len(lines):
        kind = next((kind for kind in KINDS if at < last_end[kind] and kind.begin.match(lines[at])), None)
        if kind:
            at = next(n for n in range(at + 1, len(lines)) if kind.end.match(lines[n]))
            files += kind.file
        else:
            remaining.append(lines[at])
        at += 1
    return remaining, files


def _last_match(end: re.Pattern[str], lines: list[str]) -> int:
    return next((n for n in range(len(lines) - 1, -1, -1) if end.match(lines[n])), -1)
