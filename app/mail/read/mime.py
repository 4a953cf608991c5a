"""Finds the parts of a mail (MIME). Goes over its bytes once for each level of nesting, within limits.

The standard library's parser has no limits, and also opens mails that are attached to mails.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.mail.read.headers import LONGEST_BLOCK, Headers, HeadersTooLong, Value, read_headers

MOST_PARTS = 100
MOST_LEVELS = 10

PLAIN = "text/plain"
KIND = re.compile(r"[a-z0-9.+_-]+/[a-z0-9.+_-]+")


class Unreadable(Exception):
    """Why a mail cannot be read, as the person who wrote it is told."""


@dataclass(frozen=True)
class Part:
    headers: Headers
    content_type: Value
    raw: bytes = field(repr=False)
    start: int
    end: int
    parts: tuple["Part", ...] = ()

    @property
    def kind(self) -> str:
        return self.content_type.main

    @property
    def body(self) -> bytes:
        return self.raw[self.start : self.end]

    @property
    def disposition(self) -> Value:
        return self.headers.value("content-disposition")

    @property
    def name(self) -> str:
        """The name of the file, if the part is one."""
        return self.disposition.parameters.get("filename") or self.content_type.parameters.get("name") or ""

    def walk(self) -> Iterator["Part"]:
        """This part and all parts within it, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def leaves(self) -> Iterator["Part"]:
        return (part for part in self.walk() if not part.parts)


def parse(raw: bytes) -> Part:
    """Raises Unreadable where a limit is passed."""
    raw = _normal_line_ends(raw)
    return _Walk(raw).part(0, len(raw), 0)


def parse_headers_only(raw: bytes) -> Part:
    """The mail as one part without any within it: for a mail whose parts cannot be read."""
    raw = _normal_line_ends(raw[:LONGEST_BLOCK])
    headers, body = read_headers(raw, 0, len(raw))
    return Part(headers, headers.value("content-type"), raw, body, len(raw))


def _normal_line_ends(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


class _Walk:
    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.count = 0

    def part(self, start: int, end: int, level: int, default_kind: str = PLAIN) -> Part:
        self._count(level)
        try:
            headers, body = read_headers(self.raw, start, end)
        except HeadersTooLong:
            raise Unreadable("its headers are too long") from None
        content_type = headers.value("content-type")
        if not KIND.fullmatch(content_type.main):
            content_type = content_type._replace(main=default_kind)
        parts = self._parts(content_type, body, end, level)
        if content_type.main.startswith("multipart/") and not parts:
            content_type = content_type._replace(main=PLAIN)  # no boundary, but there may still be text
        return Part(headers, content_type, self.raw, body, end, parts)

    def _count(self, level: int) -> None:
        self.count += 1
        if self.count > MOST_PARTS:
            raise Unreadable("it has too many parts")
        if level > MOST_LEVELS:
            raise Unreadable("its parts are too deep within each other")

    def _parts(self, content_type: Value, start: int, end: int, level: int) -> tuple[Part, ...]:
        boundary = content_type.parameters.get("boundary", "").rstrip()
        if not content_type.main.startswith("multipart/") or not boundary:
            return ()
        default_kind = "message/rfc822" if content_type.main == "multipart/digest" else PLAIN
        ranges = self._ranges(boundary, start, end)
        return tuple(self.part(first, last, level + 1, default_kind) for first, last in ranges)

    def _ranges(self, boundary: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the parts between the boundary lines begin and end. The last boundary line may be missing."""
        escaped = re.escape(boundary.encode("utf-8", "replace"))
        line = re.compile(rb"\n--" + escaped + rb"(--)?[ \t]*+(?=\n|\Z)")
        first = -1
        for found in line.finditer(self.raw, start - 1, end):  # from the line end before the body on
            if first >= 0:
                yield first, max(first, found.start())
            if found[1]:
                return
            first = min(found.end() + 1, end)
        if first >= 0:
            yield first, end
