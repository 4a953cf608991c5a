"""How a game is played, for who has never played it: a text beside each game, in plain lines.

# a title
a paragraph on one line
an order: what it does
= the components of the box that belong to it, to be shown beside it
"""

import re
from importlib.resources import files
from typing import NamedTuple

PICTURES_MARK = "= "


class Section(NamedTuple):
    title: str
    text: tuple[str, ...]
    orders: tuple[tuple[str, str], ...]  # with what they do
    pictures: tuple[str, ...] = ()  # as engine.box calls them


def guide(package: str, language: str) -> tuple[Section, ...]:
    """English where nobody has told it in the language yet."""
    told = files(package) / f"guide.{language}.txt"
    text = (told if told.is_file() else files(package) / "guide.en.txt").read_text(encoding="utf-8")
    return tuple(_section(part) for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:])


def _section(part: str) -> Section:
    title, _, rest = part.partition("\n")
    blocks = [block.splitlines() for block in rest.strip().split("\n\n")]
    shown = tuple(
        name for block in blocks if block[0].startswith(PICTURES_MARK) for name in block[0].split()[1:]
    )
    blocks = [block for block in blocks if not block[0].startswith(PICTURES_MARK)]
    told = tuple(block[0] for block in blocks if not _is_order(block[0]))
    orders = tuple(_order(line) for block in blocks if _is_order(block[0]) for line in block)
    return Section(title, told, orders, shown)


def _is_order(line: str) -> bool:
    """Orders are in lower case, sentences are not."""
    return line[:1].islower()


def _order(line: str) -> tuple[str, str]:
    """A colon within orders goes on in lower case; what they do begins with a capital."""
    place = next(found for found in re.finditer(": ", line) if line[found.end()].isupper())
    return line[: place.start()], line[place.end() :]
