"""Text that does no harm: titles, names and orders can hold anything."""

import re

# What breaks a line without being a line's end, and what turns the direction of all that comes after it.
# Letters that are written from right to left need none of these.
BREAKING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
BLANKS = re.compile("[ \n\u1680\u2000-\u200a\u205f\u3000]+")
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    return TURNING.sub("", BREAKING.sub(" ", text))


def one_line(text: str) -> str:
    """Blanks that must not break a line stay as they are: in French they stand in front of a colon."""
    return BLANKS.sub(" ", harmless(text)).strip(" ")
