"""A request as it arrives: whether all of it is here. gunicorn's parser decides everything else.

Whoever sends slowly waits here and takes no thread. A mistake here can only make the parser find too little:
then the connection is closed, and so nothing can be smuggled past the parser.
"""

import re

# More than gunicorn's limits for a line or a field; many full fields together are refused with 431.
LARGEST_HEAD = 64 * 1024
# More than a form may have, so that the page that refuses it is ours.
LARGEST_BODY = 128 * 1024

END = b"\r\n\r\n"
FIELD = re.compile(
    rb"\n(content-length|transfer-encoding|expect|cookie|x-forwarded-for)[ \t]*:[ \t]*([^\r\n]*)", re.I
)
CHUNK_SIZE = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(;.*)?", re.S)


class Arriving:
    """Bytes of one request, and perhaps of the next one behind it."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.is_whole = False
        self.fields: dict[bytes, bytes] = {}  # of those that matter here, the last one of each
        self.waits_for_continue = False
        self._body: int | None = None  # where it begins
        self._end: int | None = None  # of the request; None: as the chunks say
        self._chunk = 0  # where the next one begins
        if data:
            self._look(0)

    def add(self, data: bytes) -> None:
        before = len(self.data)
        self.data += data
        self._look(before)

    @property
    def head_is_too_large(self) -> bool:
        return self._body is None and len(self.data) > LARGEST_HEAD

    @property
    def plain_question(self) -> bytes:
        """All of it, where it is a whole GET without a body and without a cookie; else nothing."""
        if not self.is_whole or self._end != self._body or b"cookie" in self.fields:
            return b""
        return bytes(self.data[: self._body]) if self.data.startswith(b"GET ") else b""

    def behind(self) -> "Arriving":
        """What came with this request and belongs to the next one."""
        return Arriving(bytes(self.data[self._end :]))

    @property
    def first_line(self) -> bytes:
        return bytes(self.data[: self.data.find(b"\r\n", 2, 2048)]).lstrip(b"\r\n")

    def _look(self, before: int) -> None:
        if self._body is None:
            self._look_for_head(before)
        if self._body is not None and not self.is_whole:
            self._look_for_end()

    def _look_for_head(self, before: int) -> None:
        found = self.data.find(END, max(0, before - 3))
        if found >= 0:
            self._body = self._chunk = found + len(END)
            self._read_fields()
        else:
            # No end can come any more that the parser would take.
            self.is_whole = len(self.data) > LARGEST_HEAD or self._line_is_wrong(before)

    def _line_is_wrong(self, before: int) -> bool:
        added = self.data[max(0, before - 1) :]
        bare = added.count(b"\n") - added.count(b"\r\n") - (before > 0 and added[:1] == b"\n")
        return bare > 0

    def _read_fields(self) -> None:
        assert self._body is not None
        found = FIELD.findall(self.data, 0, self._body)
        self.fields = {name.lower(): value.strip() for name, value in found}
        self.waits_for_continue = self.fields.get(b"expect", b"").lower() == b"100-continue"
        coding = self.fields.get(b"transfer-encoding")
        if coding and coding.lower() == b"chunked" and b"content-length" not in self.fields:
            return
        if coding is not None:  # the parser refuses it
            self._end = self._body
            return
        length = self.fields.get(b"content-length", b"0")
        sure = length.isdigit() and len(length) < 10
        # One that is too large is refused before it has come; one that is no number, too.
        self._end = self._body + (int(length) if sure and int(length) <= LARGEST_BODY else 0)

    def _look_for_end(self) -> None:
        if self._end is not None:
            self.is_whole = len(self.data) >= self._end
        else:
            assert self._body is not None
            self.is_whole = self._has_all_chunks() or len(self.data) - self._body > LARGEST_BODY

    def _has_all_chunks(self) -> bool:
        """Also where no more can come of it: the parser then says why."""
        while True:
            end = self.data.find(b"\r\n", self._chunk)
            if end < 0:
                return b"\n" in self.data[self._chunk :]
            size = CHUNK_SIZE.fullmatch(self.data[self._chunk : end])
            if not size:
                return True
            if not int(size[1], 16):
                return self.data.startswith(END, end) or self.data.find(END, end + 2) >= 0
            self._chunk = end + 2 + int(size[1], 16) + 2
