"""Takes the record out of one of our books (PDF) without a PDF library."""

import re
import zlib

PDF_START = b"%PDF-"
MARK = b"/EmbeddedFile"
STREAM = re.compile(rb">>[ \r\n]{0,9}stream\r?\n")
RECORD_START = b'{"chasqui":'
LONGEST_HEAD = 2000  # bytes between the mark and the content
LARGEST = 16_000_000  # bytes of a record
MOST_MARKS = 20  # how many are looked at


def record_in(pdf: bytes) -> bytes | None:
    """The first attached file that begins like a record, or None."""
    at = -1
    for _ in range(MOST_MARKS):
        at = pdf.find(MARK, at + 1)
        if at < 0:
            return None
        content = _content(pdf, at)
        if content.startswith(RECORD_START):
            return content
    return None


def _content(pdf: bytes, mark: int) -> bytes:
    """The stream behind the mark. A compressed stream says itself where it ends."""
    found = STREAM.search(pdf, mark, mark + LONGEST_HEAD)
    if not found:
        return b""
    begin = found.end()
    try:
        return zlib.decompressobj().decompress(pdf[begin : begin + LARGEST], LARGEST)
    except zlib.error:
        return _plain(pdf[begin : begin + LARGEST])


def _plain(stream: bytes) -> bytes:
    """An uncompressed stream. Every line of a record ends with one line feed."""
    return stream[: max(0, stream.find(b"endstream"))].rstrip(b"\r\n") + b"\n"
