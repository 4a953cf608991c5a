"""Makes text from people safe to show: titles, names and orders can hold any characters."""

import re

# Control characters and other line ends than \n; and the characters that turn the direction of all text
# behind them. Languages that are written from right to left do without those.
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
BLANKS = re.compile("[ \n\u1680\u2000-\u200a\u205f\u3000]+")
DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")

SCHEMES = re.compile(r"[\w+.-]*:/+")
DOTS = re.compile("[.\u3002\uff0e\uff61](?=\\w)")  # those of domains, in any script


def harmless(text: str) -> str:
    return DIRECTION_MARKS.sub("", CONTROLS.sub(" ", text))


def one_line(text: str) -> str:
    """Non-breaking blanks stay as they are: in French they stand before a colon."""
    return BLANKS.sub(" ", harmless(text)).strip(" ")


def without_links(text: str) -> str:
    """A stranger's words as no mail program makes a link of them: without schemes, domains and addresses."""
    return DOTS.sub(". ", SCHEMES.sub("", one_line(text)).replace("@", " @ "))
