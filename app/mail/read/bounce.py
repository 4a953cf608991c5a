"""Reads bounces: whether the address will ever take a letter, and why it did not take this one."""

import logging
import re
from collections.abc import Iterator
from email import message_from_bytes
from typing import NamedTuple, Self

from flufl.bounce import all_failures

from app.mail.read.automatic import has_null_sender, is_from_nobody
from app.mail.read.bodies import decode_content, read_text
from app.mail.read.bounce_reason import Reason, reason_in
from app.mail.read.bounce_words import DELAYED, FAILED, MAILBOX_FULL, SMTP_REPLY, STATUS_CODE
from app.mail.read.charsets import one_line
from app.mail.read.headers import Headers, read_headers
from app.mail.read.mime import Part, Unreadable

LONGEST_WHY = 200
LONGEST_STATUS = 64 * 1024
# The patterns of flufl.bounce take quadratic time on long lines.
SCANNED_BYTES, SCANNED_LINE = 16 * 1024, 400
REASON_LINES = 60  # among them the reason is looked for; below may stand our own letter

REPORTS = {"message/delivery-status", "message/global-delivery-status"}
FAILED_TO = "x-failed-recipients"  # Exim's
COPY_BEGINS = re.compile(
    r"\W*(?:this is a copy of|below this line is a copy|original message|the following is a copy|"
    r"message headers)"
    r"|return-path:|received: ",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"[^\s@<>()\[\]\"';:,]++@[^\s@<>()\[\]\"';:,]++")

# It logs each detector that fails, and so whatever a stranger has sent.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


class Bounce(NamedTuple):
    hard: bool  # this address will never take a letter; any other bounce says nothing about its reader
    why: str  # one line, without addresses
    about_us: bool = False  # the server has something against us or our letter

    @classmethod
    def of(cls, reason: Reason, why: str, given_up: bool) -> Self:
        """A server that has not given up may still deliver the letter."""
        return cls(given_up and reason == "address", _without_addresses(why), given_up and reason == "us")


def bounce_in(mail: Part, sender: str | None) -> Bounce | None:
    report = next((part for part in mail.walk() if part.kind in REPORTS), None)
    blocks = (
        [block for block in _read_blocks(report) if "action" in block or "status" in block] if report else []
    )
    if blocks:
        return _bounce_of_report(blocks)
    if has_null_sender(mail.headers, sender) or is_from_nobody(mail.headers) or FAILED_TO in mail.headers:
        return _bounce_in_words(mail)
    return None


def _bounce_of_report(blocks: list[Headers]) -> Bounce | None:
    """By a delivery report's blocks about recipients (RFC 3464)."""
    found = [bounce for block in blocks if (bounce := _bounce_of_recipient(block))]
    return next((bounce for bounce in found if bounce.hard), next(iter(found), None))


def _read_blocks(report: Part) -> Iterator[Headers]:
    status, at = decode_content(report)[:LONGEST_STATUS], 0
    while at < len(status):
        headers, after = read_headers(status, at, len(status))
        # A line that is no header is skipped.
        at = after if after > at else status.find(b"\n", at) + 1 or len(status)
        yield headers


def _bounce_of_recipient(block: Headers) -> Bounce | None:
    action, code = block.first("action").lower(), STATUS_CODE.search(block.first("status"))
    if not (action.startswith(("fail", "error", "delayed")) or (not action and code and code[1] != "2")):
        return None
    diagnostic = block.text("diagnostic-code").partition(";")[2] or block.text("diagnostic-code")
    why = diagnostic or action
    if code and code[0] not in why:
        why = f"{code[0]} {why}"
    return Bounce.of(reason_in(why), why, given_up=not action.startswith("delayed"))


def _bounce_in_words(mail: Part) -> Bounce | None:
    """Of servers that send no delivery report, only words. Vacation notices may have such words, too."""
    subject = mail.headers.text("subject")
    told = _first_lines(mail)
    lines = [subject, *told]
    text = "\n".join(lines)
    later, never = _library_findings(mail)
    searched = text if is_from_nobody(mail.headers) else subject
    if not (later or never or FAILED.search(searched) or DELAYED.search(searched)):
        return None
    why = next(filter(_gives_reason, lines), "") or next(filter(FAILED.search, lines), lines[0])
    given_up = not later and not (DELAYED.search(text) and not never)
    return Bounce.of(reason_in("\n".join(told)), why, given_up)


def _gives_reason(line: str) -> bool:
    return bool(STATUS_CODE.search(line) or SMTP_REPLY.search(line) or MAILBOX_FULL.search(line))


def _first_lines(mail: Part) -> list[str]:
    """Those above the copy of our letter, which may hold any words."""
    try:
        lines = [line[:SCANNED_LINE] for line in read_text(mail).lines if line.strip()][:REASON_LINES]
    except Unreadable:
        return []
    return lines[: next((n for n, line in enumerate(lines) if COPY_BEGINS.match(line)), len(lines))]


def _library_findings(mail: Part) -> tuple[bool, bool]:
    """Whether flufl.bounce finds addresses that failed for now, and addresses that failed for good."""
    lines = mail.raw[:SCANNED_BYTES].split(b"\n")
    try:
        message = message_from_bytes(b"\n".join(line[:SCANNED_LINE] for line in lines))
        if "from" not in message:
            message["From"] = "unknown@invalid"
        later, never = all_failures(message)
    except Exception:  # RecursionError too: a mail that the library cannot read is no bounce
        return False, False
    return bool(later), bool(never)


def _without_addresses(why: str) -> str:
    """The host of a match reads the reason, but must not learn the addresses of guests."""
    return one_line(ADDRESS.sub("…", why))[:LONGEST_WHY]
