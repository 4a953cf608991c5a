"""Reads complaints: a reader has called a letter spam, and the mail provider passes it on (ARF, RFC 5965)."""

from app.mail.read.bodies import decode_content
from app.mail.read.headers import Headers, HeadersTooLong, read_headers
from app.mail.read.mime import Part

REPORT = "message/feedback-report"
ORIGINALS = ("message/rfc822", "text/rfc822-headers")
LONGEST_REPORT = 64 * 1024


def complaint_in(mail: Part) -> str:
    """The kind of the complaint, like abuse; empty for any other mail."""
    report = next((part for part in mail.walk() if part.kind == REPORT), None)
    return _headers_in(report).first("feedback-type").lower() if report else ""


def complained_of(mail: Part) -> str:
    """The Message-ID header of the letter that a complaint is about; empty for any other mail."""
    parts = mail.walk() if complaint_in(mail) else ()
    original = next((part for part in parts if part.kind in ORIGINALS), None)
    return _headers_in(original).first("message-id") if original else ""


def _headers_in(part: Part) -> Headers:
    content = decode_content(part)[:LONGEST_REPORT].lstrip()
    try:
        return read_headers(content, 0, len(content))[0]
    except HeadersTooLong:
        return Headers([])
