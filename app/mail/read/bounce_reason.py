"""Why a letter came back: because of its address, because of us, or for a while.

Only what is surely about the address may count against a person. So what a server says only of a sender is
looked for first, then what it says only of an address. Words that may mean both count as said of us.
"""

import re
from typing import Literal

from app.mail.read.bounce_words import (
    ADDRESS_CODES,
    LEAN_ADDRESS,
    LEAN_US,
    MAILBOX_FULL,
    PASSING_CODES,
    PASSING_WORDS,
    REPLY_ABOUT_ADDRESS,
    SMTP_REPLY,
    STATUS_CODE,
    SURELY_ADDRESS,
    SURELY_US,
    US_CODES,
)

Reason = Literal["address", "us", "passing"]

# Names of hosts and links, and addresses: their words say nothing about the letter.
NAMES = re.compile(r"https?://\S++|[^\s@<>]++@[^\s@<>]++|\b[\w-]++(?:\.[\w-]++)+")


def reason_in(text: str) -> Reason:
    codes = [found[0] for found in STATUS_CODE.finditer(text)]
    words = NAMES.sub(" ", text)
    if MAILBOX_FULL.search(words) or PASSING_WORDS.search(words):
        return "passing"
    if any(map(US_CODES.match, codes)) or SURELY_US.search(text):
        return "us"
    if _is_for_now(codes, text):
        return "passing"
    if SURELY_ADDRESS.search(words):
        return "address"
    return "us" if LEAN_US.search(words) else _reason_by_number(codes, words)


def _is_for_now(codes: list[str], text: str) -> bool:
    """The most exact number decides: an enhanced status code, or else the reply itself."""
    if codes:
        return all(code.startswith("4") or code in PASSING_CODES for code in codes)
    reply = SMTP_REPLY.search(text)
    return bool(reply and reply[1] == "4")


def _reason_by_number(codes: list[str], words: str) -> Reason:
    about_address = (
        any(map(ADDRESS_CODES.match, codes))
        or LEAN_ADDRESS.search(words)
        or (not codes and REPLY_ABOUT_ADDRESS.search(words))
    )
    return "address" if about_address else "passing"
