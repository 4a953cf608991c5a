"""How a game is played, for people who have never played it: sections made of blocks.

They are read from `guide.<language>.txt`; `engine/guide_text.py` tells how such a text is written.
"""

import re
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

OrderLine: TypeAlias = tuple[str, str]  # orders, and what they do

_ORDERS = re.compile("`([^`]+)`")


class Piece(NamedTuple):
    """A part of a sentence: words, or orders in their canonical form."""

    words: str
    orders: bool


@dataclass(frozen=True)
class Paragraph:
    kind: ClassVar[str] = "paragraph"
    words: str


@dataclass(frozen=True)
class Steps:
    """What is done one after another."""

    kind: ClassVar[str] = "steps"
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Pictures:
    """Components side by side, or one larger picture; the names are for `engine.box.component`."""

    kind: ClassVar[str] = "pictures"
    names: tuple[str, ...]
    caption: str = ""


@dataclass(frozen=True)
class OrderList:
    kind: ClassVar[str] = "orders"
    lines: tuple[OrderLine, ...]


@dataclass(frozen=True)
class Table:
    kind: ClassVar[str] = "table"
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> tuple[OrderLine, ...]:
        """The rows that begin with orders, each with what these do and what they cost."""
        found = [(_ORDERS.fullmatch(row[0]), row) for row in self.rows]
        return tuple((match[1], f"{row[1]} ({row[2]})") for match, row in found if match)


class Played(NamedTuple):
    """Orders of an example: one text for each seat that is asked then, in the order of the seats."""

    orders: tuple[str, ...]
    does: str


@dataclass(frozen=True)
class Example:
    """Orders that are given one after another, beginning in a position of the game's."""

    kind: ClassVar[str] = "example"
    position: str  # a name from the game's `positions.py`, and a name for `engine.box.component`
    caption: str
    lines: tuple[Played, ...]


Block: TypeAlias = Paragraph | Steps | Pictures | OrderList | Table | Example


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> tuple[str, ...]:
        return tuple(block.words for block in self.blocks if isinstance(block, Paragraph))

    @property
    def orders(self) -> tuple[OrderLine, ...]:
        """Each kind of order with what it does, from lists and tables."""
        return tuple(
            line for block in self.blocks if isinstance(block, OrderList | Table) for line in block.lines
        )

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Example))

    @property
    def pictures(self) -> tuple[str, ...]:
        shown = [block.names for block in self.blocks if isinstance(block, Pictures)]
        return (*sum(shown, ()), *[example.position for example in self.examples])


def pieces(words: str) -> list[Piece]:
    """A sentence cut at its backticks: every second piece is orders."""
    cut = _ORDERS.split(words)
    return [Piece(part, bool(n % 2)) for n, part in enumerate(cut) if part]
