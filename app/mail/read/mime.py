"""The parts of a mail, found by walking over its bytes once for each level, with limits.

The standard library's parser calls itself once for each level, and opens mails within mails.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.mail.read.headers import LONGEST_BLOCK, Headers, TooLong, Value, read_headers

MOST_PARTS = 100
MOST_LEVELS = 10

PLAIN = "text/plain"
KIND = re.compile(r"[a-z0-9.+_-]+/[a-z0-9.+_-]+")


class Unreadable(Exception):
    """Why, for the one who wrote the mail."""


@dataclass(frozen=True)
class Part:
    headers: Headers
    content: Value
    raw: bytes = field(repr=False)
    start: int
    end: int
    parts: tuple["Part", ...] = ()

    @property
    def kind(self) -> str:
        return self.content.main

    @property
    def body(self) -> bytes:
        return self.raw[self.start : self.end]

    @property
    def disposition(self) -> Value:
        return self.headers.value("content-disposition")

    @property
    def name(self) -> str:
        """Of the file that it is, if it is one."""
        return self.disposition.parameters.get("filename") or self.content.parameters.get("name") or ""

    def walk(self) -> Iterator["Part"]:
        """Itself and all that is in it, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def leaves(self) -> Iterator["Part"]:
        return (part for part in self.walk() if not part.parts)


def parse(raw: bytes) -> Part:
    """Raises Unreadable where a limit is passed."""
    raw = _with_plain_ends(raw)
    return _Walk(raw).part(0, len(raw), 0)


def cover(raw: bytes) -> Part:
    """What its first headers say, whatever stands behind them."""
    raw = _with_plain_ends(raw[:LONGEST_BLOCK])
    headers, body = read_headers(raw, 0, len(raw))
    return Part(headers, headers.value("content-type"), raw, body, len(raw))


def _with_plain_ends(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


class _Walk:
    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.seen = 0

    def part(self, start: int, end: int, level: int, otherwise: str = PLAIN) -> Part:
        self._count(level)
        try:
            headers, body = read_headers(self.raw, start, end)
        except TooLong:
            raise Unreadable("its headers are too long") from None
        content = headers.value("content-type")
        if not KIND.fullmatch(content.main):
            content = content._replace(main=otherwise)
        parts = self._parts(content, body, end, level)
        if content.main.startswith("multipart/") and not parts:
            content = content._replace(main=PLAIN)  # its boundary is missing: it may still be a letter
        return Part(headers, content, self.raw, body, end, parts)

    def _count(self, level: int) -> None:
        self.seen += 1
        if self.seen > MOST_PARTS:
            raise Unreadable("it has too many parts")
        if level > MOST_LEVELS:
            raise Unreadable("its parts are too deep within each other")

    def _parts(self, content: Value, start: int, end: int, level: int) -> tuple[Part, ...]:
        boundary = content.parameters.get("boundary", "").rstrip()
        if not content.main.startswith("multipart/") or not boundary:
            return ()
        otherwise = "message/rfc822" if content.main == "multipart/digest" else PLAIN
        ranges = self._ranges(boundary, start, end)
        return tuple(self.part(first, last, level + 1, otherwise) for first, last in ranges)

    def _ranges(self, boundary: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Between the lines that are the boundary; the last may lack its end."""
        escaped = re.escape(boundary.encode("utf-8", "replace"))
        line = re.compile(rb"\n--" + escaped + rb"(--)?[ \t]*+(?=\n|\Z)")
        begun = -1
        for found in line.finditer(self.raw, start - 1, end):  # from the line end before the body on
            if begun >= 0:
                yield begun, max(begun, found.start())
            if found[1]:
                return
            begun = min(found.end() + 1, end)
        if begun >= 0:
            yield begun, end
