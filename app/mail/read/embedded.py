"""What stands inside a text and is not part of it: files written as text, and signatures."""

import re
from typing import NamedTuple


class Kind(NamedTuple):
    begin: re.Pattern[str]
    end: re.Pattern[str]
    file: bool


KINDS = (
    # Its last line would read as orders.
    Kind(re.compile(r"begin [0-7]{3,4} \S"), re.compile(r"end\s*$"), True),
    Kind(re.compile(r"=ybegin "), re.compile(r"=yend "), True),
    Kind(re.compile(r"-----BEGIN PGP SIGNATURE"), re.compile(r"-----END PGP SIGNATURE"), False),
    Kind(re.compile(r"-----BEGIN PGP SIGNED MESSAGE"), re.compile(r"\s*$"), False),  # and its headers
    Kind(re.compile(r"-----BEGIN PGP PUBLIC KEY"), re.compile(r"-----END PGP PUBLIC KEY"), True),
)
ENCRYPTED = "-----BEGIN PGP MESSAGE"


def without_enclosed(lines: list[str]) -> tuple[list[str], int]:
    """What is left, and how many files there were. What has no end is left, too."""
    last = {kind: _last(kind.end, lines) for kind in KINDS}
    left, files, at = list[str](), 0, 0
    while at < len(lines):
        kind = next((kind for kind in KINDS if at < last[kind] and kind.begin.match(lines[at])), None)
        if kind:
            at = next(n for n in range(at + 1, len(lines)) if kind.end.match(lines[n]))
            files += kind.file
        else:
            left.append(lines[at])
        at += 1
    return left, files


def _last(end: re.Pattern[str], lines: list[str]) -> int:
    return next((n for n in range(len(lines) - 1, -1, -1) if end.match(lines[n])), -1)
