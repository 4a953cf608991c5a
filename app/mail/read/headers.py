"""The headers of a mail or of one of its parts: read in one go, decoded without the standard library.

Its way with headers takes quadratic time where somebody wants it to, and raises where a charset is unknown.
"""

import binascii
import re
from base64 import b64decode
from typing import NamedTuple

from app.mail.read.charsets import decoded, one_line

LONGEST_BLOCK = 256 * 1024
LONGEST_HEADER = 4096  # what is beyond is not looked at

HEADER = re.compile(rb"([!-9;-~]++)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)(?:\n|\Z)")
MBOX = re.compile(rb">?From [^\n]*+\n")
PARAMETER = re.compile(r';[\s;]*+([^\s=;"]++)\s*+(?:=\s*+("(?:[^"\\]++|\\.)*+"?|[^;]*+))?', re.DOTALL)
WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*+)\?=")
ADDRESS = re.compile(r"<([^<>\s]*+)>")


class TooLong(Exception):
    """The headers are longer than any mail's."""


class Value(NamedTuple):
    """A header of the form `text/plain; charset=utf-8`, its words in lower case."""

    main: str
    parameters: dict[str, str]


class Headers:
    def __init__(self, pairs: list[tuple[str, bytes]]) -> None:
        self._values: dict[str, list[bytes]] = {}
        for name, value in pairs:
            self._values.setdefault(name, []).append(value)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def all(self, name: str) -> list[str]:
        """As they stand, in one line each."""
        return [one_line(decoded(value)) for value in self._values.get(name, ())]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def text(self, name: str) -> str:
        """For people."""
        return one_line(in_words(self.first(name)))

    def value(self, name: str) -> Value:
        return value_of(self.first(name))


def read_headers(raw: bytes, start: int, end: int) -> tuple[Headers, int]:
    """And where the body begins: behind the first line that is no header, if that is blank."""
    if mbox := MBOX.match(raw, start, end):
        start = mbox.end()
    pairs, at = list[tuple[str, bytes]](), start
    while found := HEADER.match(raw, at, end):
        value = raw[found.start(2) : min(found.end(2), found.start(2) + LONGEST_HEADER)]
        pairs.append((found[1].decode("ascii").lower(), value))
        at = found.end()
        if at - start > LONGEST_BLOCK:
            raise TooLong
    return Headers(pairs), at + (raw[at : at + 1] == b"\n" and at < end)


def value_of(text: str) -> Value:
    parameters: dict[str, str] = {}
    for found in PARAMETER.finditer(text):
        # RFC 2231 cuts long ones into pieces: boundary*0=...; boundary*1=...
        name = found[1].lower().partition("*")[0]
        parameters[name] = parameters.get(name, "") + _unquoted(found[2] or "")
    return Value(text.partition(";")[0].strip().lower(), parameters)


def _unquoted(text: str) -> str:
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"'))
    return text.partition("(")[0].strip()


def in_words(text: str) -> str:
    """With its encoded words (RFC 2047) decoded. A character may be cut in two between neighbours."""
    made, waiting, at = list[str](), ("", b""), 0
    for word in WORD.finditer(text):
        charset, coded = word[1].partition("*")[0].lower(), _bytes(word[2].lower(), word[3])
        between = text[at : word.start()]
        if at and between.isspace():
            between = ""
        if between or charset != waiting[0]:
            made += [decoded(waiting[1], waiting[0]), between]
            waiting = (charset, b"")
        waiting, at = (charset, waiting[1] + coded), word.end()
    return "".join([*made, decoded(waiting[1], waiting[0]), text[at:]])


def _bytes(way: str, coded: str) -> bytes:
    raw = coded.encode("ascii", "replace")
    return from_base64(raw) if way == "b" else binascii.a2b_qp(raw, header=True)


def from_base64(raw: bytes) -> bytes:
    """Whatever of it can be read."""
    clean = re.sub(rb"[^A-Za-z0-9+/]+", b"", raw)
    clean = clean[: len(clean) - (len(clean) % 4 == 1)]
    return b64decode(clean + b"=" * (-len(clean) % 4))


def address_in(text: str) -> str:
    """The last one in angle brackets, or else the first word with an @."""
    bracketed = ADDRESS.findall(text)
    return bracketed[-1] if bracketed else next((word for word in text.split() if "@" in word), "")
