"""How a game is played, for people who have never played it: read from `guide.<language>.txt`.

Such a text has four kinds of lines:

# a title
A paragraph on one line
an order: What it does
= names of components, to be shown beside the section
"""

import re
from importlib.resources import files
from typing import NamedTuple

PICTURES_MARK = "= "


class Section(NamedTuple):
    title: str
    text: tuple[str, ...]
    orders: tuple[tuple[str, str], ...]  # each order with what it does
    pictures: tuple[str, ...] = ()  # names for `engine.box.component`


def guide(package: str, language: str) -> tuple[Section, ...]:
    """The guide's sections; in English if there is no guide in this language."""
    file = files(package) / f"guide.{language}.txt"
    text = (file if file.is_file() else files(package) / "guide.en.txt").read_text(encoding="utf-8")
    return tuple(_section(part) for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:])


def _section(part: str) -> Section:
    title, _, rest = part.partition("\n")
    blocks = [block.splitlines() for block in rest.strip().split("\n\n")]
    pictures = tuple(
        name for block in blocks if block[0].startswith(PICTURES_MARK) for name in block[0].split()[1:]
    )
    blocks = [block for block in blocks if not block[0].startswith(PICTURES_MARK)]
    paragraphs = tuple(block[0] for block in blocks if not _is_order(block[0]))
    orders = tuple(_order(line) for block in blocks if _is_order(block[0]) for line in block)
    return Section(title, paragraphs, orders, pictures)


def _is_order(line: str) -> bool:
    """Orders begin in lower case, sentences do not."""
    return line[:1].islower()


def _order(line: str) -> tuple[str, str]:
    """Split at the colon before a capital: a colon inside orders is followed by lower case."""
    place = next(found for found in re.finditer(": ", line) if line[found.end()].isupper())
    return line[: place.start()], line[place.end() :]
