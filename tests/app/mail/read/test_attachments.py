"""What is kept of a large mail: enough that the same comes of reading it."""

import tracemalloc
from base64 import encodebytes
from pathlib import Path

import pytest

from app.mail.read.attachments import KEPT_OF_OTHERS, KEPT_OF_TEXT, SMALL, without_attachments
from app.mail.read.incoming import read

MAILS = sorted((Path(__file__).parents[3] / "mails").glob("*.eml"))
PHOTO = encodebytes(bytes(range(256)) * 4000)
HEAD = (
    b"From: Ana <ana@example.org>\r\nSubject: Re: Tikal\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
)
TEXT = b"--b\r\nContent-Type: text/plain\r\n\r\ntorch\r\n"
PART = b"--b\r\nContent-Type: %s; name=x\r\nContent-Transfer-Encoding: base64\r\n\r\n%s\r\n"


def with_parts(*kinds: bytes, photo: bytes = PHOTO) -> bytes:
    return HEAD + TEXT + b"".join(PART % (kind, photo) for kind in kinds) + b"--b--\r\n"


def test_a_photo_is_left_out_and_counted() -> None:
    raw = with_parts(b"image/jpeg", b"application/pdf")

    kept = without_attachments(raw)

    assert len(kept) < 3 * KEPT_OF_OTHERS < len(raw)
    assert read(kept) == read(raw)
    assert (read(kept).lines, read(kept).attachments) == (("torch",), 2)


def test_text_behind_a_photo_is_kept() -> None:
    raw = HEAD + PART % (b"image/jpeg", PHOTO) + TEXT + b"--b--\r\n"

    assert read(without_attachments(raw)).lines == ("torch",)


def test_a_small_mail_is_kept_as_it_came() -> None:
    raw = with_parts(b"image/jpeg", photo=b"x\r\n" * 100)

    assert len(raw) < SMALL
    assert without_attachments(raw) is raw


def test_a_text_that_is_too_long_is_still_known_to_be() -> None:
    raw = b"From: ana@example.org\n\n" + b"> x\n" * (KEPT_OF_TEXT // 2)

    kept = without_attachments(raw)

    assert len(kept) < len(raw)
    assert read(kept) == read(raw)
    assert read(kept).problem == "its text is too long"


def test_a_mail_that_cannot_be_taken_apart_is_kept() -> None:
    raw = HEAD + TEXT * 200

    assert without_attachments(raw, small=0) is raw


@pytest.mark.parametrize("file", MAILS, ids=lambda file: file.stem)
def test_the_same_comes_of_every_mail(file: Path) -> None:
    raw = file.read_bytes()

    assert read(without_attachments(raw, small=0)) == read(raw)


def test_a_large_mail_takes_memory_in_proportion() -> None:
    raw = with_parts(b"image/jpeg", photo=PHOTO * 18)
    tracemalloc.start()

    kept = without_attachments(raw)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(raw) > 24_000_000
    assert len(kept) < 2 * KEPT_OF_OTHERS
    assert peak < 1.2 * len(raw)
