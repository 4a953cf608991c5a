"""Sender and recipients of a mail that comes without an SMTP envelope: as its headers have them."""

import re
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

from app.mail.addresses import Address, Addresses

# Headers that a mail server has copied from the envelope come before those that the author wrote.
RECIPIENT_HEADERS = (
    "X-Original-To",
    "Delivered-To",
    "X-Delivered-To",
    "Envelope-To",
    "X-Envelope-To",
    "To",
    "Cc",
)
# What else tells whether a mail in somebody's mailbox is for us.
OTHER_HEADERS = ("Message-ID", "In-Reply-To", "Subject")
NAMES = re.compile(r"<([^<>\s@]+)@[^<>\s]*>")
# How mail programs begin the subject of a mail that is passed on.
PASSED_ON = re.compile(r"\s*(?:fwd?|wg|tr|i|pd|podaj dalej|předáno)\s*:", re.IGNORECASE)
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


def every_recipient(raw: bytes, addresses: Addresses) -> list[Address]:
    """Our addresses in all of these headers. A mailbox may have one copy of a mail for several of them, and
    what its server has copied from the envelope may be the address of the mailbox alone."""
    headers = headers_of(raw)
    values = (str(value) for name in RECIPIENT_HEADERS for value in headers.get_all(name, []))
    words = SEPARATORS.split(" ".join(values))
    return list(dict.fromkeys(address for word in words if (address := addresses.read(word))))


def is_from_us(raw: bytes, addresses: Addresses) -> bool:
    """Whether it is a letter of ours."""
    return any(map(addresses.read_message_id, NAMES.findall(str(headers_of(raw).get("Message-ID", "")))))


def letters_answered(raw: bytes, addresses: Addresses) -> list[str]:
    """Message-IDs of ours, as the database has them, that the mail says to answer. One that is passed on to
    somebody may name the same."""
    headers = headers_of(raw)
    if PASSED_ON.match(str(headers.get("Subject", ""))):
        return []
    named = map(addresses.read_message_id, NAMES.findall(str(headers.get("In-Reply-To", ""))))
    return [name for name in named if name]


def sender(raw: bytes) -> str:
    """The Return-Path that the delivering mail server has added; empty for a mail that must not be answered.

    Without a Return-Path there was no envelope: then it is the address in From.
    """
    headers = headers_of(raw)
    if "Return-Path" in headers:
        return str(headers["Return-Path"]).strip().strip("<>")
    words = SEPARATORS.split(str(headers.get("From", "")))
    return next((word for word in words if "@" in word), UNKNOWN)
