"""Reads bounces: whether the address will ever take a letter, and why it did not take this one."""

import logging
import re
from collections.abc import Iterator
from email import message_from_bytes
from typing import NamedTuple

from flufl.bounce import all_failures

from app.mail.read.automatic import has_null_sender, is_from_nobody
from app.mail.read.bodies import decode_content, read_text
from app.mail.read.bounce_words import DELAYED, FAILED, MAILBOX_FULL, SMTP_REPLY, STATUS_CODE, TEMPORARY_CODES
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
ADDRESS = re.compile(r"[^\s@<>()\[\]\"';:,]++@[^\s@<>()\[\]\"';:,]++")

# It logs each detector that fails, and so whatever a stranger has sent.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


class Bounce(NamedTuple):
    hard: bool  # this address will never take a letter; a soft bounce may pass
    why: str  # one line, without addresses


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
    return Bounce(not action.startswith("delayed") and _is_permanent(why), _without_addresses(why))


def _bounce_in_words(mail: Part) -> Bounce | None:
    """Of servers that send no delivery report, only words. Vacation notices may have such words, too."""
    subject = mail.headers.text("subject")
    lines = [subject, *_first_lines(mail)]
    text = "\n".join(lines)
    later, never = _library_findings(mail)
    searched = text if is_from_nobody(mail.headers) else subject
    if not (later or never or FAILED.search(searched) or DELAYED.search(searched)):
        return None
    why = next(filter(_gives_reason, lines), "") or next(filter(FAILED.search, lines), lines[0])
    hard = not later and not (DELAYED.search(text) and not never) and _is_permanent(text)
    return Bounce(hard, _without_addresses(why))


def _gives_reason(line: str) -> bool:
    return bool(STATUS_CODE.search(line) or SMTP_REPLY.search(line) or MAILBOX_FULL.search(line))


def _is_permanent(text: str) -> bool:
    """By the most exact number in it. Without any it is: a server that sends a letter back has given up."""
    if MAILBOX_FULL.search(text):
        return False
    if code := STATUS_CODE.search(text):
        return code[1] == "5" and code[0] not in TEMPORARY_CODES
    reply = SMTP_REPLY.search(text)
    return reply is None or reply[1] == "5"


def _first_lines(mail: Part) -> list[str]:
    try:
        return [line[:SCANNED_LINE] for line in read_text(mail).lines if line.strip()][:REASON_LINES]
    except Unreadable:
        return []


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
