"""Which parts of a mail are what its writer wrote, and their lines."""

import binascii
import re
from typing import NamedTuple

from app.mail.read.charsets import cleaned, decoded, is_readable
from app.mail.read.embedded import ENCRYPTED, without_enclosed
from app.mail.read.flowed import unflowed
from app.mail.read.headers import from_base64
from app.mail.read.html_text import text_of
from app.mail.read.mime import PLAIN, Part, Unreadable

LONGEST = 1024 * 1024  # bytes of text
MOST_LINES = 20_000

HTML = "text/html"
ALTERNATIVE = "multipart/alternative"
# Neither text nor something that was sent along.
BESIDE = {
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "message/delivery-status",
    "message/disposition-notification",
    "message/global-delivery-status",
    "text/calendar",
    "text/rfc822-headers",
}
SEALED = {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
LONG_GONE = {"x-uuencode", "uuencode", "x-uue", "x-yencode"}  # ways to encode a part

LINE_END = re.compile(r"\r\n?|\n")


class Text(NamedTuple):
    lines: list[str]
    attachments: int


def text_in(mail: Part) -> Text:
    """Raises Unreadable."""
    if any(part.kind in SEALED for part in mail.walk()):
        raise Unreadable("it is encrypted")
    lines, files = without_enclosed(_Reader(mail).lines())
    if any(line.startswith(ENCRYPTED) for line in lines):
        raise Unreadable("it is encrypted")
    return Text(lines, files + attachments(mail))


def attachments(mail: Part) -> int:
    """The same once more in another form is none."""
    forms = {form.start for part in mail.walk() if part.kind == ALTERNATIVE for form in part.parts}
    return sum(_is_attachment(part, mail) for part in mail.leaves() if part.start not in forms)


def content(part: Part) -> bytes:
    match _way(part):
        case "base64":
            return from_base64(part.body)
        case "quoted-printable":
            return binascii.a2b_qp(part.body)
        case _:
            return part.body


class _Reader:
    """Reads each text once, and not more of them than the limit."""

    def __init__(self, mail: Part) -> None:
        self.mail = mail
        self.size = 0
        self.read: dict[int, list[str]] = {}

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
        """Plain text, if there is any in it; else the last, which is the richest."""
        choices = [texts for one in part.parts if (texts := self._texts(one))]
        plain = (texts for texts in choices if texts[0].kind == PLAIN and any(map(self._lines, texts)))
        return next(plain, choices[-1] if choices else [])

    def _without_twins(self, texts: list[Part]) -> list[Part]:
        """A page behind a plain text says the same once more. A plain text behind a page is a footer."""
        first = next((part for part in texts if self._lines(part)), None)
        if first and first.kind == PLAIN:
            return [part for part in texts if part.kind == PLAIN]
        return texts

    def _lines(self, part: Part) -> list[str]:
        """None at all when nothing stands in them."""
        if part.start not in self.read:
            lines = lines_of(part, LONGEST - self.size)
            self.size += part.end - part.start
            self.read[part.start] = lines if any(line.strip() for line in lines) else []
        return self.read[part.start]


def lines_of(part: Part, longest: int = LONGEST) -> list[str]:
    raw = content(part)
    if len(raw) > longest:
        raise Unreadable("its text is too long")
    text = decoded(raw, part.content.parameters.get("charset", ""))
    if not is_readable(text):
        raise Unreadable("it is not readable in any charset")
    lines = [cleaned(line) for line in LINE_END.split(text_of(text) if part.kind == HTML else text)]
    if part.content.parameters.get("format", "").lower() == "flowed":
        return unflowed(lines, part.content.parameters.get("delsp", "").lower() == "yes")
    return lines


def _is_attachment(part: Part, mail: Part) -> bool:
    if part.kind in BESIDE or part.kind.startswith("multipart/"):
        return False
    if part.disposition.main == "attachment" or _way(part) in LONG_GONE:
        return True
    if part.kind in (PLAIN, HTML):
        return bool(part.name) and part is not mail
    # A picture that the page shows is most often our own board.
    return not (part.kind.startswith("image/") and "content-id" in part.headers)


def _way(part: Part) -> str:
    return part.headers.value("content-transfer-encoding").main
