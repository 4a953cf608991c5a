"""Who a mail is for, and from, where no mail server says it: by the headers that one may have left."""

import re
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

from app.mail.addresses import Address, Addresses

# What was on the envelope comes before what its writer wrote.
NAMED_IN = ("X-Original-To", "Delivered-To", "Envelope-To", "To", "Cc")
BETWEEN = re.compile(r"[\s<>,;:\"()\[\]]+")
LONGEST_HEADERS = 64 * 1024
UNKNOWN = "unknown"  # for a sender; an empty one would mean more


def headers_of(raw: bytes) -> "Message[str, str]":
    return BytesHeaderParser(policy=compat32).parsebytes(raw[:LONGEST_HEADERS])


def recipients(raw: bytes, addresses: Addresses) -> list[Address]:
    """Those of ours in the first of the headers that has any."""
    headers = headers_of(raw)
    for name in NAMED_IN:
        words = BETWEEN.split(" ".join(str(value) for value in headers.get_all(name, [])))
        if found := [address for word in words if (address := addresses.read(word))]:
            return list(dict.fromkeys(found))
    return []


def sender(raw: bytes) -> str:
    """As the mail server that delivered it has put on top: empty for what must not be answered.

    Without one there was no envelope, and its writer says who it is from.
    """
    headers = headers_of(raw)
    if "Return-Path" in headers:
        return str(headers["Return-Path"]).strip().strip("<>")
    words = BETWEEN.split(str(headers.get("From", "")))
    return next((word for word in words if "@" in word), UNKNOWN)
