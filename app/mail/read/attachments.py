"""Leaves out of a large mail what nobody reads: the contents of pictures and other attachments."""

from collections.abc import Iterator

from app.mail.read.mime import Part, Unreadable, parse

SMALL = 256 * 1024  # bytes: a mail that is kept as it came
# Of each part, by the first half of its kind. Reading looks at no more, however it is coded.
KEPT_OF_TEXT, KEPT_OF_MESSAGE, KEPT_OF_OTHERS = 4 * 1024 * 1024, 256 * 1024, 16 * 1024
KEPT = {"text": KEPT_OF_TEXT, "message": KEPT_OF_MESSAGE}


def without_attachments(raw: bytes, small: int = SMALL) -> bytes:
    """The same comes of reading it as of reading all of the mail."""
    if len(raw) <= small:
        return raw
    try:
        mail = parse(raw)
    except Unreadable:
        return raw
    return b"".join(_kept(mail))


def _kept(mail: Part) -> Iterator[memoryview]:
    whole, at = memoryview(mail.raw), 0
    for part in mail.leaves():
        end = part.start + KEPT.get(part.kind.partition("/")[0], KEPT_OF_OTHERS)
        if end < part.end:
            yield whole[at:end]
            at = part.end
    yield whole[at:]
