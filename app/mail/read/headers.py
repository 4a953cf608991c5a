"""The headers of a mail or of one of its parts: read in one pass, and decoded without the standard library.

The standard library takes quadratic time on headers that are made to slow it down, and raises an error for a
charset that it does not know.
"""

import binascii
import re
from base64 import b64decode
from typing import NamedTuple

from app.mail.read.charsets import decode_bytes, one_line

LONGEST_BLOCK = 256 * 1024
LONGEST_HEADER = 4096  # the rest of a longer one is ignored

HEADER = re.compile(rb"([!-9;-~]++)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)(?:\n|\Z)")
MBOX = re.compile(rb">?From [^\n]*+\n")
PARAMETER = re.compile(r';[\s;]*+([^\s=;"]++)\s*+(?:=\s*+("(?:[^"\\]++|\\.)*+"?|[^;]*+))?', re.DOTALL)
ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*+)\?=")
ADDRESS = re.compile(r"<([^<>\s]*+)>")


class HeadersTooLong(Exception):
    """The headers are longer than those of any honest mail."""


class Value(NamedTuple):
    """A header of the form `text/plain; charset=utf-8`. `main` and the names of parameters are lower case."""

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
        """All headers of that name, each in one line and not decoded."""
        return [one_line(decode_bytes(value)) for value in self._values.get(name, ())]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def text(self, name: str) -> str:
        """Decoded, to be shown to people."""
        return one_line(decode_words(self.first(name)))

    def value(self, name: str) -> Value:
        return parse_value(self.first(name))


def read_headers(raw: bytes, start: int, end: int) -> tuple[Headers, int]:
    """The headers, and where the body begins: at the first line that is no header, or behind it if blank."""
    if mbox := MBOX.match(raw, start, end):
        start = mbox.end()
    pairs, at = list[tuple[str, bytes]](), start
    while found := HEADER.match(raw, at, end):
        value = raw[found.start(2) : min(found.end(2), found.start(2) + LONGEST_HEADER)]
        pairs.append((found[1].decode("ascii").lower(), value))
        at = found.end()
        if at - start > LONGEST_BLOCK:
            raise HeadersTooLong
    return Headers(pairs), at + (raw[at : at + 1] == b"\n" and at < end)


def parse_value(text: str) -> Value:
    parameters: dict[str, str] = {}
    for found in PARAMETER.finditer(text):
        # RFC 2231 cuts long ones into pieces: boundary*0=...; boundary*1=...
        name = found[1].lower().partition("*")[0]
        parameters[name] = parameters.get(name, "") + _unquote(found[2] or "")
    return Value(text.partition(";")[0].strip().lower(), parameters)


def _unquote(text: str) -> str:
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"'))
    return text.partition("(")[0].strip()


def decode_words(text: str) -> str:
    """Decodes the encoded words (RFC 2047) in a text.

    A character may be cut in two between neighbours, so words of one charset are decoded together.
    """
    pieces, waiting, at = list[str](), ("", b""), 0
    for word in ENCODED_WORD.finditer(text):
        charset, coded = word[1].partition("*")[0].lower(), _decode_word(word[2].lower(), word[3])
        between = text[at : word.start()]
        if at and between.isspace():
            between = ""
        if between or charset != waiting[0]:
            pieces += [decode_bytes(waiting[1], waiting[0]), between]
            waiting = (charset, b"")
        waiting, at = (charset, waiting[1] + coded), word.end()
    return "".join([*pieces, decode_bytes(waiting[1], waiting[0]), text[at:]])


def _decode_word(encoding: str, coded: str) -> bytes:
    raw = coded.encode("ascii", "replace")
    return decode_base64(raw) if encoding == "b" else binascii.a2b_qp(raw, header=True)


def decode_base64(raw: bytes) -> bytes:
    """As much of it as can be decoded."""
    clean = re.sub(rb"[^A-Za-z0-9+/]+", b"", raw)
    clean = clean[: len(clean) - (len(clean) % 4 == 1)]
    return b64decode(clean + b"=" * (-len(clean) % 4))


def find_address(text: str) -> str:
    """The last one in angle brackets, or else the first word with an @."""
    bracketed = ADDRESS.findall(text)
    return bracketed[-1] if bracketed else next((word for word in text.split() if "@" in word), "")
