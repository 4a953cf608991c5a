"""Finds the parts of a mail that its author wrote, and reads their lines."""

import binascii
import re
from typing import NamedTuple

from app.mail.read.charsets import clean_line, decode_bytes, is_readable
from app.mail.read.embedded import ENCRYPTED, remove_embedded
from app.mail.read.flowed import unflow
from app.mail.read.headers import decode_base64
from app.mail.read.html_text import MAY_BE_STRUCK, QUOTE_PREFIX, STROKE, html_to_text
from app.mail.read.mime import PLAIN, Part, Unreadable

LONGEST_TEXT = 1024 * 1024  # bytes of text
MOST_LINES = 20_000

HTML = "text/html"
ALTERNATIVE = "multipart/alternative"
# Parts that are neither text nor attachments.
IGNORED_KINDS = {
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "message/delivery-status",
    "message/disposition-notification",
    "message/global-delivery-status",
    "text/calendar",
    "text/rfc822-headers",
}
ENCRYPTED_KINDS = {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
OLD_ENCODINGS = {
    "x-uuencode",
    "uuencode",
    "x-uue",
    "x-yencode",
}  # transfer encodings that nobody uses any more

LINE_END = re.compile(r"\r\n?|\n")


class Text(NamedTuple):
    lines: list[str]
    attachments: int


def read_text(mail: Part) -> Text:
    """The lines of the text, with quotes. Raises Unreadable."""
    if any(part.kind in ENCRYPTED_KINDS for part in mail.walk()):
        raise Unreadable("it is encrypted")
    lines, files = remove_embedded(_TextReader(mail).lines())
    if any(line.startswith(ENCRYPTED) for line in lines):
        raise Unreadable("it is encrypted")
    return Text(lines, files + count_attachments(mail))


def count_attachments(mail: Part) -> int:
    """Parts of multipart/alternative do not count: they are the same text in other forms."""
    alternatives = {form.start for part in mail.walk() if part.kind == ALTERNATIVE for form in part.parts}
    return sum(_is_attachment(part, mail) for part in mail.leaves() if part.start not in alternatives)


def decode_content(part: Part) -> bytes:
    match _transfer_encoding(part):
        case "base64":
            return decode_base64(part.body)
        case "quoted-printable":
            return binascii.a2b_qp(part.body)
        case _:
            return part.body


class _TextReader:
    """Reads each text only once, and no more than LONGEST bytes in all."""

    def __init__(self, mail: Part) -> None:
        self.mail = mail
        self.size = 0
        self.cache: dict[int, list[str]] = {}  # by where the part begins

    def lines(self) -> list[str]:
        texts = self._texts(self.mail)
        if not texts:
            raise Unreadable("it has no text")
        lines = [line for part in texts for line in self._lines(part)]
        if len(lines) > MOST_LINES:
            raise Unreadable("its text is too long")
        return lines

    def _texts(self, part: Part) -> list[Part]:
        if part.kind == ALTERNATIVE:
            return self._best(part)
        if part.parts:
            return self._without_twins([text for one in part.parts for text in self._texts(one)])
        return [part] if part.kind in (PLAIN, HTML) and not _is_attachment(part, self.mail) else []

    def _best(self, part: Part) -> list[Part]:
        """The first plain text that is not empty; else the last form, which is the richest. So is a page in
        which something is struck through, as only a page can show that."""
        choices = [texts for one in part.parts if (texts := self._texts(one))]
        if choices and self._is_struck(choices[-1][0]):
            return choices[-1]
        plain = (texts for texts in choices if texts[0].kind == PLAIN and any(map(self._lines, texts)))
        return next(plain, choices[-1] if choices else [])

    def _is_struck(self, part: Part) -> bool:
        """Whether its author has struck something through, above or between what is quoted."""
        if part.kind != HTML or not MAY_BE_STRUCK.search(decode_content(part)):
            return False
        return any(STROKE in line and not line.startswith(QUOTE_PREFIX) for line in self._lines(part))

    def _without_twins(self, texts: list[Part]) -> list[Part]:
        """A page behind a plain text repeats it, and is dropped. A plain text behind a page is a footer."""
        first = next((part for part in texts if self._lines(part)), None)
        if first and first.kind == PLAIN:
            return [part for part in texts if part.kind == PLAIN]
        return texts

    def _lines(self, part: Part) -> list[str]:
        """An empty list when all lines are blank."""
        if part.start not in self.cache:
            lines = lines_of(part, LONGEST_TEXT - self.size)
            self.size += part.end - part.start
            self.cache[part.start] = lines if any(line.strip() for line in lines) else []
        return self.cache[part.start]


def lines_of(part: Part, longest: int = LONGEST_TEXT) -> list[str]:
    raw = decode_content(part)
    if len(raw) > longest:
        raise Unreadable("its text is too long")
    text = decode_bytes(raw, part.content_type.parameters.get("charset", ""))
    if not is_readable(text):
        raise Unreadable("it is not readable in any charset")
    lines = [clean_line(line) for line in LINE_END.split(html_to_text(text) if part.kind == HTML else text)]
    if part.content_type.parameters.get("format", "").lower() == "flowed":
        return unflow(lines, part.content_type.parameters.get("delsp", "").lower() == "yes")
    return lines


def _is_attachment(part: Part, mail: Part) -> bool:
    if part.kind in IGNORED_KINDS or part.kind.startswith("multipart/"):
        return False
    if part.disposition.main == "attachment" or _transfer_encoding(part) in OLD_ENCODINGS:
        return True
    if part.kind in (PLAIN, HTML):
        return bool(part.name) and part is not mail
    # A picture with a Content-ID is shown in the page: most often our own board, in the quote.
    return not (part.kind.startswith("image/") and "content-id" in part.headers)


def _transfer_encoding(part: Part) -> str:
    return part.headers.value("content-transfer-encoding").main
