"""What the tests of the guides share: every guide, its orders, and its examples played."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import engine
from engine.examples import play_example
from engine.game import Game, Step
from engine.guide import Block, Example, OrderList, Paragraph, Pictures, Section, Steps, Table, pieces
from engine.registry import GAMES, game

PLAN = "plan: "


class Guide(NamedTuple):
    game: str
    language: str

    def __str__(self) -> str:
        return f"{self.game} {self.language}"

    @property
    def rules(self) -> Game:
        return game(self.game)

    @property
    def sections(self) -> tuple[Section, ...]:
        return self.rules.guide(self.language)

    @property
    def examples(self) -> list[Example]:
        return [example for section in self.sections for example in section.examples]

    @property
    def orders(self) -> list[str]:
        """Those of lists and tables, without the plans."""
        told_ = told(self.rules, self.language)
        return [orders for orders in told_ if not orders.startswith(PLAN)]


def every_guide() -> Iterator[Guide]:
    for name, package in GAMES.items():
        folder = Path(engine.__file__).parent / package.rsplit(".", 1)[-1]
        for file in sorted(folder.glob("guide.*.txt")):
            yield Guide(name, file.suffixes[0].removeprefix("."))


GUIDES = list(every_guide())


def guides(*games: str) -> pytest.MarkDecorator:
    """A mark: the test runs for every guide of these games, in every language."""
    return pytest.mark.parametrize("guide", [one for one in GUIDES if one.game in games], ids=str)


def told(rules: Game, language: str = "en") -> list[str]:
    return [orders for section in rules.guide(language) for orders, _ in section.orders]


def positions(name: str) -> dict[str, Any]:
    return {key: build() for key, build in import_module(GAMES[name] + ".positions").POSITIONS.items()}


def played(guide: Guide, example: Example) -> list[Step]:
    return [each.step for each in play_example(guide.game, example)]


def words_of(block: Block) -> list[str]:
    """Everything of a block that a reader sees as sentences."""
    match block:
        case Paragraph(words):
            return [words]
        case Steps(lines):
            return list(lines)
        case Table(_, rows):
            return [cell for row in rows for cell in row]
        case Pictures(_, caption):
            return [caption]
        case Example(_, caption, lines):
            return [caption, *[line.does for line in lines]]
        case OrderList(lines):
            return [does for _, does in lines]


def orders_within(section: Section) -> list[str]:
    """The orders that stand inside sentences, and those of a table's rows."""
    words = [words for block in section.blocks for words in words_of(block)]
    return [piece.words for sentence in words for piece in pieces(sentence) if piece.orders]
