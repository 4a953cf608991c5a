"""The record that is attached to one of our books, taken out of the PDF without a library for it."""

import re
import zlib

PDF = b"%PDF-"
MARK = b"/EmbeddedFile"
BEGIN = re.compile(rb">>[ \r\n]{0,9}stream\r?\n")
BEGINS = b'{"chasqui":'
LONGEST_HEAD = 2000  # bytes from the mark to the content
LARGEST = 16_000_000  # bytes of a record
MOST = 20  # marks that are looked at


def record_in(pdf: bytes) -> bytes | None:
    """The first attached file that begins like a record."""
    at = -1
    for _ in range(MOST):
        at = pdf.find(MARK, at + 1)
        if at < 0:
            return None
        content = _content(pdf, at)
        if content.startswith(BEGINS):
            return content
    return None


def _content(pdf: bytes, mark: int) -> bytes:
    """What follows the mark as a stream. A compressed one says itself where it ends."""
    found = BEGIN.search(pdf, mark, mark + LONGEST_HEAD)
    if not found:
        return b""
    begin = found.end()
    try:
        return zlib.decompressobj().decompress(pdf[begin : begin + LARGEST], LARGEST)
    except zlib.error:
        return _plain(pdf[begin : begin + LARGEST])


def _plain(stream: bytes) -> bytes:
    """Every line of a record ends with one line feed."""
    return stream[: max(0, stream.find(b"endstream"))].rstrip(b"\r\n") + b"\n"
