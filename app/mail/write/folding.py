"""Folds long headers.

The standard library turns a long List-Unsubscribe address into encoded words, and then no mail program shows
its button. In one Polish or Czech subject of ten it loses or adds blanks.
"""

from email.header import Header
from email.headerregistry import Address
from email.policy import SMTP, EmailPolicy
from typing import Any

WIDTH = 76


class FoldingPolicy(EmailPolicy):
    """Encodes subjects and names by the older email.header.Header, which keeps to the limits of a line.

    All other headers are broken at their blanks only.
    """

    def fold(self, name: str, value: Any) -> str:
        return f"{name}: {_fold_value(name, value)}\r\n"

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("ascii")


POLICY = FoldingPolicy(linesep=SMTP.linesep, max_line_length=SMTP.max_line_length)


def header(name: str, value: str | Address) -> str:
    """One header, for a message that is written without Python's email package."""
    if isinstance(value, Address):
        return f"{name}: {_break_at_blanks(name, _fold_address(value))}\r\n"
    if len(value.splitlines()) > 1:
        raise ValueError(f"{name} has several lines")
    return f"{name}: {_fold_value(name, value)}\r\n"


def _fold_value(name: str, value: Any) -> str:
    if hasattr(value, "addresses"):
        return _break_at_blanks(name, ", ".join(_fold_address(one) for one in value.addresses))
    if name.lower() == "subject":
        return _fold_subject(name, str(value))
    return _break_at_blanks(name, str(value))


def _fold_address(address: Address) -> str:
    name = address.display_name
    if name.isascii() and "=?" not in name:
        return str(address)
    return f"{_encode_words(name, 'From')} <{address.addr_spec}>".replace("\r\n ", " ")


def _fold_subject(name: str, text: str) -> str:
    is_plain = text.isascii() and "=?" not in text and all(len(word) <= WIDTH for word in text.split(" "))
    return _break_at_blanks(name, text) if is_plain else _encode_words(text, name)


def _encode_words(text: str, name: str) -> str:
    return Header(text, "utf-8", maxlinelen=WIDTH, header_name=name).encode(linesep="\r\n")


def _break_at_blanks(name: str, text: str) -> str:
    lines, line = [], f"{name}:"
    for word in text.split(" "):
        if line != f"{name}:" and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}"
    return "\r\n".join([*lines, line])[len(name) + 2 :]
