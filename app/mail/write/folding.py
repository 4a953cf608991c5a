"""How headers are folded.

The standard library's way turns a long List-Unsubscribe address into encoded words, for which no mail program
shows a button, and loses or adds blanks in one Polish or Czech subject of ten.
"""

from email.header import Header
from email.headerregistry import Address, HeaderRegistry
from email.policy import SMTP, EmailPolicy
from functools import cache
from typing import Any

WIDTH = 76


class Folding(EmailPolicy):
    """Subjects and names by the older Header, which keeps to the limits; the rest only at its blanks."""

    def fold(self, name: str, value: Any) -> str:
        return f"{name}: {_folded(name, value)}\r\n"

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("ascii")


class Headers(HeaderRegistry):
    """The standard library makes a new class for every header that it sets."""

    def __getitem__(self, name: str) -> type:
        return _class_of(name)


@cache
def _class_of(name: str) -> type:
    return HeaderRegistry.__getitem__(HEADERS, name)


HEADERS = Headers()
POLICY = Folding(linesep=SMTP.linesep, max_line_length=SMTP.max_line_length, header_factory=HEADERS)


def _folded(name: str, value: Any) -> str:
    if hasattr(value, "addresses"):
        return _at_blanks(name, ", ".join(_address(one) for one in value.addresses))
    if name.lower() == "subject":
        return _words(name, str(value))
    return _at_blanks(name, str(value))


def _address(address: Address) -> str:
    name = address.display_name
    if name.isascii() and "=?" not in name:
        return str(address)
    return f"{_encoded(name, 'From')} <{address.addr_spec}>".replace("\r\n ", " ")


def _words(name: str, text: str) -> str:
    plain = text.isascii() and "=?" not in text and all(len(word) <= WIDTH for word in text.split(" "))
    return _at_blanks(name, text) if plain else _encoded(text, name)


def _encoded(text: str, name: str) -> str:
    return Header(text, "utf-8", maxlinelen=WIDTH, header_name=name).encode(linesep="\r\n")


def _at_blanks(name: str, text: str) -> str:
    lines, line = [], f"{name}:"
    for word in text.split(" "):
        if line != f"{name}:" and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}"
    return "\r\n".join([*lines, line])[len(name) + 2 :]
