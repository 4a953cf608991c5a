"""Letters that came back: whether the address will never take one, and why."""

import logging
import re
from collections.abc import Iterator
from email import message_from_bytes
from typing import NamedTuple

from flufl.bounce import all_failures

from app.mail.read.automatic import has_null_sender, is_from_nobody
from app.mail.read.bodies import content, text_in
from app.mail.read.bounce_words import DELAYED, FAILED, FULL, LATER, REPLY, STATUS
from app.mail.read.charsets import one_line
from app.mail.read.headers import Headers, read_headers
from app.mail.read.mime import Part, Unreadable

LONGEST_WHY = 200
LONGEST_STATUS = 64 * 1024
# The library's patterns take quadratic time on long lines.
SCANNED_BYTES, SCANNED_LINE = 16 * 1024, 400
TOLD_LINES = 60  # that may tell the reason: our letter may follow

REPORTS = {"message/delivery-status", "message/global-delivery-status"}
FAILED_TO = "x-failed-recipients"  # Exim's
ADDRESS = re.compile(r"[^\s@<>()\[\]\"';:,]++@[^\s@<>()\[\]\"';:,]++")

# It logs each detector that fails on what a stranger has sent.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


class Bounce(NamedTuple):
    hard: bool  # this address will never take a letter; otherwise it may later
    why: str  # in one line, without addresses


def bounce_in(mail: Part, sender: str | None) -> Bounce | None:
    report = next((part for part in mail.walk() if part.kind in REPORTS), None)
    blocks = [block for block in _blocks(report) if "action" in block or "status" in block] if report else []
    if blocks:
        return _reported(blocks)
    if has_null_sender(mail.headers, sender) or is_from_nobody(mail.headers) or FAILED_TO in mail.headers:
        return _told(mail)
    return None


def _reported(blocks: list[Headers]) -> Bounce | None:
    """By the recipients that the letter did not reach (RFC 3464)."""
    found = [bounce for block in blocks if (bounce := _of_recipient(block))]
    return next((bounce for bounce in found if bounce.hard), next(iter(found), None))


def _blocks(report: Part) -> Iterator[Headers]:
    status, at = content(report)[:LONGEST_STATUS], 0
    while at < len(status):
        headers, after = read_headers(status, at, len(status))
        # A line that is no header is passed over.
        at = after if after > at else status.find(b"\n", at) + 1 or len(status)
        yield headers


def _of_recipient(block: Headers) -> Bounce | None:
    action, code = block.first("action").lower(), STATUS.search(block.first("status"))
    if not (action.startswith(("fail", "error", "delayed")) or (not action and code and code[1] != "2")):
        return None
    said = block.text("diagnostic-code").partition(";")[2] or block.text("diagnostic-code")
    why = said or action
    if code and code[0] not in why:
        why = f"{code[0]} {why}"
    return Bounce(not action.startswith("delayed") and _is_permanent(why), _without_addresses(why))


def _told(mail: Part) -> Bounce | None:
    """In words only, as older and careless servers do. Vacation notices may have such words, too."""
    subject = mail.headers.text("subject")
    lines = [subject, *_first_lines(mail)]
    text = "\n".join(lines)
    later, never = _scanned(mail)
    speaks = text if is_from_nobody(mail.headers) else subject
    if not (later or never or FAILED.search(speaks) or DELAYED.search(speaks)):
        return None
    telling = next(
        (line for line in lines if STATUS.search(line) or REPLY.search(line) or FULL.search(line)), ""
    )
    why = telling or next(filter(FAILED.search, lines), lines[0])
    hard = not later and not (DELAYED.search(text) and not never) and _is_permanent(text)
    return Bounce(hard, _without_addresses(why))


def _is_permanent(text: str) -> bool:
    """By the most exact number in it. Without any, who sends a letter back has given up."""
    if FULL.search(text):
        return False
    if code := STATUS.search(text):
        return code[1] == "5" and code[0] not in LATER
    reply = REPLY.search(text)
    return reply is None or reply[1] == "5"


def _first_lines(mail: Part) -> list[str]:
    try:
        return [line[:SCANNED_LINE] for line in text_in(mail).lines if line.strip()][:TOLD_LINES]
    except Unreadable:
        return []


def _scanned(mail: Part) -> tuple[bool, bool]:
    """Whether the library of bounces finds addresses that failed for now, or for good."""
    lines = mail.raw[:SCANNED_BYTES].split(b"\n")
    try:
        message = message_from_bytes(b"\n".join(line[:SCANNED_LINE] for line in lines))
        if "from" not in message:
            message["From"] = "unknown@invalid"
        later, never = all_failures(message)
    except Exception:  # also RecursionError: what it is not made for is no bounce to it
        return False, False
    return bool(later), bool(never)


def _without_addresses(why: str) -> str:
    """The host of a match reads this; the address of a guest is none of the host's business."""
    return one_line(ADDRESS.sub("…", why))[:LONGEST_WHY]
