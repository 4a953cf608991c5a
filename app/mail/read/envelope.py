"""Sender and recipients of a mail that comes without an SMTP envelope: as its headers have them."""

import re
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

from app.mail.addresses import Address, Addresses

# Headers that a mail server has copied from the envelope come before those that the author wrote.
RECIPIENT_HEADERS = ("X-Original-To", "Delivered-To", "Envelope-To", "To", "Cc")
SEPARATORS = re.compile(r"[\s<>,;:\"()\[\]]+")
LONGEST_HEADERS = 64 * 1024
UNKNOWN = "unknown"  # a sender; an empty one would mean that the mail must not be answered


def headers_of(raw: bytes) -> "Message[str, str]":
    return BytesHeaderParser(policy=compat32).parsebytes(raw[:LONGEST_HEADERS])


def recipients(raw: bytes, addresses: Addresses) -> list[Address]:
    """Our addresses in the first of these headers that has any."""
    headers = headers_of(raw)
    for name in RECIPIENT_HEADERS:
        words = SEPARATORS.split(" ".join(str(value) for value in headers.get_all(name, [])))
        if found := [address for word in words if (address := addresses.read(word))]:
            return list(dict.fromkeys(found))
    return []


def sender(raw: bytes) -> str:
    """The Return-Path that the delivering mail server has added; empty for a mail that must not be answered.

    Without a Return-Path there was no envelope: then it is the address in From.
    """
    headers = headers_of(raw)
    if "Return-Path" in headers:
        return str(headers["Return-Path"]).strip().strip("<>")
    words = SEPARATORS.split(str(headers.get("From", "")))
    return next((word for word in words if "@" in word), UNKNOWN)
